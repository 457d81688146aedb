"""The CLIPBOARD selection: protocol.Clipboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from xcffib import xproto

from deskhand.adapters.linux.x11 import selections
from deskhand.adapters.linux.x11.clipboard_owner import ClipboardOwner
from deskhand.adapters.linux.x11.connection import Connection, Property
from deskhand.errors import ActionFailed
from deskhand.model.progress import Progress


class X11Clipboard:
    """Reads whoever owns the clipboard, and owns it for a text of ours.

    Args:
        connection: for reading; used by one caller at a time.
        connect: opens the connection for owning, when first needed.
    """

    def __init__(self, connection: Connection, connect: Callable[[], Connection]) -> None:
        self._link = connection
        self._connect = connect
        self._owner: ClipboardOwner | None = None
        with connection.guarded():
            self._window = selections.hidden_window(connection)

    def read(self, progress: Progress) -> str:
        """Text of the clipboard, empty when it holds none. `Timeout` when its owner does not answer by the
        deadline."""
        with self._link.guarded():
            if not self._link.core.GetSelectionOwner(self._link.atom(selections.CLIPBOARD)).reply().owner:
                return ""
            for target, encoding in ((selections.UTF8, "utf-8"), (selections.LATIN, "latin-1")):
                found = self._convert(target, progress)
                if found is not None:
                    return found.data.decode(encoding, errors="replace")
        return ""

    def write(self, text: str, progress: Progress) -> None:
        """Own the clipboard with this text. `ActionFailed` when the server gives it to somebody else."""
        with self._link.guarded():
            timestamp = self._server_time(progress)
            if self._owner is None:
                self._owner = ClipboardOwner(self._connect())
            owner = self._owner
        if not owner.own(text, timestamp):
            raise ActionFailed("the clipboard could not be taken", seen="another application owns it")

    def close(self) -> None:
        if self._owner is not None:
            self._owner.close()
            self._owner = None

    def _server_time(self, progress: Progress) -> int:
        """The server's clock, from the notice of a change of our own property."""
        place = self._link.atom("_DESKHAND_TIME")
        self._link.events()
        self._link.core.ChangeProperty(0, self._window, place, selections.INTEGER_TYPE, 32, 0, b"")
        notice = self._await(xproto.PropertyNotifyEvent, {"atom": place}, progress, "the server's time")
        return int(notice.time)

    def _convert(self, target: str, progress: Progress) -> Property | None:
        """What the owner gives for a target, None when it has none of that kind."""
        atom = self._link.atom
        place = atom(selections.TRANSFER_PROPERTY)
        self._link.core.DeleteProperty(self._window, place)
        timestamp = self._server_time(progress)
        self._link.core.ConvertSelection(self._window, atom(selections.CLIPBOARD), atom(target), place, timestamp)
        wanted = {"target": atom(target), "time": timestamp}
        notice = self._await(xproto.SelectionNotifyEvent, wanted, progress, "the owner of the clipboard")
        if not notice.property:
            return None
        first = self._taken()
        if first is None or first.type != atom(selections.INCR):
            return first
        return self._pieces(place, progress)

    def _pieces(self, place: int, progress: Progress) -> Property | None:
        """A transfer in pieces: each deletion of ours asks for the next; an empty one ends it."""
        data: list[bytes] = []
        kind = 0
        while True:
            what = f"more of the clipboard after {sum(map(len, data))} bytes"
            wanted = {"atom": place, "state": int(xproto.Property.NewValue)}
            self._await(xproto.PropertyNotifyEvent, wanted, progress, what)
            piece = self._taken()
            if piece is None or not piece.data:
                return Property(kind, 8, b"".join(data))
            kind = piece.type
            data.append(piece.data)

    def _taken(self) -> Property | None:
        """The transferred property, deleted by reading."""
        found = self._link.property(self._window, selections.TRANSFER_PROPERTY)
        self._link.core.DeleteProperty(self._window, self._link.atom(selections.TRANSFER_PROPERTY))
        self._link.x.flush()
        return found

    def _await(self, kind: type[Any], wanted: Mapping[str, int], progress: Progress, what: str) -> Any:
        """The first event of this kind with these values; others are dropped. Raises `Timeout`, `Stopped`."""
        progress.log(f"waiting for {what}")
        self._link.x.flush()
        while True:
            for event in self._link.events():
                if isinstance(event, kind) and all(getattr(event, name) == value for name, value in wanted.items()):
                    return event
            progress.check()
            self._link.wait_readable(min(0.05, progress.remaining))
