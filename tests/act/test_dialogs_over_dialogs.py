"""A dialog over a dialog over a window: only the topmost is used, and closing it gives the next one back."""

from __future__ import annotations

import pytest

from deskhand.errors import NotActionable
from deskhand.model.progress import Progress
from deskhand.perceive.scope import Scope


@pytest.mark.symptom(33)
@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt", "qt6"])
def test_only_the_topmost_of_nested_dialogs_is_used(act, fixture_app, toolkit: str) -> None:
    app = fixture_app(toolkit)
    act("click", 'button ~"Open dialog"')
    assert act("click", 'button ~"More" in window "Question"').verified
    app.wait_event("opened", "details")
    began = Progress(5)
    act.perception.snapshot(Scope(), began)
    for below in ('button "Yes" in window "Question"', 'button "Save"'):
        with pytest.raises(NotActionable) as caught:
            act("click", below, seconds=1.5)
        assert caught.value.delivery == "not_delivered"
    assert act("click", 'button "Close" in window "Details"').verified
    with pytest.raises(NotActionable):
        act("click", 'button "Save"', seconds=1.5)
    assert act("click", 'button "Yes" in window "Question"').verified
    app.wait_event("closed", "question")
    act("click", 'button "Save"')
    app.wait_event("clicked", "save")
    assert app.clicked() == ["open_dialog", "question_more", "details_close", "question_yes", "save"]


@pytest.mark.parametrize("toolkit", ["gtk3", "qt"])
def test_nested_dialogs_are_dismissed_from_the_top(act, fixture_app, toolkit: str) -> None:
    fixture_app(toolkit)
    act("click", 'button ~"Open dialog"')
    act("click", 'button ~"More" in window "Question"')
    for title in ("Details", "Question"):
        assert act("dismiss", f'dialog "{title}"').verified


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt", "qt6"])
def test_a_dialog_is_called_a_dialog_whatever_its_toolkit_calls_it(act, fixture_app, toolkit: str) -> None:
    app = fixture_app(toolkit)
    app.control("open_dialog")
    assert act("click", 'button "No" in dialog "Question"').verified
    assert app.wait_event("clicked", "question_no")
