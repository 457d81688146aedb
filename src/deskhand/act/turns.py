"""Actions take turns on a desktop: one has pointer, keyboard and windows for itself, until it only waits."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress

from deskhand.errors import DeskhandError
from deskhand.model.progress import Progress

_LOOK_SECONDS = 0.1
"""How often somebody who waits for a turn looks whether a stop was asked for."""


class Turns:
    """Whose turn it is on one desktop. `taken` counts the turns begun so far."""

    def __init__(self) -> None:
        self.lock: threading.Lock = threading.Lock()
        self.taken: int = 0

    @contextmanager
    def take(self, progress: Progress) -> Generator[Turn]:
        """Hold the turn for a block. `Timeout` where it does not come within the deadline, `Stopped` on a stop."""
        turn = Turn(self, progress)
        turn.begin()
        try:
            yield turn
        finally:
            turn.end()

    def still(self, seconds: float) -> bool:
        """Wait until nobody has the turn, for `seconds` at most; True when nobody had it."""
        free = self.lock.acquire(timeout=seconds)
        if free:
            self.lock.release()
        return free


class Turn:
    """One action's turn. `let_others` gives it away for a while, for waits on an application that may be hung."""

    def __init__(self, turns: Turns, progress: Progress) -> None:
        self._turns = turns
        self._progress = progress
        self._held = False

    def begin(self) -> None:
        while not self._turns.lock.acquire(timeout=min(_LOOK_SECONDS, max(0.001, self._progress.remaining))):
            self._progress.log("another action is under way on this desktop")
            self._progress.check()
        self._held = True
        self._turns.taken += 1

    def end(self) -> None:
        if self._held:
            self._held = False
            self._turns.lock.release()

    @contextmanager
    def let_others(self) -> Generator[Resumed]:
        """Others may act during the block; afterwards `.disturbed` of what it gives says whether one did."""
        resumed, before = Resumed(), self._turns.taken
        self.end()
        try:
            yield resumed
        except DeskhandError:
            with suppress(DeskhandError):  # the error that is on its way says more than a turn that did not come
                self.begin()
            raise
        self.begin()
        resumed.disturbed = self._turns.taken != before + 1


class Resumed:
    """What is known after a turn was given away."""

    def __init__(self) -> None:
        self.disturbed = False
