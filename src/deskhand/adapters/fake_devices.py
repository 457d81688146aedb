"""The parts of a fake desktop that are not trees: events, windows, input, screen, clipboard."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from deskhand.adapters.protocol import Button, FocusGuard, Typed
from deskhand.model.element import Handle
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress
from deskhand.model.world import Event, Picture, Window


class FakeEvents:
    """A ring of events the test pushes."""

    def __init__(self) -> None:
        self._ring: list[Event] = []
        self._news = threading.Condition()

    def push(self, kind: str, source: Handle = ("", ""), text: str = "", at: float = 0.0) -> None:
        with self._news:
            self._ring.append(Event(len(self._ring) + 1, at, kind, source, text=text))
            self._news.notify_all()

    def cursor(self) -> int:
        return len(self._ring)

    def since(self, cursor: int) -> Sequence[Event]:
        return self._ring[max(0, cursor) :]

    def wait(self, cursor: int, seconds: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: len(self._ring) > cursor, timeout=seconds)


class FakeWindows:
    """Windows of a `FakeAdapter`, topmost first; change `stack` as a window manager would."""

    def __init__(self) -> None:
        self.stack: list[Window] = []

    def list(self, progress: Progress) -> Sequence[Window]:
        return [replace(window, stacking=number) for number, window in enumerate(self.stack)]

    def at(self, point: Point) -> Window | None:
        return next((window for window in self.stack if window.bounds.contains(point)), None)

    def active(self) -> Window | None:
        return next((window for window in self.stack if window.active), None)

    def focus(self, window: Window, progress: Progress) -> None:
        self.stack = [replace(other, active=other.id == window.id) for other in self.stack]

    def move(self, window: Window, x: int, y: int) -> None:
        self._change(window, bounds=Bounds(x, y, window.bounds.width, window.bounds.height))

    def resize(self, window: Window, width: int, height: int) -> None:
        self._change(window, bounds=Bounds(window.bounds.x, window.bounds.y, width, height))

    def set_state(self, window: Window, state: Literal["minimised", "maximised", "restored"]) -> None:
        self._change(window, minimised=state == "minimised", maximised=state == "maximised")

    def close(self, window: Window) -> None:
        self.stack = [other for other in self.stack if other.id != window.id]

    def _change(self, window: Window, **fields: Any) -> None:
        self.stack = [replace(other, **fields) if other.id == window.id else other for other in self.stack]


class FakeInput:
    """Pointer and keyboard that write down what they were told."""

    def __init__(self, did: list[tuple[Any, ...]]) -> None:
        self._did = did
        self._at = Point(0, 0)

    def pointer(self) -> Point:
        return self._at

    def move(self, point: Point) -> None:
        self._at = point

    def click(self, point: Point, button: Button = "left", count: int = 1, modifiers: Sequence[str] = ()) -> Point:
        self._at = point
        self._did.append(("click", point, button, count))
        return point

    def drag(
        self,
        start: Point,
        end: Point,
        button: Button = "left",
        seconds: float = 0.3,
        progress: Progress | None = None,
    ) -> None:
        self._did.append(("drag", start, end))

    def scroll(self, point: Point, dx: int, dy: int, progress: Progress | None = None) -> None:
        self._did.append(("scroll", point, dx, dy))

    def press(self, keys: str, progress: Progress | None = None) -> None:
        self._did.append(("press", keys))

    def type_text(self, text: str, progress: Progress, guard: FocusGuard | None = None) -> Typed:
        self._did.append(("type", text))
        return Typed(len(text), True, 0.0)

    def release_all(self) -> None:
        self._did.append(("release",))


class FakeScreen:
    """A black screen."""

    def size(self) -> tuple[int, int]:
        return (1920, 1080)

    def capture(self, region: Bounds | None = None) -> Picture:
        area = region or Bounds(0, 0, *self.size())
        return Picture(area.width, area.height, Point(area.x, area.y), bytes(area.width * area.height * 3))


class FakeClipboard:
    def __init__(self) -> None:
        self.text: str = ""

    def read(self, progress: Progress) -> str:
        return self.text

    def write(self, text: str, progress: Progress) -> None:
        self.text = text
