"""A thread that waits for the server and can be woken."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

import xcffib

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.errors import EnvironmentFault

_LONGEST_WAIT = 30.0


class ListenerThread:
    """Calls `on_events` with what the server sent, whenever it sent something, until closed or the server is gone."""

    def __init__(self, connection: Connection, name: str, on_events: Callable[[Sequence[Any]], None]) -> None:
        self._link = connection
        self._on_events = on_events
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        return self._thread.is_alive()

    def wake(self) -> None:
        """Let the thread look at once. Needed after requests made from another thread, whose replies may have brought
        events along into the library's queue."""
        with contextlib.suppress(BlockingIOError):
            os.write(self._write, b"x")

    def close(self) -> None:
        """End the thread, then its connection."""
        if self._stopping:
            return
        self._stopping = True
        self.wake()
        self._thread.join(timeout=5)
        os.close(self._read)
        os.close(self._write)
        self._link.close()

    def _run(self) -> None:
        try:
            while not self._stopping:
                with self._link.guarded():
                    # Replies awaited while events are handled bring more events along, of which the descriptor then
                    # says nothing: look until there are none.
                    while events := self._link.events():
                        self._on_events(events)
                self._link.wait_readable(_LONGEST_WAIT, self._read)
                self._empty_pipe()
        except (EnvironmentFault, xcffib.ConnectionException, OSError):
            return

    def _empty_pipe(self) -> None:
        os.set_blocking(self._read, False)
        with contextlib.suppress(BlockingIOError):
            os.read(self._read, 4096)
