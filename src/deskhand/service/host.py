"""The desktop a service is there for: what runs on it now, and when it ends."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from deskhand.errors import DeskhandError, NeedsAnswer, Stopped

if TYPE_CHECKING:
    from deskhand.desktop import Desktop

log: logging.Logger = logging.getLogger("deskhand.service")

AGAIN_SECONDS = 0.1
"""How often a stop is asked again while what it is for still runs."""

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


class Watched(Protocol):
    """Views of the desktop, closed with it; `watched` while somebody looks, which is use."""

    @property
    def watched(self) -> bool: ...

    def close(self) -> None: ...


WatchedType = TypeVar("WatchedType", bound=Watched)


class Host:
    """One desktop, shared by all connections."""

    def __init__(self, desktop: Desktop, charter: Charter) -> None:
        self.desktop = desktop
        self.charter = charter
        self.started: float = time.time()
        self._views: Watched | None = None
        self._lock = threading.Condition()
        self._at_work: set[object] = set()
        self._acting: set[object] = set()
        self._last_used = time.monotonic()
        self._ending = ""
        self.ended: threading.Event = threading.Event()

    @contextmanager
    def working(self, *, acts: bool = False) -> Generator[None]:
        """A request is under way, one that acts or one that looks; while one is, the service is not idle. Refused once
        the end has begun."""
        with self._lock:
            if self._ending:
                raise Stopped(f"the service is ending: {self._ending}", next_step="start a desktop again")
            work = object()
            self._at_work.add(work)
            if acts:
                self._acting.add(work)
        try:
            yield
        finally:
            with self._lock:
                self._at_work.discard(work)
                self._acting.discard(work)
                self._last_used = time.monotonic()
                self._lock.notify_all()

    @property
    def at_work(self) -> int:
        return len(self._at_work)

    @property
    def idle_too_long(self) -> bool:
        limit = self.charter.idle_seconds
        with self._lock:
            if self._views is not None and self._views.watched:
                self._last_used = time.monotonic()
                return False
            return limit is not None and not self._at_work and time.monotonic() - self._last_used > limit

    @property
    def ending(self) -> str:
        """Why the service ends; empty while it does not."""
        return self._ending

    def stop_run(self, run: str, reason: str, seconds: float = GRACE_SECONDS) -> tuple[int, int]:
        """End one run and nothing else; returns 1 when it was under way, and 1 when it has not ended after
        `seconds`."""
        asked = self.desktop.stop(run, reason=reason)
        deadline = time.monotonic() + seconds
        with self._lock:
            while asked and self.desktop.engine.is_under_way(run) and time.monotonic() < deadline:
                self._lock.wait(AGAIN_SECONDS / 10)
        return asked, int(asked > 0 and self.desktop.engine.is_under_way(run))

    def stop(self, reason: str, seconds: float = GRACE_SECONDS) -> tuple[int, int]:
        """End what is under way; returns how much that was, and how much of it has not ended after `seconds`.

        A stop that meets a run between two waits finds nothing to cancel, so it is asked again until the work is over,
        or until something else has begun to act: that is left alone (a run that is resumed while the report of its
        stopped self is still drawn).
        """
        with self._lock:
            asked = set(self._at_work)
        deadline = time.monotonic() + seconds
        while True:
            with self._lock:
                newer = bool(self._acting - asked)
            if not newer:
                self._stop_work(reason)
            with self._lock:
                over = self._lock.wait_for(lambda: not (asked & self._at_work), AGAIN_SECONDS)
                if over or time.monotonic() > deadline:
                    return len(asked), len(asked & self._at_work)

    def _stop_work(self, reason: str) -> None:
        try:
            self.desktop.stop(reason=reason)
        except DeskhandError as error:
            log.info("stop: %s", error)  # the desktop is gone already, and its work with it

    def check_free(self) -> None:
        """`NeedsAnswer` while a person has taken the desktop over."""
        who = self.desktop.engine.attendance.held
        if who is not None:
            raise NeedsAnswer(f"{who} has it", next_step="wait until they give it back, then take a new snapshot")

    def views(self, make: Callable[[], WatchedType]) -> WatchedType:
        """The live views, made when first asked for and closed with the host."""
        with self._lock:
            if self._views is None:
                self._views = make()
            return cast(WatchedType, self._views)

    def end(self, reason: str) -> None:
        """Begin the end; the main thread sees it and closes the desktop."""
        with self._lock:
            self._ending = self._ending or reason
        self.ended.set()

    def close(self, seconds: float = GRACE_SECONDS) -> None:
        """Stop what runs (the journal is told where), then, after `seconds` at most, let go of the desktop."""
        if self._views is not None:
            self._views.close()
        self.stop(self._ending or "the service ends", seconds)
        self.desktop.close()
