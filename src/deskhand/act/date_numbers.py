"""The numbers of a date in a Qt box, each a section of its own that keys go to, write and turn up."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from deskhand.act.attempt import Attempt
from deskhand.act.date_words import Shape, numbers_in
from deskhand.act.fields import Field, read_field
from deskhand.act.sending import send_text
from deskhand.adapters.protocol import FocusGuard, TextRead
from deskhand.errors import ActionFailed, FocusLost

_SECONDS = 0.6
_MOST_KEYS = 10
_TURNS, _MONTHS, _LEAST_DAYS = 4, 12, 28
"""Ten at a time, so many turns take a day or a month to its end."""


@dataclass(slots=True)
class Numbers:
    """The sections of one box; it has the focus, which `guard` watches."""

    attempt: Attempt
    field: Field
    guard: FocusGuard

    def told_apart(self, shapes: Sequence[Shape]) -> Shape:
        """The one of several shapes the box has, found out by turning its first two numbers up.

        Raises:
            ActionFailed: its numbers do not tell (the box allows only a part of them).
        """
        found = (self._kind(0), self._kind(1))
        fitting = [shape for shape in shapes if shape.order[:2] == found]
        if len(fitting) == 1:
            return fitting[0]
        raise self._failed(f"its first numbers are {found[0]} and {found[1]}", "its order of day and month is unclear")

    def _kind(self, number: int) -> str:
        self.go_to(number)
        self.attempt.ctx.adapter.input.press(" ".join(["Page_Up"] * _TURNS))
        end = self._settled(number)
        self._press("Page_Up")
        if self._settled(number) != end:
            return "year"
        return "month" if end == _MONTHS else "day" if end >= _LEAST_DAYS else "unclear"

    def write(self, shape: Shape, day: datetime.date) -> None:
        """Year, then month, then day: a day that the month before had not is taken only then."""
        texts = shape.numbers(day)
        for part in ("year", "month", "day"):
            number = shape.order.index(part)
            if self._value(number) == int(texts[number]):
                continue
            self.go_to(number)
            send_text(self.attempt, texts[number], self.guard, touched=True)
            self._settled(number, int(texts[number]))

    def leave(self) -> None:
        """Out by Tab, which goes from number to number first: with that the date counts."""
        tree = self.attempt.ctx.adapter.tree
        for _ in range(4):
            self._press("Tab")
            with self.attempt.progress.within(_SECONDS) as part:
                for _ in part.attempts():
                    node = tree.nodes([self.attempt.target.handle], self.attempt.progress)[0]
                    if node is None or "focused" not in node.states:
                        return
                    part.log("the box has the focus still")

    def go_to(self, number: int) -> None:
        """Select this number, counted from 0, by the keys that go from section to section."""
        for _ in range(_MOST_KEYS):
            now = self._read()
            spans = numbers_in(now.text)
            if len(spans) != 3:
                break
            if now.selection == spans[number]:
                return
            at = now.selection[0] if now.selection is not None else None
            if at is None:
                self._press("Home ctrl+Right")
            else:
                self._press("ctrl+Right" if at < spans[number][0] else "ctrl+Left")
            with self.attempt.progress.within(_SECONDS) as part:
                for _ in part.attempts():
                    if self._read().selection not in (None, now.selection):
                        break
                    part.log("the keys have not gone to another number yet")
        raise self._failed(f"it reads {self._read().text!r}", "the keys do not go from number to number in it")

    def _press(self, keys: str) -> None:
        problem = self.guard()
        if problem is not None:
            raise FocusLost(f"{problem} took the focus", delivery="uncertain")
        self.attempt.ctx.adapter.input.press(keys)

    def _settled(self, number: int, wanted: int | None = None) -> int:
        """The number once two looks agree on it (and on `wanted`, for which there is a while)."""
        last = None
        with self.attempt.progress.within(_SECONDS) as part:
            for _ in part.attempts():
                now = self._value(number)
                if now == last and (wanted is None or now == wanted):
                    break
                last = now
                part.log(f"a number of the date is {now}")
        return self._value(number)

    def _value(self, number: int) -> int:
        now = self._read()
        spans = numbers_in(now.text)
        return int(now.text[slice(*spans[number])]) if spans else -1

    def _read(self) -> TextRead:
        now = read_field(self.attempt, self.field)
        if now is None:
            raise self._failed("it cannot be read", "its text cannot be read any more")
        return now

    def _failed(self, seen: str, message: str) -> ActionFailed:
        return self.attempt.contradict(self.attempt.expected, seen, message)
