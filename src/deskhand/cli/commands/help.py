"""`deskhand help`."""

from __future__ import annotations

from deskhand.cli.grammar import Given
from deskhand.cli.help import help_text
from deskhand.cli.output import say


def run(given: Given) -> int:
    say(help_text(given.texts("topic")))
    return 0
