"""The ten windows: which application with which content, and the actions that bring each about."""

from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from odf.opendocument import OpenDocumentText
from odf.style import Style, TextProperties
from odf.text import H, P
from openpyxl import Workbook

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
Action = dict[str, Any]

GOODS = ("Apples", "Bread", "Cheese", "Dates", "Eggs", "Flour", "Grapes", "Honey", "Jam", "Kale", "Lentils", "Milk")


@dataclass(frozen=True, slots=True)
class Scene:
    """One window. `app`, `files` and `args` launch it; `actions` come after; `title` is a part of its window's title.

    `app` must name the application as `apps` launches it.
    """

    key: str
    what: str
    title: str
    app: str
    files: Callable[[Path], list[Path]] = lambda _: []
    args: tuple[str, ...] = ()
    actions: tuple[Action, ...] = field(default=())


def _note(folder: Path) -> list[Path]:
    path = folder / "minutes.txt"
    lines = ["Minutes of the meeting", "", "Present: Ada, Grace, Linus", "1. The budget was agreed.", "2. Next: May 7."]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [path]


def _sheet(folder: Path) -> list[Path]:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Prices"
    sheet.append(["Item", "Amount", "Price", "Sum", "Checked"])
    for number, name in enumerate(GOODS, 1):
        sheet.append([name, number * 3, number * 1.25, number * number * 3.75, "yes" if number % 3 else "no"])
    path = folder / "prices.xlsx"
    book.save(path)
    return [path]


def _letter(folder: Path) -> list[Path]:
    text = OpenDocumentText()
    bold = Style(name="Bold", family="paragraph")
    bold.addElement(TextProperties(fontweight="bold"))
    text.automaticstyles.addElement(bold)
    text.text.addElement(H(outlinelevel=1, text="An offer"))
    text.text.addElement(P(stylename=bold, text="Dear Ms Hopper,"))
    for number in range(1, 6):
        text.text.addElement(P(text=f"Paragraph {number} says what is offered, for how much, and until when."))
    path = folder / "offer.odt"
    text.save(str(path))
    return [path]


def _folder(folder: Path) -> list[Path]:
    place = folder / "papers"
    (place / "Archive").mkdir(parents=True)
    for name in ("offer.odt", "plan.txt", "prices.csv", "budget 2026.csv", "notes.md", "list.txt", "photo.png"):
        (place / name).write_text("x\n", encoding="utf-8")
    with (place / "prices.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["Item", "Price"], *[(name, 1) for name in GOODS]])
    return [place]


_PAGE = (FIXTURES / "widgets.html").as_uri()
_DIALOG = ({"verb": "press", "target": "text area", "args": {"keys": "ctrl+o"}, "expect": "file chooser appears"},)
_SETTINGS = ({"verb": "menu", "args": {"path": "Edit > Preferences…"}, "expect": 'window "Preferences" opens'},)

SCENES = (
    Scene("editor", "mousepad, a text file", "minutes.txt", "mousepad", _note),
    Scene("calc", "LibreOffice Calc, a table of 13 rows", "prices.xlsx", "libreoffice", _sheet),
    Scene("writer", "LibreOffice Writer, a letter", "offer.odt", "libreoffice", _letter),
    Scene("chromium", "Chromium, a page with a form", "Widgets", "chromium", args=(_PAGE,)),
    Scene("files", "pcmanfm, a folder of eight", "papers", "pcmanfm", _folder),
    Scene("settings", "mousepad's preferences", "Preferences", "mousepad", _note, actions=_SETTINGS),
    Scene("calculator", "gnome-calculator", "Calculator", "gnome-calculator"),
    Scene("chooser", "mousepad's file chooser (GTK)", "Open File", "mousepad", _note, actions=_DIALOG),
    Scene("featherpad", "featherpad, a text file", "minutes.txt", "featherpad", _note),
    Scene("firefox", "Firefox, a page with a form", "Widgets", "firefox", args=(_PAGE,)),
)
