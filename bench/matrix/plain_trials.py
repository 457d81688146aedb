# ruff: noqa: E501 (a table: one entry a paragraph)
"""The cells of Tk and SDL, whose windows show no tree: places take the pointer, the focus takes keys, words that are
drawn are found in the picture, other names are refused; judged by the fixtures' own logs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from bench.matrix.scenes import Plain, Scene
from bench.matrix.trials import Trial, do
from bench.matrix.widget_trials import close_trial, launch_trial
from bench.matrix.window_trials import copy, paste, window_trials
from deskhand.model.geometry import Point

WORDS, ROW = "Añ ß €", 'item "Row 3"'
NO_TREE = "the toolkit shows no tree: words are found in its picture, but no field or box has a name or a state"
NO_SUCH = "the window has nothing of the kind"


def at(widget: str) -> Callable[[Scene], Point]:
    def place(scene: Scene) -> Point:
        assert isinstance(scene, Plain)
        return scene.at(widget)

    return place


def reads(widget: str, value: Any) -> Callable[[Scene, Any], bool]:
    def holds(scene: Scene, _: Any) -> bool:
        assert isinstance(scene, Plain)
        return scene.app.read(widget) == value

    return holds


def typed(words: str) -> Callable[[Scene], None]:
    return lambda scene: scene.engine.adapter.input.press(" ".join(words))


def scrolled(scene: Scene, _: Any) -> bool:
    assert isinstance(scene, Plain)
    return scene.app.read("rows" if scene.toolkit == "tk" else "canvas") != 0


def dialog_open(scene: Scene) -> None:
    assert isinstance(scene, Plain)
    scene.app.control("open_dialog")
    scene.wait(lambda: scene.eye.find("Question") is not None, "its dialog")


def dialog_later(scene: Scene) -> None:
    assert isinstance(scene, Plain)
    threading.Timer(0.2, lambda: scene.app.control("open_dialog")).start()


def copied(scene: Scene) -> None:
    typed("abc")(scene)
    copy(scene, "ctrl+slash ctrl+c")


def pasted(words: str) -> Callable[[Scene, Any], bool]:
    def holds(scene: Scene, _: Any) -> bool:
        assert isinstance(scene, Plain)
        app = scene.app
        if "pasted" not in scene.memory:
            app.control("clear")
        return paste(scene, "ctrl+v", words, lambda: app.read("name"))

    return holds


def never(_: Scene, __: Any) -> bool:
    return False


def refused(verb: str, what: str, target: str | None = None, limit: str = NO_TREE, **args: Any) -> Trial:
    return Trial(verb, what, do(verb, target, **args), never, limit=limit, person=False)


def _by_words(tk: bool) -> list[Trial]:
    """By what is drawn. SDL's canvas draws no words."""
    if not tk:
        return [
            refused(verb, what, target)
            for verb, what, target in (
                ("click", "a button by its name", 'button "Save"'), ("double_click", "an item by its name", ROW),
                ("select", "an item by its name", ROW), ("scroll_to", "an item by its name", ROW),
            )
        ]  # fmt: skip
    return [
        Trial("click", "a button by its name", do("click", 'button "Save"'),
              lambda scene, _: len(scene.events("clicked", "save")) == 1),
        Trial("double_click", "an item by its name", do("double_click", ROW),
              lambda scene, _: len(scene.events("activated", "rows")) == 1),
        Trial("select", "an item by its name", do("select", ROW), lambda scene, _: bool(scene.events("selected", "rows"))),
        Trial("scroll_to", "an item that is in view", do("scroll_to", ROW), reads("rows", 0.0)),
    ]  # fmt: skip


def plain_trials(toolkit: str) -> list[Trial]:
    tk = toolkit == "tk"
    trials = [
        Trial("click", "at a place", do("click", at("save")), lambda scene, _: len(scene.events("clicked", "save")) == 1),
        Trial("double_click", "at a place", do("double_click", at("rows" if tk else "canvas")),
              (lambda scene, _: len(scene.events("activated", "rows")) == 1) if tk else
              (lambda scene, _: len(scene.events("button_press", "canvas")) == 2)),
        Trial("right_click", "at a place", do("right_click", at("canvas")),
              (lambda scene, _: len(scene.events("context_menu")) == 1) if tk else
              (lambda scene, _: [e.detail["button"] for e in scene.events("button_press", "canvas")] == [3])),
        Trial("hover", "at a place", do("hover", at("save")), lambda scene, _: bool(scene.events("hovered", "save"))),
        Trial("press", "a key, where the focus is", do("press", keys="x"),
              lambda scene, _: [e.detail["key"] for e in scene.events("key_press")] == ["x"]),
        Trial("type", "where the focus is", do("type", text=WORDS), reads("name", WORDS)),
        Trial("scroll", "at a place", do("scroll", at("rows" if tk else "canvas"), direction="down", amount=3), scrolled),
        Trial("drag", "from place to place", do("drag", at("save"), to=at("canvas")),
              (lambda scene, _: bool(scene.events("hovered", "canvas"))) if tk else
              (lambda scene, _: bool(scene.events("button_release", "canvas")))),
        launch_trial(),
        *_by_words(tk),
        refused("right_click", "a field by its name", 'field "Name"'),
        refused("focus", "a field by its name", 'field "Name"'),
        refused("type", "into a field by its name", 'field "Name"', text="x"),
        refused("set_value", "a field by its name", 'field "Name"', value="x"),
        refused("clear", "a field by its name", 'field "Name"'),
        refused("check", "a check box by its name", 'checkbox "Remember me"'),
        refused("uncheck", "a check box by its name", 'checkbox "Remember me"'),
        refused("expand", "an item by its name", 'item "Row 3"'),
        refused("collapse", "an item by its name", 'item "Row 3"'),
        refused("menu", "an entry by its path", path="View > Zoom in"),
        refused("choose_file", "in a dialog it has not", path="/tmp/letter.txt", limit=NO_SUCH),
        refused("read", "a field by its name", 'field "Name"'),
        *window_trials(),
    ]  # fmt: skip
    if tk:
        trials += [
            Trial("dismiss", "a dialog", do("dismiss", window="Question"),
                  lambda scene, _: scene.eye.find("Question") is None, dialog_open),
            Trial("wait", "for its dialog", do("wait", expect='window "Question" opens'),
                  lambda scene, _: scene.eye.find("Question") is not None, dialog_later),
            Trial("clipboard_read", "what it copied", do("clipboard_read"), lambda _, r: r.result == "abc", copied),
            Trial("clipboard_write", "what it pastes", do("clipboard_write", text="pasted"), pasted("pasted")),
            Trial("clipboard_clear", "then it pastes nothing", do("clipboard_clear"), pasted(""), copied),
        ]  # fmt: skip
    else:
        trials += [
            refused("dismiss", "its window is no dialog", window=lambda scene: scene.title, limit=NO_SUCH),
        ]
    return [*trials, close_trial()]
