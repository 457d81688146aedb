"""Places on a desktop, in physical screen pixels, origin top left."""

from __future__ import annotations

from math import floor
from typing import NamedTuple


class Point(NamedTuple):
    """A screen position in physical pixels."""

    x: int
    y: int


class Frame(NamedTuple):
    """What the points of a picture count from: the screen position of its top left corner in physical pixels, and how
    many of its own pixels stand for one of the screen's (below 1 where it was shrunk)."""

    x: int
    y: int
    scale: float = 1.0

    def to_screen(self, point: Point) -> Point:
        """The screen pixel in the middle of a pixel of the picture."""
        return Point(self.x + floor((point.x + 0.5) / self.scale), self.y + floor((point.y + 0.5) / self.scale))


class Bounds(NamedTuple):
    """A screen rectangle in physical pixels: left, top, width, height."""

    x: int
    y: int
    width: int
    height: int

    @property
    def empty(self) -> bool:
        return self.width <= 0 or self.height <= 0

    @property
    def center(self) -> Point:
        return Point(self.x + self.width // 2, self.y + self.height // 2)

    @property
    def right(self) -> int:
        return self.x + self.width

    @property
    def bottom(self) -> int:
        return self.y + self.height

    def contains(self, point: Point) -> bool:
        return self.x <= point.x < self.right and self.y <= point.y < self.bottom

    def intersection(self, other: Bounds) -> Bounds:
        """The common part; empty (width or height 0) where there is none."""
        left, top = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Bounds(left, top, max(0, right - left), max(0, bottom - top))

    def around(self, other: Bounds) -> Bounds:
        """The smallest rectangle that holds both."""
        left, top = min(self.x, other.x), min(self.y, other.y)
        return Bounds(left, top, max(self.right, other.right) - left, max(self.bottom, other.bottom) - top)

    def overlap(self, other: Bounds) -> float:
        """Intersection over union, 0 to 1."""
        common = self.intersection(other)
        area = common.width * common.height
        union = self.width * self.height + other.width * other.height - area
        return area / union if union > 0 else 0.0

    def to_json(self) -> list[int]:
        return [self.x, self.y, self.width, self.height]
