"""Snapshots: one observation of a desktop, window or part of one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from deskhand.model.element import Element
from deskhand.model.fingerprint import Fingerprint


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Immutable and numbered. `elements` is in reading order, parents before children; `roots` are the positions
    of the top ones.

    `complete` is False when anything inside its scope was not read; those elements carry `complete=False` and a
    `boundary`. `scope` says what was asked for (`desktop`, `window "…"`, `root @…`). `sources` names where elements
    came from. `index` maps each ref to its position. Times are seconds since the epoch and milliseconds.
    """

    id: str
    number: int
    desktop: str
    scope: str
    elements: tuple[Element, ...]
    roots: tuple[int, ...]
    fingerprint: Fingerprint
    complete: bool
    sources: tuple[str, ...]
    taken_at: float
    ms: float
    skeleton: bool = False
    truncated: bool = False
    notes: tuple[str, ...] = ()
    index: dict[str, int] = field(default_factory=dict[str, int], repr=False, compare=False)

    def get(self, ref: str) -> Element | None:
        """The element a ref of this snapshot names, or None."""
        position = self.index.get(ref)
        return None if position is None else self.elements[position]

    def to_json(self) -> dict[str, Any]:
        """JSON form (DESIGN 4.1): a tree of elements under `elements`."""
        data: dict[str, Any] = {
            "snapshot": self.id,
            "number": self.number,
            "desktop": self.desktop,
            "scope": self.scope,
            "complete": self.complete,
            "sources": list(self.sources),
            "fingerprint": self.fingerprint.to_json(),
            "taken_at": round(self.taken_at, 3),
            "ms": round(self.ms, 1),
            "count": len(self.elements),
            "elements": [self._branch(position) for position in self.roots],
        }
        if self.skeleton:
            data["skeleton"] = True
        if self.truncated:
            data["truncated"] = True
        if self.notes:
            data["notes"] = list(self.notes)
        return data

    def _branch(self, position: int) -> dict[str, Any]:
        # A method: a function within `to_json` that calls itself would hold the snapshot until the collector runs.
        element = self.elements[position]
        data = element.to_json()
        if element.children:
            data["children"] = [self._branch(child) for child in element.children]
        return data
