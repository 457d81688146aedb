"""What one look saw."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.model.receipt import Scope


@dataclass(frozen=True, slots=True)
class Seen:
    """Whether it is the effect, in words, by whom, and how far it reaches."""

    met: bool
    words: str
    observer: str
    scope: Scope
