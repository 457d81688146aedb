# ruff: noqa: E501 (a table: one entry a paragraph)
"""The cells of GTK 3, GTK 4, Qt 5 and Qt 6: fixtures with every ordinary widget, judged by their own logs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.matrix.scenes import Scene, Widgets
from bench.matrix.trials import Trial, do
from bench.matrix.window_trials import copy, notice_trials, paste, window_trials
from deskhand.model.action import Action
from deskhand.perceive.locator_text import parse_locator
from fixtures.running import FOLDER, PROGRAMS, PYTHONS, SYSTEM_PYTHON

NAME, NOTES = 'text field right of label "Name"', 'text area "Notes"'
REPORT, CITY = 'combo box right of label "Report"', 'combo box right of label "City"'
QUANTITY, VOLUME = 'spin button right of label "Quantity"', 'slider right of label "Volume"'
WORDS = "Añ 你 ß €"
LIMITS = {
    "gtk4": {
        "toggle": "GTK 4.8 calls a toggle button a button, and while it is up nothing tells it from one; it is clicked",
    },
}
"""What a toolkit does not let anybody see, and what a person does instead."""


def app(scene: Scene):
    assert isinstance(scene, Widgets)
    return scene.app


def clicked(*widgets: str) -> Callable[[Scene, Any], bool]:
    return lambda scene, _: [event.widget for event in scene.events("clicked")] == list(widgets)


def says(event: str, widget: str, value: Any = None) -> Callable[[Scene, Any], bool]:
    """The newest such event has this value, and nothing else of its kind was touched."""

    def holds(scene: Scene, _: Any) -> bool:
        found = scene.events(event)
        mine = [one for one in found if one.widget == widget]
        return bool(mine) and len(mine) == len(found) and (value is None or mine[-1].value == value)

    return holds


def reads(widget: str, value: Any) -> Callable[[Scene, Any], bool]:
    return lambda scene, _: app(scene).read(widget) == value


def page(name: str) -> Callable[[Scene], object]:
    return lambda scene: app(scene).control("page", name=name)


def text(widget: str, words: str) -> Callable[[Scene], object]:
    return lambda scene: app(scene).control("set_text", widget=widget, text=words)


def first(verb: str, target: str, then: Callable[[Scene], object] = lambda _: None, **args: Any):
    """A preparation by Deskhand itself, in the foreground; nothing is claimed of it."""

    def prepare(scene: Scene) -> None:
        then(scene)
        scene.engine.act(Action(verb, parse_locator(target), args, mode="foreground"))

    return prepare


def popup(scene: Scene, _: Any) -> bool:
    return scene.eye.popups() > 0


def shows(widget: str) -> Callable[[Scene, Any], bool]:
    return lambda scene, _: app(scene).where(widget).mapped


def no_popup(scene: Scene, _: Any) -> bool:
    return scene.eye.popups() == 0


def menu_of_name(scene: Scene, _: Any) -> bool:
    pressed = [event for event in scene.events("button_press", "name") if event.detail["button"] == 3]
    return scene.eye.popups() > 0 and len(pressed) <= 1


def pointed(widget: str) -> Callable[[Scene, Any], bool]:
    def holds(scene: Scene, _: Any) -> bool:
        box, (x, y) = app(scene).where(widget), scene.eye.pointer()
        return box.x <= x < box.x + box.width and box.y <= y < box.y + box.height

    return holds


def takes_keys(widget: str) -> Callable[[Scene, Any], bool]:
    """A key pressed now arrives at it. (Pressed once: the answer is looked for again and again.)"""

    def holds(scene: Scene, _: Any) -> bool:
        if not scene.memory.setdefault("pressed", False):
            scene.memory["pressed"] = True
            scene.engine.adapter.input.press("x")
        return app(scene).read(widget) == "x"

    return holds


def remember(widget: str) -> Callable[[Scene], None]:
    def prepare(scene: Scene) -> None:
        page("Canvas")(scene)
        scene.memory["y"] = app(scene).where(widget).y

    return prepare


def moved_up(scene: Scene, _: Any) -> bool:
    return app(scene).where("far_below").y < scene.memory["y"]


def in_view(scene: Scene, _: Any) -> bool:
    pane, button = app(scene).where("long_page"), app(scene).where("far_below")
    return pane.y <= button.centre[1] <= pane.y + pane.height


def dialog_open(scene: Scene) -> None:
    app(scene).control("open_dialog")
    scene.wait(lambda: scene.eye.find("Question") is not None, "its dialog")


def dialog_later(scene: Scene) -> None:
    threading.Timer(0.2, lambda: app(scene).control("open_dialog")).start()


def dialog_gone(scene: Scene, _: Any) -> bool:
    return scene.eye.find("Question") is None and "question_yes" not in [e.widget for e in scene.events("clicked")]


def held(scene: Scene) -> None:
    first("drag", 'label "Drag me"', page("Canvas"), to='label "Drop here"', hold=True)(scene)


def copied(scene: Scene) -> None:
    first("type", NAME, text="copied words")(scene)
    first("focus", NAME)(scene)
    copy(scene, "ctrl+a ctrl+c")


def pasted(words: str) -> Callable[[Scene, Any], bool]:
    def holds(scene: Scene, _: Any) -> bool:
        if "pasted" not in scene.memory:
            app(scene).control("set_text", widget="name", text="")
            first("focus", NAME)(scene)
        return paste(scene, "ctrl+v", words, lambda: app(scene).read("name"))

    return holds


def chooser(button: str, title: str) -> Callable[[Scene], None]:
    def prepare(scene: Scene) -> None:
        (scene.folder / "letter.txt").write_text("Dear all\n", "utf-8")
        (scene.folder / "new.txt").unlink(missing_ok=True)
        first("click", f'button "{button}"')(scene)
        scene.wait(lambda: scene.eye.find(title) is not None, "its file chooser")

    return prepare


def path_of(name: str) -> Callable[[Scene], str]:
    return lambda scene: str(scene.folder / name)


def chosen(name: str) -> Callable[[Scene, Any], bool]:
    return lambda scene, _: scene.values("chosen") == [str(scene.folder / name)]


def launched(scene: Scene) -> dict[str, Any]:
    scene.memory["launched"] = f"{scene.toolkit} launched"
    python = PYTHONS.get(scene.toolkit, SYSTEM_PYTHON)
    return {
        "app": python,
        "args": [str(Path(FOLDER / PROGRAMS[scene.toolkit])), "--title", f"{scene.toolkit} launched"],
    }


def launch_trial() -> Trial:
    return Trial("launch", "a second one of its kind", lambda scene: Action("launch", None, launched(scene)),
                 lambda scene, _: scene.eye.find(scene.memory["launched"]) is not None)  # fmt: skip


def close_trial() -> Trial:
    return Trial("close", "its window", do("close", window=lambda scene: scene.title),
                 lambda scene, _: scene.window is None and len(scene.events("closed", "window")) == 1)  # fmt: skip


def widget_trials(toolkit: str) -> list[Trial]:
    """All cells of one of the four toolkits, in an order that opens few windows anew."""
    lists, gtk = page("Lists"), toolkit.startswith("gtk")
    limits = LIMITS.get(toolkit, {})
    radio = 'checkbox "Medium"' if toolkit == "gtk4" else 'radio button "Medium"'
    link = {"gtk3": "button", "gtk4": "link"}.get(toolkit, "label") + ' "Project page"'
    trials = [
        Trial("click", "a button", do("click", 'button "Save"'), clicked("save")),
        Trial("click", "a link", do("click", link), clicked("project_page")),
        Trial("click", "a button of the tool bar", do("click", 'button "Copy"'), clicked("tool_copy")),
        Trial("click", "a menu button", do("click", '"Options"'), shows("option_a"), anew=True),
        Trial("click", "a row of a list", do("click", 'item "Row 3"'), says("selected", "rows", ["Row 3"]), lists),
        Trial("double_click", "a row of a list", do("double_click", 'item "Row 3"'), says("activated", "rows", "Row 3"),
              lists),
        Trial("right_click", "a field", do("right_click", NAME), menu_of_name),
        Trial("hover", "a button", do("hover", 'button "Save"'), pointed("save")),
        Trial("focus", "a field", do("focus", NAME), takes_keys("name")),
        Trial("press", "Return in a field", do("press", NAME, keys="Return"), says("activated", "name")),
        Trial("type", "into a field", do("type", NAME, text=WORDS), reads("name", WORDS)),
        Trial("type", "two lines into a text area", do("type", NOTES, text="one\ntwo"), reads("notes", "one\ntwo")),
        Trial("set_value", "a field", do("set_value", NAME, value="Grace"), reads("name", "Grace"), text("name", "Ada")),
        Trial("set_value", "a spin button", do("set_value", QUANTITY, value="7"), reads("quantity", 7)),
        Trial("set_value", "a slider", do("set_value", VOLUME, value="40"), reads("volume", 40)),
        Trial("set_value", "a combo box", do("set_value", REPORT, value="Report 2024 draft"),
              reads("report", "Report 2024 draft")),
        Trial("set_value", "an editable combo box", do("set_value", CITY, value="Zürich"), reads("city", "Zürich")),
        Trial("clear", "a field", do("clear", NAME), reads("name", ""), text("name", "Ada")),
        Trial("check", "a check box", do("check", 'checkbox "Remember me"'), says("toggled", "remember_me", True)),
        Trial("check", "a radio button", do("check", radio), lambda scene, _: app(scene).read("medium")),
        Trial("check", "a toggle button", do("check", '"Bold"'), says("toggled", "bold", True), limit=limits.get("toggle", "")),
        Trial("uncheck", "a check box", do("uncheck", 'checkbox "Send news"'), says("toggled", "send_news", False)),
        Trial("select", "an entry of a combo box", do("select", REPORT, value="Report 2024 draft"),
              reads("report", "Report 2024 draft")),
        Trial("select", "a tab", do("select", 'tab "Lists"'), says("page", "pages", "Lists")),
        Trial("select", "a row of a list", do("select", 'item "Row 3"'), says("selected", "rows", ["Row 3"]), lists),
        Trial("expand", "an item of a tree", do("expand", 'item "Animals"'), says("expanded", "kinds", "Animals"), lists),
        Trial("expand", "a combo box", do("expand", REPORT), popup),
        Trial("collapse", "an item of a tree", do("collapse", 'item "Animals"'), says("collapsed", "kinds", "Animals"),
              first("expand", 'item "Animals"', lists)),
        Trial("collapse", "a combo box", do("collapse", REPORT), no_popup, first("expand", REPORT)),
        Trial("menu", "a check entry", do("menu", path="View > Full width"), says("toggled", "menu_full_width")),
        Trial("menu", "an entry of a submenu", do("menu", path="File > Recent > prices.csv"),
              says("activated", "menu_prices_csv")),
        Trial("scroll", "a long page", do("scroll", 'label "Line 3"', direction="down", amount=5), moved_up,
              remember("far_below")),
        Trial("scroll_to", "a button far below", do("scroll_to", 'button "Far below"'), in_view, page("Canvas")),
        Trial("drag", "onto another label", do("drag", 'label "Drag me"', to='label "Drop here"'),
              says("dropped", "drop_here", "cargo"), page("Canvas")),
        Trial("drop", "what is held", do("drop", 'label "Drop here"'), says("dropped", "drop_here", "cargo"), held),
        launch_trial(),
        Trial("choose_file", "a file to open", do("choose_file", path=path_of("letter.txt"), action="open"),
              chosen("letter.txt"), chooser("Choose file…", "Choose file")),
        Trial("choose_file", "a name to save as", do("choose_file", path=path_of("new.txt"), action="save"),
              chosen("new.txt"), chooser("Save as…", "Save as")),
        Trial("dismiss", "a dialog", do("dismiss", 'dialog "Question"'), dialog_gone, dialog_open),
        Trial("clipboard_read", "what it copied", do("clipboard_read"), lambda _, r: r.result == "copied words", copied),
        Trial("clipboard_write", "what it pastes", do("clipboard_write", text="pasted words"), pasted("pasted words")),
        Trial("clipboard_clear", "then it pastes nothing", do("clipboard_clear"), pasted(""), copied),
        Trial("paste", "into a field", do("paste", NAME, text=WORDS), reads("name", WORDS)),
        Trial("paste", "two lines into a text area", do("paste", NOTES, text="one\ntwo"), reads("notes", "one\ntwo")),
        Trial("wait", "for its dialog", do("wait", expect='window "Question" opens'),
              lambda scene, _: scene.eye.find("Question") is not None, dialog_later),
        Trial("read", "a text area", do("read", NOTES), lambda _, r: r.result == "one\ntwo", text("notes", "one\ntwo")),
        *window_trials(),
        *notice_trials(),
    ]  # fmt: skip
    if gtk:  # Qt has no expander
        trials.append(Trial("expand", "an expander", do("expand", '"More"'), says("expanded", "more", True)))
    return [*trials, close_trial()]
