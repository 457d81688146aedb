# ruff: noqa: E501 (a table: one entry a paragraph)
"""The cells of LibreOffice: a spreadsheet of Calc, judged through LibreOffice's own interface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bench.matrix.scenes import Calc, Scene
from bench.matrix.trials import Trial, do
from bench.matrix.widget_trials import first, path_of, popup
from bench.matrix.window_trials import copy, paste, window_trials
from deskhand.model.action import Action
from deskhand.perceive.locator_text import parse_locator

WRAP, DEGREES = 'checkbox "Wrap text automatically"', 'spin button "Degrees"'
UNDER_BAR = "LibreOffice's menus show their entries only when they are opened"


def ask(scene: Scene, what: str, **words: Any) -> Any:
    assert isinstance(scene, Calc)
    return scene.ask(what, **words)


def cell(name: str, what: str, value: Any) -> Callable[[Scene, Any], bool]:
    return lambda scene, _: ask(scene, "cell", name=name)[what] == value


def press(keys: str) -> Callable[[Scene], None]:
    return lambda scene: scene.engine.adapter.input.press(keys)


def dialog(scene: Scene) -> None:
    press("ctrl+1")(scene)
    scene.wait(lambda: scene.eye.find("Format Cells") is not None, "its dialog")
    scene.wait(lambda: scene.engine.find(parse_locator('button "OK" in dialog "Format Cells"')), "its buttons")


def format_cells(scene: Scene) -> None:
    """The dialog for the cell A1, at the page of its alignment."""
    dialog(scene)
    first("click", 'tab "Alignment" in dialog "Format Cells"')(scene)


def accepted(name: str, what: str, value: Any) -> Callable[[Scene, Any], bool]:
    """What the cell is once the dialog was accepted."""

    def holds(scene: Scene, _: Any) -> bool:
        if not scene.memory.setdefault("accepted", False):
            scene.memory["accepted"] = True
            first("click", 'button "OK" in dialog "Format Cells"')(scene)
        return ask(scene, "cell", name=name)[what] == value

    return holds


def wrapped(scene: Scene) -> None:
    ask(scene, "wrap", name="A1")
    format_cells(scene)


def selected(name: str) -> Callable[[Scene, Any], bool]:
    return lambda scene, _: ask(scene, "selected") == name


def copied(scene: Scene) -> None:
    copy(scene, "ctrl+c")


def pasted(words: str) -> Callable[[Scene, Any], bool]:
    def holds(scene: Scene, _: Any) -> bool:
        if "pasted" not in scene.memory:
            first("select", "cell E9")(scene)
        return paste(scene, "ctrl+v", words, lambda: ask(scene, "cell", name="E9")["text"])

    return holds


def save_as(scene: Scene) -> None:
    (scene.folder / "book.ods").unlink(missing_ok=True)
    press("ctrl+shift+s")(scene)
    scene.wait(lambda: scene.eye.find("Save") is not None, "its file chooser")


def saved(name: str) -> Callable[[Scene, Any], bool]:
    return lambda scene, _: (scene.folder / name).exists() and ask(scene, "address").endswith(name)


def launched(scene: Scene) -> Action:
    path = scene.folder / "launched.csv"
    path.write_text("a,b\n", "utf-8")
    return Action("launch", None, {"app": "mousepad", "files": [str(path)]})


def office_trials(toolkit: str) -> list[Trial]:
    return [
        Trial("click", "a button of the tool bar", do("click", 'toggle button "Bold"'), cell("A1", "bold", True)),
        Trial("click", "a cell", do("click", "cell B3"), selected("B3")),
        Trial("click", "a tab of the sheets", do("click", 'tab "Second"'), lambda scene, _: ask(scene, "active") == "Second"),
        Trial("double_click", "a cell, which edits it", do("double_click", "cell B2"), edits("B2")),
        Trial("right_click", "a cell", do("right_click", "cell B2"), popup),
        Trial("hover", "a cell", do("hover", "cell B2"), lambda scene, _: inside_window(scene)),
        Trial("focus", "the name box", do("focus", 'text field in tool bar "Formula Tool Bar"'), name_box_takes_keys),
        Trial("press", "Delete on a cell", do("press", keys="Delete"), cell("A1", "text", "")),
        Trial("type", "into a cell", do("type", "cell E5", text="Añ 你 ß €"), cell("E5", "text", "Añ 你 ß €")),
        Trial("set_value", "a cell to words", do("set_value", "cell E5", value="Grace"), cell("E5", "text", "Grace")),
        Trial("set_value", "a cell to a number", do("set_value", "cell B2", value="7"), cell("B2", "text", "7")),
        Trial("set_value", "a spin button of a dialog", do("set_value", DEGREES, value="30"), accepted("A1", "turned", 30),
              format_cells),
        Trial("clear", "a cell", do("clear", "cell B2"), cell("B2", "text", "")),
        Trial("check", "a check box of a dialog", do("check", WRAP), accepted("A1", "wrap", True), format_cells),
        Trial("check", "a toggle button of the tool bar", do("check", 'toggle button "Bold"'), cell("A1", "bold", True)),
        Trial("uncheck", "a check box of a dialog", do("uncheck", WRAP), accepted("A1", "wrap", False), wrapped),
        Trial("select", "a cell", do("select", "cell C4"), selected("C4")),
        Trial("select", "an entry of a list of a dialog",
              do("select", 'list "Reference edge"', value="Text Extension From Upper Cell Border"),
              accepted("A1", "edge", 1), turned),
        Trial("select", "a tab of a dialog", do("select", 'tab "Alignment"'), page_shown, dialog),
        Trial("expand", "a menu of the bar", do("expand", 'menu "Format"'), popup),
        Trial("collapse", "a menu of the bar", do("collapse", 'menu "Format"'),
              lambda scene, _: scene.eye.popups() == 0, first("expand", 'menu "Format"')),
        Trial("menu", "an entry", do("menu", path="Sheet > Insert Columns > Columns Before"), cell("B1", "text", "Item")),
        Trial("menu", "an entry that opens a dialog", do("menu", path="Format > Cells..."),
              lambda scene, _: scene.eye.find("Format Cells") is not None),
        Trial("scroll", "the sheet", do("scroll", "cell B3", direction="down", amount=3), lambda scene, _: ask(scene, "top") > 0),
        Trial("scroll_to", "a cell far below", do("scroll_to", "cell A150"), lambda scene, _: 90 < ask(scene, "top") < 150),
        Trial("drag", "over cells, which selects them", do("drag", "cell B2", to="cell C4"),
              lambda scene, _: ask(scene, "range") == "B2:C4"),
        Trial("launch", "a document", launched, lambda scene, _: scene.eye.find(str(scene.folder / "launched.csv")) is not None),
        Trial("choose_file", "a name to save as", do("choose_file", path=path_of("book.ods"), action="save"),
              saved("book.ods"), save_as),
        Trial("dismiss", "a dialog", do("dismiss", 'dialog "Format Cells"'),
              lambda scene, _: scene.eye.find("Format Cells") is None, dialog),
        Trial("clipboard_read", "what it copied", do("clipboard_read"), lambda _, r: r.result.strip() == "Item", copied),
        Trial("clipboard_write", "what it pastes", do("clipboard_write", text="pasted words"), pasted("pasted words")),
        Trial("clipboard_clear", "then it pastes nothing", do("clipboard_clear"), pasted(""), copied),
        Trial("wait", "for a cell to say something", do("wait", expect='cell A2 says "Pens"'),
              cell("A2", "text", "Pens")),
        Trial("read", "a cell", do("read", "cell A2"), lambda _, r: r.result == "Pens"),
        Trial("read", "a range of cells", do("read", "cell A1", range="A1:C2"),
              lambda _, r: r.result == [["Item", "Count", "Price"], ["Pens", "12", "3.5"]]),
        *window_trials(),
        Trial("close", "its window", do("close", window=lambda scene: scene.title), lambda scene, _: scene.window is None),
    ]  # fmt: skip


def edits(name: str) -> Callable[[Scene, Any], bool]:
    """A key and Return add to what stands there only while the cell is edited."""

    def holds(scene: Scene, _: Any) -> bool:
        if not scene.memory.setdefault("typed", False):
            scene.memory["typed"] = True
            press("9 Return")(scene)
        return ask(scene, "cell", name=name)["text"] in ("129", "192", "912")

    return holds


def inside_window(scene: Scene) -> bool:
    window, (x, y) = scene.window, scene.eye.pointer()
    return window is not None and window.x < x < window.x + window.width and window.y < y < window.y + window.height


def name_box_takes_keys(scene: Scene, _: Any) -> bool:
    if not scene.memory.setdefault("typed", False):
        scene.memory["typed"] = True
        press("ctrl+a D 7 Return")(scene)
    return ask(scene, "selected") == "D7"


def turned(scene: Scene) -> None:
    ask(scene, "turn", name="A1", degrees=30)
    format_cells(scene)


def page_shown(scene: Scene, receipt: Any) -> bool:
    """What stands on that page can be used now."""
    if not scene.memory.setdefault("ticked", False):
        scene.memory["ticked"] = True
        first("click", WRAP)(scene)
    return accepted("A1", "wrap", True)(scene, receipt)
