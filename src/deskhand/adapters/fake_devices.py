"""The parts of a fake desktop that are not trees: events, windows, input, screen, clipboard."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from deskhand.adapters.protocol import Button, FocusGuard, Shown, Typed
from deskhand.model.clipboard import ClipboardChange, Content, Piece, Selection
from deskhand.model.element import Handle
from deskhand.model.geometry import Bounds, Point
from deskhand.model.notification import Closed, Notification, NotificationAction
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
        self._holds = False

    def aim(self, window: Window | None) -> None:
        """Nobody comes in between here."""

    def pointer(self) -> Point:
        return self._at

    def move(self, point: Point) -> None:
        self._at = point

    def click(
        self,
        point: Point,
        button: Button = "left",
        count: int = 1,
        modifiers: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> Point:
        self._at = point
        self._did.append(("click", point, button, count))
        return point

    def take(
        self,
        start: Point,
        way: Sequence[Point],
        button: Button = "left",
        seconds: float = 0.3,
        progress: Progress | None = None,
    ) -> None:
        self._holds = True
        self._did.append(("take", start, *way))

    def carry(self, way: Sequence[Point], seconds: float = 0.3, progress: Progress | None = None) -> None:
        self._did.append(("carry", *way))

    def let_go(self) -> None:
        self._holds = False
        self._did.append(("let go",))

    def put_back(self) -> None:
        self._holds = False
        self._did.append(("put back",))

    def held(self) -> bool:
        return self._holds

    def scroll(
        self, point: Point, dx: int, dy: int, progress: Progress | None = None, modifiers: Sequence[str] = ()
    ) -> None:
        self._did.append(("scroll", point, dx, dy))

    def press(self, keys: str, progress: Progress | None = None) -> None:
        self._did.append(("press", keys))

    def type_text(
        self, text: str, progress: Progress, guard: FocusGuard | None = None, shown: Shown | None = None
    ) -> Typed:
        self._did.append(("type", text))
        return Typed(len(text), True, 0.0)

    def give_back(self) -> None:
        """Nothing is set aside here."""

    def release_all(self) -> None:
        self._holds = False
        self._did.append(("release",))


class FakeScreen:
    """A black screen."""

    def size(self) -> tuple[int, int]:
        return (1920, 1080)

    def scale(self) -> float:
        return 1.0

    def capture(self, region: Bounds | None = None) -> Picture:
        area = region or Bounds(0, 0, *self.size())
        return Picture(area.width, area.height, Point(area.x, area.y), bytes(area.width * area.height * 3))


class FakeClipboard:
    """Holds what the code under test puts there; `copy` is what an application does."""

    def __init__(self) -> None:
        self._held: dict[Selection, Content] = {}
        self._ours = False
        self._changes: list[ClipboardChange] = []

    @property
    def text(self) -> str:
        piece = self._held.get("clipboard", Content()).pieces.get("UTF8_STRING")
        return piece.data.decode() if piece is not None else ""

    def copy(self, text: str, app: str = "", pid: int = 0) -> None:
        """An application copies a text."""
        self._put("clipboard", _fake_text(text))
        self._ours = False
        self._changes.append(ClipboardChange(time.monotonic(), pid, app))

    def read(self, progress: Progress, selection: Selection = "clipboard") -> str:
        found = self.read_as(("UTF8_STRING",), progress, selection)
        return found[1].decode() if found is not None else ""

    def write(self, text: str, progress: Progress, selection: Selection = "clipboard") -> None:
        self.put(_fake_text(text), progress, selection)

    def read_as(
        self, kinds: Sequence[str], progress: Progress, selection: Selection = "clipboard"
    ) -> tuple[str, bytes] | None:
        pieces = self._held.get(selection, Content()).pieces
        return next(((kind, pieces[kind].data) for kind in kinds if kind in pieces), None)

    def offers(self, progress: Progress, selection: Selection = "clipboard") -> Sequence[str]:
        return tuple(self._held.get(selection, Content()).pieces)

    def put(self, content: Content, progress: Progress, selection: Selection = "clipboard") -> None:
        self._put(selection, content)
        self._ours = True

    def keep(self, progress: Progress, selection: Selection = "clipboard") -> Content:
        return self._held.get(selection, Content())

    def put_back(self, content: Content, progress: Progress, selection: Selection = "clipboard") -> bool:
        if self._ours:
            self._put(selection, content)
        return self._ours

    def taken(self, since: float) -> Sequence[int]:
        return ()

    def changes(self, since: float) -> Sequence[ClipboardChange]:
        return [change for change in self._changes if change.at >= since]

    def _put(self, selection: Selection, content: Content) -> None:
        self._held[selection] = content


def _fake_text(text: str) -> Content:
    return Content({"UTF8_STRING": Piece("UTF8_STRING", 8, text.encode())} if text else {})


class FakeNotifications:
    """Notifications the test puts there with `send`; it may close them as an application would, by `put_away`."""

    def __init__(self, did: list[tuple[Any, ...]]) -> None:
        self._did = did
        self._kept: list[Notification] = []

    def send(self, summary: str, body: str = "", *actions: tuple[str, str], app: str = "") -> str:
        """A new one; its id."""
        buttons = tuple(NotificationAction(key, label) for key, label in actions)
        number = f"n{len(self._kept) + 1}"
        now = time.monotonic()
        self._kept.append(Notification(number, app, summary, body, "normal", buttons, now, time.time()))
        return number

    def list(self, progress: Progress, *, history: bool = False) -> Sequence[Notification]:
        return [notice for notice in self._kept if history or notice.open]

    def act(self, notification: Notification, key: str, progress: Progress) -> None:
        self._did.append(("notification_act", notification.id, key))
        self.put_away(notification.id, "acted")

    def dismiss(self, notification: Notification, progress: Progress) -> None:
        self._did.append(("notification_dismiss", notification.id))
        self.put_away(notification.id, "dismissed")

    def put_away(self, number: str, why: Closed) -> None:
        now = time.monotonic()
        self._kept = [
            replace(notice, closed=why, closed_at=now, told=notice.told + 1) if notice.id == number else notice
            for notice in self._kept
        ]
