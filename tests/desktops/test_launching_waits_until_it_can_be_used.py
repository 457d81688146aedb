"""Each application, on a profile of its own: a window within seconds, in the tree, no first-run window before it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from deskhand.desktop import Desktop
from deskhand.desktops.launch import Launcher
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import AppDied, AppNotFound, BadRequest, NotFound, Timeout, Unsupported
from deskhand.model.progress import Progress

pytestmark = pytest.mark.desktop
APPLICATIONS = {
    "Mousepad": "Mousepad", "gedit": "gedit", "Calculator": "Calculator", "Galculator": "galculator",
    "Gnumeric": "Gnumeric", "pcmanfm": "", "FeatherPad": "", "Chromium": "Chromium", "Firefox": "Firefox",
    "LibreOffice Calc": "Calc", "LibreOffice Writer": "Writer", "LibreOffice Impress": "Impress",
}  # fmt: skip


@pytest.mark.symptom(93)
@pytest.mark.symptom(96)
@pytest.mark.parametrize("words", APPLICATIONS)
def test_a_window_is_shown_and_nothing_stands_before_it(private_desktop: PrivateDesktop, words: str) -> None:
    launched = Launcher(private_desktop).launch(words, Progress(40, f"launching {words}"))
    windows = private_desktop.adapter().windows.list(Progress(10))
    own = {window.id: window for window in windows}[launched.window_id or ""]
    assert APPLICATIONS[words] in own.title
    assert own.root is not None
    assert not [window.title for window in windows if window.modal or window.kind == "dialog"]


def test_a_file_opens_in_the_named_application(private_desktop: PrivateDesktop, tmp_path: Path) -> None:
    note = tmp_path / "größe 你好.txt"
    note.write_text("hello", encoding="utf-8")
    launched = Launcher(private_desktop).launch("mousepad", Progress(20), files=[str(note)])
    windows = private_desktop.adapter().windows.list(Progress(5))
    assert any(note.name in window.title for window in windows if window.id == launched.window_id)


def test_a_second_launch_of_a_single_instance_is_told(private_desktop: PrivateDesktop) -> None:
    first = Launcher(private_desktop).launch("pcmanfm", Progress(20))
    second = Launcher(private_desktop).launch("pcmanfm", Progress(20), files=["/usr/share"])
    assert second.handed_over
    assert second.pid == first.pid
    windows = {window.id: window.title for window in private_desktop.adapter().windows.list(Progress(5))}
    assert windows[second.window_id or ""] == "share"


def test_an_early_end_says_how_and_what_was_written(private_desktop: PrivateDesktop) -> None:
    with pytest.raises(AppDied, match="code 3") as died:
        Launcher(private_desktop).launch("sh -c 'echo no such display >&2; exit 3'", Progress(10))
    assert died.value.seen == "no such display"
    with pytest.raises(AppDied, match="signal 11"):
        Launcher(private_desktop).launch("sh -c 'kill -SEGV $$'", Progress(10))


def test_one_that_shows_no_window_runs_out_of_time(private_desktop: PrivateDesktop) -> None:
    with pytest.raises(Timeout) as timeout:
        Launcher(private_desktop).launch("sleep 30", Progress(0.7, "launching sleep"))
    assert any("waiting for a window of sleep" in line for line in timeout.value.log)


def test_what_cannot_be_launched_is_refused(private_desktop: PrivateDesktop, tmp_path: Path) -> None:
    launcher = Launcher(private_desktop)
    with pytest.raises(AppNotFound) as missing:
        launcher.launch("mousepd", Progress(5))
    assert "Mousepad (org.xfce.mousepad)" in missing.value.near
    with pytest.raises(NotFound, match="no file"):
        launcher.launch("mousepad", Progress(5), files=[str(tmp_path / "missing.txt")])
    with pytest.raises(BadRequest):
        launcher.launch("  ", Progress(5))
    if any(app.terminal for app in launcher.installed()):
        terminal = next(app for app in launcher.installed() if app.terminal)
        with pytest.raises(Unsupported, match="terminal"):
            launcher.launch(terminal.id, Progress(5))


def test_a_runaway_writer_is_bounded(private_desktop: PrivateDesktop) -> None:
    started = private_desktop.start_process(["sh", "-c", "yes | head -c 5000000"], {}, "/", "yes", Progress(5))
    progress = Progress(10, "waiting for it")
    while (state := private_desktop.child(started, progress)).exit is None:
        progress.check()
        progress.pause(0.02)
    assert len(state.output) <= 16_384
    assert not [path for path in private_desktop.folder.iterdir() if path.is_file() and os.stat(path).st_size > 100_000]


def test_a_window_that_is_given_the_focus_behind_our_back_is_told(desktop: Desktop, fixture_app) -> None:
    fixture_app("gtk3", title="Mine")
    receipt = desktop.do("launch", app="mousepad", mode="background", timeout=30)
    assert receipt.verified
    assert any("gave it the focus, which 'Mine' had" in note for note in receipt.notes), receipt.notes
