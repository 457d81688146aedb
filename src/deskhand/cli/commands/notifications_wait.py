"""`deskhand notifications wait`: until one of these words is there, or gone."""

from __future__ import annotations

from deskhand.cli.commands.wait import DEFAULT_SECONDS, effect_lines
from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.reply import show
from deskhand.errors import BadRequest
from deskhand.service.client import SLACK_SECONDS


def run(given: Given) -> int:
    words = given.needed("notification")
    if '"' in words:
        raise BadRequest("a notification is named without quotes in it", sought=words, next_step="name a part of it")
    timeout = given.number("timeout")
    seconds = DEFAULT_SECONDS if timeout is None else float(timeout)
    expect = f'notification "{words}" {"disappears" if given.flag("gone") else "appears"}'
    with connect(given) as client:
        params = {"expect": expect, "timeout": seconds}
        return show(client, "wait", params, effect_lines, as_json=given.flag("json"), seconds=seconds + SLACK_SECONDS)
