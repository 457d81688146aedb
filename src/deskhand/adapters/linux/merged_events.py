"""One ring of events from two sources: what applications say, and what the display says of windows."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from deskhand.adapters.linux.x11.watcher import WindowEvent
from deskhand.adapters.protocol import Events
from deskhand.model.world import Event

RING = 10_000
_SLICE = 0.01
"""Seconds a waiter may be late for a window's event; an application's wakes it at once."""


class MergedEvents:
    """protocol.Events. Events of windows have the kinds `window-opened`, `window-closed`, `window-activated` and
    `window-renamed`, the title as `text`, and `("x11", window id)` as source."""

    def __init__(self, applications: Events) -> None:
        self._applications = applications
        self._lock = threading.Lock()
        self._ring: deque[Event] = deque(maxlen=RING)
        self._number = 0
        self._pulled = applications.cursor()

    def cursor(self) -> int:
        with self._lock:
            self._pull()
            return self._number

    def since(self, cursor: int) -> Sequence[Event]:
        with self._lock:
            self._pull()
            missing = self._number - cursor
            if missing <= 0:
                return []
            return list(islice(self._ring, max(0, len(self._ring) - missing), None))

    def wait(self, cursor: int, seconds: float) -> bool:
        deadline = time.monotonic() + seconds
        while self.cursor() <= cursor:
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                return False
            self._applications.wait(self._pulled, min(_SLICE, remaining))
        return True

    def add_window_event(self, event: WindowEvent) -> None:
        """Called by the watcher's thread."""
        with self._lock:
            self._pull()
            self._append(Event(0, time.monotonic(), event.kind, ("x11", event.window.id), text=event.window.title))

    def _pull(self) -> None:
        """Take over what applications have said since the last look."""
        for event in self._applications.since(self._pulled):
            self._pulled = event.number
            self._append(event)

    def _append(self, event: Event) -> None:
        self._number += 1
        self._ring.append(replace(event, number=self._number))
