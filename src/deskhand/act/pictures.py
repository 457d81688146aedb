"""Pixels of the screen as picture files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from deskhand.errors import BadRequest
from deskhand.model.world import Picture

FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
JPEG_QUALITY = 80


def save_picture(picture: Picture, path: Path) -> None:
    """Write a picture in the format its file name says (.png, .jpg).

    Raises:
        BadRequest: another ending, or the file cannot be written there.
    """
    from PIL import Image

    kind = FORMATS.get(path.suffix.lower())
    if kind is None:
        raise BadRequest(
            f"{path.name!r} is not a picture's name", sought=path.name, next_step="let it end in .png or .jpg"
        )
    image = Image.frombytes("RGB", (picture.width, picture.height), picture.data)
    options = {"quality": JPEG_QUALITY} if kind == "JPEG" else {"compress_level": 1}
    try:
        image.save(path, kind, **options)
    except OSError as error:
        raise BadRequest(f"{str(path)!r} cannot be written: {error.strerror}", sought=str(path)) from error


def with_pictures(receipt: dict[str, Any] | None, *pictures: str | None) -> dict[str, Any] | None:
    """A receipt's JSON with the names of its pictures, those that were made."""
    kept = [path for path in pictures if path]
    return receipt if not kept else {**(receipt or {}), "pictures": kept}
