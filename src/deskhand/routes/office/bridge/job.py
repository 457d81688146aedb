"""One request while it is carried out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any


class Refusal(Exception):
    """An answer that is an error of Deskhand's: `code` as in its table, the rest as its errors carry it.

    `delivery` is what is known of the document when it was raised; None where whoever holds the job knows better.
    """

    def __init__(self, code: str, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.code, self.message, self.facts = code, message, facts

    def to_json(self) -> dict[str, Any]:
        return {"code": self.code, "message": self.message, **self.facts}


class Job:
    """Deadline and stop of one request, and how far it has gone with the document.

    Args:
        seconds: how long it may take.
        tell: writes a frame to whoever asked.
    """

    def __init__(self, number: int, seconds: float, tell: Callable[[dict[str, Any]], None]) -> None:
        self.number = number
        self._deadline = time.monotonic() + seconds
        self._seconds = seconds
        self._tell = tell
        self._cancelled = threading.Event()
        self.changing = False
        self.taken_back = False
        self.undo: str | None = None

    def cancel(self) -> None:
        self._cancelled.set()

    def check(self) -> None:
        """Between two calls of LibreOffice: end here where the time is up or nobody wants it any more."""
        if self._cancelled.is_set():
            raise Refusal("stopped", "it was stopped")
        if time.monotonic() > self._deadline:
            raise Refusal("timeout", f"it was not done within {self._seconds:g} s")

    def announce(self) -> None:
        """Told before the first call that changes anything: without it, nothing was changed."""
        if not self.changing:
            self.changing = True
            self._tell({"id": self.number, "changing": True})

    def step(self, document: Any, title: str) -> Step:
        """What is changed within is one step of the document's undo stack, named `title`. Where it breaks off, what was
        done so far is taken back, and `taken_back` says whether that is certain. `undo` is the title then, None where
        LibreOffice recorded nothing."""
        return Step(self, document, title)

    @property
    def delivery(self) -> str:
        """Of a request that failed."""
        return "not_delivered" if not self.changing or self.taken_back else "uncertain"


class Step:
    """A class of its own, not a generator: exceptions of UNO cannot be raised through `contextlib`, which writes their
    traceback."""

    def __init__(self, job: Job, document: Any, title: str) -> None:
        self._job, self._document = job, document
        self._title = title
        self._modified = False
        self._before: tuple[str, ...] = ()

    def __enter__(self) -> None:
        self._job.check()
        steps = self._document.getUndoManager()
        self._modified = self._document.isModified()
        self._before = tuple(steps.getAllUndoActionTitles())
        self._job.announce()
        steps.enterUndoContext(self._title)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        steps = self._document.getUndoManager()
        if kind is None:
            steps.leaveUndoContext()
            now = tuple(steps.getAllUndoActionTitles())
            if now != self._before and now[:1] == (self._title,):
                self._job.undo = self._title
            return
        # Where even this fails the document is gone, and what went wrong first says so better.
        with suppress(Exception):
            steps.leaveUndoContext()
            self._job.taken_back = _take_back(
                steps, self._before, self._document.getCurrentController().getFrame().activate
            )
            if self._job.taken_back and not self._modified:
                self._document.setModified(False)


def _take_back(steps: Any, before: tuple[str, ...], current: Callable[[], None]) -> bool:
    """Undo the step that broke off. True when the stack stands as it did before."""
    now = tuple(steps.getAllUndoActionTitles())
    if len(now) == len(before) + 1 and now[1:] == before:
        current()
        steps.undo()
        steps.clearRedo()
        now = tuple(steps.getAllUndoActionTitles())
    return now == before
