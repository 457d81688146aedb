"""`deskhand wait`: until an effect in words is seen."""

from __future__ import annotations

from typing import Any

from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import clean
from deskhand.cli.reply import show
from deskhand.service.client import SLACK_SECONDS

DEFAULT_SECONDS = 30.0


def run(given: Given) -> int:
    timeout = given.number("timeout")
    seconds = DEFAULT_SECONDS if timeout is None else float(timeout)
    with connect(given) as client:
        params = {"expect": given.needed("effect"), "timeout": seconds}
        return show(client, "wait", params, effect_lines, as_json=given.flag("json"), seconds=seconds + SLACK_SECONDS)


def effect_lines(data: dict[str, Any]) -> list[str]:
    """What was seen, and by whom."""
    effect = data["effect"]
    return [f"✓ {clean(effect['seen'] or effect['expected'])}  ({effect['observer']})"]
