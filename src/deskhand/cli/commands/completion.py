"""`deskhand completion`: scripts made from the table of commands."""

from __future__ import annotations

from deskhand.cli.completing import script_for
from deskhand.cli.grammar import Given
from deskhand.cli.output import say


def run(given: Given) -> int:
    say(script_for(given.needed("shell")))
    return 0
