"""The things seen in windows, remembered so that one is known again: by what it is, what it says, where in its window
it stands, how it looks and what stands beside it."""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deskhand.model.element import VISION, Handle
from deskhand.model.geometry import Bounds
from deskhand.perceive.vision.finds import Find

if TYPE_CHECKING:
    from deskhand.perceive.vision.finds import Picture

KEPT = 6000
SAME_PLACE = 0.5
"""Of the two rectangles' union that they must share."""

_CHANGING = frozenset({"field", "check box", "radio button", "slider"})
"""Kinds whose look changes with what they hold; their place and what stands beside them tell them."""


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing of a window; `place` is from the window's corner."""

    handle: Handle
    window_id: str
    kind: str
    text: str
    place: Bounds
    look: bytes
    beside: tuple[str, str]


class Things:
    """Gives what is seen a handle, the same for the same thing. Safe for threads."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._known: OrderedDict[Handle, Thing] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, handle: Handle) -> Thing | None:
        with self._lock:
            return self._known.get(handle)

    def named(self, window_id: str, corner: Bounds, finds: Sequence[Find], picture: Picture) -> list[Thing]:
        """The finds of a window as things; those seen before keep their handles."""
        seen = [self._seen(window_id, corner, finds, number, picture) for number in range(len(finds))]
        with self._lock:
            own = [thing for thing in self._known.values() if thing.window_id == window_id]
            taken: set[Handle] = set()
            things: list[Thing] = []
            for new in seen:
                old = next((one for one in own if one.handle not in taken and _same_in_place(one, new)), None)
                handle = old.handle if old is not None else (VISION, f"{window_id}:{next(self._numbers)}")
                taken.add(handle)
                thing = Thing(handle, window_id, new.kind, new.text, new.place, new.look, new.beside)
                self._known[handle] = thing
                self._known.move_to_end(handle)
                things.append(thing)
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        return things

    def found_again(self, thing: Thing, now: Sequence[Thing]) -> list[Thing]:
        """Which of what is seen now may be it: the same in its place, else those of the same words and looks
        elsewhere."""
        here = [one for one in now if _same_in_place(thing, one)]
        if here:
            return here[:1]
        if not thing.text:
            return [one for one in now if (one.kind, one.text, one.look) == (thing.kind, "", thing.look)]
        same = [one for one in now if (one.kind, one.text) == (thing.kind, thing.text)]
        beside = [one for one in same if one.beside == thing.beside]
        return beside if len(same) > 1 and beside else same

    def _seen(
        self, window_id: str, corner: Bounds, finds: Sequence[Find], number: int, picture: Picture
    ) -> Thing:
        find = finds[number]
        bounds = find.bounds
        place = Bounds(bounds.x - corner.x, bounds.y - corner.y, bounds.width, bounds.height)
        return Thing(
            ("", ""), window_id, find.kind, find.text, place, look_of(picture, bounds), _beside(finds, number)
        )


def look_of(picture: Picture, bounds: Bounds) -> bytes:
    """A digest of the pixels of a rectangle of the screen in this picture."""
    left, top = bounds.x - picture.origin.x, bounds.y - picture.origin.y
    part = picture.data[max(0, top) : max(0, top + bounds.height), max(0, left) : max(0, left + bounds.width)]
    return hashlib.blake2b(part.tobytes(), digest_size=12).digest()


def _same_in_place(one: Thing, other: Thing) -> bool:
    if one.kind != other.kind or one.place.overlap(other.place) < SAME_PLACE:
        return False
    if one.kind in _CHANGING:
        return one.kind == "field" or one.text == other.text
    return one.text == other.text and (bool(one.text) or one.look == other.look)


def _beside(finds: Sequence[Find], number: int) -> tuple[str, str]:
    """The nearest words left of it and above it."""
    bounds = finds[number].bounds
    left: tuple[int, str] | None = None
    above: tuple[int, str] | None = None
    for find in finds:
        other = find.bounds
        if not find.text or find is finds[number]:
            continue
        gap, lift = bounds.x - other.right, bounds.y - other.bottom
        if gap >= -4 and abs(other.center.y - bounds.center.y) <= max(other.height, bounds.height) // 2:
            left = min(left or (gap, find.text), (gap, find.text))
        elif lift >= -4 and other.x < bounds.right and bounds.x < other.right:
            above = min(above or (lift, find.text), (lift, find.text))
    return (left[1] if left else "", above[1] if above else "")
