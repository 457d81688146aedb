"""What one look saw."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.model.element import Element
from deskhand.model.receipt import Scope


@dataclass(frozen=True, slots=True)
class Seen:
    """Whether it is the effect, in words, by whom, and how far it reaches."""

    met: bool
    words: str
    observer: str
    scope: Scope


def observer_of(element: Element) -> str:
    """Who saw this element: the accessibility tree, whoever read its words off a picture, or the picture itself."""
    if element.source == "tree":
        return "accessibility tree"
    return "ocr" if element.raw_role == "text" else "pixels"


def reach(element: Element, otherwise: Scope = "window") -> Scope:
    """How far it reaches that this element was seen: to the pixels where it is only drawn."""
    return otherwise if element.source == "tree" else "pixels"
