"""Hearing that somebody copied something (XFixes), without touching the clipboard."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from xcffib import res, xfixes

from deskhand.adapters.linux.x11 import selections
from deskhand.adapters.linux.x11.connection import Connection, Pending
from deskhand.adapters.linux.x11.transfer import Transfers
from deskhand.model.clipboard import ClipboardChange
from deskhand.model.progress import Progress

_LOCAL_CLIENT_PID = 2
_KEPT = 64
_CLOCK_SECONDS = 1.0


class ClipboardWatch:
    """Remembers the newest changes. No thread: what the server has told is taken when somebody asks, with the time at
    which it happened."""

    def __init__(self, connection: Connection) -> None:
        self._link = connection
        self._changes: deque[ClipboardChange] = deque(maxlen=_KEPT)
        self._told: list[Any] = []
        self._clock = Transfers(connection, self._hear)
        with connection.guarded():
            self._present = connection.extension_present("XFIXES")
            self._has_resources = connection.extension_present("X-Resource")
            if not self._present:
                return
            extension: Any = connection.x(xfixes.key)
            extension.QueryVersion(5, 0).reply()
            if self._has_resources:
                connection.x(res.key).QueryVersion(1, 2).reply()
            mask = xfixes.SelectionEventMask
            extension.SelectSelectionInput(
                connection.root,
                connection.atom(selections.SELECTIONS["clipboard"]),
                mask.SetSelectionOwner | mask.SelectionWindowDestroy | mask.SelectionClientClose,
            )
            connection.sync()

    def changes(self) -> Sequence[ClipboardChange]:
        with self._link.guarded():
            for event in self._link.events():
                self._hear(event)
            if self._told:
                server, now = self._clock.server_time(Progress(_CLOCK_SECONDS, "the server's time")), time.monotonic()
                told, self._told = self._told, []
                for event in told:
                    ago = (server - int(event.timestamp)) % (1 << 32) / 1000
                    self._changes.append(self._change(int(event.owner), now - (ago if ago < 1 << 20 else 0.0)))
            return tuple(self._changes)

    def _hear(self, event: Any) -> None:
        if isinstance(event, xfixes.SelectionNotifyEvent):
            self._told.append(event)

    def _change(self, owner: int, at: float) -> ClipboardChange:
        if not owner:
            return ClipboardChange(at, 0, "", emptied=True)
        pid = pid_of(self._link, owner) if self._has_resources else 0
        return ClipboardChange(at, pid, program_of(pid))


def pid_of(connection: Connection, resource: int) -> int:
    """The process to whose connection a window belongs, 0 where nobody knows. Needs the X-Resource extension."""
    spec = res.ClientIdSpec.synthetic(resource, _LOCAL_CLIENT_PID)
    reply = Pending(connection.x(res.key).QueryClientIds(1, [spec])).get()
    for found in reply.ids if reply is not None else ():
        if found.length >= 4:
            return int(found.value[0])
    return 0


def program_of(pid: int) -> str:
    """The name of a process's program, empty where it is gone."""
    try:
        return Path(f"/proc/{pid}/comm").read_text(encoding="utf-8", errors="replace").strip() if pid else ""
    except OSError:
        return ""
