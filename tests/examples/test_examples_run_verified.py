"""Each step file does its job on the real application, and what it made is read by another program."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from fixtures.running import PageServer
from tests.examples import readers

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SECONDS = 110

pytestmark = [pytest.mark.desktop, pytest.mark.slow, pytest.mark.timeout(SECONDS + 10)]


@dataclass(frozen=True, slots=True)
class Example:
    """A step file, the values of its parameters (`{folder}` is a fresh one), and who reads what it made."""

    file: str
    judge: Callable[[Path], None]
    values: Mapping[str, str] = field(default_factory=dict[str, str])


def letter(folder: Path) -> None:
    text = (folder / "letter.txt").read_text(encoding="utf-8")
    assert text.startswith("Dear Zoë,\n\nthank you")
    assert text.count("Zoë") == 2
    assert "NAME" not in text
    assert "東京, at 7 €" in text


def letter_in_chinese(folder: Path) -> None:
    text = (folder / "信.txt").read_text(encoding="utf-8")
    assert text == "王芳，您好：\n\n感谢您的邀请。星期五见，王芳！\n\n小雅\n"


def list_to_tick(folder: Path) -> None:
    lines = (folder / "to do.txt").read_text(encoding="utf-8").splitlines()
    bought = (EXAMPLES / "shopping.txt").read_text(encoding="utf-8").split()
    assert lines == [*(f"[ ] {item}" for item in bought), "[ ] jalapeños, 3 ×"]
    assert (folder / "shopping.txt").read_bytes() == (EXAMPLES / "shopping.txt").read_bytes()


def sorted_list(folder: Path) -> None:
    lines = [line for line in (folder / "sorted.txt").read_text(encoding="utf-8").splitlines() if line]
    assert lines == sorted([*(EXAMPLES / "shopping.txt").read_text(encoding="utf-8").split(), "almonds"])


def price_list(folder: Path) -> None:
    values = readers.workbook(folder / "prices.xlsx")
    assert [cell.value for cell in values[1]] == ["Item", "Count", "Price", "Sum"]
    assert all(cell.font.b for cell in values[1])
    assert [cell.value for cell in values[3]] == ["Crème brûlée", 2, 41.9, pytest.approx(83.8)]
    assert values["D4"].value == pytest.approx(125.8)
    assert readers.workbook(folder / "prices.xlsx", formulas=True)["D4"].value == "=SUM(D2:D3)"


def donations(folder: Path) -> None:
    values = readers.workbook(folder / "donations.xlsx")
    assert [values.cell(row, 3).value for row in range(2, 8)] == [310, 205, 120.5, 99.5, 80, 45.25]
    assert values["A2"].value == "Daria"
    assert (values["E1"].value, values["F1"].value) == ("Lyon", 220)
    formulas = readers.workbook(folder / "donations.xlsx", formulas=True)
    assert formulas["F1"].value.startswith("=SUMIF(")
    assert formulas.auto_filter.ref == "A1:C7"


def minutes(folder: Path) -> None:
    content = readers.open_document(folder / "minutes.odt")
    assert [readers.text_of(heading) for heading in content.iter(f"{readers.TEXT}h")] == ["Minutes of the garden club"]
    assert "Present:" in readers.bold_texts(content)
    assert not any("Agnès, Björn" in text for text in readers.bold_texts(content))
    table = next(content.iter(f"{readers.TABLE}table"))
    assert readers.rows_of(table) == [["Task", "Who"], ["Plant the hedge", "Agnès"], ["Water the roses", "王芳"]]
    assert "Next meeting: 3 May, 18:00." in readers.pdf_text(folder / "minutes.pdf")


def presentation(folder: Path) -> None:
    assert readers.slides_of(readers.open_document(folder / "club.odp")) == [
        ["The garden club in 2026", "Annual meeting, Lyon"],
        ["What we did", "Planted 40 m of hedge", "Watered the roses", "Ate crêpes"],
    ]
    assert "Watered the roses" in readers.pdf_text(folder / "club.pdf")


def tidy_folder(folder: Path) -> None:
    files = {path.relative_to(folder / "papers").as_posix() for path in (folder / "papers").rglob("*")}
    assert files == {"photo.jpg", "Year 2026", "Year 2026/Annual report.txt"}
    assert (folder / "papers/Year 2026/Annual report.txt").read_text(encoding="utf-8") == "All is well.\n"


def nothing_on_disk(folder: Path) -> None:
    """The calculator's result is checked by the clipboard, in the run itself."""


TEXT_FILE = {"input": "{folder}/shopping.txt", "out": "{folder}"}
OFFLINE = (
    Example("mousepad.steps", letter, {"name": "Zoë", "out": "{folder}"}),
    Example("zh-mousepad.steps", letter_in_chinese, {"name": "王芳", "out": "{folder}"}),
    Example("gedit.steps", list_to_tick, TEXT_FILE),
    Example("featherpad.steps", sorted_list, TEXT_FILE),
    Example("gnome-calculator.steps", nothing_on_disk, {"price": "249.90"}),
    Example("gnumeric.steps", price_list, {"out": "{folder}"}),
    Example("pcmanfm.steps", tidy_folder, {"folder": "{folder}/papers"}),
    Example("calc.steps", donations, {"input": "{folder}/donations.csv", "city": "Lyon", "out": "{folder}"}),
    Example("writer.steps", minutes, {"out": "{folder}"}),
    Example("impress.steps", presentation, {"title": "The garden club in 2026", "out": "{folder}"}),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("shopping.txt", "donations.csv"):
        shutil.copy(EXAMPLES / name, tmp_path / name)
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "report.txt").write_text("All is well.\n", encoding="utf-8")
    (papers / "photo.jpg").write_bytes(b"\xff\xd8\xff\xe0 a photo")
    return tmp_path


def run(file: str, values: Mapping[str, str]) -> dict[str, Any]:
    """The step file through the command line; what it says of the run."""
    command = [str(Path(sys.executable).with_name("deskhand")), "run", str(EXAMPLES / file), "--json", "--no-pictures"]
    for name, value in values.items():
        command += ["--set", f"{name}={value}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return json.loads(done.stdout)["data"]


@pytest.mark.parametrize("example", OFFLINE, ids=[example.file for example in OFFLINE])
def test_the_file_does_its_job(example: Example, folder: Path) -> None:
    data = run(example.file, {name: value.format(folder=folder) for name, value in example.values.items()})
    assert data["verdict"] == "verified"
    example.judge(folder)


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_the_page_received_what_was_filled_in(browser: str, page_server: PageServer) -> None:
    values = {"page": page_server.url, "log": str(page_server.path), "customer": f"Zoë {browser}"}
    assert run(f"{browser}.steps", values)["verdict"] == "verified"
    (order,) = readers.orders_in(page_server.path)
    assert order == {
        "customer": f"Zoë {browser}",
        "email": "zoe@example.org",
        "code": "",
        "quantity": "12",
        "delivery": "Express (evening)",
        "size": "large",
        "gift": "on",
        "priority": "5",
        "remarks": "Ring twice, please: 東京 €",
    }


def test_every_step_file_is_tried() -> None:
    tried = {example.file for example in OFFLINE} | {"chromium.steps", "firefox.steps"}
    assert {path.name for path in EXAMPLES.glob("*.steps")} == tried
