"""What is under way on a desktop, and how any of it is stopped: all, one run, or one call."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager

from deskhand.model.progress import Cancellation


class Work:
    """One call from its begin to its end, a whole run included. `run` is the run's id once it has one."""

    def __init__(self, cancellation: Cancellation) -> None:
        self.cancellation = cancellation
        self.run: str | None = None


class UnderWay:
    """The calls under way. What is stopped stays stopped to its end, whatever it still asks for; what begins afterwards
    is not touched."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._works: set[Work] = set()
        self._loose = Cancellation()
        self._here = threading.local()

    @contextmanager
    def work(self, cancellation: Cancellation | None = None) -> Generator[Work]:
        """A call of this thread; calls within it belong to it. `cancellation` is how its owner alone stops it."""
        outer: Work | None = getattr(self._here, "work", None)
        if outer is not None:
            yield outer
            return
        work = Work(cancellation or Cancellation())
        with self._lock:
            self._works.add(work)
        self._here.work = work
        try:
            yield work
        finally:
            self._here.work = None
            with self._lock:
                self._works.discard(work)

    def cancellation(self) -> Cancellation:
        """What stops the call that this thread is in; outside one, what the next stop of everything stops."""
        work: Work | None = getattr(self._here, "work", None)
        return self._loose if work is None else work.cancellation

    def stop(self, reason: str, run: str | None = None) -> int:
        """Ask all that is under way, or one run, to stop; returns how many calls that were. May be asked again."""
        with self._lock:
            asked = [work for work in self._works if run is None or work.run == run]
            if run is None:
                loose, self._loose = self._loose, Cancellation()
                loose.request(reason)
        for work in asked:
            work.cancellation.request(reason)
        return len(asked)

    def has(self, run: str) -> bool:
        """True while this run is under way."""
        with self._lock:
            return any(work.run == run for work in self._works)
