"""What a clipboard holds and what happened to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Selection = Literal["clipboard", "primary"]
"""The clipboard proper (copy and paste), or what is merely selected (pasted by the middle button)."""

ClipboardFormat = Literal["text", "html", "image"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Data of one kind: `type` as the display server names it, `bits` per item (8, 16 or 32)."""

    type: str
    bits: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Content:
    """Everything a clipboard offered, by kind (`UTF8_STRING`, `text/html`, `image/png` …). `lost` are kinds that were
    offered but not given, or too large to keep.."""

    pieces: Mapping[str, Piece] = field(default_factory=dict[str, Piece])
    lost: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        return not self.pieces

    @property
    def size(self) -> int:
        """Bytes."""
        return sum(len(piece.data) for piece in self.pieces.values())


@dataclass(frozen=True, slots=True)
class ClipboardChange:
    """Somebody put something on the clipboard, or emptied it. `at` is monotonic seconds; `pid` and `app` whose it is
    now, 0 and empty where nobody knows."""

    at: float
    pid: int
    app: str
    emptied: bool = False

    def words(self) -> str:
        if self.emptied:
            return "the clipboard was emptied"
        return f"{self.app or 'an application'} put something on the clipboard"
