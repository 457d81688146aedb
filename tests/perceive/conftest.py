"""Desktops in memory, written by the tests themselves."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from deskhand.adapters.fake import FakeAdapter, FakeApp, FakeObject
from deskhand.model.geometry import Bounds
from deskhand.model.progress import Progress
from deskhand.model.ref import Ref, parse_ref
from deskhand.model.snapshot import Snapshot
from deskhand.model.world import Window
from deskhand.perceive.perception import Perception
from deskhand.perceive.scope import Scope


@dataclass
class Stage:
    """A fake desktop with one application and what looks at it."""

    adapter: FakeAdapter
    app: FakeApp
    eyes: Perception

    def open(self, *children: FakeObject, title: str = "note.txt", role: str = "window", **fields: object) -> Window:
        return self.adapter.open(self.app, FakeObject(role, title, list(children), Bounds(0, 0, 800, 600)), **fields)

    def look(self, **scope: object) -> Snapshot:
        return self.eyes.snapshot(Scope(**scope), Progress(5))

    def ref(self, snapshot: Snapshot, name: str, role: str | None = None, nth: int = 0) -> Ref:
        found = [one for one in snapshot.elements if one.name == name and (role is None or one.role == role)]
        return parse_ref(found[nth].ref)


@pytest.fixture
def stage() -> Stage:
    adapter = FakeAdapter()
    return Stage(adapter, adapter.app("Notes"), Perception(adapter, "d1"))


@pytest.fixture
def progress() -> Progress:
    return Progress(5)
