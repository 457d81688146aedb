"""What of a desktop is observed."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.adapters.protocol import Vision
from deskhand.errors import BadRequest
from deskhand.model.ref import Ref

SKELETON_DEPTH = 3
"""Levels a skeleton shows (DESIGN 4.1)."""

MAX_ELEMENTS = 10_000
"""Elements one snapshot holds: its ref map stays under 1 MiB (DESIGN 4.1)."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of a desktop to look at; the default is every showing window, the active one first.

    window: words for one window (exact title, else contained, else its application); its popups and the dialogs over
        it belong to it.
    app: words for an application: all its windows.
    root: only what lies below this ref.
    skeleton: named regions only, three levels.
    depth: levels below each root; wrappers without name, action or text do not count.
    everything: also what is not showing (closed menus, other tabs, what is scrolled away), minimised windows included.
    max_nodes: objects read per window.
    vision: whose pictures are looked at too (`adapters.protocol.ReadOptions`).
    """

    window: str | None = None
    app: str | None = None
    root: Ref | None = None
    skeleton: bool = False
    depth: int | None = None
    everything: bool = False
    max_nodes: int = 20_000
    vision: Vision = "none"

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 0:
            raise BadRequest(f"depth counts levels from 0, not {self.depth}", next_step="leave it out, or say 3")

    def describe(self) -> str:
        if self.root is not None:
            return f"root {self.root}"
        if self.window is not None:
            return f'window "{self.window}"'
        if self.app is not None:
            return f'app "{self.app}"'
        return "desktop"
