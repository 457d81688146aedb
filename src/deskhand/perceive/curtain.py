"""Pictures without what must not be seen: a flat box lies over every secret field and every known secret value."""

from __future__ import annotations

from deskhand.adapters.veil import VeiledAdapter
from deskhand.errors import AppDied, AppUnresponsive, DeskhandError, StaleRef, Timeout, Unsupported
from deskhand.model.geometry import Bounds
from deskhand.model.progress import Progress
from deskhand.model.world import Picture, Window

SECONDS = 1.5
"""How long the look for secret places may take for one picture; an application that does not answer in time is covered
where it was last seen to show one."""

COLOUR = b"\x33\x33\x33"


class Curtain:
    """Takes pictures of one desktop."""

    def __init__(self, adapter: VeiledAdapter) -> None:
        self._adapter = adapter
        self._last: dict[str, list[Bounds]] = {}

    def capture(self, region: Bounds | None = None) -> Picture:
        """The screen or a region of it, with everything secret covered. Places are looked for before and after, since
        what is secret may move."""
        before = self._places(region)
        picture = self._adapter.screen.capture(region)
        places = [*before, *self._places(region)] if before else before
        return covered(picture, places)

    def _places(self, region: Bounds | None) -> list[Bounds]:
        found: list[Bounds] = []
        progress = Progress(SECONDS, "look for what a picture must not show")
        try:
            windows = self._adapter.windows.list(progress)
        except DeskhandError:
            return [place for places in self._last.values() for place in places]
        self._last = {window.id: self._last.get(window.id, []) for window in windows}
        for number, window in enumerate(windows):
            if window.minimised or (region is not None and window.frame.intersection(region).empty):
                continue
            above = [other.frame for other in windows[:number] if not other.minimised]
            places = self._last[window.id] = self._in_window(window, progress)
            found += [place for place in places if not any(_holds(cover, place) for cover in above)]
        return found

    def _in_window(self, window: Window, progress: Progress) -> list[Bounds]:
        places: list[Bounds] = []
        if self._adapter.windows.shows_secret(window):
            height = max(window.bounds.y - window.frame.y, 0)
            places.append(Bounds(window.frame.x, window.frame.y, window.frame.width, height))
        if window.root is None:
            return places
        try:
            return places + self._adapter.tree.secret_places(window.root, progress)
        except (AppUnresponsive, Timeout):
            return places + self._last.get(window.id, [])
        except (AppDied, StaleRef, Unsupported):
            return places


def _holds(cover: Bounds, place: Bounds) -> bool:
    return cover.intersection(place) == place


def covered(picture: Picture, places: list[Bounds]) -> Picture:
    """The picture with a flat box over each of these rectangles of the screen."""
    frame = Bounds(picture.origin.x, picture.origin.y, picture.width, picture.height)
    parts = [part for place in places if not (part := place.intersection(frame)).empty]
    if not parts:
        return picture
    data = bytearray(picture.data)
    for part in parts:
        left = part.x - frame.x
        for row in range(part.y - frame.y, part.bottom - frame.y):
            start = (row * picture.width + left) * 3
            data[start : start + part.width * 3] = COLOUR * part.width
    return Picture(picture.width, picture.height, picture.origin, bytes(data))
