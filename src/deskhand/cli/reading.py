"""Texts that a command is given in a file or on stdin: UTF-8, with or without a byte order mark."""

from __future__ import annotations

import sys
from pathlib import Path

from deskhand.errors import BadRequest, NotFound


def text_of_file(path: Path) -> str:
    """Raises `NotFound` where it cannot be read, `BadRequest` where it is no text."""
    try:
        return _text(path.read_bytes(), repr(str(path)))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise NotFound(
            f"{str(path)!r} cannot be read: {why}", sought=str(path), next_step="name a file that is there"
        ) from error


def bytes_of_stdin() -> bytes:
    """Raises `BadRequest` where stdin is closed."""
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - so it is where the caller closed it
        raise BadRequest("stdin is closed", next_step="pipe the content in, or name a file")
    return sys.stdin.buffer.read()


def text_of_stdin() -> str:
    """Raises `BadRequest` where stdin is closed or is no text."""
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - so it is where the caller closed it
        raise BadRequest("stdin is closed", next_step="pipe the text in, or name a file")
    buffer = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read() if buffer is None else _text(buffer.read(), "stdin")


def _text(data: bytes, whence: str) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRequest(
            f"{whence} is no UTF-8 text: byte {error.start + 1} does not fit",
            sought="UTF-8 text",
            next_step="save it as plain text in UTF-8",
        ) from error
