"""`deskhand guide`: the page for agents."""

from __future__ import annotations

from deskhand.cli.grammar import Given
from deskhand.cli.output import print_json, say


def run(given: Given) -> int:
    from deskhand.mcp.guide import guide

    if given.flag("json"):
        print_json({"ok": True, "data": {"guide": guide()}})
    else:
        say(guide().rstrip())
    return 0
