"""Asking the owner of a selection for its data (ICCCM, section 2.4; large data comes in pieces, 2.7.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from xcffib import xproto

from deskhand.adapters.linux.x11 import selections
from deskhand.adapters.linux.x11.connection import Connection, Property
from deskhand.errors import TooLarge
from deskhand.model.progress import Progress

MOST_BYTES = 64 << 20
_UNITS = 1 << 18
"""32-bit units of a property fetched at once."""


def _drop(event: Any) -> None:
    """Nobody waits for it."""


class Transfers:
    """One conversation at a time over a connection; hold its lock around each call. `other` is given the events that
    no conversation waits for."""

    def __init__(self, connection: Connection, other: Callable[[Any], None] = _drop) -> None:
        self._link = connection
        self._other = other
        with connection.guarded():
            self._window = selections.hidden_window(connection)

    def owner(self, selection: str) -> int:
        """The window that owns a selection, 0 for none."""
        return int(self._link.core.GetSelectionOwner(self._link.atom(selection)).reply().owner)

    def server_time(self, progress: Progress) -> int:
        """The server's clock in milliseconds, from the notice of a change of our own property."""
        place = self._link.atom("_DESKHAND_TIME")
        for event in self._link.events():
            self._other(event)
        self._link.core.ChangeProperty(0, self._window, place, selections.INTEGER_TYPE, 32, 0, b"")
        notice = self._await(xproto.PropertyNotifyEvent, {"atom": place}, progress, "the server's time")
        return int(notice.time)

    def convert(self, selection: str, target: str, progress: Progress) -> Property | None:
        """What the owner gives for a target, None when it has none of that kind. `Timeout` when it does not answer,
        `TooLarge` for more than `MOST_BYTES`."""
        atom = self._link.atom
        place = atom(selections.TRANSFER_PROPERTY)
        self._link.core.DeleteProperty(self._window, place)
        moment = self.server_time(progress)
        self._link.core.ConvertSelection(self._window, atom(selection), atom(target), place, moment)
        wanted = {"target": atom(target), "time": moment}
        notice = self._await(xproto.SelectionNotifyEvent, wanted, progress, "the owner of the clipboard")
        if not notice.property:
            return None
        first = self._taken(place)
        if first is None or first.type != atom(selections.INCR):
            return first
        return self._pieces(place, progress)

    def _pieces(self, place: int, progress: Progress) -> Property | None:
        """A transfer in pieces: each deletion of ours asks for the next; an empty one ends it."""
        data = bytearray()
        kind, bits = 0, 8
        while True:
            what = f"more of the clipboard after {len(data)} bytes"
            wanted = {"atom": place, "state": int(xproto.Property.NewValue)}
            self._await(xproto.PropertyNotifyEvent, wanted, progress, what)
            piece = self._taken(place)
            if piece is None or not piece.data:
                return Property(piece.type if piece and not kind else kind, bits, bytes(data))
            kind, bits = piece.type, piece.format
            data += piece.data
            _check_size(len(data))

    def _taken(self, place: int) -> Property | None:
        """The transferred property, whole, and deleted by its last read."""
        data, units = bytearray(), 0
        while True:
            part = self._link.part_of_property(self._window, place, units, _UNITS)
            if part is None:
                return None
            data += part.found.data
            if not part.left:
                self._link.x.flush()
                return Property(part.found.type, part.found.format, bytes(data))
            _check_size(len(data) + part.left)
            units += _UNITS

    def _await(self, kind: type[Any], wanted: Mapping[str, int], progress: Progress, what: str) -> Any:
        """The first event of this kind with these values; others are dropped. Raises `Timeout`, `Stopped`."""
        progress.log(f"waiting for {what}")
        self._link.x.flush()
        while True:
            awaited: Any = None
            for event in self._link.events():
                fits = isinstance(event, kind) and all(getattr(event, name) == value for name, value in wanted.items())
                if fits and awaited is None:
                    awaited = event
                else:
                    self._other(event)
            if awaited is not None:
                return awaited
            progress.check()
            self._link.wait_readable(min(0.05, progress.remaining))


def _check_size(size: int) -> None:
    if size > MOST_BYTES:
        raise TooLarge(f"the clipboard holds more than {MOST_BYTES >> 20} MiB", seen=f"{size} bytes so far")
