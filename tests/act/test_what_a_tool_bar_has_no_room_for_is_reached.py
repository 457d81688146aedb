"""A button behind the arrow of a tool bar is clicked by its name; the arrow is opened on the way."""

from __future__ import annotations

import pytest

from deskhand.errors import NotActionable
from deskhand.model.progress import Progress


@pytest.mark.symptom(28)
@pytest.mark.parametrize("kit", ["gtk3-widgets", "qt-widgets", "qt6-widgets"])
def test_a_button_behind_the_arrow_of_its_tool_bar_is_clicked(act, fixture_app, kit: str) -> None:
    app = fixture_app(kit)
    with pytest.raises(NotActionable) as caught:
        act("click", 'button "Export"', mode="background")
    assert "no room" in caught.value.message
    assert caught.value.delivery == "not_delivered"
    assert app.clicked() == []
    receipt = act("click", 'button "Export"', seconds=15)
    assert receipt.delivery.startswith("delivered")
    app.wait_event("clicked", "export")
    assert app.clicked() == ["export"]
    assert any("no room" in note for note in receipt.notes)
    for _ in Progress(5, "nothing stays open").attempts():
        if not any(window.override_redirect for window in act.place.adapter().windows.list(Progress(5))):
            break
    act("click", 'button "Tool 1"')
    app.wait_event("clicked", "tool_1")
    assert app.clicked() == ["export", "tool_1"]
