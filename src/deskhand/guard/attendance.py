"""Whether a person has the desktop now: taken over in the live view, or at their own keyboard and mouse."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from deskhand.errors import PersonCameIn
from deskhand.model.progress import Progress

QUIET_SECONDS = 1.0
"""How long a person's hands must have been still before work with keyboard and pointer goes on."""

_LOOK_SECONDS = 0.05


class Attendance:
    """Work waits while a person has the desktop.

    Who has taken it over (`hold`) has all of it; a person at their own keyboard and mouse has those (`hands`), and work
    in the background goes on beside them.

    Args:
        last_input: when they last used keyboard or mouse (monotonic seconds, 0 for never).
    """

    def __init__(self, last_input: Callable[[], float]) -> None:
        self._last_input = last_input
        self._lock = threading.Lock()
        self._held: dict[object, str] = {}

    def hold(self, holder: object, who: str) -> None:
        """`who` has the desktop until `release` by the same holder."""
        with self._lock:
            self._held[holder] = who

    def release(self, holder: object) -> None:
        with self._lock:
            self._held.pop(holder, None)

    @property
    def held(self) -> str | None:
        """Who has taken the desktop over, None while nobody has."""
        with self._lock:
            return next(iter(self._held.values()), None)

    def taken(self, *, hands: bool = True) -> str | None:
        """Who has the desktop, in words; with `hands` also a person who used keyboard or mouse a moment ago."""
        held = self.held
        if held is not None or not hands:
            return held
        last = self._last_input()
        return "the person at the desktop" if last and time.monotonic() - last < QUIET_SECONDS else None

    def check(self, *, hands: bool = True) -> None:
        """`PersonCameIn` while a person has the desktop."""
        who = self.taken(hands=hands)
        if who is not None:
            raise PersonCameIn(f"{who} came in", seen=who)

    def wait(self, progress: Progress, *, hands: bool, patient: bool) -> str | None:
        """Wait until nobody has the desktop. Returns who had it, None where nobody did.

        Args:
            patient: the wait costs the work none of its time, however long it is; else `PersonCameIn` when the deadline
                comes first.
        """
        had = who = self.taken(hands=hands)
        while who is not None:
            began = time.monotonic()
            progress.log(f"{who} has the desktop")
            if progress.cancellation.wait(_LOOK_SECONDS):
                progress.check()
            if patient:
                progress.extend(time.monotonic() - began)
            elif progress.remaining <= 0:
                raise PersonCameIn(f"{who} has the desktop", seen=who, log=progress.log_lines)
            had, who = who, self.taken(hands=hands)
        return had
