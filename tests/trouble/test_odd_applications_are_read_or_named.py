"""Applications that are not one tree: two trees in one process, and none at all."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from deskhand.desktop import Desktop
from deskhand.errors import NoTree
from deskhand.mind.options import RunOptions
from deskhand.mind.runs import run_steps
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from deskhand.perceive.render import render_text
from deskhand.perceive.vision import reader
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop


def both_windows(desktop: Desktop, app: FixtureApp) -> list[Window]:
    for _ in Progress(15, "both windows with their trees").attempts():
        found = [window for window in desktop.windows() if window.pid == app.pid]
        if len(found) == 2 and all(window.root for window in found):
            return found
    raise AssertionError(found)


@pytest.mark.symptom(42)
@pytest.mark.parametrize("options", [(), ("--same-title",)], ids=["two titles", "one title"])
def test_two_applications_in_one_process_are_both_read_and_used(
    desktop: Desktop, fixture_app, options: tuple[str, ...]
) -> None:
    app = fixture_app("two-trees", *options, title="Twofold")
    windows = both_windows(desktop, app)
    assert len({window.root[0] for window in windows if window.root}) == 2, "two bus names under one process id"
    for window in windows:
        text = render_text(desktop.snapshot(window=window.id))
        toolkit = "Qt" if "Save in Qt" in text else "GTK"
        assert f'button "Save in {toolkit}"' in text, text
        assert 'text field "Remark"' in text, text
        word = toolkit.lower()
        desktop.do("click", f'button "Save in {toolkit}"')
        field = desktop.find(f'text field "Remark" in window "{window.title}"')
        ref = next(element.ref for element in field if element.window_id == window.id)
        assert desktop.do("type", ref, text=f"for {toolkit}").verified
        assert app.wait_event("clicked", f"{word}_save")
        assert app.events("changed", f"{word}_remark")[-1].value == f"for {toolkit}"
    assert sorted(app.clicked()) == ["gtk_save", "qt_save"]


@pytest.mark.symptom(53)
@pytest.mark.parametrize("toolkit", ["tk", "sdl"])
def test_a_window_that_shows_nothing_is_named_at_once_and_used_by_its_picture(
    desktop: Desktop, fixture_app, toolkit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "_present", lambda name: False)  # the extra `vision` is not installed
    app = fixture_app(toolkit, title="Drawn")
    for _ in Progress(10, "that it will have no tree").attempts():
        (window,) = [window for window in desktop.windows() if window.pid == app.pid]
        if not window.tree_awaited:
            break
    assert "no accessibility tree" in render_text(desktop.snapshot(window="Drawn"))
    began = time.monotonic()
    for deed in (
        lambda: desktop.click('button "Save"'),
        lambda: desktop.do("type", 'text field "Name" in window "Drawn"', text="x"),
        lambda: desktop.do("menu", window="Drawn", path="File > Save"),
        lambda: desktop.find('button "Save" in window "Drawn"'),
        lambda: desktop.read('button "Save" in window "Drawn"'),
    ):
        with pytest.raises(NoTree) as caught:
            deed()
        assert "Drawn" in caught.value.message
        assert "screenshot" in caught.value.next_step
        assert caught.value.delivery == "not_delivered"
    assert time.monotonic() - began < 2.5, "what can never be found was waited for"
    # Nothing is said to be missing there either.
    assert desktop.journal is not None
    script = 'check that there is no button "Save" in window "Drawn"'
    options = RunOptions(folder=tmp_path, pictures=False, check_seconds=0.5)
    result = run_steps(desktop.engine, desktop.journal, script, {}, options=options)
    assert result.verdict != "verified", result
    assert (result.steps[0].error or {}).get("code") == "no_tree", result.steps[0]
    # What the next step says is done with what it hands out: a point of the window's own picture.
    place = app.where("save")
    desktop.do("click", (place.centre[0] - window.bounds.x, place.centre[1] - window.bounds.y), window="Drawn")
    assert app.wait_event("clicked", "save")
