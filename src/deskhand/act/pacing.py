"""Text that is not sent faster than its field shows it, so that little goes astray when the focus leaves."""

from __future__ import annotations

from deskhand.act.attempt import Attempt
from deskhand.act.fields import Field, read_field
from deskhand.adapters.protocol import FocusGuard

AHEAD = 64
"""Characters that may be on their way. An application that takes keys first and tells of a moved focus later (Chromium)
puts at most these and one more chunk into whatever has taken the focus."""

_PATIENCE = 1.0
"""Seconds for the field to catch up. One that does not (a page may keep another text than is typed) is typed into
without waiting from then on."""

_BETWEEN_LOOKS = 0.003


class Paced:
    """A focus guard that waits for the field: `start` is the length of its text without what is typed."""

    def __init__(self, attempt: Attempt, guard: FocusGuard, field: Field, start: int) -> None:
        self._attempt = attempt
        self._guard = guard
        self._field = field
        self._start = start
        self._shown = 0
        self._waits = True

    def shown(self, sent: int) -> bool:
        """See `adapters.protocol.Shown`."""
        if not self._waits:
            return False
        with self._attempt.progress.within(_PATIENCE, "what was typed to show") as part:
            while True:
                now = read_field(self._attempt, self._field)
                length = -1 if now is None else now.length - self._start
                if length == sent or (length > sent and self._start):
                    return True
                if part.remaining <= 0 or self._guard() is not None:
                    part.log(f"the field does not show {sent} characters")
                    return False
                part.pause(_BETWEEN_LOOKS)

    def __call__(self, sent: int = 0) -> str | None:
        """See `FocusGuard`."""
        problem = self._guard()
        if problem is not None or not self._waits or sent - self._shown < AHEAD:
            return problem
        with self._attempt.progress.within(_PATIENCE, "what was typed to show") as part:
            for _ in part.attempts():
                now = read_field(self._attempt, self._field)
                self._shown = 0 if now is None else now.length - self._start
                problem = self._guard()
                if problem is not None or sent - self._shown < AHEAD:
                    return problem
                part.log(f"the field shows {self._shown} of {sent} characters")
        self._waits = False
        return None
