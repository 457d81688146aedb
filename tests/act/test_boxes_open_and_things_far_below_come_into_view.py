"""Boxes are opened and closed, and what is scrolled away is brought into view, in every toolkit."""

from __future__ import annotations

import pytest

from deskhand.errors import NeedsForeground
from deskhand.model.action import Mode
from deskhand.model.progress import Progress
from deskhand.perceive.scope import Scope

REPORT = 'combo box right of label "Report"'


def popups(place) -> int:
    return sum(window.override_redirect for window in place.adapter().windows.list(Progress(5)))


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt", "qt6"])
def test_a_combo_box_is_open_when_its_list_shows(act, fixture_app, private_desktop, toolkit: str) -> None:
    fixture_app(toolkit)
    assert act("expand", REPORT).verified
    assert popups(private_desktop) == 1
    again = act("expand", REPORT)
    assert (again.verified, again.route) == (True, "none")
    assert act("collapse", REPORT).verified
    assert popups(private_desktop) == 0


@pytest.mark.parametrize("mode", ["foreground", "background"])
@pytest.mark.parametrize("toolkit", ["gtk3", "qt", "qt6"])
def test_what_is_far_below_is_scrolled_to(act, fixture_app, toolkit: str, mode: Mode) -> None:
    app = fixture_app(toolkit, "--page", "canvas")
    pane = app.where("long_page")
    assert app.where("far_below").y > pane.y + pane.height
    assert act("scroll_to", 'button "Far below"', mode=mode).verified
    assert pane.y < app.where("far_below").centre[1] < pane.y + pane.height


def test_a_drag_in_the_background_is_refused_and_moves_no_pointer(act, fixture_app) -> None:
    fixture_app("gtk3", "--page", "canvas")
    parked = act.park()
    with pytest.raises(NeedsForeground):
        act("drag", 'label "Drag me"', to='label "Drop here"', mode="background")
    assert act.pointer() == (parked.x, parked.y)


@pytest.mark.parametrize("toolkit", ["gtk3", "qt"])
def test_a_row_is_an_item_whatever_its_toolkit_calls_it(act, fixture_app, toolkit: str) -> None:
    app = fixture_app(toolkit, "--page", "lists")
    assert act("select", 'item "Row 3"').verified
    assert app.wait_event("selected", "rows").value == ["Row 3"]


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt", "qt6"])
def test_an_item_of_a_tree_opens_and_closes_though_its_object_is_made_anew(act, fixture_app, toolkit: str) -> None:
    app = fixture_app(toolkit, "--page", "lists")
    for count, (verb, event) in enumerate((("expand", "expanded"), ("collapse", "collapsed")) * 2):
        assert act(verb, 'item "Animals"').verified
        assert app.wait_event(event, "kinds", count=count // 2 + 1).value == "Animals"


def test_a_page_of_tabs_that_was_left_neither_shows_nor_is_in_the_way(act, fixture_app) -> None:
    """GTK 4 tells of what stands on a page behind as of what stands in front."""
    app = fixture_app("gtk4")
    for name in ("Lists", "Controls"):
        assert act("select", f'tab "{name}"').verified
    names = [element.name for element in act.perception.snapshot(Scope(), Progress(10)).elements]
    assert "Plants" not in names
    assert "Remember me" in names
    assert act("right_click", 'text field right of label "Name"').verified
    assert app.wait_event("button_press", "name").detail["button"] == 3
