"""What changed on a screen since a viewer last saw it, as JPEG pieces."""

from __future__ import annotations

import io
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deskhand.model.geometry import Bounds
from deskhand.model.world import Picture

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Pixels = NDArray[np.uint8]

TILE = 64
_QUALITY = 85
_WHOLE_ABOVE = 0.5
"""Share of changed tiles from which the whole screen is sent as one piece."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A rectangle of the screen as JPEG."""

    bounds: Bounds
    jpeg: bytes

    def packed(self) -> bytes:
        """Left, top, width, height as little-endian 16-bit numbers, then the JPEG."""
        return struct.pack("<HHHH", *self.bounds) + self.jpeg


class FrameDiff:
    """Holds what one viewer has seen. Not for use by several threads."""

    def __init__(self) -> None:
        self._seen: Pixels | None = None

    def pieces(self, picture: Picture) -> list[Piece]:
        """Pieces that bring the viewer from what it saw to `picture`; none when nothing changed."""
        import numpy as np

        pixels: Pixels = np.frombuffer(picture.data, dtype=np.uint8).reshape(picture.height, picture.width, 3)
        seen, self._seen = self._seen, pixels
        if seen is None or seen.shape != pixels.shape:
            return [_piece(pixels, Bounds(0, 0, picture.width, picture.height))]
        tiles = _changed_tiles(seen, pixels)
        if not tiles.any():
            return []
        if tiles.mean() > _WHOLE_ABOVE:
            return [_piece(pixels, Bounds(0, 0, picture.width, picture.height))]
        return [_piece(pixels, bounds) for bounds in _runs(tiles, picture.width, picture.height)]


def _changed_tiles(seen: Pixels, pixels: Pixels) -> NDArray[np.bool_]:
    """Rows × columns of tiles, true where a pixel differs."""
    import numpy as np

    height, width = pixels.shape[:2]
    different = (seen != pixels).any(axis=2)
    rows = np.logical_or.reduceat(different, range(0, height, TILE), axis=0)
    return np.logical_or.reduceat(rows, range(0, width, TILE), axis=1)


def _runs(tiles: Any, width: int, height: int) -> list[Bounds]:
    """Neighbouring changed tiles of a row as one rectangle."""
    found: list[Bounds] = []
    for row, line in enumerate(tiles.tolist()):
        start: int | None = None
        for column, changed in enumerate([*line, False]):
            if changed and start is None:
                start = column
            elif not changed and start is not None:
                left, top = start * TILE, row * TILE
                found.append(Bounds(left, top, min(column * TILE, width) - left, min(top + TILE, height) - top))
                start = None
    return found


def _piece(pixels: Pixels, bounds: Bounds) -> Piece:
    import numpy as np
    from PIL import Image

    part = np.ascontiguousarray(pixels[bounds.y : bounds.bottom, bounds.x : bounds.right])
    buffer = io.BytesIO()
    Image.fromarray(part).save(buffer, "JPEG", quality=_QUALITY, subsampling=0)
    return Piece(bounds, buffer.getvalue())
