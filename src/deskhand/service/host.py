"""The desktop a service is there for: what runs on it now, and when it ends."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deskhand.errors import Stopped

if TYPE_CHECKING:
    from deskhand.desktop import Desktop

GRACE_SECONDS = 1.5
"""How long work may take to end after a stop, before the desktop ends around it."""


@dataclass(frozen=True, slots=True)
class Charter:
    """How a service was started: `kind` private or user; `idle_seconds` without a request until it ends (None never);
    `ephemeral` services belong to one command and end with it; `asked` says whether `desktop start` made it."""

    kind: str
    idle_seconds: float | None
    ephemeral: bool = False
    asked: bool = False


class Host:
    """One desktop, shared by all connections."""

    def __init__(self, desktop: Desktop, charter: Charter) -> None:
        self.desktop = desktop
        self.charter = charter
        self.started = time.time()
        self.live: object | None = None
        self._lock = threading.Condition()
        self._at_work = 0
        self._last_used = time.monotonic()
        self._ending = ""
        self.ended = threading.Event()

    @contextmanager
    def working(self) -> Generator[None]:
        """A request is under way; while one is, the service is not idle. Refused once the end has begun."""
        with self._lock:
            if self._ending:
                raise Stopped(f"the service is ending: {self._ending}", next_step="start a desktop again")
            self._at_work += 1
        try:
            yield
        finally:
            with self._lock:
                self._at_work -= 1
                self._last_used = time.monotonic()
                self._lock.notify_all()

    @property
    def at_work(self) -> int:
        return self._at_work

    @property
    def idle_too_long(self) -> bool:
        limit = self.charter.idle_seconds
        with self._lock:
            return limit is not None and self._at_work == 0 and time.monotonic() - self._last_used > limit

    @property
    def ending(self) -> str:
        """Why the service ends; empty while it does not."""
        return self._ending

    def end(self, reason: str) -> None:
        """Begin the end; the main thread sees it and closes the desktop."""
        with self._lock:
            self._ending = self._ending or reason
        self.ended.set()

    def close(self) -> None:
        """Stop what runs (the journal is told where), then let go of the desktop."""
        if self._at_work:
            self.desktop.stop_work(self._ending or "the service ends")
            with self._lock:
                self._lock.wait_for(lambda: self._at_work == 0, GRACE_SECONDS)
        self.desktop.close()
