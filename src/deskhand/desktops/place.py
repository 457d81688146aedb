"""What the floors above know of a desktop, wherever it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from deskhand.adapters.protocol import Adapter
from deskhand.model.action import Mode
from deskhand.model.progress import Progress

PlaceKind = Literal["private", "user"]


@dataclass(frozen=True, slots=True)
class Started:
    """A process started on a desktop. `token` is the value of `DESKHAND_LAUNCH` that it and its children carry; `key`
    groups launches of one application."""

    pid: int
    token: str
    key: str


@dataclass(frozen=True, slots=True)
class ChildState:
    """How a started process stands: `exit` None while it runs, else its exit code (negative: the signal that ended it);
    `output` the newest at most 16 KiB of what it wrote to stdout and stderr."""

    exit: int | None
    output: str


class Place(Protocol):
    """A display, a session bus and an accessibility bus on which applications run.

    Attributes:
        id: unique on this machine, lower-case letters and digits.
        name: what a person called it, else the id.
        kind: `private` (ours, thrown away at the end) or `user` (a person's own).
        env: the whole environment that applications started here get, nothing else.
        display: X display, e.g. `:7`.
        session_bus, a11y_bus: D-Bus addresses.
        default_mode: the mode of actions that name none.
    """

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> PlaceKind: ...
    @property
    def env(self) -> dict[str, str]: ...
    @property
    def display(self) -> str: ...
    @property
    def session_bus(self) -> str: ...
    @property
    def a11y_bus(self) -> str: ...
    @property
    def default_mode(self) -> Mode: ...
    @property
    def alive(self) -> bool: ...

    @property
    def profiles(self) -> Path | None:
        """Folder for applications' own profiles; None on the user's desktop, where applications use the user's."""
        ...

    def start_process(
        self, argv: Sequence[str], env: Mapping[str, str], cwd: str, key: str, progress: Progress
    ) -> Started:
        """Start a program with the desktop's environment plus `env`. `AppNotFound` when it cannot be executed."""
        ...

    def child(self, started: Started, progress: Progress) -> ChildState: ...

    def launches(self, progress: Progress) -> Sequence[Started]:
        """What was started here so far, oldest first."""
        ...

    def adapter(self) -> Adapter:
        """The hands and eyes of this desktop, opened at the first call and closed by `stop`."""
        ...

    def locked(self) -> bool:
        """True while a screen lock covers the desktop; a private one has none."""
        ...

    def stop(self) -> None:
        """End a private desktop with all that runs in it; let go of the user's own. May be called twice."""
        ...
