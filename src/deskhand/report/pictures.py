"""The run's pictures, made small enough to travel inside the page; equal ones only once."""

from __future__ import annotations

import base64
import hashlib
import io
from dataclasses import dataclass
from pathlib import Path

MAX_WIDTH = 960
"""Pixels of width a picture has in the page."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture in the page: its style class, its moment (`before`, `after`), the screen's size in pixels."""

    name: str
    moment: str
    screen_width: int
    screen_height: int


@dataclass(frozen=True, slots=True)
class Embedded:
    """What the page's style sheet says of a picture: its class and the data address."""

    name: str
    url: str
    ratio: float


class Pictures:
    """Reads pictures of one run's folder as they are asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._by_digest: dict[str, Embedded] = {}

    @property
    def shown(self) -> list[Embedded]:
        return list(self._by_digest.values())

    def get(self, name: str) -> Shown | None:
        """The picture of that file name; None where the file is gone."""
        from PIL import Image

        path = self._folder / Path(name).name
        if not path.exists():
            return None
        with Image.open(path) as image:
            width, height = image.size
            small = image.convert("RGB")
            small.thumbnail((MAX_WIDTH, MAX_WIDTH))
        digest = hashlib.sha256(small.tobytes()).hexdigest()[:12]
        if digest not in self._by_digest:
            buffer = io.BytesIO()
            small.save(buffer, "JPEG", quality=72, optimize=True)
            data = base64.b64encode(buffer.getvalue()).decode("ascii")
            self._by_digest[digest] = Embedded(f"p{digest}", f"data:image/jpeg;base64,{data}", width / height)
        moment = "before" if path.stem.endswith("before") else "after"
        return Shown(f"p{digest}", moment, width, height)
