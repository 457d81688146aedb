"""Owning selections: answers other clients' requests from a thread."""

from __future__ import annotations

import struct
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from xcffib import res, xproto

from deskhand.adapters.linux.x11 import selections
from deskhand.adapters.linux.x11.clipboard_watch import pid_of
from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.wakeup import ListenerThread
from deskhand.model.clipboard import Content, Piece

_CHUNK = 200_000
"""Bytes put into one property; more goes in pieces (INCR)."""
_MOST_TRANSFERS = 64


@dataclass(slots=True)
class _Transfer:
    """A piecewise transfer under way: what is left, its type and bits per item, and for which process."""

    data: memoryview
    kind: int
    bits: int
    pid: int


@dataclass(frozen=True, slots=True)
class _Held:
    """What a selection is owned with, and since when by the server's clock."""

    content: Content
    since: int


class ClipboardOwner:
    """Owns selections with content, each until somebody else takes it or this is closed."""

    def __init__(self, connection: Connection) -> None:
        self._link = connection
        self._held: dict[int, _Held] = {}
        self._transfers: dict[tuple[int, int], _Transfer] = {}
        self._taken: deque[tuple[float, int]] = deque(maxlen=256)
        with connection.guarded():
            self.window: int = selections.hidden_window(connection)
            self._has_resources = connection.extension_present("X-Resource")
            if self._has_resources:
                connection.x(res.key).QueryVersion(1, 2).reply()
            connection.sync()
        self._thread = ListenerThread(connection, "deskhand-clipboard", self._take)

    def own(self, selection: str, content: Content, moment: int) -> bool:
        """Take a selection as of a server time; True when the server says it is ours. With no content nobody owns it
        afterwards."""
        with self._link.guarded():
            atom = self._link.atom(selection)
            self._held[atom] = _Held(content, moment)
            self._link.core.SetSelectionOwner(self.window, atom, moment)
            owner = int(self._link.core.GetSelectionOwner(atom).reply().owner)
            done = owner == self.window
            if not done:
                self._held.pop(atom)
            elif content.empty:
                # Taken first, given up then: a claim of nothing has no owner whose age the server could compare.
                self._link.core.SetSelectionOwner(0, atom, moment)
                self._held.pop(atom)
        self._thread.wake()
        return done

    def holds(self, selection: str) -> bool:
        """Whether a selection is ours as far as we were told."""
        return self._link.atom(selection) in self._held

    def taken(self, since: float) -> tuple[int, ...]:
        """Processes that were given data since then; empty while a transfer is under way."""
        with self._link.guarded():
            if self._transfers:
                return ()
            return tuple(pid for at, pid in self._taken if at >= since)

    def close(self) -> None:
        self._thread.close()

    def _take(self, events: Sequence[Any]) -> None:
        for event in events:
            if isinstance(event, xproto.SelectionRequestEvent):
                self._answer(event)
            elif isinstance(event, xproto.PropertyNotifyEvent) and event.state == xproto.Property.Delete:
                self._continue(int(event.window), int(event.atom))
            elif isinstance(event, xproto.SelectionClearEvent):
                held = self._held.get(int(event.selection))
                # A notice from before we took it (again) is about the claim before.
                if held is not None and (held.since - int(event.time)) % (1 << 32) > 1 << 31:
                    del self._held[int(event.selection)]
        self._link.x.flush()

    def _answer(self, event: Any) -> None:
        target = self._link.atom_names((event.target,))[0]
        place = int(event.property) or int(event.target)
        held = self._held.get(int(event.selection))
        if held is None:
            done = False
        elif target == selections.MULTIPLE:
            done = self._multiple(int(event.requestor), place, held)
        else:
            done = self._convert(int(event.requestor), target, place, held)
        notice = struct.pack(
            "=BxHIIIII8x", 31, 0, event.time, event.requestor, event.selection, event.target, place if done else 0
        )
        self._link.core.SendEvent(False, event.requestor, 0, notice)
        self._link.x.flush()

    def _multiple(self, requestor: int, place: int, held: _Held) -> bool:
        found = self._link.property(requestor, self._link.atom_names((place,))[0])
        atoms = found.numbers() if found else ()
        pairs = list(zip(atoms[::2], atoms[1::2], strict=False))
        answered: list[int] = []
        for target, target_place in pairs:
            done = self._convert(requestor, self._link.atom_names((target,))[0], target_place, held)
            answered += [target, target_place if done else 0]
        data = struct.pack(f"={len(answered)}I", *answered)
        self._put(requestor, place, self._link.atom("ATOM_PAIR"), 32, data)
        return bool(pairs)

    def _convert(self, requestor: int, target: str, place: int, held: _Held) -> bool:
        if target == selections.TARGETS:
            own = (selections.TARGETS, selections.TIMESTAMP, selections.MULTIPLE)
            atoms = self._link.atoms((*own, *held.content.pieces))
            self._put(requestor, place, selections.ATOM_TYPE, 32, struct.pack(f"={len(atoms)}I", *atoms))
            return True
        if target == selections.TIMESTAMP:
            self._put(requestor, place, selections.INTEGER_TYPE, 32, struct.pack("=I", held.since))
            return True
        piece = held.content.pieces.get(target)
        if piece is None:
            return False
        self._send(requestor, place, piece)
        return True

    def _send(self, requestor: int, place: int, piece: Piece) -> None:
        pid = pid_of(self._link, requestor) if self._has_resources else 0
        kind = self._link.atom(piece.type)
        if len(piece.data) <= _CHUNK:
            self._put(requestor, place, kind, piece.bits, piece.data)
            self._taken.append((time.monotonic(), pid))
            return
        while len(self._transfers) >= _MOST_TRANSFERS:
            del self._transfers[next(iter(self._transfers))]
        self._transfers[requestor, place] = _Transfer(memoryview(piece.data), kind, piece.bits, pid)
        self._link.core.ChangeWindowAttributes(requestor, xproto.CW.EventMask, [xproto.EventMask.PropertyChange])
        self._put(requestor, place, self._link.atom(selections.INCR), 32, struct.pack("=I", len(piece.data)))

    def _continue(self, requestor: int, place: int) -> None:
        """The requestor took a piece: give the next; an empty one ends the transfer."""
        transfer = self._transfers.get((requestor, place))
        if transfer is None:
            return
        piece, transfer.data = transfer.data[:_CHUNK], transfer.data[_CHUNK:]
        self._put(requestor, place, transfer.kind, transfer.bits, bytes(piece))
        if not piece:
            del self._transfers[requestor, place]
            self._taken.append((time.monotonic(), transfer.pid))

    def _put(self, window: int, place: int, kind: int, item_bits: int, data: bytes) -> None:
        items = len(data) * 8 // item_bits
        self._link.core.ChangeProperty(xproto.PropMode.Replace, window, place, kind, item_bits, items, data)
