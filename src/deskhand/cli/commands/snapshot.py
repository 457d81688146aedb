"""`deskhand snapshot`: with --json the service's bytes go to stdout as they came."""

from __future__ import annotations

from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.reply import pass_through, show
from deskhand.service.client import SLACK_SECONDS

LOOK_SECONDS = 10.0
"""How long the service takes for a look that names no time (`engine.DEFAULT_SECONDS`)."""

KEYS = ("window", "app", "root", "since")


def run(given: Given) -> int:
    params: dict[str, object] = {key: given.text(key) for key in KEYS if given.has(key)}
    params.update({key: True for key in ("skeleton", "all", "vision") if given.flag(key)})
    params.update({key: given.number(key) for key in ("depth", "timeout") if given.has(key)})
    timeout = given.number("timeout")
    seconds = (LOOK_SECONDS if timeout is None else float(timeout)) + SLACK_SECONDS
    with connect(given) as client:
        if given.flag("json"):
            return pass_through(client, "snapshot", params, seconds)
        return show(client, "snapshot", {**params, "text": True}, _lines, seconds=seconds)


def _lines(data: dict[str, str]) -> list[str]:
    from deskhand.cli.output import clean

    return [clean(line) for line in data["text"].splitlines()]
