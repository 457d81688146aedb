"""The newest snapshots of a desktop, for the refs that name their elements."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import fields, replace
from functools import cached_property
from operator import attrgetter

from deskhand.errors import NotFound, SnapshotGone
from deskhand.model.element import Element, Node
from deskhand.model.ref import Ref
from deskhand.model.snapshot import Snapshot
from deskhand.model.world import Window
from deskhand.perceive.view import View

KEEP = 128
PRUNE_TO = 96
"""Snapshots kept, and how many are left when there are more (DESIGN 4.1)."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def new_snapshot_id() -> str:
    """`s` and seven base 36 digits, never guessable from another one."""
    return "s" + "".join(secrets.choice(_DIGITS) for _ in range(7))


class Record:
    """A snapshot with the windows it saw.

    `whole` is True where it holds all that was showing in each window, so that "the only one of that name" may be said.
    Older records share their equal elements (whose refs are then another snapshot's): the element of ref `eN` is at
    position N − 1.
    """

    def __init__(
        self, snapshot: Snapshot, windows: dict[str, Window], whole: bool, sources: tuple[list[Node], ...] = ()
    ) -> None:
        self._snapshot = snapshot
        self.elements: tuple[Element, ...] = snapshot.elements
        self.windows = windows
        self.whole = whole
        self._sources = sources

    @cached_property
    def view(self) -> View:
        return View(self.elements)

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot with its own refs."""
        if self._snapshot.elements:
            return self._snapshot
        own = tuple(
            replace(element, ref=f"@{self._snapshot.id}:e{number}") for number, element in enumerate(self.elements, 1)
        )
        return replace(self._snapshot, elements=own, index={one.ref: place for place, one in enumerate(own)})

    def share(self, older: Record | None) -> None:
        """Hold the elements of an older record where they are equal: a thousand looks at one window cost little more
        than one."""
        if older is not None and self._sources and len(older.elements) == len(self.elements):
            unchanged = all(one is other for one, other in zip(self._sources, older._sources, strict=False))
            if unchanged and len(self._sources) == len(older._sources) and self.windows == older.windows:
                self._drop(older.elements)
                return
        known = {} if older is None else {element.handle: element for element in older.elements}
        self._drop(tuple(_shared(known.get(element.handle), element) for element in self.elements))

    def _drop(self, elements: tuple[Element, ...]) -> None:
        self.elements = elements
        self._snapshot = replace(self._snapshot, elements=(), index={})
        self.__dict__.pop("view", None)

    def forget_sources(self) -> None:
        """Let go of what the adapter read; only the newest need be compared with the next."""
        self._sources = ()


_ALL_BUT_REF = attrgetter(*(field.name for field in fields(Element) if field.name != "ref"))


def _shared(known: Element | None, element: Element) -> Element:
    return known if known is not None and _ALL_BUT_REF(known) == _ALL_BUT_REF(element) else element


class SnapshotStore:
    """Keeps the newest 128 snapshots and prunes to 96. Safe for threads."""

    def __init__(self) -> None:
        self._records: OrderedDict[str, Record] = OrderedDict()
        self._newest: Record | None = None
        self._shared: Record | None = None
        self._lock = threading.Lock()

    def add(self, record: Record) -> None:
        with self._lock:
            if self._newest is not None:
                self._newest.share(self._shared)
                if self._shared is not None:
                    self._shared.forget_sources()
                self._shared = self._newest
            self._newest = record
            self._records[record.snapshot.id] = record
            if len(self._records) > KEEP:
                while len(self._records) > PRUNE_TO:
                    self._records.popitem(last=False)

    def record(self, snapshot_id: str) -> Record:
        """The record of a snapshot; `SnapshotGone` when it was pruned or never was."""
        with self._lock:
            record = self._records.get(snapshot_id)
        if record is None:
            raise SnapshotGone(f"the snapshot {snapshot_id} is not kept any more", sought=snapshot_id)
        return record

    def element(self, ref: Ref) -> tuple[Record, int, Element]:
        """The element a ref names as it was seen then, with its position."""
        record = self.record(ref.snapshot)
        elements = record.elements
        if ref.number > len(elements):
            raise NotFound(
                f"the snapshot {ref.snapshot} has no e{ref.number}; it has {len(elements)} elements",
                sought=str(ref),
                next_step="use a ref that is on the snapshot",
            )
        position = ref.number - 1
        return record, position, replace(elements[position], ref=str(ref))

    def __len__(self) -> int:
        with self._lock:
            return len(self._records)
