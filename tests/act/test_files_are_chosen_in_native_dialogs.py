"""Open and save dialogs of the toolkits are answered with a path; nothing is overwritten unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

from deskhand.errors import ActionFailed, NotActionable, WindowNotFound

TOOLKITS = ("gtk3", "gtk4", "qt", "qt6")


@pytest.mark.symptom(68)
@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_a_file_is_opened_and_saved(act, fixture_app, toolkit: str, tmp_path: Path) -> None:
    app = fixture_app(toolkit)
    there = tmp_path / "in ß.txt"
    there.write_text("x")
    act("click", 'button ~"Choose file"')
    with pytest.raises(NotActionable) as caught:
        act("choose_file", path=str(tmp_path / "nowhere.txt"))
    assert caught.value.check == "allowed"
    assert act("choose_file", path=str(there)).verified
    assert app.wait_event("chosen", "choose_file").value == str(there)

    act("click", 'button ~"Save as"')
    with pytest.raises(NotActionable) as caught:
        act("choose_file", path=str(there), action="save")
    assert "exists already" in caught.value.message
    assert caught.value.delivery == "not_delivered"
    # The fixture takes such a name and writes nothing: the closed dialog alone is no proof of a file.
    with pytest.raises(ActionFailed) as unsaved:
        act("choose_file", path=str(tmp_path / "lost.txt"), action="save")
    assert unsaved.value.delivery == "delivered_unverified"
    assert app.wait_event("chosen", "save_as").value == str(tmp_path / "lost.txt")

    act("click", 'button ~"Save as"')
    assert act("choose_file", path=str(tmp_path / "out.txt"), action="save").verified
    assert (tmp_path / "out.txt").read_text() == "saved\n"


def test_without_a_dialog_it_says_so(act, fixture_app, tmp_path: Path) -> None:
    fixture_app("gtk3")
    with pytest.raises(WindowNotFound):
        act("choose_file", path=str(tmp_path / "x.txt"), seconds=1)


@pytest.mark.symptom(68)
def test_an_editor_opens_and_saves_by_the_dialog_of_its_toolkit(act, tmp_path: Path) -> None:
    """FeatherPad asks by Qt's own dialog, with a field and a list that it fills itself."""
    there, out = tmp_path / "list.txt", tmp_path / "copy.txt"
    there.write_text("milk\n")
    act("launch", app="featherpad", seconds=30)
    act("press", keys="ctrl+o")
    assert act("choose_file", path=str(there), seconds=20).verified
    act("press", keys="ctrl+shift+s")
    assert act("choose_file", path=str(out), action="save", seconds=20).verified
    assert out.read_text() == "milk\n"
    act("press", keys="ctrl+shift+s")
    with pytest.raises(NotActionable):
        act("choose_file", path=str(there), action="save", seconds=20)
    assert act("choose_file", path=str(there), action="save", overwrite=True, seconds=20).verified


def test_a_file_that_is_selected_is_not_chosen_yet(act, fixture_app) -> None:
    """The rows of GTK 3's file dialog offer `activate`, which answers the dialog."""
    app = fixture_app("gtk3")
    act("click", 'button ~"Choose file"')
    assert act("select", 'cell "log"').verified
    assert app.events("chosen") == []
    assert act("dismiss", 'dialog "Choose file"').verified
