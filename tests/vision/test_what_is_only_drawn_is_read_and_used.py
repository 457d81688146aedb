"""Programs without a tree are worked by what they draw; their own log says what they got."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest

from deskhand.desktop import Desktop
from deskhand.errors import AmbiguousTarget, EnvironmentFault, NotFound, StaleRef
from deskhand.mind.options import RunOptions
from deskhand.mind.runs import run_steps
from deskhand.model.progress import Progress
from deskhand.perceive.render import render_text
from deskhand.perceive.vision import reader
from deskhand.perceive.vision.adapter import SeeingAdapter
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop


def eyes(desktop: Desktop) -> SeeingAdapter:
    inner = desktop.engine.adapter.inner
    assert isinstance(inner, SeeingAdapter)
    return inner


def drawn(desktop: Desktop, fixture_app, toolkit: str) -> FixtureApp:
    app = fixture_app(toolkit, title="Drawn")
    for _ in Progress(10, "that it will have no tree").attempts():
        if not any(window.tree_awaited for window in desktop.windows() if window.pid == app.pid):
            break
    desktop.snapshot(seconds=60)  # whoever reads first waits for the engine
    return app


def test_a_tk_program_is_worked_by_its_words_alone(desktop: Desktop, fixture_app) -> None:
    app = drawn(desktop, fixture_app, "tk")
    snapshot = desktop.snapshot(seconds=60)
    text = render_text(snapshot)
    assert 'static text "Remember me"' in text
    assert "seen by its picture only" in text
    assert snapshot.sources == ("tree", "vision")
    assert not snapshot.complete, "what is only seen may not be all there is"
    ref = next(element.ref for element in snapshot.elements if element.name == "Row 3")

    receipt = desktop.click(ref)
    assert app.wait_event("selected", "rows")
    assert receipt.route == "pointer"
    assert receipt.verified
    assert receipt.effect.scope == "pixels"
    assert receipt.effect.observer in ("picture", "ocr")
    desktop.double_click('item "Row 4"')
    assert app.wait_event("activated", "rows").value == "Row 4"
    desktop.click('button "Save"')
    assert app.wait_event("clicked", "save")
    desktop.click('"Remember me"')
    assert app.wait_event("toggled", "remember_me").value is True

    opened = desktop.click('menu "View"')
    assert opened.effect.seen.startswith("menu ")
    desktop.click('text "Zoom in"')
    assert app.wait_event("activated", "menu_zoom_in")
    assert app.clicked() == ["save"]


def test_words_that_change_prove_a_click_and_an_idle_screen_costs_no_reading(desktop: Desktop, fixture_app) -> None:
    app = drawn(desktop, fixture_app, "sdl")
    snapshot = desktop.snapshot(seconds=60)
    old = next(element for element in snapshot.elements if element.name == "Save 0")
    receipt = desktop.click('text "Save 0"')
    assert (receipt.effect.seen, receipt.effect.observer) == ("'Save 0' became 'Save 1'", "ocr")
    assert receipt.verified
    assert receipt.confidence < 0.9
    assert app.read("save") == 1

    before, whole = eyes(desktop).reader.reads, eyes(desktop).reader.pixels
    desktop.snapshot()
    known = eyes(desktop).reader.reads
    best = min(_seconds(desktop) for _ in range(5))
    assert eyes(desktop).reader.reads == known <= before + 1
    assert eyes(desktop).reader.pixels - whole < 640 * 480 / 5
    assert best < 0.1, f"{best * 1000:.0f} ms for a window that did not change"

    with pytest.raises(StaleRef):
        desktop.click(old.ref)
    assert app.read("save") == 1, "another element was clicked for one that is gone"

    desktop.click((int(old.bounds.x) + 20, int(old.bounds.y) + 98))
    typed = desktop.type("Grace Hopper")
    assert app.read("name") == "Grace Hopper"
    assert typed.verified, typed
    assert typed.effect.observer == "ocr"
    assert desktop.wait('text "Grace Hopper" appears', 5).observer == "ocr"
    assert desktop.wait('text "Save 0" disappears', 5).observer == "ocr"


def _seconds(desktop: Desktop) -> float:
    began = time.perf_counter()
    desktop.find('text "Save 1" in window "Drawn"')
    return time.perf_counter() - began


def test_what_is_not_drawn_or_drawn_twice_is_refused(desktop: Desktop, fixture_app) -> None:
    app = drawn(desktop, fixture_app, "tk")
    with pytest.raises(NotFound):
        desktop.engine.perception.resolve(_locator('button "Delete"'), Progress(5))
    with pytest.raises(AmbiguousTarget) as caught:
        desktop.engine.perception.resolve(_locator('~"Row"'), Progress(5))
    assert any("Row 2" in line for line in caught.value.near)
    assert app.clicked() == []


def test_sentences_work_what_is_only_drawn_in_english_and_chinese(desktop: Desktop, fixture_app, tmp_path) -> None:
    app = drawn(desktop, fixture_app, "tk")
    script = 'click "Save" on screen\ncheck that text "Row 5" on the screen exists\n点击屏幕上的“Remember me”'
    assert desktop.journal is not None
    result = run_steps(desktop.engine, desktop.journal, script, {}, options=RunOptions(folder=tmp_path, pictures=False))
    assert [step.status for step in result.steps] == ["done"] * 3, result
    assert app.wait_event("clicked", "save")
    assert app.wait_event("toggled", "remember_me")


def test_text_is_read_off_the_screen_in_english_and_chinese(desktop: Desktop, fixture_app) -> None:
    fixture_app("tk", title="保存文件 Hello")
    text = desktop.do("read", ocr=True, window="Hello", timeout=60)
    assert text.effect.observer == "ocr"
    assert "Remember me" in text.result.splitlines()
    frame = next(window.frame for window in desktop.windows() if "Hello" in window.title)
    whole = desktop.do("read", ocr=True, timeout=60, region=[*frame]).result
    assert "保存文件" in whole, whole


def test_what_is_asked_for_on_screen_needs_the_extra(desktop: Desktop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_present", lambda name: name != "rapidocr")
    region = [0, 0, 300, 200]
    for deed in (lambda: desktop.find('text "x" on screen'), lambda: desktop.do("read", ocr=True, region=region)):
        with pytest.raises(EnvironmentFault) as caught:
            deed()
        assert caught.value.next_step == "pip install 'deskhand[vision]'"


def test_the_engine_leaves_no_files_and_reports_to_nobody(tmp_path) -> None:
    code = (
        "import numpy; from deskhand.perceive.vision.reader import OcrReader\n"
        "from deskhand.perceive.vision.finds import Picture\n"
        "p = numpy.zeros((60, 60, 3), numpy.uint8); p[20:30] = 255; OcrReader().read(Picture(p))"
    )
    places = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env={**os.environ, **places}, check=True, cwd=tmp_path, timeout=90)
    assert list(tmp_path.iterdir()) == []


def _locator(words: str):
    from deskhand.perceive.locator_text import parse_locator

    return parse_locator(words)


def test_what_lies_in_a_canvas_is_seen_beside_the_tree_and_nothing_twice(desktop: Desktop, fixture_app) -> None:
    fixture_app("gtk3", "--page", "playground", title="Treed")
    tree = desktop.snapshot("Treed")
    fused = desktop.snapshot("Treed", vision=True, seconds=60)
    assert {element.source for element in tree.elements} == {"tree"}
    names = [element.name for element in fused.elements]
    for name in ("Alpha", "Fourth", "Playground"):
        assert names.count(name) == 1, [element for element in fused.elements if element.name == name]
    assert len(fused.elements) <= len(tree.elements) + 4, set(names) - {element.name for element in tree.elements}
