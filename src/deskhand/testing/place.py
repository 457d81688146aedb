"""A desktop that is only in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from deskhand.adapters.fake import FakeAdapter
from deskhand.desktops.place import ChildState, PlaceKind, Started
from deskhand.errors import AppNotFound
from deskhand.model.action import Mode
from deskhand.model.progress import Progress


class FakePlace:
    """A `Place` whose hands and eyes are `screen`, a `FakeAdapter`. Nothing can be launched on it: open windows with
    `screen.open`."""

    def __init__(self, id: str = "fake", kind: PlaceKind = "private", mode: Mode = "foreground") -> None:
        self.id = id
        self.name = id
        self.kind: PlaceKind = kind
        self.default_mode: Mode = mode
        self.env: dict[str, str] = {}
        self.display = ":fake"
        self.session_bus = ""
        self.a11y_bus = ""
        self.profiles: Path | None = None
        self.screen: FakeAdapter = FakeAdapter()
        self.alive: bool = True

    def adapter(self) -> FakeAdapter:
        return self.screen

    def locked(self) -> bool:
        return self.kind == "user" and self.screen.locked()

    def stop(self) -> None:
        self.alive = False

    def start_process(
        self, argv: Sequence[str], env: Mapping[str, str], cwd: str, key: str, progress: Progress
    ) -> Started:
        raise AppNotFound(f"{argv[0]!r} cannot be started on a fake desktop", next_step="open its window on the fake")

    def child(self, started: Started, progress: Progress) -> ChildState:
        return ChildState(0, "")

    def launches(self, progress: Progress) -> Sequence[Started]:
        return ()
