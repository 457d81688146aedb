"""`deskhand resume`: go on with an interrupted run."""

from __future__ import annotations

from deskhand.cli.grammar import Given
from deskhand.cli.running import carry_out
from deskhand.journal.journal import Journal


def run(given: Given) -> int:
    with Journal() as journal:  # a wrong id is told before a desktop is started for it
        full = journal.run(given.needed("run")).id
    return carry_out(given, "resume", {"run": full})
