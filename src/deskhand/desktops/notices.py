"""The notifications of one private desktop: those that stand there, and those that did. Pure bookkeeping.

Runs in the keeper. Standard library only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from deskhand.model.notification import Closed, Notification, NotificationAction, Urgency

MOST_OPEN = 256
MOST_CLOSED = 256
MOST_ACTIONS = 32
SUMMARY_LENGTH, BODY_LENGTH, WORD_LENGTH = 400, 4000, 200
"""Characters kept of a summary, of a body, and of every other text."""

_URGENCIES: tuple[Urgency, ...] = ("low", "normal", "critical")
_LONGEST = (1 << 32) - 1


class Notices:
    """Give it the clocks; ask `due` when the next one expires."""

    def __init__(self, monotonic: Callable[[], float], wall: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._wall = wall
        self._number = 0
        self._open: dict[int, Notification] = {}
        self._closed: deque[Notification] = deque(maxlen=MOST_CLOSED)
        self._senders: dict[int, str] = {}

    def add(self, sender: str, values: list[Any]) -> tuple[int, list[int]]:
        """Take a `Notify` call's values. Returns its number, and the numbers that had to go to make room."""
        app, replaces, _, summary, body, flat, hints, timeout = values
        number = replaces if replaces in self._open else 0
        if number:
            self._closed.append(replace(self._open[number], closed="replaced", closed_at=self._monotonic()))
        else:
            self._number = number = self._number % _LONGEST + 1
        urgency = hints.get("urgency")
        level = _URGENCIES[urgency] if isinstance(urgency, int) and 0 <= urgency < len(_URGENCIES) else "normal"
        pairs = list(zip(flat[::2], flat[1::2], strict=False))[:MOST_ACTIONS]
        actions = tuple(NotificationAction(key[:WORD_LENGTH], label[:WORD_LENGTH]) for key, label in pairs)
        self._open[number] = Notification(
            id=f"n{number}", app=app[:WORD_LENGTH], summary=summary[:SUMMARY_LENGTH], body=body[:BODY_LENGTH],
            urgency=level, actions=actions, at=self._monotonic(), came=self._wall(),
            # What is critical stays until it is closed, whatever time was asked for (Desktop Notifications, "Urgency").
            seconds=timeout / 1000 if timeout > 0 and level != "critical" else None,
            category=_word(hints, "category"), desktop_entry=_word(hints, "desktop-entry"),
            resident=hints.get("resident") is True, transient=hints.get("transient") is True,
        )  # fmt: skip
        self._senders[number] = sender
        crowded = list(self._open)[: max(0, len(self._open) - MOST_OPEN)]
        for old in crowded:
            self.close(old, "crowded_out")
        return number, crowded

    def came_from(self, number: int, pid: int) -> None:
        """Which process sent it, once the bus has said so."""
        if number in self._open:
            self._open[number] = replace(self._open[number], pid=pid)

    def left(self, sender: str) -> None:
        """A program has left the bus: nobody hears of what happens to its notifications now."""
        for number in [number for number, who in self._senders.items() if who == sender]:
            self._change(number, heard=False)

    def told(self, number: int) -> None:
        """The bus has passed on a signal about it."""
        for notice in (self._open.get(number), *self._closed):
            if notice is not None and notice.id == f"n{number}" and notice.closed != "replaced":
                self._change(number, told=notice.told + 1)
                return

    def close(self, number: int, why: Closed) -> bool:
        """Put one away; False where none of this number stands there."""
        notice = self._open.pop(number, None)
        if notice is None:
            return False
        self._closed.append(replace(notice, closed=why, closed_at=self._monotonic()))
        kept = self._open.keys() | {int(old.id[1:]) for old in self._closed}
        self._senders = {known: who for known, who in self._senders.items() if known in kept}
        return True

    def get(self, number: int) -> Notification | None:
        """The one that stands there under this number."""
        return self._open.get(number)

    def expired(self) -> list[int]:
        """Numbers whose time is up."""
        now = self._monotonic()
        return [number for number, due in self._dues() if due <= now]

    def due(self) -> float | None:
        """Seconds until the next one expires, None where none will."""
        dues = [due for _, due in self._dues()]
        return max(0.0, min(dues) - self._monotonic()) if dues else None

    def listed(self, history: bool) -> list[dict[str, Any]]:
        """Those that stand there, oldest first; with `history` what is gone comes before them."""
        gone = list(self._closed) if history else []
        return [notice.to_json() for notice in (*gone, *sorted(self._open.values(), key=_arrival))]

    def _dues(self) -> list[tuple[int, float]]:
        return [(number, one.at + one.seconds) for number, one in self._open.items() if one.seconds is not None]

    def _change(self, number: int, **fields: int) -> None:
        changes = cast(dict[str, Any], fields)
        if number in self._open:
            self._open[number] = replace(self._open[number], **changes)
        for place, notice in enumerate(self._closed):
            if notice.id == f"n{number}" and notice.closed != "replaced":
                self._closed[place] = replace(notice, **changes)


def _arrival(notice: Notification) -> float:
    return notice.at


def _word(hints: dict[str, Any], name: str) -> str:
    value = hints.get(name)
    return value[:WORD_LENGTH] if isinstance(value, str) else ""
