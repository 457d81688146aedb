"""One object for everything that waits: deadline, log and cancellation."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager

from deskhand.errors import Stopped, Timeout

RETRY_PAUSES = (0.0, 0.02, 0.1, 0.1, 0.5)
"""Seconds between looks at a condition that may still come true (DESIGN 4.3); the last repeats."""


class Cancellation:
    """A stop that many threads may look at and any may request."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self.reason: str = ""

    def request(self, reason: str = "stopped by the caller") -> None:
        self.reason = self.reason or reason
        self._event.set()

    @property
    def requested(self) -> bool:
        return self._event.is_set()

    def wait(self, seconds: float) -> bool:
        """Sleep up to `seconds`, woken by a request. True if one came."""
        return self._event.wait(seconds)


class Progress:
    """Deadline (seconds from now), what was waited for, and the stop to obey.

    Args:
        seconds: how long the whole thing may take.
        what: what is being done, for the error.
        cancellation: shared with whoever may stop it.
        clock: monotonic seconds; a fake one in tests.
    """

    def __init__(
        self,
        seconds: float = 10.0,
        what: str = "",
        *,
        cancellation: Cancellation | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self.started: float = clock()
        self.deadline: float = self.started + seconds
        self.seconds = seconds
        self.what = what
        self.cancellation: Cancellation = cancellation or Cancellation()
        self._log: deque[str] = deque(maxlen=40)
        self._whole: Progress | None = None

    @property
    def remaining(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self.deadline - self._clock())

    @property
    def elapsed_ms(self) -> float:
        return (self._clock() - self.started) * 1000

    @property
    def log_lines(self) -> tuple[str, ...]:
        return tuple(self._log)

    def log(self, line: str) -> None:
        """Write what is waited for now; a line equal to the last is kept once."""
        text = f"{self._clock() - self.started:.2f} s: {line}"
        if not self._log or self._log[-1].partition(": ")[2] != line:
            self._log.append(text)

    def extend(self, seconds: float) -> None:
        """Move the deadline, the whole's too: a person's pause costs the work none of its time."""
        self.deadline += seconds
        if self._whole is not None:
            self._whole.extend(seconds)

    def check(self) -> None:
        """Raise `Stopped` if a stop was requested, `Timeout` if the deadline has passed."""
        if self.cancellation.requested:
            raise Stopped(f"{self.what or 'it'} was stopped: {self.cancellation.reason}", log=self.log_lines)
        if self.remaining <= 0:
            raise self.timeout()

    def timeout(self) -> Timeout:
        """The error for a deadline that ran out, carrying the log."""
        last = self._log[-1] if self._log else None
        return Timeout(
            f"{self.what or 'it'} was not done within {self.seconds:g} s",
            sought=self.what or None,
            seen=last,
            log=self.log_lines,
        )

    def pause(self, seconds: float) -> None:
        """Wait, cut short by the deadline or a stop; raises `Stopped` on a stop, never `Timeout`."""
        if self.cancellation.wait(min(seconds, self.remaining)):
            self.check()

    def attempts(self) -> Iterator[int]:
        """Yield 0, 1, 2 … with `RETRY_PAUSES` between them until the deadline; at least once."""
        number = 0
        while True:
            self.pause(RETRY_PAUSES[min(number, len(RETRY_PAUSES) - 1)])
            yield number
            number += 1
            if self.remaining <= 0:
                return

    @contextmanager
    def within(self, seconds: float, what: str = "") -> Generator[Progress]:
        """A part with a nearer deadline; it shares stop and log, never outlives the whole."""
        part = Progress(
            min(seconds, self.remaining), what or self.what, cancellation=self.cancellation, clock=self._clock
        )
        part._log, part._whole = self._log, self
        yield part
