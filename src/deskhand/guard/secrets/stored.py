"""One stored secret, and what every store of them does."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from deskhand.errors import SecretNotAllowed
from deskhand.model.secret import placeholder
from deskhand.model.world import Window

_INTERPRETERS = ("python", "node", "perl", "ruby", "java", "bash", "sh")


@dataclass(frozen=True, slots=True)
class Stored:
    """A secret with the places it may be typed into. `apps` are names of applications (or the full path of a program),
    `windows` parts of window titles; no `windows` means all of those applications."""

    name: str
    value: str = field(repr=False)
    apps: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()

    def binding(self) -> dict[str, Any]:
        return {"apps": list(self.apps), "windows": list(self.windows)}

    def with_binding(self, text: str) -> Stored:
        """The same with the places that JSON names."""
        data = json.loads(text or "{}")
        return replace(self, apps=tuple(data.get("apps", ())), windows=tuple(data.get("windows", ())))

    def check(self, window: Window | None) -> None:
        """`SecretNotAllowed` unless it may be typed into this window."""
        if window is None:
            raise self._refusal("no window that could be named", "name the field it is meant for")
        names = program_names(window)
        if not any(app in names or app.casefold() in names for app in self.apps):
            allowed = ", ".join(self.apps) or "no application yet"
            raise self._refusal(
                f"{window.app!r}; it is allowed in {allowed}",
                f"if it belongs there: deskhand secret allow {self.name} --app {json.dumps(window.app)}",
            )
        if self.windows and not any(words.casefold() in window.title.casefold() for words in self.windows):
            raise self._refusal(
                f"the window {window.title!r}; it is allowed in {', '.join(map(repr, self.windows))}",
                f"if it belongs there: deskhand secret allow {self.name} --window {json.dumps(window.title)}",
            )

    def _refusal(self, seen: str, next_step: str) -> SecretNotAllowed:
        return SecretNotAllowed(
            f"the secret {self.name!r} may not be typed here; nothing was typed",
            sought=placeholder(self.name),
            seen=seen,
            next_step=next_step,
        )


def program_names(window: Window) -> set[str]:
    """What the window's application may be called: its own name, that of its program, the program's full path, and
    the script that an interpreter runs. Lower case, but for the path."""
    names = {window.app.casefold()}
    if window.pid <= 0:
        return names
    try:
        program = os.readlink(f"/proc/{window.pid}/exe")
        with open(f"/proc/{window.pid}/cmdline", "rb") as file:
            words = [word.decode(errors="replace") for word in file.read().split(b"\0")[:3]]
    except OSError:
        return names
    names |= {program, os.path.basename(program).casefold()}
    if os.path.basename(program).startswith(_INTERPRETERS) and len(words) > 1 and not words[1].startswith("-"):
        names |= {os.path.basename(words[1]).casefold()}
    return names


class Store(Protocol):
    """A place that keeps secrets. `place` says in words where that is."""

    @property
    def place(self) -> str: ...
    def names(self) -> list[str]: ...
    def get(self, name: str) -> Stored | None: ...
    def put(self, secret: Stored) -> None: ...
    def remove(self, name: str) -> bool: ...
