"""The newest snapshots of a desktop, for the refs that name their elements."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property

from deskhand.errors import NotFound, SnapshotGone
from deskhand.model.element import Element
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


@dataclass
class Record:
    """A snapshot with the windows it saw. `whole` is True where it holds all that was showing in each of them, so
    that "the only
    one of that name" may be said of it."""

    snapshot: Snapshot
    windows: dict[str, Window]
    whole: bool

    @cached_property
    def view(self) -> View:
        return View(self.snapshot.elements)


class SnapshotStore:
    """Keeps the newest 128 snapshots and prunes to 96. Safe for threads."""

    def __init__(self) -> None:
        self._records: OrderedDict[str, Record] = OrderedDict()
        self._lock = threading.Lock()

    def add(self, record: Record) -> None:
        with self._lock:
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
        position = record.snapshot.index.get(str(ref))
        if position is None:
            raise NotFound(
                f"the snapshot {ref.snapshot} has no e{ref.number}; it has {len(record.snapshot.elements)} elements",
                sought=str(ref),
                next_step="use a ref that is on the snapshot",
            )
        return record, position, record.snapshot.elements[position]

    def __len__(self) -> int:
        with self._lock:
            return len(self._records)
