"""Pictures with marks: a numbered frame around each element, whose number is the element's in the snapshot (`7` is
`@s8f3k2p9:e7`), and pictures small enough for a model."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deskhand.errors import BadRequest
from deskhand.model.element import CONTAINER_ROLES, Element
from deskhand.model.geometry import Bounds
from deskhand.model.snapshot import Snapshot
from deskhand.model.world import Picture

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont, ImageFont

MODEL_SIDE = 1568
"""Longest side in pixels of a picture for a model (DESIGN 4.7)."""

MODEL_BYTES = 400_000
"""Bytes that such a picture has at most."""

MOST = 250
"""Marks on one picture; more cannot be told apart."""

_COLOURS = ("#c2185b", "#1565c0", "#2e7d32", "#6a1b9a", "#b34700", "#00707a")
_LETTERS = 13
_GAP = 12
_UNMARKED = (CONTAINER_ROLES - {"menu"}) | {"separator", "scroll bar", "filler"}


@dataclass(frozen=True, slots=True)
class Mark:
    """One element with its number and the part of it that is in the picture, in physical pixels of the screen."""

    number: int
    element: Element
    place: Bounds

    def to_json(self) -> dict[str, Any]:
        """`{"mark", "ref", "role", "name", "bounds"}`."""
        element = self.element
        words = {"role": element.role, "name": element.name, "bounds": self.place.to_json()}
        return {"mark": self.number, "ref": element.ref, **words}


def marks_of(snapshot: Snapshot, area: Bounds) -> list[Mark]:
    """What of a snapshot is marked in a picture of `area`: what shows there and is no mere container, the upper left
    first; `MOST` at most."""
    found: list[Mark] = []
    for element in snapshot.elements:
        bounds = element.bounds
        if bounds is None or "showing" not in element.states or element.role in _UNMARKED:
            continue
        place = bounds.intersection(area)
        if place.empty or place.width * place.height * 2 < bounds.width * bounds.height:
            continue
        if element.name or element.value or element.actions or "focusable" in element.states:
            found.append(Mark(int(element.ref.rpartition(":e")[2]), element, place))
    found.sort(key=lambda mark: (mark.place.y, mark.place.x))
    return found[:MOST]


def image_of(picture: Picture) -> Image:
    from PIL import Image

    return Image.frombytes("RGB", (picture.width, picture.height), picture.data)


def shrunk(image: Image) -> tuple[Image, float]:
    """The image with no side above `MODEL_SIDE`, and how many of its pixels stand for one of before."""
    scale = min(1.0, MODEL_SIDE / max(image.size))
    if scale == 1.0:
        return image, 1.0
    return image.resize((max(1, round(image.width * scale)), max(1, round(image.height * scale)))), scale


def draw_marks(image: Image, marks: Sequence[Mark], origin: tuple[int, int], scale: float) -> None:
    """Frames and numbers onto an image of the screen that stands at `origin` and was shrunk by `scale`."""
    from PIL import ImageDraw, ImageFont

    draw, font = ImageDraw.Draw(image), ImageFont.load_default(_LETTERS)
    taken: list[Bounds] = []
    for position, mark in enumerate(marks):
        colour = _COLOURS[position % len(_COLOURS)]
        left, top = (mark.place.x - origin[0]) * scale, (mark.place.y - origin[1]) * scale
        right, bottom = left + mark.place.width * scale - 1, top + mark.place.height * scale - 1
        draw.rectangle((left, top, max(left, right), max(top, bottom)), outline=colour)
        _number(draw, font, str(mark.number), (round(left), round(top), round(right)), colour, image, taken)


def _number(
    draw: ImageDraw,
    font: FreeTypeFont | ImageFont,
    words: str,
    edge: tuple[int, int, int],
    colour: str,
    image: Image,
    taken: list[Bounds],
) -> None:
    """The number at the frame's upper edge, above it where there is room, beside another number and never over it."""
    left, top, right = edge
    width, height = round(draw.textlength(words, font)) + 4, _LETTERS + 2
    places = [(left, top - height), (right - width, top - height), (left, top), (right - width, top)]
    boxes = [
        Bounds(min(max(0, x), image.width - width), min(max(0, y), image.height - height), width, height)
        for x, y in places
    ]
    box = next((one for one in boxes if all(one.intersection(other).empty for other in taken)), boxes[0])
    taken.append(box)
    draw.rectangle((box.x, box.y, box.right, box.bottom), fill=colour)
    draw.text((box.x + 2, box.y), words, fill="white", font=font)


def side_by_side(before: Image, after: Image) -> Image:
    """Both in one picture for a model, the earlier one left; where they are wide, above."""
    from PIL import Image

    beside = before.width + after.width <= 2 * max(before.height, after.height) * 1.8
    if beside:
        size = (before.width + _GAP + after.width, max(before.height, after.height))
    else:
        size = (max(before.width, after.width), before.height + _GAP + after.height)
    both = Image.new("RGB", size, "white")
    both.paste(before, (0, 0))
    both.paste(after, (before.width + _GAP, 0) if beside else (0, before.height + _GAP))
    return shrunk(both)[0]


def encoded(image: Image, kind: str) -> bytes:
    """The bytes of a picture, at most `MODEL_BYTES`: colours, then quality, are given up for it. `kind` is PNG or
    JPEG."""
    if kind == "PNG":
        for candidate in (image, image.quantize(256), image.quantize(64), image.quantize(16)):
            data = _bytes(candidate, "PNG", optimize=True)
            if len(data) <= MODEL_BYTES:
                return data
        raise BadRequest(
            f"the picture does not fit into {MODEL_BYTES // 1000} kB as PNG", next_step="let its name end in .jpg"
        )
    data = b""
    for quality in (85, 75, 60, 45, 30, 15):
        data = _bytes(image, "JPEG", quality=quality)
        if len(data) <= MODEL_BYTES:
            break
    return data


def _bytes(image: Image, kind: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, kind, **options)
    return buffer.getvalue()


def load(path: str) -> Image:
    """A picture file; `BadRequest` where it is none."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(Path(path).expanduser()) as image:
            return image.convert("RGB")
    except (OSError, UnidentifiedImageError) as error:
        raise BadRequest(f"{path!r} is no picture that can be read", sought=path) from error
