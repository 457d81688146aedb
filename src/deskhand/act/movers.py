"""What moves the view of a list: its scroll bar by the tree, clicks into it, the wheel."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.act.attempt import Attempt
from deskhand.errors import StaleRef, Unsupported
from deskhand.model.element import Node
from deskhand.model.geometry import Bounds, Point

ROWS_A_NOTCH = 3.0
FIRST_NOTCHES = 3
MOST_NOTCHES = 900
"""Turns of the wheel at once: an application that paints at each of them must not be drowned."""
_AWAKE_SECONDS = 1.0


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
    low: float = -1e9
    high: float = 1e9
    at: float = 0.0
    pages: bool = False
    burst: int = 10
    rate: float | None = None

    def to(self, position: float) -> None:
        notches = round(position - self.at)
        notches = max(-self.burst, min(self.burst, notches)) or (1 if position > self.at else -1)
        self.attempt.point = self.point
        self.attempt.ctx.adapter.input.scroll(self.point, 0, notches)
        self.at += notches

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
    bar: Bounds
    wheel: Wheel
    low: float = 0.0
    high: float = 1.0
    at: float = 0.0
    clicked: bool = False

    def to(self, position: float) -> None:
        self.at = min(self.high, max(self.low, position))
        input_ = self.attempt.ctx.adapter.input
        middle = Point(self.bar.center.x, min(self.bar.bottom - 2, self.bar.y + 1 + round(self.at * self.bar.height)))
        # A bar that is drawn over the list comes to life when the pointer comes near; before, a row would be clicked.
        for aside in (30, 12, 3, 0):
            input_.move(Point(middle.x - aside, middle.y))
        if self._awake(middle):
            self.clicked = True
            self.attempt.point = input_.click(middle)

    def _awake(self, point: Point) -> bool:
        tree, root = self.attempt.ctx.adapter.tree, self.attempt.window.root if self.attempt.window else None
        if root is None:
            return False
        with self.attempt.progress.within(_AWAKE_SECONDS) as part:
            for _ in part.attempts():
                found = tree.at_point(root, point, self.attempt.progress)
                around = tree.ancestors(found.handle, self.attempt.progress)[:4] if found is not None else ()
                if any(node.role == "scroll bar" for node in (found, *around) if node is not None):
                    return True
                part.log("the scroll bar does not take the pointer yet")
        return False


Mover = Bar | Wheel
