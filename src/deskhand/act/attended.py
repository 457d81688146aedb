"""The hands of one action: nothing is sent once it was stopped, or while a person has the desktop."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.adapters.passing import PassingAdapter
from deskhand.adapters.protocol import Adapter, Button, FocusGuard, Input, Shown, Typed
from deskhand.errors import PersonCameIn
from deskhand.guard.attendance import Attendance
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.world import Window


class AttendedInput:
    """`Input` of one action; each call asks first."""

    def __init__(self, device: Input, progress: Progress, attendance: Attendance) -> None:
        self._device = device
        self._progress = progress
        self._attendance = attendance

    def aim(self, window: Window | None) -> None:
        self._device.aim(window)

    def _ask(self) -> None:
        self._progress.check()
        self._attendance.check()

    def pointer(self) -> Point:
        return self._device.pointer()

    def move(self, point: Point) -> None:
        self._ask()
        self._device.move(point)

    def click(
        self,
        point: Point,
        button: Button = "left",
        count: int = 1,
        modifiers: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> Point:
        self._ask()
        return self._device.click(point, button, count, modifiers, progress or self._progress)

    def take(
        self,
        start: Point,
        way: Sequence[Point],
        button: Button = "left",
        seconds: float = 0.3,
        progress: Progress | None = None,
    ) -> None:
        self._ask()
        self._device.take(start, way, button, seconds, progress or self._progress)

    def carry(self, way: Sequence[Point], seconds: float = 0.3, progress: Progress | None = None) -> None:
        self._ask()
        self._device.carry(way, seconds, progress or self._progress)

    def let_go(self) -> None:
        """Where a person came in it is put back instead."""
        try:
            self._ask()
        except BaseException:
            self._device.put_back()
            raise
        self._device.let_go()

    def put_back(self) -> None:
        self._device.put_back()

    def held(self) -> bool:
        return self._device.held()

    def scroll(
        self, point: Point, dx: int, dy: int, progress: Progress | None = None, modifiers: Sequence[str] = ()
    ) -> None:
        self._ask()
        self._device.scroll(point, dx, dy, progress or self._progress, modifiers)

    def press(self, keys: str, progress: Progress | None = None) -> None:
        self._ask()
        self._device.press(keys, progress or self._progress)

    def type_text(
        self, text: str, progress: Progress, guard: FocusGuard | None = None, shown: Shown | None = None
    ) -> Typed:
        """Typing stops where a person comes in, as where the focus leaves. `PersonCameIn` says how much was sent."""
        self._ask()
        came: list[str] = []

        def attended(sent: int = 0) -> str | None:
            who = self._attendance.taken()
            if who is not None:
                came.append(who)
            return who or (guard(sent) if guard is not None else None)

        typed = self._device.type_text(text, progress, attended, shown)
        if came and not typed.complete:
            raise PersonCameIn(
                f"{came[0]} came in after {typed.characters} of {len(text)} characters were sent",
                seen=came[0],
                delivery="uncertain" if typed.characters else "not_delivered",
                next_step="read how much of the text arrived, then type the rest",
            )
        return typed

    def give_back(self) -> None:
        self._device.give_back()

    def release_all(self) -> None:
        self._device.release_all()


class AttendedAdapter(PassingAdapter):
    """A desktop's hands and eyes for one action."""

    def __init__(self, adapter: Adapter, progress: Progress, attendance: Attendance) -> None:
        super().__init__(adapter)
        self._input = AttendedInput(adapter.input, progress, attendance)

    @property
    def input(self) -> Input:
        return self._input

    def close(self) -> None:
        """The desktop's own: closed by its owner."""
