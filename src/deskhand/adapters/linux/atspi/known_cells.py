"""Cells of sheets that were asked for before.

LibreOffice makes a new object for every `GetAccessibleAt` and keeps each for half a minute: a look at a screen full of
cells every second would cost it a gigabyte. Its cells stand for an address, whatever is written there, so that the
object of an address may be used again for as long as it answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

TABLES = 8
CELLS = 20_000


class KnownCell(NamedTuple):
    """An object's path, and its name (the address, as the application writes it)."""

    path: str
    name: str


class KnownCells:
    """Cells by table and address (row, column) of one application; the newest `TABLES` tables of `CELLS` each."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[tuple[int, int], KnownCell]] = {}

    def of(self, table: str) -> dict[tuple[int, int], KnownCell]:
        found = self._tables.get(table)
        if found is None:
            while len(self._tables) >= TABLES:
                self._tables.pop(next(iter(self._tables)), None)
            found = self._tables[table] = {}
        return found

    def learn(self, table: str, places: Sequence[tuple[int, int]], cells: Iterable[KnownCell | None]) -> None:
        """Remember the cells at these places; None forgets what was known of one."""
        known = self.of(table)
        if len(known) + len(places) > CELLS:
            known.clear()
        for place, cell in zip(places, cells, strict=True):
            if cell is None:
                known.pop(place, None)
            else:
                known[place] = cell
