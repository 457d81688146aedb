from __future__ import annotations

from typing import Any

import pytest

from deskhand.adapters.fake import FakeObject
from deskhand.adapters.fake_objects import button, entry, label, row
from deskhand.errors import AmbiguousTarget, AppUnresponsive, NotFound
from deskhand.model.element import Element
from deskhand.model.geometry import Bounds
from deskhand.model.progress import Progress
from deskhand.perceive.locator_text import parse_locator


def find(stage: Any, text: str) -> Element:
    return stage.eyes.resolve(parse_locator(text), Progress(5))


def test_names_are_compared_as_people_read_them(stage: Any) -> None:
    stage.open(button("_Save As…"), button("Cancel"))
    assert find(stage, 'button "save as"').name == "_Save As…"
    assert find(stage, '"Save As..."').name == "_Save As…"
    assert find(stage, 'button ~"as"').name == "_Save As…"
    assert find(stage, "button /^can/").name == "Cancel"


def test_one_of_several_is_never_taken_unless_asked_for(stage: Any) -> None:
    stage.open(
        FakeObject("list", "People", [row(label("Ann"), button("Add")), row(label("Bob"), button("Add", y=40))]),
        label("End"),
    )
    with pytest.raises(AmbiguousTarget) as caught:
        find(stage, 'button "Add"')
    assert caught.value.near[1] == 'button "Add" in "note.txt" at (0, 40), in the row "Bob"'
    assert find(stage, '2nd button "Add"').bounds == Bounds(0, 40, 80, 24)
    assert find(stage, 'button "Add" in row "Bob"').bounds == Bounds(0, 40, 80, 24)
    with pytest.raises(NotFound, match="only 2"):
        find(stage, '3rd button "Add"')


def test_a_button_and_the_label_inside_it_are_one_thing(stage: Any) -> None:
    stage.open(FakeObject("button", "Save", [label("Save")], actions=("click",)))
    assert find(stage, '"Save"').role == "button"


def test_a_button_without_a_name_is_named_by_the_label_inside_it(stage: Any) -> None:
    stage.open(FakeObject("button", "", [label("Save")], actions=("click",)))
    assert find(stage, 'button "Save"').role == "button"


def test_a_field_is_found_by_its_label_only_where_none_has_the_name(stage: Any) -> None:
    stage.open(label("Name:", 0, 0), entry("Ann", 100, 0), label("City", 0, 40), entry("Ulm", 100, 40))
    assert find(stage, 'field "Name"').value == "Ann"
    assert find(stage, 'text field labelled "City"').value == "Ulm"
    assert find(stage, 'field right of label "City"').value == "Ulm"
    assert find(stage, 'label "Name"').role == "label"


def test_the_active_window_comes_first_and_dialogs_over_it_belong_to_it(stage: Any) -> None:
    first = stage.open(button("Save"), title="one")
    stage.open(button("Save"), button("Only here"), title="two", active=False)
    stage.adapter.windows.focus(first, Progress(1))
    assert find(stage, 'button "Save"').window == "one"
    assert find(stage, 'button "Only here"').window == "two"
    assert find(stage, 'button "Save" in window "two"').window == "two"
    stage.open(button("Yes"), title="Really?", role="dialog", modal=True, transient_for=first.id, kind="dialog")
    assert find(stage, 'button "Yes" in dialog "Really?"').window == "Really?"
    assert find(stage, 'button "Save" in window "one"').window == "one"


def test_what_is_not_there_is_refused_with_near_misses(stage: Any) -> None:
    hidden = button("Print")
    hidden.states = {"enabled"}
    grey = button("Send")
    grey.states = {"showing", "visible"}
    stage.open(button("Save As"), hidden, grey)
    with pytest.raises(NotFound) as caught:
        find(stage, 'button "Sve As"')
    assert caught.value.near == ('button "Save As" in "note.txt"',)
    with pytest.raises(NotFound) as caught:
        find(stage, 'button "Print"')
    assert "hidden" in caught.value.near[0]
    with pytest.raises(NotFound) as caught:
        find(stage, 'enabled button "Send"')
    assert "not enabled" in caught.value.near[0]
    assert find(stage, 'disabled button "Send"').name == "Send"
    with pytest.raises(NotFound, match="by which"):
        find(stage, 'field right of label "Nme"')


def test_an_application_that_does_not_answer_makes_it_unknown_only_where_nothing_else_is_found(stage: Any) -> None:
    stage.open(button("Save"))
    other = stage.adapter.app("Busy")
    stage.adapter.open(other, FakeObject("window", "busy", [button("Go")]), active=False)
    other.hung = True
    assert find(stage, 'button "Save"').name == "Save"
    with pytest.raises(AppUnresponsive):
        find(stage, 'button "Go"')


def test_cells_are_addressed_in_the_sheet_of_the_window(stage: Any) -> None:
    filled = {(0, 0): "Order", (0, 1): "Amount", **{(r, 1): str(r) for r in range(1, 301)}, (7, 0): "A-7"}
    sheet = FakeObject("table", "Sheet1", cells=lambda r, c: filled.get((r, c), ""))
    sheet.states |= {"manages_descendants"}
    stage.open(sheet, FakeObject("table", "other"))
    assert find(stage, "cell B202").value == "201"
    assert find(stage, 'cell below column "Amount"').name == "B302"
    assert find(stage, 'cell in column "Amount" in row "A-7"').value == "7"
    assert stage.eyes.read_table(None, "A1:B2", Progress(5)) == [["Order", "Amount"], ["", "1"]]
    assert stage.eyes.read_table(parse_locator('table in window "note.txt"'), "B300", Progress(5)) == [["299"]]


def test_find_gives_all_with_refs_that_work(stage: Any, progress: Progress) -> None:
    from deskhand.model.ref import parse_ref

    stage.open(button("Add", y=0), button("Add", y=40))
    found = stage.eyes.find(parse_locator('button "Add"'), progress)
    assert [one.bounds.y for one in found if one.bounds] == [0, 40]
    assert stage.eyes.resolve(parse_ref(found[1].ref), progress).bounds == Bounds(0, 40, 80, 24)
    assert stage.eyes.find(parse_locator('button "None"'), progress) == ()
