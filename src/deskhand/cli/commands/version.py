"""`deskhand version`."""

from __future__ import annotations

import deskhand
from deskhand.cli.grammar import Given
from deskhand.cli.output import print_json, say


def run(given: Given) -> int:
    if given.flag("json"):
        print_json({"ok": True, "data": {"version": deskhand.__version__}})
    else:
        say(f"deskhand {deskhand.__version__}")
    return 0
