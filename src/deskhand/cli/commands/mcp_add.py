"""`deskhand mcp add CLIENT`: put the server into a client's configuration, the difference shown first."""

from __future__ import annotations

import sys

from deskhand.cli.grammar import Given
from deskhand.cli.output import note, print_json, say
from deskhand.errors import NeedsAnswer


def run(given: Given) -> int:
    from deskhand.mcp.clients import plan
    from deskhand.mcp.command import own_command

    words = own_command() + (["--read-only"] if given.flag("read_only") else [])
    change = plan(given.needed("client"), words, undo=given.flag("undo"))
    as_json = given.flag("json")
    if not change.difference:
        note(f"{change.path} is as wanted; nothing is written")
    elif not as_json:
        say(change.difference)
    if change.difference and not given.flag("yes"):
        if as_json or not sys.stdin.isatty():
            raise NeedsAnswer(
                f"{change.path} would be changed", seen=change.difference, next_step="say --yes to have it written"
            )
        if input("write it? [y/N] ").strip().lower() not in ("y", "yes"):
            note("nothing was written")
            return 1
    kept = change.write()
    if as_json:
        data = {"client": change.kind.id, "path": str(change.path), "changed": bool(change.difference)}
        print_json({"ok": True, "data": data | ({"kept": str(kept)} if kept else {})})
    elif change.difference:
        say(f"{change.path} is written" + (f"; as it was: {kept}" if kept else ""))
    return 0
