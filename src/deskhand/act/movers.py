"""What moves the view of a list: its scroll bar by the tree, clicks into it, the wheel."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.act.attempt import Attempt
from deskhand.errors import StaleRef, Unsupported
from deskhand.model.element import Handle, Node
from deskhand.model.geometry import Bounds, Point

ROWS_A_NOTCH = 3.0
FIRST_NOTCHES = 3
MOST_NOTCHES = 900
"""Turns of the wheel at once: an application that paints at each of them must not be drowned."""
_MOST_SWINGING, _APART = 10, 0.16
"""Of these a list that swings on (GTK 4), and seconds between them: it reckons its swing from what came within 0.15 s,
and 30 notches at once took it over 20,000 rows."""
_AWAKE_SECONDS = 2.0
_AWAKE_WIDTH = 12
"""Pixels a bar is wide that takes the pointer; one that only tells where the list stands is 5 (GTK 4)."""
_SLIDER, _ASIDE = 60, 0.3
"""Pixels within which the slider may lie that was moved by the last click, and how far off is out of its way."""


@dataclass(slots=True)
class Bar:
    """Moves the list by its scroll bar's value."""

    attempt: Attempt
    bar: Node
    low: float = 0.0
    high: float = 0.0
    at: float = 0.0

    def works(self) -> bool:
        """Whether the bar can be moved: asked by where it stands."""
        try:
            self.low, self.high, _, self.at = self.attempt.ctx.adapter.tree.value_range(
                self.bar.handle, self.attempt.progress
            )
        except (Unsupported, StaleRef):
            return False
        return self.high > self.low

    def to(self, position: float) -> None:
        self.at = min(self.high, max(self.low, position))
        self.attempt.ctx.adapter.tree.set_value(self.bar.handle, self.at, self.attempt.progress)

    def units(self, rows: float, height: float) -> float:
        """How far to move for so many rows, before that was measured: most bars count pixels."""
        return rows * height


@dataclass(slots=True)
class Wheel:
    """Moves the list by the wheel; the position is the notches turned so far."""

    attempt: Attempt
    point: Point
    pages: bool = False
    swings: bool = False
    low: float = -1e9
    high: float = 1e9
    at: float = 0.0
    burst: int = 10
    rate: float | None = None

    def pace(self, steady: bool) -> None:
        """More notches at once where the list went as far as it was turned, fewer where it swung on."""
        most = _MOST_SWINGING if self.swings else MOST_NOTCHES
        self.burst = min(most, self.burst * 3) if steady else max(FIRST_NOTCHES, self.burst // 3)

    def to(self, position: float) -> None:
        notches = round(position - self.at)
        notches = max(-self.burst, min(self.burst, notches)) or (1 if position > self.at else -1)
        self.attempt.point = self.point
        self.at += notches
        if not self.swings:
            self.attempt.ctx.adapter.input.scroll(self.point, 0, notches)
            return
        for _ in range(abs(notches)):
            self.attempt.ctx.adapter.input.scroll(self.point, 0, 1 if notches > 0 else -1)
            self.attempt.progress.pause(_APART)

    def units(self, rows: float, height: float) -> float:
        """The first turn is a short one: a notch is three rows in one list and a whole page in another."""
        return max(-float(FIRST_NOTCHES), min(float(FIRST_NOTCHES), rows / ROWS_A_NOTCH))

    def by_pages(self, pages: int) -> bool:
        """So many pages at once, where the toolkit turns pages by the wheel with Ctrl; False where it does not."""
        if not self.pages or not pages:
            return False
        self.attempt.point = self.point
        self.attempt.ctx.adapter.input.scroll(
            self.point, 0, max(-MOST_NOTCHES, min(MOST_NOTCHES, pages)), modifiers=("ctrl",)
        )
        return True


@dataclass(slots=True)
class Trough:
    """Moves the list far by clicks into its scroll bar, where these take the view to the place that was clicked, and
    near by the wheel. The position is a part of the bar, 0 to 1."""

    attempt: Attempt
    handle: Handle
    bar: Bounds
    wheel: Wheel
    low: float = 0.0
    high: float = 1.0
    at: float = 0.0
    clicked: bool = False

    def to(self, position: float) -> None:
        position = min(self.high, max(self.low, position))
        if self.clicked and abs(position - self.at) * self.bar.height < _SLIDER:
            self._click(position - _ASIDE if position > _ASIDE else position + _ASIDE)  # the slider lies there
        self.at = position
        self.clicked = self._click(position) or self.clicked

    def _click(self, position: float) -> bool:
        input_ = self.attempt.ctx.adapter.input
        middle = Point(self.bar.center.x, min(self.bar.bottom - 2, self.bar.y + 1 + round(position * self.bar.height)))
        # A bar that is drawn over the list comes to life when the pointer comes near; before, a row would be clicked.
        for aside in (30, 12, 3, 0):
            input_.move(Point(middle.x - aside, middle.y))
        if not self._awake(middle):
            return False
        self.attempt.point = input_.click(middle)
        return True

    def _awake(self, point: Point) -> bool:
        """Whether the bar takes the pointer: it lies there, its application says, or has grown under it (GTK 4, whose
        lists lie over their bars in the tree)."""
        tree, root = self.attempt.ctx.adapter.tree, self.attempt.window.root if self.attempt.window else None
        nudge = 0
        with self.attempt.progress.within(_AWAKE_SECONDS) as part:
            for _ in part.attempts():
                bar = tree.nodes([self.handle], self.attempt.progress)[0]
                area = bar.bounds if bar is not None else None
                if area is not None and area.width >= _AWAKE_WIDTH and area.contains(point):
                    return True
                # A window that has just opened may have no tree yet; its list has, and so has the bar.
                found = tree.at_point(root, point, self.attempt.progress) if root is not None else None
                around = tree.ancestors(found.handle, self.attempt.progress)[:4] if found is not None else ()
                if any(node.role == "scroll bar" for node in (found, *around) if node is not None):
                    return True
                part.log("the scroll bar does not take the pointer yet")
                nudge = 1 - nudge
                self.attempt.ctx.adapter.input.move(Point(point.x, point.y + nudge))
        return False


Mover = Bar | Wheel
