"""Real text fields for typing tests: how to get into one, empty it, and read what it holds by another way than ours."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass

from xcffib import xkb

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.keymap import CORE_KEYBOARD
from deskhand.adapters.protocol import Adapter, ReadOptions
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from fixtures.running import FixtureApp


@dataclass
class TypedField:
    """A field with the focus: `read` tells its content, `clear` leaves it empty."""

    hands: Adapter
    read: Callable[[], str]
    clear: Callable[[], None]

    def holds(self, text: str, seconds: float = 5.0) -> str:
        """`text` when the field comes to hold it in time, else what it held last."""
        progress = Progress(seconds, "the field to hold the text")
        while self.read() != text and progress.remaining:
            progress.pause(0.02)
        return self.read()


def notes_of(app: FixtureApp, hands: Adapter) -> TypedField:
    """The fixture's field of several lines, clicked into and empty."""
    progress = Progress(15, f"the window {app.title!r}")
    for _ in progress.attempts():
        found = [window for window in hands.windows.list(progress) if window.title == app.title and window.root]
        if found:
            break
    hands.windows.focus(found[0], progress)
    hands.input.click(_middle_of_notes(app, hands, found[0], progress))

    def clear() -> None:
        hands.input.press("ctrl+a Delete")
        assert field.holds("") == ""

    field = TypedField(hands, lambda: app.read("notes"), clear)
    clear()
    return field


def _middle_of_notes(app: FixtureApp, hands: Adapter, window: Window, progress: Progress) -> Point:
    if app.toolkit != "gtk3":
        return Point(*app.where("notes").centre)
    assert window.root is not None
    nodes = hands.tree.read(window.root, ReadOptions(fresh=True), progress).nodes
    return next(node.bounds.center for node in nodes if node.role == "text area" and node.bounds is not None)


def choose_layout(place: PrivateDesktop, words: str, group: int = 0) -> None:
    """`de`, `us dvorak` or `us,ru`, with the layout of that number in force."""
    subprocess.run(["setxkbmap", *words.split()], env=place.env, check=True, timeout=10)
    lock_group(place.display, group)


def lock_group(display: str, group: int) -> None:
    link = Connection(display)
    link.x(xkb.key).UseExtension(1, 0).reply()
    link.x(xkb.key).LatchLockState(CORE_KEYBOARD, 0, 0, True, group, 0, False, 0)
    link.sync()
    link.close()
