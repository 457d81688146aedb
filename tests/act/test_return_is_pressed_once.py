"""`type … enter`: Return goes out once, and the journal knows of it before it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from deskhand import Action, Desktop, Journal, Locator
from deskhand.model.geometry import Bounds
from deskhand.testing import FakeObject, FakePlace

READY = {"visible", "showing", "enabled", "sensitive", "focused", "focusable", "editable"}


@pytest.mark.parametrize(
    ("role", "holds", "replace", "sent"),
    [
        ("terminal", "$ ", False, [("type", "ls"), ("type", "\n")]),
        ("text field", "ls", True, [("press", "Return")]),
    ],
    ids=["into a terminal", "where the text stands already"],
)
def test_return_goes_out_once_and_announced(
    role: str, holds: str, replace: bool, sent: list[tuple[str, str]], tmp_path: Path
) -> None:
    place = FakePlace()
    field = FakeObject(
        role, "", text=holds, bounds=Bounds(0, 0, 400, 30), states=set(READY), interfaces=frozenset({"Text"})
    )
    window = FakeObject("window", "sh", [field], bounds=Bounds(0, 0, 800, 600))
    place.screen.open(place.screen.app("shell"), window, active=True)
    with Journal(tmp_path / "journal.db") as journal:
        run = journal.start_run("type ls", {}, "fake", {})
        with Desktop(place, journal=journal) as desktop:
            args = {"text": "ls", "enter": True, **({"replace": True} if replace else {})}
            receipt = desktop.engine.act(Action("type", Locator(role), args), run=run, step=1)
        assert place.screen.did == sent
        assert receipt.route == "keyboard"
        assert [intent.route for intent in journal.run(run).intents] == ["keyboard"]
