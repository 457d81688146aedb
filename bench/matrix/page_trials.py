# ruff: noqa: E501 (a table: one entry a paragraph)
"""The cells of Chromium, Firefox and a program with Chromium inside: `widgets.html`, judged by what the page told its
own server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.matrix.scenes import Page, Scene
from bench.matrix.trials import Trial, do
from bench.matrix.widget_trials import clicked, first, path_of, popup, says
from bench.matrix.window_trials import copy, paste, window_trials
from deskhand.model.action import Action
from fixtures.running import FOLDER, PROGRAMS, SYSTEM_PYTHON

NAME, NOTES = 'text field "Name"', 'text area "Notes"'
WORDS = "Añ 你 ß €"
ROW, ANIMALS = 'list item "Row 3"', 'tree item "Animals"'
NO_BAR = "a page has no menu bar of its own window; its menu is a part of the page and is clicked"

DRAWN = (
    "Chromium only draws the question: it is no window and stands in no tree; a picture shows it, and Escape, pressed "
    "in the window, leaves it"
)


def reads(widget: str, value: Any) -> Callable[[Scene, Any], bool]:
    """What the page said last of the field."""
    return lambda scene, _: (scene.values("changed", widget) or [None])[-1] == value


def toggled(widget: str, value: bool) -> Callable[[Scene, Any], bool]:
    return lambda scene, _: scene.values("toggled") == [value] and bool(scene.events("toggled", widget))


def filled(target: str, words: str) -> Callable[[Scene], object]:
    return first("type", target, text=words)


def has_menu(scene: Scene, _: Any) -> bool:
    return [event.widget for event in scene.events("context_menu")] == ["name"] and scene.eye.popups() > 0


def over(widget: str) -> Callable[[Scene, Any], bool]:
    return lambda scene, _: bool(scene.events("hovered", widget))


def takes_keys(widget: str) -> Callable[[Scene, Any], bool]:
    def holds(scene: Scene, _: Any) -> bool:
        if not scene.memory.setdefault("pressed", False):
            scene.memory["pressed"] = True
            scene.engine.adapter.input.press("x")
        return [event.widget for event in scene.events("key_press")] == [widget]

    return holds


def _dialog(scene: Scene) -> bool:
    """A page's question is drawn in the browser's own window or stands in one of its own: it is asked of the page,
    which waits for the answer."""
    return bool(scene.events("opened", "question")) and not scene.events("closed", "question")


def question(scene: Scene) -> None:
    scene.mark()
    first("click", 'button "Open dialog…"')(scene)
    scene.wait(lambda: _dialog(scene), "the page's question")


def answered_no(scene: Scene, _: Any) -> bool:
    return scene.values("closed", "question") == [False]


def copied(scene: Scene) -> None:
    filled(NAME, "copied words")(scene)
    copy(scene, "ctrl+a ctrl+c")


def pasted(words: str) -> Callable[[Scene, Any], bool]:
    def holds(scene: Scene, _: Any) -> bool:
        if "pasted" not in scene.memory:
            first("clear", NAME)(scene)
            first("focus", NAME)(scene)
        return paste(scene, "ctrl+v", words, lambda: _once(scene, (scene.values("changed", "name") or [""])[-1]))

    return holds


def _once(scene: Scene, text: str) -> str:
    """One key press of ctrl+v pastes twice in Qt WebEngine, whoever presses it."""
    half = text[: len(text) // 2]
    return half if scene.toolkit == "webengine" and text == half + half else text


def opened_section(scene: Scene) -> None:
    first("click", '"More"')(scene)
    scene.wait(lambda: True in scene.values("expanded", "more"), "the section open")
    scene.memory["opened"] = True


def chooser(scene: Scene) -> None:
    (scene.folder / "letter.txt").write_text("Dear all\n", "utf-8")
    before = len(scene.eye.clients())
    first("click", 'button "Choose file"' if scene.toolkit == "webengine" else 'button ~"Choose file"')(scene)
    scene.wait(lambda: len(scene.eye.clients()) > before, "its file chooser")


def launched(scene: Scene) -> Action:
    assert isinstance(scene, Page)
    if scene.toolkit == "webengine":
        program = str(FOLDER / PROGRAMS["webengine"])
        return Action(
            "launch", None, {"app": SYSTEM_PYTHON, "args": [program, "--url", scene.url, "--title", "Launched"]}
        )
    return Action("launch", None, {"app": scene.toolkit, "args": ["--new-window", scene.url + "?again"]})


def loaded(scene: Scene, _: Any) -> bool:
    return len(scene.events("ready", "page")) == 1


def closed(scene: Scene, _: Any) -> bool:
    return scene.window is None


def page_trials(toolkit: str) -> list[Trial]:
    return [
        Trial("click", "a button", do("click", 'button "Save"'), clicked("save")),
        Trial("click", "a link", do("click", 'link "Project page"'), clicked("project_page")),
        Trial("click", "a row of a list", do("click", ROW), says("selected", "rows", "Row 3")),
        Trial("double_click", "a row of a list", do("double_click", ROW), says("activated", "rows", "Row 3")),
        Trial("right_click", "a field", do("right_click", NAME), has_menu),
        Trial("hover", "a button", do("hover", 'button "Save"'), over("save")),
        Trial("focus", "a field", do("focus", NAME), takes_keys("name")),
        Trial("press", "a letter in a field", do("press", NAME, keys="x"), reads("name", "x")),
        Trial("type", "into a field", do("type", NAME, text=WORDS), reads("name", WORDS)),
        Trial("type", "two lines into a text area", do("type", NOTES, text="one\ntwo"), reads("notes", "one\ntwo")),
        Trial("set_value", "a field", do("set_value", NAME, value="Grace"), reads("name", "Grace"), filled(NAME, "Ada")),
        Trial("set_value", "a spin button", do("set_value", 'spin button "Quantity"', value="7"), reads("quantity", "7")),
        Trial("set_value", "a slider", do("set_value", 'slider "Volume"', value="40"), reads("volume", "40")),
        Trial("set_value", "a combo box", do("set_value", 'combo box "Report"', value="Report 2024 draft"),
              reads("report", "Report 2024 draft")),
        Trial("clear", "a field", do("clear", NAME), reads("name", ""), filled(NAME, "Ada")),
        Trial("check", "a check box", do("check", 'checkbox "Remember me"'), toggled("remember_me", True)),
        Trial("check", "a radio button", do("check", 'radio button "Medium"'), toggled("medium", True)),
        Trial("check", "a toggle button", do("check", '"Bold"'), toggled("bold", True)),
        Trial("uncheck", "a check box", do("uncheck", 'checkbox "Send news"'), toggled("send_news", False)),
        Trial("select", "an entry of a combo box", do("select", 'combo box "Report"', value="Report 2024 draft"),
              reads("report", "Report 2024 draft")),
        Trial("select", "a tab", do("select", 'tab "Lists"'), says("page", "pages", "Lists")),
        Trial("select", "a row of a list", do("select", ROW), says("selected", "rows", "Row 3")),
        Trial("expand", "an item of a tree", do("expand", ANIMALS), says("expanded", "kinds", "Animals")),
        Trial("expand", "a section with details", do("expand", '"More"'), says("expanded", "more", True)),
        Trial("expand", "a combo box", do("expand", 'combo box "Report"'), popup),
        Trial("collapse", "an item of a tree", do("collapse", ANIMALS), says("collapsed", "kinds", "Animals"),
              first("click", ANIMALS)),
        Trial("collapse", "a section with details", do("collapse", '~"More"'), says("expanded", "more", False),
              first("click", '"More"')),
        Trial("menu", "there is no bar", do("menu", path="View > Zoom in"),
              lambda scene, _: bool(scene.events("activated", "menu_zoom_in")), person=False, limit=NO_BAR),
        Trial("scroll", "a long part of the page", do("scroll", '"Line 2"', direction="down", amount=3),
              lambda scene, _: bool(scene.events("scrolled", "long_page"))),
        Trial("scroll_to", "a button far below", do("scroll_to", 'button "Far below"'),
              lambda scene, _: max(scene.values("scrolled", "long_page") or [0]) > 300),
        Trial("drag", "onto another part", do("drag", '"Drag me"', to='"Drop here"'),
              says("dropped", "drop_here", "cargo")),
        Trial("launch", "a window with the page", launched, loaded),
        Trial("choose_file", "a file to open", do("choose_file", path=path_of("letter.txt"), action="open"),
              lambda scene, _: scene.values("chosen") == ["letter.txt"], chooser),
        Trial("dismiss", "the page's question", do("dismiss"), answered_no, question,
              limit=DRAWN if toolkit == "chromium" else ""),
        Trial("clipboard_read", "what it copied", do("clipboard_read"), lambda _, r: r.result == "copied words", copied),
        Trial("clipboard_write", "what it pastes", do("clipboard_write", text="pasted words"), pasted("pasted words")),
        Trial("clipboard_clear", "then it pastes nothing", do("clipboard_clear"), pasted(""), copied),
        Trial("wait", "for what a click brings", do("wait", expect='button "Hidden until expanded" appears'),
              lambda scene, _: "opened" in scene.memory, opened_section),
        Trial("read", "a text area", do("read", NOTES), lambda _, r: r.result == "one\ntwo", filled(NOTES, "one\ntwo")),
        *window_trials(),
        Trial("close", "its window", do("close", window=lambda scene: scene.title), closed),
    ]  # fmt: skip
