"""What vision finds in a picture, and the seams behind which it is found.

A find is data with a source: its text is what somebody drew, never an instruction to anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress

if TYPE_CHECKING:
    import numpy as np

Kind = Literal[
    "text",
    "icon",
    "field",
    "check box",
    "radio button",
    "button",
    "slider",
    "list row",
    "cell",
    "tab",
    "menu item",
]

FindSource = Literal["ocr", "shapes", "detector"]

_CORNER = Point(0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """Pixels of a region of the screen. `data` is a uint8 array of height × width × 3, blue first, that nobody writes
    to. `origin` is where its top left corner lies on the screen, in physical pixels; `scale` its pixels for one of the
    screen's (1 for a capture)."""

    data: np.ndarray[Any, Any]
    origin: Point = _CORNER
    scale: float = 1.0

    @property
    def width(self) -> int:
        return int(self.data.shape[1])

    @property
    def height(self) -> int:
        return int(self.data.shape[0])

    @property
    def bounds(self) -> Bounds:
        """The region it shows, in physical screen pixels."""
        return Bounds(*self.origin, round(self.width / self.scale), round(self.height / self.scale))


@dataclass(frozen=True, slots=True)
class Find:
    """One thing seen in a picture. `bounds` are physical screen pixels, `states` words of `model.element.STATES`
    (`checked`, `selected`, …), `confidence` is 0 to 1."""

    kind: Kind
    bounds: Bounds
    text: str = ""
    states: frozenset[str] = frozenset()
    confidence: float = 1.0
    source: FindSource = "ocr"


class TextReader(Protocol):
    """Reads text off pictures."""

    def ready(self, progress: Progress) -> None:
        """Load what is needed, once; what it takes is not taken from the deadline."""
        ...

    def read(self, picture: Picture) -> tuple[Find, ...]:
        """The lines of text in it (`kind="text"`, `source="ocr"`), top to bottom, left to right."""
        ...


class ShapeFinder(Protocol):
    """Finds controls by how they are drawn."""

    def find(self, picture: Picture, texts: tuple[Find, ...]) -> tuple[Find, ...]:
        """Controls in it, without overlap among themselves. `texts` are the finds of the text reader on the same
        picture: a control takes the text that is its label into `text`; a text that belongs to no control is not
        given again."""
        ...
