"""The pointer: XTEST motion, buttons and wheel."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from xcffib import xtest

from deskhand.adapters.linux.x11.aim import Aim
from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.held import Held
from deskhand.adapters.linux.x11.waiting import wait_until
from deskhand.errors import BadRequest, NotActionable
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress

_BUTTON_PRESS, _BUTTON_RELEASE, _MOTION = 4, 5, 6
_BUTTONS = {"left": 1, "middle": 2, "right": 3}
_WHEEL_UP, _WHEEL_DOWN, _WHEEL_LEFT, _WHEEL_RIGHT = 4, 5, 6, 7
_BETWEEN_CLICKS_MS = 40
"""The server waits so long between the clicks of a double click: the same millisecond twice is no double click
to some."""
_DOUBLE_SECONDS, _DOUBLE_REACH = 0.55, 12
"""Two clicks that are nearer than this in time and place (pixels) may be a double click: GTK and Qt take 0.4 s and 5
pixels, Chromium 0.5 s; on a screen of scale 2 the pixels are twice as many."""
_DRAG_STEP_MS = 10
_LONGEST_HOLD = 2.0
_TREMBLE = (1, 0, 1, 0)
_TREMBLE_MS = 40


@dataclass(frozen=True, slots=True)
class Dragged:
    """A drag under way: where the button went down, and where the pointer is now."""

    start: Point
    at: Point


class Pointer:
    """Moves and clicks. The connection's lock is held by the caller throughout."""

    def __init__(self, connection: Connection, aim: Aim, held: Held | None = None) -> None:
        self._link = connection
        self._aim = aim
        self._held = held
        self._test = connection.x(xtest.key)
        self._down: dict[int, None] = {}
        self._clicked = (0.0, "", Point(0, 0))
        self.dragged: Dragged | None = None

    def position(self) -> Point:
        reply = self._link.core.QueryPointer(self._link.root).reply()
        return Point(int(reply.root_x), int(reply.root_y))

    def move(self, point: Point, delay_ms: int = 0) -> None:
        self._require_on_screen(point)
        self._test.FakeInput(_MOTION, 0, delay_ms, self._link.root, point.x, point.y, 0)
        self._link.x.flush()

    def click(self, point: Point, button: str, count: int, progress: Progress) -> Point:
        """Where the pointer was when the button went down first."""
        if count < 1:
            raise BadRequest(f"a click needs a count of at least 1, not {count}", sought=str(count))
        self._apart(point, button, progress)
        self.move(point)
        code = self._physical(_BUTTONS[button])
        where = point
        for number in range(count):
            if number:
                self.move(point, _BETWEEN_CLICKS_MS)
            at = self._press_on_target(code, sent=number > 0)
            where = where if number else at
            self._lift(code)
            self._wait_until_up(button)
        self._clicked = (time.monotonic(), button, point)
        return where

    def _apart(self, point: Point, button: str, progress: Progress) -> None:
        """Wait until this click cannot be taken with the one before it for a double click, which opens things."""
        at, what, where = self._clicked
        near = abs(point.x - where.x) <= _DOUBLE_REACH and abs(point.y - where.y) <= _DOUBLE_REACH
        left = at + _DOUBLE_SECONDS - time.monotonic()
        if what == button and near and left > 0:
            self._link.x.flush()
            progress.pause(left)
            progress.check()

    def take(self, start: Point, way: Sequence[Point], button: str, seconds: float, progress: Progress) -> None:
        """Press at `start` and move through the points of `way`, in steps of about ten milliseconds; the button stays
        down. Each stretch takes `seconds`. At the end the pointer trembles: what it is over answers a drag only
        some moments after it came, and to a move."""
        for point in (start, *way):
            self._require_on_screen(point)
        self.move(start)
        code = self._physical(_BUTTONS[button])
        self.move(start, _DRAG_STEP_MS)
        self._press_on_target(code)
        self.dragged = Dragged(start, start)
        self.carry(way, seconds, progress)

    def carry(self, way: Sequence[Point], seconds: float, progress: Progress) -> None:
        """Move on with the button down."""
        dragged = self.dragged
        if dragged is None:
            raise BadRequest("nothing is held by the pointer", next_step="take it first: drag it with hold=true")
        for point in way:
            self._require_on_screen(point)
        steps = max(8, min(200, round(seconds * 1000 / _DRAG_STEP_MS)))
        pause = max(1, round(seconds * 1000 / (steps + 2)))
        for end in way:
            at = dragged.at
            for number in range(1, steps + 1):
                x = at.x + round((end.x - at.x) * number / steps)
                y = at.y + round((end.y - at.y) * number / steps)
                self.move(Point(x, y), pause)
                self._link.sync()  # the server waits out one step's pause at a time, so that a stop meets no queue
                progress.check()
            for aside in _TREMBLE:
                self.move(self._beside(end, aside), _TREMBLE_MS)
                self._link.sync()
            dragged = self.dragged = Dragged(dragged.start, end)
            self._link.sync()

    def let_go(self) -> None:
        """Let go where the pointer is."""
        for code in list(self._down):
            self._lift(code, _DRAG_STEP_MS)
        self.dragged = None
        self._link.sync()

    def put_back(self) -> None:
        """Give up a drag under way: the button is let go where it went down, where a drop changes nothing."""
        dragged, self.dragged = self.dragged, None
        if dragged is not None and self._down:
            self.move(dragged.start, _DRAG_STEP_MS)
            self.move(self._beside(dragged.start, 1), _TREMBLE_MS)
            self.move(dragged.start, _TREMBLE_MS)
        self.release()
        self._link.sync()

    def _beside(self, point: Point, aside: int) -> Point:
        return Point(point.x - aside if point.x else point.x + aside, point.y)

    def scroll(self, point: Point, dx: int, dy: int, progress: Progress) -> None:
        self.move(point)
        sent = False
        for amount, back, forth in ((dy, _WHEEL_UP, _WHEEL_DOWN), (dx, _WHEEL_LEFT, _WHEEL_RIGHT)):
            code = self._physical(forth if amount > 0 else back)
            for _ in range(abs(amount)):
                progress.check()
                self._press_on_target(code, sent=sent)
                sent = True
                self._lift(code)
                self._link.sync()

    def release(self, also: Iterable[int] = ()) -> None:
        """Let go of every button this object holds, and of these physical ones."""
        self.dragged = None
        for code in {**dict.fromkeys(self._down), **dict.fromkeys(also)}:
            self._lift(code)
        self._link.x.flush()
        if self._held is not None:
            for code in self._held.buttons:
                self._held.button(code, False)

    def _wait_until_up(self, button: str) -> None:
        """Wait until the server has let the button up. A window manager that raises windows by a click holds the
        pointer's events back until it has looked at them; keys sent meanwhile would overtake the click."""
        mask = 1 << (7 + _BUTTONS[button])

        def up() -> bool:
            return not int(self._link.core.QueryPointer(self._link.root).reply().mask) & mask

        wait_until(up, Progress(_LONGEST_HOLD, "a click"), "the window manager to let a click through")

    def _press_on_target(self, code: int, *, sent: bool = False) -> Point:
        """The button goes down, and where. `NotActionable` where another application has come under the pointer since
        it was looked at."""
        with self._aim.held():
            hits, at = self._aim.takes_click()
            if hits:
                self._press(code)
        if not hits:
            raise NotActionable(
                f"another application's window is at {at.x},{at.y} now",
                seen="it came there after the target was looked at",
                delivery="uncertain" if sent else "not_delivered",
            )
        return at

    def _press(self, code: int) -> None:
        if self._held is not None:
            self._held.button(code, True)
        self._down[code] = None
        self._test.FakeInput(_BUTTON_PRESS, code, 0, 0, 0, 0, 0)

    def _lift(self, code: int, delay_ms: int = 0) -> None:
        self._test.FakeInput(_BUTTON_RELEASE, code, delay_ms, 0, 0, 0, 0)
        self._down.pop(code, None)

    def _physical(self, logical: int) -> int:
        """The button to press so that clients see `logical`: left-handed people have them swapped."""
        mapping = bytes(self._link.core.GetPointerMapping().reply().map.raw)
        position = mapping.find(bytes([logical]))
        return position + 1 if position >= 0 else logical

    def _require_on_screen(self, point: Point) -> None:
        root = self._link.core.GetGeometry(self._link.root).reply()
        if not (0 <= point.x < root.width and 0 <= point.y < root.height):
            raise BadRequest(
                f"the point {point.x},{point.y} is outside the screen of {root.width}×{root.height}",
                sought=f"{point.x},{point.y}",
                next_step="scroll the target into view or move its window",
            )
