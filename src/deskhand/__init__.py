"""Deskhand: a desktop agent for Linux that proves what it did.

cli · service · testing               faces: commands, the resident process, fakes for your tests
aio · desktop                         the Python faces: AsyncDesktop, Desktop
report · mind                         a run drawn for people; who decides: the steps planner
engine                                one step in its order; the only place where all meet
act                                   verbs, checks, delivery, verification
desktops · perceive                   places to work; snapshots, refs, locators, waits
adapters · guard · journal            the operating system; what is allowed; what happened
model · errors                        the words
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deskhand.aio import AsyncDesktop
    from deskhand.desktop import Desktop
    from deskhand.errors import DeskhandError
    from deskhand.journal.journal import Journal
    from deskhand.model.action import Action, Expect
    from deskhand.model.element import Element
    from deskhand.model.geometry import Bounds, Point
    from deskhand.model.locator import Locator
    from deskhand.model.receipt import Effect, Receipt
    from deskhand.model.ref import Ref
    from deskhand.model.run import RunResult, StepRecord
    from deskhand.model.secret import Secret
    from deskhand.model.snapshot import Snapshot
    from deskhand.perceive.locator_text import parse_locator
    from deskhand.perceive.render import render_text

__all__ = [
    "Action",
    "AsyncDesktop",
    "Bounds",
    "DeskhandError",
    "Desktop",
    "Effect",
    "Element",
    "Expect",
    "Journal",
    "Locator",
    "Point",
    "Receipt",
    "Ref",
    "RunResult",
    "Secret",
    "Snapshot",
    "StepRecord",
    "parse_locator",
    "render_text",
]

__version__ = "0.1.0"

_HOMES = {
    "Action": "model.action", "AsyncDesktop": "aio", "Bounds": "model.geometry", "Desktop": "desktop",
    "DeskhandError": "errors", "Effect": "model.receipt", "Element": "model.element", "Expect": "model.action",
    "Journal": "journal.journal", "Locator": "model.locator", "Point": "model.geometry", "Receipt": "model.receipt",
    "Ref": "model.ref", "RunResult": "model.run", "Secret": "model.secret", "Snapshot": "model.snapshot",
    "StepRecord": "model.run", "parse_locator": "perceive.locator_text", "render_text": "perceive.render",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used: importing the package alone loads nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'deskhand' has no attribute {name!r}")
    return getattr(import_module(f"deskhand.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
