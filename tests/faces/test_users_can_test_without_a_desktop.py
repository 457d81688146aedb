"""`deskhand.testing` gives users a desktop in memory that the real `Desktop` drives."""

from __future__ import annotations

import pytest

from deskhand import Desktop
from deskhand.errors import AmbiguousTarget, NotActionable
from deskhand.model.geometry import Bounds
from deskhand.testing import FakeObject, FakePlace, button, label


def window(*children: FakeObject) -> FakeObject:
    return FakeObject("window", "note.txt", list(children), bounds=Bounds(0, 0, 800, 600))


def test_a_click_after_which_nothing_is_seen_is_not_called_verified() -> None:
    place = FakePlace()
    place.screen.open(place.screen.app("editor"), window(button("Idle"), label("nothing yet", 10, 60)))
    with Desktop(place) as desktop:
        receipt = desktop.click('button "Idle"')
    assert receipt.delivery == "delivered_unverified"
    assert len(place.screen.did) == 1


def test_two_of_a_name_are_refused_with_both_named() -> None:
    place = FakePlace()
    place.screen.open(place.screen.app("editor"), window(button("Add"), button("Add", 200)))
    with Desktop(place) as desktop, pytest.raises(AmbiguousTarget) as refused:
        desktop.click('button "Add"')
    assert len(refused.value.near) == 2
    assert place.screen.did == []


def test_a_greyed_out_button_is_not_pressed() -> None:
    place = FakePlace()
    grey = button("Save")
    grey.states -= {"enabled", "sensitive"}
    place.screen.open(place.screen.app("editor"), window(grey))
    with Desktop(place) as desktop, pytest.raises(NotActionable) as refused:
        desktop.click('button "Save"')
    assert refused.value.check == "enabled"
    assert refused.value.retry == "safe"
