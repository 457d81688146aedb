"""Owning the clipboard: answers other clients' requests from a thread."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from xcffib import xproto

from deskhand.adapters.linux.x11 import selections
from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.wakeup import ListenerThread

_CHUNK = 200_000
"""Bytes put into one property; more goes in pieces (INCR)."""
_MOST_TRANSFERS = 64


@dataclass(slots=True)
class _Transfer:
    """A piecewise transfer under way: what is left, and its type."""

    data: bytes
    kind: int


class ClipboardOwner:
    """Owns CLIPBOARD with a text until somebody else takes it or it is closed."""

    def __init__(self, connection: Connection) -> None:
        self._link = connection
        self._text = ""
        self._since = 0
        self._transfers: dict[tuple[int, int], _Transfer] = {}
        with connection.guarded():
            self._window = selections.hidden_window(connection)
            connection.sync()
        self._thread = ListenerThread(connection, "deskhand-clipboard", self._take)

    def own(self, text: str, timestamp: int) -> bool:
        """Take the clipboard as of a server time; True when the server says it is ours."""
        with self._link.guarded():
            self._text, self._since = text, timestamp
            clipboard = self._link.atom(selections.CLIPBOARD)
            self._link.core.SetSelectionOwner(self._window, clipboard, timestamp)
            owner = int(self._link.core.GetSelectionOwner(clipboard).reply().owner)
        self._thread.wake()
        return owner == self._window

    def close(self) -> None:
        self._thread.close()

    def _take(self, events: Sequence[Any]) -> None:
        for event in events:
            if isinstance(event, xproto.SelectionRequestEvent):
                self._answer(event)
            elif isinstance(event, xproto.PropertyNotifyEvent) and event.state == xproto.Property.Delete:
                self._continue(int(event.window), int(event.atom))
            elif isinstance(event, xproto.SelectionClearEvent):
                self._text = ""
        self._link.x.flush()

    def _answer(self, event: Any) -> None:
        target = self._link.atom_names((event.target,))[0]
        place = int(event.property) or int(event.target)
        if target == selections.MULTIPLE:
            done = self._multiple(int(event.requestor), place)
        else:
            done = self._convert(int(event.requestor), target, place)
        notice = struct.pack(
            "=BxHIIIII8x", 31, 0, event.time, event.requestor, event.selection, event.target, place if done else 0
        )
        self._link.core.SendEvent(False, event.requestor, 0, notice)
        self._link.x.flush()

    def _multiple(self, requestor: int, place: int) -> bool:
        found = self._link.property(requestor, self._link.atom_names((place,))[0])
        atoms = found.numbers() if found else ()
        pairs = list(zip(atoms[::2], atoms[1::2], strict=False))
        answered: list[int] = []
        for target, target_place in pairs:
            done = self._convert(requestor, self._link.atom_names((target,))[0], target_place)
            answered += [target, target_place if done else 0]
        data = struct.pack(f"={len(answered)}I", *answered)
        self._put(requestor, place, self._link.atom("ATOM_PAIR"), 32, data)
        return bool(pairs)

    def _convert(self, requestor: int, target: str, place: int) -> bool:
        atom = self._link.atom
        if target == selections.TARGETS:
            names = (selections.TARGETS, selections.TIMESTAMP, selections.MULTIPLE, *selections.UNICODE_TARGETS)
            atoms = self._link.atoms((*names, selections.LATIN))
            self._put(requestor, place, selections.ATOM_TYPE, 32, struct.pack(f"={len(atoms)}I", *atoms))
            return True
        if target == selections.TIMESTAMP:
            self._put(requestor, place, selections.INTEGER_TYPE, 32, struct.pack("=I", self._since))
            return True
        if target in selections.UNICODE_TARGETS:
            kind = selections.UTF8 if target == "TEXT" else target
            return self._send(requestor, place, atom(kind), self._text.encode("utf-8", errors="replace"))
        if target == selections.LATIN:
            return self._send(requestor, place, atom(target), self._text.encode("latin-1", errors="replace"))
        return False

    def _send(self, requestor: int, place: int, kind: int, data: bytes) -> bool:
        if len(data) <= _CHUNK:
            self._put(requestor, place, kind, 8, data)
            return True
        if len(self._transfers) >= _MOST_TRANSFERS:
            self._transfers.clear()
        self._transfers[requestor, place] = _Transfer(data, kind)
        self._link.core.ChangeWindowAttributes(requestor, xproto.CW.EventMask, [xproto.EventMask.PropertyChange])
        self._put(requestor, place, self._link.atom(selections.INCR), 32, struct.pack("=I", len(data)))
        return True

    def _continue(self, requestor: int, place: int) -> None:
        """The requestor took a piece: give the next; an empty one ends the transfer."""
        transfer = self._transfers.get((requestor, place))
        if transfer is None:
            return
        piece, transfer.data = transfer.data[:_CHUNK], transfer.data[_CHUNK:]
        self._put(requestor, place, transfer.kind, 8, piece)
        if not piece:
            del self._transfers[requestor, place]

    def _put(self, window: int, place: int, kind: int, item_bits: int, data: bytes) -> None:
        items = len(data) * 8 // item_bits
        self._link.core.ChangeProperty(xproto.PropMode.Replace, window, place, kind, item_bits, items, data)
