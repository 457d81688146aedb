"""How text goes to an application: what watches it on its way, and what was sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Typed:
    """How much text was sent: `characters` of the text, in `ms`; `complete` False when typing stopped early."""

    characters: int
    complete: bool
    ms: float


class FocusGuard(Protocol):
    def __call__(self, sent: int = 0) -> str | None:
        """None while the focus is where it must be, else what has it now. Before more than `sent` characters are sent
        it may wait until the application has shown most of those."""
        ...


Shown = Callable[[int], bool]
"""Waits until the application shows so many characters of a text; False when it does not, or cannot be read."""
