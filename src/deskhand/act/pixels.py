"""Pixels as an observer: the weakest one, for what no tree speaks of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deskhand.adapters.protocol import Screen
from deskhand.model.geometry import Bounds
from deskhand.model.world import Picture

if TYPE_CHECKING:
    import numpy

CHANGED_PIXELS = 40
"""Fewer than this is a caret or a cursor."""


@dataclass(frozen=True, slots=True)
class PixelWatch:
    """A region before the delivery, seen twice, so that what moves by itself is known; `own` is the target's own place,
    whose hover and focus marks prove nothing."""

    screen: Screen
    region: Bounds
    first: Picture
    second: Picture
    own: Bounds | None
    either: bool = False
    """True where the two looks are of two moments, and only what is like neither counts."""

    def changed(self) -> int:
        """Pixels that are different now from both looks before, outside the target itself."""
        now = self.screen.capture(self.region)
        if now.data == self.second.data or (now.width, now.height) != (self.second.width, self.second.height):
            return 0
        other = ~_same(self.first, now) if self.either else _same(self.first, self.second)
        different = ~_same(self.second, now) & other
        if self.own is not None:
            left, top = self.own.x - now.origin.x - 4, self.own.y - now.origin.y - 4
            different[
                max(0, top) : max(0, top + self.own.height + 8), max(0, left) : max(0, left + self.own.width + 8)
            ] = False
        count = int(different.sum())
        return count if count >= CHANGED_PIXELS else 0


def _same(one: Picture, other: Picture) -> numpy.ndarray:
    import numpy

    shape = (one.height, one.width, 3)
    left = numpy.frombuffer(one.data, dtype=numpy.uint8).reshape(shape)
    right = numpy.frombuffer(other.data, dtype=numpy.uint8).reshape(shape)
    return (left == right).all(axis=2)
