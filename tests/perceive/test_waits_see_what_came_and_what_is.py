from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deskhand.adapters.fake import FakeObject
from deskhand.adapters.fake_objects import button, entry, label
from deskhand.errors import Timeout
from deskhand.model.action import Expect
from deskhand.model.progress import Progress
from deskhand.perceive.locator_text import parse_locator


def later(change: Callable[[], object], seconds: float = 0.1) -> threading.Timer:
    timer = threading.Timer(seconds, change)
    timer.start()
    return timer


@pytest.mark.symptom(54)
def test_an_element_that_appears_without_any_event_is_seen_by_polling(stage: Any) -> None:
    stage.open(button("Save"))
    timer = later(lambda: stage.app.toplevels[0].children.append(button("Done")))
    effect = stage.eyes.wait(Expect("element_appears", parse_locator('button "Done"')), Progress(3))
    assert (effect.seen, effect.observer, effect.scope) == (
        "button \"Done\" in 'note.txt'",
        "accessibility tree",
        "window",
    )
    timer.join()


def test_what_does_not_come_times_out_with_the_log(stage: Any) -> None:
    stage.open(button("Save"))
    with pytest.raises(Timeout) as caught:
        stage.eyes.wait(Expect("element_appears", parse_locator('button "Done"')), Progress(0.2))
    assert "not there" in caught.value.log[-1]


def test_a_window_that_opened_and_closed_since_the_cursor_counts(stage: Any) -> None:
    stage.open(button("Save"))
    cursor = stage.adapter.events.cursor()
    stage.adapter.shut(stage.open(label("Working"), title="Progress"))
    effect = stage.eyes.wait(Expect("window_opens", window="Progress"), Progress(1), since=cursor)
    assert effect.observer == "accessibility events"
    assert stage.eyes.wait(Expect("window_closes", window="Progress"), Progress(1)).observer == "window list"


def test_gone_is_not_said_while_the_application_does_not_answer(stage: Any) -> None:
    stage.open(button("Save"))
    stage.app.hung = True
    with pytest.raises(Timeout):
        stage.eyes.wait(Expect("element_disappears", parse_locator('button "Save"')), Progress(0.2))
    stage.app.hung = False
    stage.app.toplevels[0].children.clear()
    assert stage.eyes.wait(Expect("element_disappears", parse_locator('button "Save"')), Progress(1)).seen


def test_states_values_and_texts(stage: Any) -> None:
    box, field = FakeObject("checkbox", "Wrap"), entry("", name="City")
    stage.open(box, field, label("Ready"))
    timer = later(lambda: (box.states.add("checked"), setattr(field, "text", "Ulm")))
    assert (
        stage.eyes.wait(Expect("state", parse_locator('checkbox "Wrap"'), want="checked"), Progress(2)).scope
        == "control"
    )
    assert stage.eyes.wait(Expect("value", parse_locator('field "City"'), want="Ulm"), Progress(2)).seen
    assert stage.eyes.wait(Expect("text", want="Ready"), Progress(2)).scope == "window"
    assert stage.eyes.wait(Expect("state", parse_locator('checkbox "Wrap"'), want="!focused"), Progress(2)).seen
    timer.join()


def test_files_appear_and_change(stage: Any, tmp_path: Path) -> None:
    path = tmp_path / "total.txt"
    timer = later(lambda: path.write_text("1,284.50"))
    assert stage.eyes.wait(Expect("file", path=str(path)), Progress(2)).observer == "file system"
    timer.join()
    assert stage.eyes.wait(Expect("file", path=str(path), want="284"), Progress(2)).scope == "file"
    timer = later(lambda: path.write_text("2,000.00 and more"))
    assert stage.eyes.wait(Expect("file", path=str(path), want="changed"), Progress(2)).seen
    timer.join()


def test_an_application_is_idle_when_nothing_changes_any_more(stage: Any) -> None:
    word = label("0 %")
    stage.open(word)
    timer = later(lambda: setattr(word, "name", "100 %"), 0.2)
    effect = stage.eyes.wait(Expect("idle", window="note.txt"), Progress(3))
    assert word.name == "100 %"
    assert effect.scope == "application"
    timer.join()


def test_an_open_menu_is_not_closed(stage: Any) -> None:
    menu = FakeObject("menu", "File", [FakeObject("menu item", "Open")])
    stage.open(FakeObject("menu bar", "", [menu]))
    with pytest.raises(Timeout):
        stage.eyes.wait(Expect("menu_closed"), Progress(0.2))
    menu.children[0].states.discard("showing")
    assert stage.eyes.wait(Expect("menu_closed"), Progress(1)).seen == "no menu is open"
