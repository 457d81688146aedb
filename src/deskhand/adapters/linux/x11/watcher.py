"""What happens to windows: opened, closed, activated, renamed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from xcffib import xproto

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.wakeup import ListenerThread
from deskhand.adapters.linux.x11.window_reading import WindowReader, xid_of
from deskhand.model.world import Window

WindowEventKind = Literal["window-opened", "window-closed", "window-activated", "window-renamed"]

_TELLING = frozenset(
    {"_NET_CLIENT_LIST", "_NET_CLIENT_LIST_STACKING", "_NET_ACTIVE_WINDOW", "_NET_WM_NAME", "WM_NAME", "_NET_WM_STATE"}
)
_STRUCTURE = (
    xproto.MapNotifyEvent, xproto.UnmapNotifyEvent, xproto.DestroyNotifyEvent, xproto.ReparentNotifyEvent,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class WindowEvent:
    """One change; `window` as it was seen last."""

    kind: WindowEventKind
    window: Window


class WindowWatcher:
    """Watches the root from a thread of its own and calls `on_event` (in that thread) for each change.

    A window that opens and closes within one look (a few milliseconds) goes unseen.
    """

    def __init__(self, connection: Connection, on_event: Callable[[WindowEvent], None]) -> None:
        self._link = connection
        self._on_event = on_event
        self._reader = WindowReader(connection)
        self._known: dict[str, Window] = {}
        with connection.guarded():
            connection.core.ChangeWindowAttributes(
                connection.root,
                xproto.CW.EventMask,
                [xproto.EventMask.SubstructureNotify | xproto.EventMask.PropertyChange],
            )
            self._known = self._look()
            self._watch_titles(self._known)
        self._thread = ListenerThread(connection, "deskhand-windows", self._take)

    def close(self) -> None:
        self._thread.close()

    def _take(self, events: Sequence[Any]) -> None:
        telling = False
        for event in events:
            if isinstance(event, xproto.PropertyNotifyEvent):
                telling = telling or self._link.atom_names((event.atom,))[0] in _TELLING
            elif isinstance(event, _STRUCTURE):
                telling = True
        if telling:
            self._compare(self._look())

    def _look(self) -> dict[str, Window]:
        return {window.id: window for window in self._reader.read(self._reader.toplevels())}

    def _compare(self, now: dict[str, Window]) -> None:
        before, self._known = self._known, now
        opened = {name: window for name, window in now.items() if name not in before}
        self._watch_titles(opened)
        for name, window in before.items():
            if name not in now:
                self._on_event(WindowEvent("window-closed", window))
        for window in opened.values():
            self._on_event(WindowEvent("window-opened", window))
        for name, window in now.items():
            old = before.get(name)
            if old is not None and old.title != window.title:
                self._on_event(WindowEvent("window-renamed", window))
            if window.active and not (old is not None and old.active):
                self._on_event(WindowEvent("window-activated", window))

    def _watch_titles(self, windows: dict[str, Window]) -> None:
        for name in windows:
            self._link.core.ChangeWindowAttributes(
                xid_of(name), xproto.CW.EventMask, [xproto.EventMask.PropertyChange]
            )
        self._link.x.flush()
