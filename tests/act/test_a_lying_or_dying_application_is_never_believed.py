"""Applications that answer True and do nothing, hang or die: no receipt claims what nobody saw."""

from __future__ import annotations

import time

import pytest

from deskhand.errors import ActionFailed, AppDied, AppUnresponsive, NeedsForeground, Timeout
from deskhand.model.progress import Progress


def test_true_is_not_done(act, fixture_app) -> None:
    app = fixture_app("gtk3", "--lie")
    receipt = act("click", 'button "Promise"')
    assert receipt.delivery == "delivered_unverified"
    assert receipt.retry == "unsafe"
    assert app.clicked() == []


def test_a_field_that_drops_what_the_tree_sets_is_typed_into(act, fixture_app) -> None:
    app = fixture_app("gtk3", "--lie")
    receipt = act("set_value", 'text field "Vow"', value="kept")
    assert receipt.verified
    assert receipt.route == "keyboard"
    assert [tried.route for tried in receipt.tried] == ["tree", "keyboard"]
    assert app.read("vow") == "kept"


def test_in_the_background_the_same_field_is_a_failure(act, fixture_app) -> None:
    app = fixture_app("gtk3", "--lie")
    with pytest.raises(ActionFailed) as caught:
        act("set_value", 'text field "Vow"', value="kept", mode="background")
    assert caught.value.delivery == "delivered_unverified"
    assert app.read("vow") == "unchanged"


def test_death_in_the_middle_is_said(act, fixture_app) -> None:
    app = fixture_app("gtk3")
    app.control("trap", widget="save", then="die")
    with pytest.raises(AppDied) as caught:
        act("click", 'button "Save"')
    assert caught.value.delivery == "uncertain"
    assert caught.value.receipt is not None
    assert caught.value.receipt["retry"] == "unsafe"


@pytest.mark.symptom(34)
def test_a_hang_costs_no_more_than_the_deadline(act, fixture_app) -> None:
    app = fixture_app("gtk3")
    other = fixture_app("gtk3", title="The other one")
    app._ask("trap", {"widget": "apply_fruit", "then": "hang", "seconds": 12}, 5)
    started = time.monotonic()
    with pytest.raises((AppUnresponsive, Timeout)) as caught:
        act("click", f'button "Apply" in panel "Fruit" in window "{app.title}"', seconds=3)
    assert time.monotonic() - started < 4.5
    assert caught.value.delivery == "uncertain"
    assert act("check", 'checkbox "Remember me" in window "The other one"', mode="background").verified
    assert other.read("remember_me") is True


@pytest.mark.symptom(33)
def test_a_modal_dialog_that_keeps_the_answer_is_an_effect(act, fixture_app) -> None:
    app = fixture_app("qt")
    started = time.monotonic()
    receipt = act("click", 'button ~"Open dialog"')
    assert time.monotonic() - started < 5
    assert receipt.verified
    app.wait_event("opened", "question")
    assert act("dismiss").verified


def test_the_background_moves_nothing(act, fixture_app) -> None:
    app = fixture_app("gtk3")
    fixture_app("qt", title="In front")
    act.park()
    adapter = act.place.adapter()
    for _ in Progress(5).attempts():
        front = adapter.windows.active()
        if front is not None and front.title == "In front":
            break
    for verb, args in (("press", {"keys": "a"}), ("clipboard_write", {"text": "x"}), ("restore", {})):
        with pytest.raises(NeedsForeground):
            act(verb, mode="background", **args)
    where = f'in window "{app.title}"'
    with pytest.raises(NeedsForeground):
        act("hover", f'button "Save" {where}', mode="background")
    assert act("click", f'button "Save" {where}', mode="background").verified
    field = f'text field right of label "Name" {where}'
    assert act("type", field, text="quiet", mode="background").verified
    assert app.read("name") == "quiet"
    assert act.pointer() == (3, 3)
    now = adapter.windows.active()
    assert front is not None
    assert now is not None
    assert now.id == front.id


@pytest.mark.parametrize("toolkit", ["gtk4", "qt"])
def test_a_drag_that_nothing_takes_is_not_verified(act, fixture_app, toolkit: str) -> None:
    with fixture_app(toolkit) as app:
        receipt = act("drag", f'button "Delete" in window "{app.title}"', to=f'button "Save" in window "{app.title}"')
        assert receipt.delivery == "delivered_unverified", receipt.effect
        assert app.clicked() == []
