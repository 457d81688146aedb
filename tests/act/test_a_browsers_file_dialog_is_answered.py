"""Chromium's file dialogs are windows of GTK that show no tree: they are known by their window and answered by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deskhand.errors import NeedsForeground, NotActionable
from fixtures.running import PageServer


@pytest.mark.symptom(68)
def test_a_file_is_given_to_a_page_and_the_page_is_saved(act: Any, page_server: PageServer, tmp_path: Path) -> None:
    letter, saved = tmp_path / "letter ß.txt", tmp_path / "page.html"
    letter.write_text("Dear all\n")
    act("launch", app="chromium", args=[page_server.url + "widgets.html"], seconds=30)
    act("click", 'button ~"Choose file"', seconds=20)
    with pytest.raises(NeedsForeground):
        act("choose_file", mode="background", path=str(letter))
    with pytest.raises(NotActionable, match="no file"):
        act("choose_file", path=str(tmp_path / "nowhere.txt"))
    chosen = act("choose_file", path=str(letter), seconds=20)
    assert (chosen.verified, chosen.route) == (True, "keyboard")
    assert page_server.wait_event("chosen", "choose_file").value == letter.name

    act("press", keys="ctrl+s")
    assert act("choose_file", path=str(saved), action="save", seconds=20).verified
    assert "Choose file" in saved.read_text()

    act("press", keys="ctrl+s")
    with pytest.raises(NotActionable, match="exists already"):
        act("choose_file", path=str(saved), seconds=20)
    saved.write_text("of before")
    assert act("choose_file", path=str(saved), overwrite=True, seconds=20).verified
    assert "Choose file" in saved.read_text()
