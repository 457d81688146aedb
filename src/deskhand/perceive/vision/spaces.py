"""Three spaces in which a place may be told, and the one conversion between them.

physical: pixels of the screen; what elements, windows and clicks count in.
logical: what applications draw in: physical pixels over the desktop's scale (2 on a HiDPI screen).
model: pixels of a picture that somebody was shown: cut out of the screen, and shrunk or enlarged.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Literal

from deskhand.model.geometry import Bounds, Frame, Point

Space = Literal["physical", "logical", "model"]


@dataclass(frozen=True, slots=True)
class Spaces:
    """`scale`: physical pixels for one logical; `frame`: where the picture stands and how it was shrunk."""

    scale: float = 1.0
    frame: Frame = Frame(0, 0)  # noqa: RUF009  (a tuple)

    def point(self, point: Point, source: Space, target: Space) -> Point:
        """The pixel of `target` in which the middle of a pixel of `source` lies."""
        x, y = self._to_physical(point.x + 0.5, point.y + 0.5, source)
        x, y = self._from_physical(x, y, target)
        return Point(floor(x), floor(y))

    def bounds(self, bounds: Bounds, source: Space, target: Space) -> Bounds:
        """The smallest rectangle of whole pixels of `target` with its edges nearest to those of `bounds`."""
        left, top = self._from_physical(*self._to_physical(bounds.x, bounds.y, source), target)
        right, bottom = self._from_physical(*self._to_physical(bounds.right, bounds.bottom, source), target)
        x, y = round(left), round(top)
        return Bounds(x, y, max(round(right) - x, min(1, bounds.width)), max(round(bottom) - y, min(1, bounds.height)))

    def _to_physical(self, x: float, y: float, space: Space) -> tuple[float, float]:
        match space:
            case "physical":
                return x, y
            case "logical":
                return x * self.scale, y * self.scale
            case "model":
                return self.frame.x + x / self.frame.scale, self.frame.y + y / self.frame.scale

    def _from_physical(self, x: float, y: float, space: Space) -> tuple[float, float]:
        match space:
            case "physical":
                return x, y
            case "logical":
                return x / self.scale, y / self.scale
            case "model":
                return (x - self.frame.x) * self.frame.scale, (y - self.frame.y) * self.frame.scale
