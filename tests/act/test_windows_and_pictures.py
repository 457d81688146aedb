"""Windows are moved, put away and closed as the window list says; pictures and the clipboard hold what they must."""

from __future__ import annotations

from pathlib import Path

import pytest

from deskhand.errors import AmbiguousTarget, WindowNotFound
from deskhand.model.progress import Progress
from deskhand.model.world import Window


def test_windows(act, fixture_app) -> None:
    app = fixture_app("gtk3", title="One of two")
    other = fixture_app("gtk3", title="Two of two")
    windows = act.place.adapter().windows

    def now(title: str) -> Window:
        return next(window for window in windows.list(Progress(5)) if window.title == title)

    with pytest.raises(AmbiguousTarget):
        act("minimise", window="of two")
    with pytest.raises(WindowNotFound):
        act("minimise", window="Three", seconds=1)
    assert act("focus_window", window="One of two").verified
    assert now("One of two").active
    assert act("move", window="One of two", x=60, y=70).verified
    assert (60, 70) in ((now("One of two").frame.x, now("One of two").frame.y), now("One of two").bounds[:2])
    assert act("maximise", window="One of two").verified
    assert now("One of two").maximised
    assert act("restore", window="One of two").verified
    assert act("minimise", window="One of two").verified
    assert now("One of two").minimised
    assert act("restore", window="One of two").verified
    assert act("close", window="Two of two").verified
    assert other.process.wait(5) is not None
    assert app.alive


def test_a_picture_is_written(act, fixture_app, tmp_path: Path) -> None:
    from PIL import Image

    app = fixture_app("gtk3")
    path = tmp_path / "window.png"
    receipt = act("screenshot", path=str(path), window=app.title)
    with Image.open(path) as image:
        assert image.size == (receipt.result["width"], receipt.result["height"])
        assert max(image.convert("L").histogram()) < image.width * image.height
    inline = act("screenshot", region=[0, 0, 50, 40]).result
    assert (inline["width"], inline["height"]) == (50, 40)
    assert inline["base64"]


def test_the_clipboard_holds_what_was_written(act) -> None:
    assert act("clipboard_write", text="1,284.50 €").verified
    assert act("clipboard_read").result == "1,284.50 €"
    assert act("clipboard_clear").verified
    assert act("clipboard_read").result == ""


def test_an_application_is_launched_and_typed_into(act, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("first\n")
    receipt = act("launch", app="mousepad", files=[str(note)], seconds=30)
    assert receipt.verified
    assert receipt.effect.scope == "process"
    assert act("type", "text area", text="Total: 60 €\n", replace=True).verified
    assert act("read", "text area").result == "Total: 60 €\n"
    act("press", keys="ctrl+s")
    for _ in Progress(5).attempts():
        if note.read_text() == "Total: 60 €\n":
            break
    assert note.read_text() == "Total: 60 €\n"
