"""`deskhand.testing` gives users a desktop in memory that the real `Desktop` drives."""

from __future__ import annotations

import pytest

from deskhand import Desktop
from deskhand.errors import AmbiguousTarget, NotActionable, NotFound
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


def test_a_notification_is_answered_by_what_it_says() -> None:
    place = FakePlace()
    place.screen.notifications.send("Saved", "12 files", ("open", "Open it"), app="backup")
    with Desktop(place) as desktop:
        assert desktop.wait('notification "Saved" appears', 1).observer == "notifications"
        with pytest.raises(NotFound, match="no action 'Shut'"):
            desktop.act_on_notification("Saved", "Shut")
        assert desktop.dismiss_notification("Saved").verified
        assert desktop.notifications() == []
    assert place.screen.did == [("notification_dismiss", "n1")]


def test_what_the_clipboard_held_comes_back_unless_something_newer_was_copied() -> None:
    place = FakePlace()
    place.screen.clipboard.copy("the person's")
    with Desktop(place) as desktop:
        with desktop.clipboard_kept():
            desktop.clipboard_write("ours")
            assert place.screen.clipboard.text == "ours"
        assert place.screen.clipboard.text == "the person's"
        with desktop.clipboard_kept():
            desktop.clipboard_write("ours")
            place.screen.clipboard.copy("newer")
        assert place.screen.clipboard.text == "newer"
