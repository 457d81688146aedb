"""Long lists, context menus, drags, spin boxes and hints; the applications say what they really received."""

from __future__ import annotations

import pytest

from deskhand.errors import BadRequest, NotActionable
from deskhand.model.element import Element
from deskhand.model.progress import Progress
from deskhand.model.ref import parse_ref
from deskhand.perceive.expect_text import parse_expect
from deskhand.perceive.scope import Scope
from fixtures.running import FixtureApp

KITS = ("gtk3-widgets", "gtk4-widgets", "qt-widgets")
BOX = {"gtk3-widgets": "panel"}
ROW = {"gtk3-widgets": 'cell "Row 5" in table "Long list"'}


@pytest.fixture
def app(fixture_app, kit: str) -> FixtureApp:
    return fixture_app(kit)


def _showing(act, name: str) -> Element:
    """The element of this name, waited for, as a fresh snapshot has it."""
    for _ in Progress(8, f"{name!r} shows").attempts():
        elements = act.perception.snapshot(Scope(), Progress(10)).elements
        found = [element for element in elements if element.name == name]
        if found:
            return found[0]
    raise AssertionError(name)


@pytest.mark.symptom(48)
@pytest.mark.parametrize("mode", ["background", "foreground"])
def test_a_row_twelve_thousand_down_is_reached_in_one_call(act, fixture_app, mode: str) -> None:
    fixture_app("gtk3-widgets")
    receipt = act("scroll_to", 'table "Long list"', item="Row 12345", mode=mode, seconds=60)
    assert receipt.verified
    assert receipt.route == "tree"
    assert receipt.target["name"] == "Row 12345"
    assert act("scroll_to", '"Row 7" in table "Long list"', mode=mode, seconds=60).verified


@pytest.mark.symptom(48)
@pytest.mark.parametrize(
    ("kit", "holder"),
    [
        ("gtk4-widgets", 'list "Long list"'),
        ("qt-widgets", 'list "Long list"'),
        ("qt-widgets", 'table "Long table"'),
    ],
)
def test_a_far_row_is_selected_by_the_ref_of_the_call_that_found_it(act, app, kit: str, holder: str) -> None:
    receipt = act("scroll_to", holder, item="Row 12345", seconds=60)
    assert receipt.verified
    assert app.events("selected") == []
    act("click", parse_ref(receipt.target["ref"]))
    assert "Row 12345" in app.wait_event("selected").value


@pytest.mark.symptom(39, 57)
@pytest.mark.parametrize("kit", KITS)
def test_an_entry_of_the_menu_that_opened_is_chosen_by_its_ref(act, app: FixtureApp, kit: str) -> None:
    opened = act("right_click", ROW.get(kit, 'item "Row 5" in list "Long list"'))
    assert opened.verified
    receipt = act("click", parse_ref(_showing(act, "Rename").ref))
    assert receipt.delivery.startswith("delivered")
    assert app.wait_event("activated", "rename").value in ("Row 5", None)
    windows = act.place.adapter().windows
    for _ in Progress(5, "the menu is closed").attempts():
        if not any(window.override_redirect for window in windows.list(Progress(5))):
            break
    assert len(app.events("activated")) == 1


@pytest.mark.symptom(64)
@pytest.mark.parametrize("kit", KITS)
def test_what_is_dragged_is_dropped_and_what_nothing_takes_is_not_verified(act, app: FixtureApp, kit: str) -> None:
    box = BOX.get(kit, "label")
    act("drag", f'{box} "Drag me"', to=f'{box} "Drop here"', seconds=20)
    app.wait_event("dropped", "drop_here")
    receipt = act("drag", '"Pebble"', to='label "Nothing takes here"', seconds=20)
    assert receipt.delivery == "delivered_unverified"


@pytest.mark.symptom(65)
def test_a_drag_is_held_over_calls_and_let_go_by_a_stop(act, fixture_app) -> None:
    app = fixture_app("qt-widgets")
    input_ = act.place.adapter().input
    held = act("drag", 'label "Drag me"', to='label "Nothing takes here"', hold=True)
    assert held.verified
    assert input_.held()
    with pytest.raises(NotActionable) as caught:
        act("click", '"Pebble"')
    assert caught.value.delivery == "not_delivered"
    assert act("hover", '"Shell"').verified
    assert app.events("dropped") == []
    act("drop", 'label "Drop here"')
    app.wait_event("dropped", "drop_here")
    act("drag", 'label "Drag me"', to='label "Drop here"', hold=True)
    input_.release_all()
    assert not input_.held()
    act("click", '"Pebble"')
    assert len(app.events("dropped")) == 1


@pytest.mark.symptom(6, 52)
@pytest.mark.parametrize("mode", ["background", "foreground"])
@pytest.mark.parametrize("kit", KITS)
def test_a_spin_box_ends_at_the_value_and_its_twin_is_left_alone(act, app: FixtureApp, kit: str, mode: str) -> None:
    assert act("set_value", 'spin button "Copies"', value=9, mode=mode).verified
    assert app.wait_event("changed", "copies").value == 9
    right = 'spin button "Width Right"' if kit == "gtk4-widgets" else 'spin button "Width" in panel "Right"'
    assert act("set_value", right, value=12, mode=mode).verified
    assert app.wait_event("changed", "width_right").value == 12
    assert app.events("changed", "width_left") == []


@pytest.mark.symptom(6)
@pytest.mark.parametrize("kit", KITS)
def test_a_spin_box_of_whole_numbers_takes_no_half(act, app: FixtureApp, kit: str) -> None:
    before = act("read", 'spin button "Copies"').result
    for mode in ("background", "foreground"):
        with pytest.raises(BadRequest, match=r"whole numbers: 7\.5 would be rounded"):
            act("set_value", 'spin button "Copies"', value="7.5", mode=mode)
    assert act("read", 'spin button "Copies"').result == before
    assert app.events("changed", "copies") == []


@pytest.mark.symptom(66)
@pytest.mark.parametrize("kit", KITS)
def test_a_double_click_is_one(act, app: FixtureApp, kit: str) -> None:
    act("double_click", f'{BOX.get(kit, "label")} "Double here"')
    app.wait_event("double", "double_here")
    assert len(app.events("double", "double_here")) == 1


@pytest.mark.parametrize("kit", KITS)
def test_the_hint_under_the_pointer_is_waited_for_and_read(act, app: FixtureApp, kit: str) -> None:
    refresh = 'button "Refresh"' if kit == "gtk3-widgets" else 'button "Load the list anew"'
    assert act("hover", refresh).result == {"hint": "Load the list anew"}
    if kit == "gtk3-widgets":
        return  # its hints are on the display only
    hint = f'{"label" if kit == "gtk4-widgets" else "tool tip"} "Load the list anew"'
    assert act("wait", expect=parse_expect(f"{hint} appears"), seconds=8).verified
    assert act("read", hint).result == "Load the list anew"
    assert act("hover", 'spin button "Copies"').result is None
    assert act("wait", expect=parse_expect(f"{hint} disappears"), seconds=8).verified


@pytest.mark.parametrize("kit", ["gtk3", "gtk4", "qt"])
def test_a_row_that_is_selected_already_is_clicked_and_not_opened(act, app: FixtureApp, kit: str) -> None:
    app.control("page", name="Lists")
    row = f'"Row 2" in window "{app.title}"'
    act("click", row)
    app.wait_event("selected", "rows")
    before = len(app.events("button_press"))
    assert act("click", row).route != "keyboard"
    if kit != "gtk3":  # there an action of the tree selects it
        app.wait_event("button_press", "rows", count=before + 1)
    assert app.events("activated", "rows") == []
