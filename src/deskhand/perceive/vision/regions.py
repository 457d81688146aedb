"""Pictures of regions, and what of them has changed since they were last looked at."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deskhand.adapters.protocol import Screen
from deskhand.errors import Timeout
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress
from deskhand.model.world import Picture as Capture
from deskhand.perceive.vision.finds import Picture

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

TILE = 32
"""Pixels of a side of the squares by which changes are told."""

MARGIN = 12
"""Pixels around what changed that are looked at with it."""

COVERED = 128
"""The grey that stands for what another window covers."""

SETTLED_FRAMES = 3
FRAME_SECONDS = 0.05


def picture_of(capture: Capture) -> Picture:
    """The pixels of a capture, blue first. Where the server's own bytes are kept, nothing is copied."""
    import numpy as np

    raw = getattr(capture, "raw", None)
    if raw is not None:
        four = np.frombuffer(raw, np.uint8).reshape(capture.height, capture.width, 4)
        return Picture(four[:, :, :3], capture.origin)
    three = np.frombuffer(capture.data, np.uint8).reshape(capture.height, capture.width, 3)
    return Picture(three[:, :, ::-1], capture.origin)


def masked(picture: Picture, covers: Sequence[Bounds]) -> Picture:
    """The picture with grey where other windows cover it."""
    parts = [part for cover in covers if not (part := cover.intersection(picture.bounds)).empty]
    if not parts:
        return picture
    data = picture.data.copy()
    for part in parts:
        top, left = part.y - picture.origin.y, part.x - picture.origin.x
        data[top : top + part.height, left : left + part.width] = COVERED
    return Picture(data, picture.origin, picture.scale)


def cut_out(picture: Picture, area: Bounds) -> Picture:
    """The part of an unscaled picture that shows this rectangle of the screen."""
    part = area.intersection(picture.bounds)
    top, left = part.y - picture.origin.y, part.x - picture.origin.x
    return Picture(picture.data[top : top + part.height, left : left + part.width], Point(part.x, part.y))


def same_pixels(one: Array, other: Array) -> bool:
    import numpy as np

    if one.shape != other.shape:
        return False
    words, others = _words(one), _words(other)
    if words is not None and others is not None:
        return bool(np.array_equal(words, others))
    return bool(np.array_equal(one, other))


def _words(data: Array) -> Array | None:
    """The pixels of a whole capture as they lie in memory, four bytes each, which compare fastest; None for others."""
    import numpy as np

    base = data.base
    if isinstance(base, np.ndarray) and base.size == data.shape[0] * data.shape[1] * 4 and base.flags.c_contiguous:
        return base.reshape(-1).view(np.uint32)
    return None


def changed_areas(old: Array, new: Array) -> list[Bounds]:
    """Rectangles (from the picture's corner) around what differs, apart from each other; empty where nothing does."""
    import numpy as np

    height, width = new.shape[:2]
    different = (old != new).any(axis=2)
    rows, columns = -(-height // TILE), -(-width // TILE)
    padded = np.zeros((rows * TILE, columns * TILE), dtype=bool)
    padded[:height, :width] = different
    tiles = padded.reshape(rows, TILE, columns, TILE).any(axis=(1, 3))
    areas = [
        Bounds(int(column) * TILE - MARGIN, int(row) * TILE - MARGIN, TILE + 2 * MARGIN, TILE + 2 * MARGIN)
        for row, column in zip(*np.nonzero(tiles), strict=True)
    ]
    whole = Bounds(0, 0, width, height)
    return [area.intersection(whole) for area in merged(areas)]


def merged(areas: Sequence[Bounds]) -> list[Bounds]:
    """Those that touch made one, until none do."""
    apart: list[Bounds] = []
    for area in areas:
        while (near := next((other for other in apart if not other.intersection(area).empty), None)) is not None:
            apart.remove(near)
            area = area.around(near)
        apart.append(area)
    return apart


def wait_settled(screen: Screen, region: Bounds, progress: Progress, frames: int = SETTLED_FRAMES) -> float:
    """Wait until a region shows the same for `frames` looks in a row; the seconds it took. `Timeout` where it never
    does."""
    began = time.monotonic()
    last = picture_of(screen.capture(region)).data
    still = 0
    while still < frames:
        if progress.remaining <= 0:
            raise Timeout(
                f"{region.to_json()} keeps changing", sought="a settled region", log=progress.log_lines
            )
        progress.pause(FRAME_SECONDS)
        now = picture_of(screen.capture(region)).data
        still = still + 1 if same_pixels(last, now) else 0
        if not still:
            progress.log(f"{region.to_json()} is still changing")
        last = now
    return time.monotonic() - began
