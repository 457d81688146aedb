"""Dialogs come between look and act, and with an act: nothing is misdelivered, and what came up is said."""

from __future__ import annotations

import pytest

from deskhand.desktop import Desktop
from deskhand.errors import ActionFailed, NotActionable
from deskhand.model.progress import Progress
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop


def wait_for_window(desktop: Desktop, title: str) -> None:
    for _ in Progress(10, f"window {title!r}").attempts():
        if any(window.title == title for window in desktop.windows()):
            return


@pytest.mark.symptom(33)
@pytest.mark.parametrize("verb", ["click", "double_click", "type"])
def test_what_lies_under_a_modal_dialog_is_left_alone_by_every_route(
    trouble: FixtureApp, desktop: Desktop, verb: str
) -> None:
    target = 'text field "Remark" in window "Trouble"' if verb == "type" else 'button "Save" in window "Trouble"'
    ref = desktop.find(target)[0]
    trouble.control("ask")
    wait_for_window(desktop, "Update available")
    with pytest.raises(NotActionable) as caught:
        desktop.do(verb, target, **({"text": "lost"} if verb == "type" else {}))
    assert ref.role in ("button", "text field")
    assert "'Update available'" in caught.value.message
    assert caught.value.delivery == "not_delivered"
    assert trouble.clicked() == []
    assert trouble.read("remark") == ""
    trouble.control("answer")


def test_a_dialog_that_came_with_the_act_stands_in_the_receipt(trouble: FixtureApp, desktop: Desktop) -> None:
    trouble.control("ambush", widget="delete")
    receipt = desktop.click('button "Delete"')
    assert receipt.verified
    wait_for_window(desktop, "Confirm")
    trouble.control("answer")
    with pytest.raises(ActionFailed) as caught:
        desktop.do("click", 'button "Delete"', expect='window "Settings" opens', timeout=2.0)
    assert any("'Confirm' came up" in line for line in caught.value.near)
    assert caught.value.retry == "unsafe"


def test_a_dialog_with_no_hold_on_the_window_stops_nothing(trouble: FixtureApp, desktop: Desktop) -> None:
    trouble.control("ask", modal=False, title="News")
    wait_for_window(desktop, "News")
    assert desktop.click('button "Save" in window "Trouble"').verified
    assert trouble.clicked() == ["save"]
