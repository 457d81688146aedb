"""What windows show, by their pictures: read once, and again only where something changed.

Everything is remembered from the window's own corner, so that a window that moves costs nothing, and by its pixels, so
that one that shows what it showed before costs nothing either.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from deskhand.adapters.protocol import Screen
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from deskhand.perceive.vision.finds import Find, Picture, ShapeFinder, TextReader
from deskhand.perceive.vision.regions import changed_areas, cut_out, masked, merged, picture_of, same_pixels

if TYPE_CHECKING:
    import numpy as np

KEPT_WINDOWS = 16
KEPT_PICTURES = 48

MOSTLY = 0.6
"""Where more of a window changed it is read as a whole."""

_CORNER = Point(0, 0)


@dataclass(slots=True)
class _Shown:
    """One window as it was last seen; texts and finds from the window's corner."""

    pixels: np.ndarray[Any, Any]
    corner: Point
    texts: tuple[Find, ...] = ()
    finds: tuple[Find, ...] = ()


@dataclass(frozen=True, slots=True)
class Sighting:
    """What a window shows: its finds at places of the screen, and the picture they were found in."""

    picture: Picture
    finds: tuple[Find, ...] = field(default=())


class Sight:
    """Looks at windows. Safe for threads; one look at a time.

    Args:
        screen: where pictures come from.
        reader: reads text.
        shapes: finds controls; None where there is only text.
    """

    def __init__(self, screen: Screen, reader: TextReader, shapes: ShapeFinder | None = None) -> None:
        self._screen = screen
        self._reader = reader
        self._shapes = shapes
        self._lock = threading.Lock()
        self._shown: OrderedDict[str, _Shown] = OrderedDict()
        self._known: OrderedDict[bytes, tuple[tuple[Find, ...], tuple[Find, ...]]] = OrderedDict()

    def ready(self, progress: Progress) -> None:
        """Have the reader load before the first look."""
        self._reader.ready(progress)

    def look(self, window: Window, windows: Sequence[Window]) -> Sighting:
        """What the window shows where no window above it covers it. Pictures are read only where they changed."""
        picture = self.picture(window, windows)
        if picture is None:
            return Sighting(_nothing())
        corner = Point(picture.origin.x - window.bounds.x, picture.origin.y - window.bounds.y)
        own = Picture(picture.data, corner)
        with self._lock:
            shown = self._shown.get(window.id)
            if shown is None or shown.corner != corner or not same_pixels(shown.pixels, own.data):
                shown = self._read(own, shown if shown is not None and shown.corner == corner else None)
                self._shown[window.id] = shown
            self._shown.move_to_end(window.id)
            while len(self._shown) > KEPT_WINDOWS:
                self._shown.popitem(last=False)
        return Sighting(picture, tuple(_moved(find, window.bounds.x, window.bounds.y) for find in shown.finds))

    def picture(self, window: Window, windows: Sequence[Window]) -> Picture | None:
        """The window's pixels now, grey where others cover it; None where nothing of it is on the screen."""
        area = window.bounds.intersection(Bounds(0, 0, *self._screen.size()))
        if area.empty or window.minimised:
            return None
        above = [
            other.frame
            for other in windows
            if other.stacking < window.stacking and not other.minimised and other.id != window.id
        ]
        return masked(picture_of(self._screen.capture(area)), above)

    def read(self, picture: Picture) -> tuple[Find, ...]:
        """The text in any picture, by its content: the same pixels are read once."""
        from_corner = Picture(picture.data, _CORNER, picture.scale)
        key = _digest(from_corner)
        with self._lock:
            known = self._known.get(key)
            if known is None:
                known = self._keep(key, self._reader.read(from_corner), ())
        return tuple(_moved(find, picture.origin.x, picture.origin.y) for find in known[0])

    # -- reading

    def _read(self, own: Picture, before: _Shown | None) -> _Shown:
        key = _digest(own)
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return _Shown(own.data, own.origin, *known)
        texts = self._texts(own, before)
        return _Shown(own.data, own.origin, *self._keep(key, texts, self._controls(own, texts)))

    def _keep(
        self, key: bytes, texts: tuple[Find, ...], finds: tuple[Find, ...]
    ) -> tuple[tuple[Find, ...], tuple[Find, ...]]:
        self._known[key] = texts, finds
        while len(self._known) > KEPT_PICTURES:
            self._known.popitem(last=False)
        return texts, finds

    def _texts(self, own: Picture, before: _Shown | None) -> tuple[Find, ...]:
        """All texts: those of before where nothing changed, with what is read where something did."""
        if before is None or before.pixels.shape != own.data.shape:
            return self._reader.read(own)
        areas = [
            Bounds(area.x + own.origin.x, area.y + own.origin.y, area.width, area.height)
            for area in changed_areas(before.pixels, own.data)
        ]
        areas = _with_whole_lines(areas, before.texts)
        if sum(area.width * area.height for area in areas) > MOSTLY * own.width * own.height:
            return self._reader.read(own)
        kept = [text for text in before.texts if all(area.intersection(text.bounds).empty for area in areas)]
        for area in areas:
            kept += self._reader.read(cut_out(own, area))
        return tuple(sorted(kept, key=lambda find: (find.bounds.y + find.bounds.height // 2, find.bounds.x)))

    def _controls(self, own: Picture, texts: tuple[Find, ...]) -> tuple[Find, ...]:
        """Texts and controls in reading order; a text that is a control's own is told by the control."""
        if self._shapes is None:
            return texts
        found = self._shapes.find(own, texts)
        free = [text for text in texts if not any(_told_by(text, control) for control in found)]
        return tuple(sorted([*found, *free], key=lambda find: (find.bounds.y, find.bounds.x)))


def _told_by(text: Find, control: Find) -> bool:
    if not control.text or text.text not in control.text:
        return False
    common = text.bounds.intersection(control.bounds)
    beside = control.kind in ("check box", "radio button") and abs(text.bounds.center.y - control.bounds.center.y) < 12
    return beside or common.width * common.height * 2 >= text.bounds.width * text.bounds.height


def _with_whole_lines(areas: list[Bounds], texts: Sequence[Find]) -> list[Bounds]:
    """The areas, grown so that no line of text known there is cut."""
    grown = areas
    for text in texts:
        if any(not area.intersection(text.bounds).empty for area in grown):
            grown = [
                area.around(text.bounds) if not area.intersection(text.bounds).empty else area for area in grown
            ]
    return merged(grown)


def _moved(find: Find, x: int, y: int) -> Find:
    bounds = find.bounds
    return replace(find, bounds=Bounds(bounds.x + x, bounds.y + y, bounds.width, bounds.height))


def _digest(picture: Picture) -> bytes:
    import numpy as np

    head = f"{picture.width} {picture.height} {picture.origin}".encode()
    return hashlib.blake2b(np.ascontiguousarray(picture.data).data, digest_size=16, key=head[:64]).digest()


def _nothing() -> Picture:
    import numpy as np

    return Picture(np.zeros((0, 0, 3), np.uint8), _CORNER)
