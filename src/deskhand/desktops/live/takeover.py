"""Taking over: at most one viewer may use the desktop, only while the agent is paused."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any, Protocol

from deskhand.adapters.protocol import Button, Input
from deskhand.errors import BadRequest
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress


class TakeOver(Protocol):
    """What pauses and resumes the agent. `begin` returns once it is paused, or raises a DeskhandError to refuse; after
    `end` the agent must observe anew before it acts."""

    def begin(self) -> None: ...
    def end(self) -> None: ...


_BUTTONS: dict[int, Button] = {0: "left", 1: "middle", 2: "right"}
_MODIFIERS = ("ctrl", "alt", "shift", "super")
_KEYS = {
    "Enter": "Return", "Backspace": "BackSpace", "Delete": "Delete", "Insert": "Insert", "Tab": "Tab",
    "Escape": "Escape", " ": "space", "ArrowLeft": "Left", "ArrowRight": "Right", "ArrowUp": "Up", "ArrowDown": "Down",
    "Home": "Home", "End": "End", "PageUp": "Page_Up", "PageDown": "Page_Down", "ContextMenu": "Menu",
    **{f"F{number}": f"F{number}" for number in range(1, 13)},
}  # fmt: skip
"""Names of keys in a browser (UI Events) and their X names."""

_TYPE_SECONDS = 5.0


class Hands:
    """Passes input on for the one viewer that has taken over, and drops everybody else's."""

    def __init__(self, device: Input, pause: TakeOver | None) -> None:
        self._device = device
        self._pause = pause
        self._lock = threading.Lock()
        self._holder: object | None = None
        self.dropped: int = 0

    @property
    def offered(self) -> bool:
        """True when this desktop can be taken over at all."""
        return self._pause is not None

    def holds(self, viewer: object) -> bool:
        return self._holder is viewer

    def take(self, viewer: object) -> str | None:
        """Give the desktop to `viewer`; None when it has it now, else why not. DeskhandErrors of the pause pass."""
        with self._lock:
            if self._pause is None:
                return "this desktop can only be watched"
            if self._holder is viewer:
                return None
            if self._holder is not None:
                return "somebody else has taken over"
            self._pause.begin()
            self._holder = viewer
            return None

    def give_back(self, viewer: object) -> None:
        """Nothing happens when `viewer` does not have it."""
        with self._lock:
            if self._holder is not viewer or self._pause is None:
                return
            self._holder = None
            self._device.release_all()
            self._pause.end()

    def deliver(self, viewer: object, message: Mapping[str, Any]) -> bool:
        """Carry one input message out; False when it was dropped because `viewer` has not taken over."""
        with self._lock:
            if self._holder is not viewer:
                self.dropped += 1
                return False
            self._perform(message)
            return True

    def _perform(self, message: Mapping[str, Any]) -> None:
        match message["type"]:
            case "move":
                self._device.move(_point(message))
            case "click":
                button = _BUTTONS.get(int(message.get("button", 0)), "left")
                self._device.click(_point(message), button, min(3, max(1, int(message.get("count", 1)))))
            case "drag":
                start = Point(int(message["from"][0]), int(message["from"][1]))
                self._device.take(start, [_point(message)], _BUTTONS.get(int(message.get("button", 0)), "left"))
                self._device.let_go()
            case "scroll":
                dx, dy = (max(-10, min(10, int(message.get(axis, 0)))) for axis in ("dx", "dy"))
                self._device.scroll(_point(message), dx, dy)
            case "key":
                self._press(str(message["key"]), [m for m in _MODIFIERS if message.get(m)])
            case other:
                raise BadRequest(f"unknown input {other!r}")

    def _press(self, key: str, modifiers: list[str]) -> None:
        if len(key) == 1 and not {"ctrl", "alt", "super"} & set(modifiers):
            self._device.type_text(key, Progress(_TYPE_SECONDS, "typing for the viewer"))
            return
        named = _KEYS.get(key) or (key.lower() if len(key) == 1 else None)
        if named is None:
            raise BadRequest(f"unknown key {key!r}")
        self._device.press("+".join([*modifiers, named]))


def _point(message: Mapping[str, Any]) -> Point:
    return Point(max(0, int(message["x"])), max(0, int(message["y"])))
