"""Forty windows on a wide desktop; applications that are slow, begin again, or show popups that do not stay."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from deskhand.desktop import Desktop
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import AmbiguousTarget, AppDied, StaleRef
from deskhand.model.progress import Progress
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop


def windows_of(desktop: Desktop, count: int) -> None:
    for _ in Progress(15, f"{count} windows with their trees").attempts():
        if sum(window.root is not None for window in desktop.windows()) == count:
            return


@pytest.mark.symptom(36, 37)
def test_forty_windows_on_a_wide_desktop() -> None:
    with PrivateDesktop.start((5120, 1600), "wide") as place, FixtureApp("trouble", place.env, title="Many") as app:
        desktop = Desktop(place)
        app.control("windows", count=40)
        windows_of(desktop, 41)
        snapshot = desktop.snapshot()
        assert snapshot.complete
        refs = {one.name: one.ref for one in snapshot.elements if one.role == "button"}
        assert sum(name.startswith("Press") for name in refs) == 40
        assert desktop.do("move", window="Window 3", x=4700, y=1400).verified
        for number in (0, 37):
            assert desktop.click(refs[f"Press {number}"]).verified
        assert desktop.do("double_click", 'button "Press 3"').delivery.startswith("delivered")
        with pytest.raises(AmbiguousTarget) as caught:
            desktop.focus_window("Window")
        assert len(caught.value.near) == 10
        app.wait_event("clicked", "press_3", count=2)
        assert app.clicked() == ["press_0", "press_37", "press_3", "press_3"]


def test_three_seconds_a_repaint_are_no_hang(trouble: FixtureApp, desktop: Desktop) -> None:
    trouble.control("slow", pause=3, settle=False)
    started = time.monotonic()
    receipt = desktop.do("set_value", 'text field "Remark"', value="slowly")
    assert receipt.verified
    assert time.monotonic() - started < 14
    trouble.control("slow", pause=0, settle=False)
    assert trouble.read("remark") == "slowly"


@pytest.mark.symptom(10, 38)
def test_what_an_application_was_before_it_began_again_is_not_clicked(trouble: FixtureApp, desktop: Desktop) -> None:
    ref = desktop.find('button "Save"')[0]
    snapshot = desktop.snapshot()
    save = next(one.ref for one in snapshot.elements if one.name == ref.name)
    trouble.control("restart_on", widget="save")
    with suppress(AppDied):  # it goes at once, or a moment after its effect was seen
        desktop.click(save)
    trouble.wait_event("ready", count=2)
    with pytest.raises(StaleRef):
        desktop.click(save)
    assert trouble.clicked() == ["save"]
    desktop.wait('button "Delete" appears', 10)
    assert desktop.click('button "Delete"').verified


def test_a_popup_that_goes_when_the_pointer_moves_is_used_without_it(trouble: FixtureApp, desktop: Desktop) -> None:
    trouble.control("popup", closes="motion")
    assert desktop.click('button "Pear"').verified
    assert trouble.clicked() == ["pear"]
    assert trouble.events("closed") == []


def test_a_popup_that_has_gone_is_stale(trouble: FixtureApp, desktop: Desktop) -> None:
    trouble.control("popup", closes="soon")
    refs = [one.ref for one in desktop.snapshot().elements if one.name == "Pear"]
    trouble.wait_event("closed", "popup")
    for ref in refs:
        with pytest.raises(StaleRef):
            desktop.click(ref)
    assert trouble.clicked() == []
