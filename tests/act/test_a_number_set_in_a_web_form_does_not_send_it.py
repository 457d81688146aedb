"""A number goes into a web page's field by the keyboard where the tree does not take it, and the form stays unsent."""

from __future__ import annotations

import pytest

from fixtures.running import PageServer


@pytest.mark.symptom(6, 60)
def test_a_number_set_in_a_web_form_does_not_send_it(act, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = act.place.adapter().tree
    monkeypatch.setattr(tree, "set_value", lambda *_: None)  # says yes and does nothing
    with PageServer() as page:
        act("launch", app="chromium", files=[page.url], seconds=60.0)
        try:
            page.wait_event("ready", seconds=30.0)
            receipt = act("set_value", 'spin button "Quantity"', value=14)
            assert (receipt.verified, receipt.route) == (True, "keyboard")
            assert page.wait_event("changed", "quantity").value == "14"
            act("set_value", 'spin button "Quantity"', value=15)
            assert page.wait_event("changed", "quantity", count=2).value == "15"
            assert not page.events("order")
        finally:
            act("close", window="Order form")
