"""Reads what the orders job wrote, with readers that have nothing to do with the hands that wrote it."""

from __future__ import annotations

import csv
import re
import subprocess
import zipfile
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: what, whether it is so, and what was seen."""

    what: str
    ok: bool
    seen: str


def total_of(orders: Path) -> Decimal:
    """The sum of the amounts, added up from the CSV itself."""
    with orders.open(encoding="utf-8", newline="") as file:
        return sum((Decimal(row["Amount"]) for row in csv.DictReader(file)), Decimal(0))


def sheet_total(ods: Path) -> tuple[str, Decimal]:
    """Formula and value of the cell right of "Total" in an OpenDocument sheet."""
    with zipfile.ZipFile(ods) as archive:
        content = ElementTree.fromstring(archive.read("content.xml"))
    for row in content.iter(f"{TABLE}table-row"):
        cells = list(row)
        for cell, following in pairwise(cells):
            if "".join(cell.itertext()) == "Total":
                return following.get(f"{TABLE}formula", ""), Decimal(following.get(f"{OFFICE}value", "0"))
    return "", Decimal(0)


def pdf_text(pdf: Path) -> str:
    """Text of a PDF by poppler's pdftotext."""
    return subprocess.run(
        ["pdftotext", "-layout", str(pdf), "-"], capture_output=True, text=True, check=True, timeout=60
    ).stdout


def verify(orders: Path, out: Path) -> list[Finding]:
    """Look at the sheet, the PDF and the note in `out`; one finding each."""
    expected = total_of(orders)
    return [_sheet(out / "orders.ods", expected), _pdf(out / "orders.pdf", expected), _note(out / "note.txt", expected)]


def _sheet(path: Path, expected: Decimal) -> Finding:
    what = f"{path.name} holds a formula that sums to {expected}"
    if not path.exists():
        return Finding(what, False, "there is no such file")
    formula, value = sheet_total(path)
    return Finding(what, "SUM" in formula and value == expected, f"{formula or 'no formula'} = {value}")


def _pdf(path: Path, expected: Decimal) -> Finding:
    what = f"{path.name} shows the total"
    if not path.exists():
        return Finding(what, False, "there is no such file")
    lines = [line.strip() for line in pdf_text(path).splitlines() if "Total" in line]
    numbers = [Decimal(number) for line in lines for number in re.findall(r"\d+(?:\.\d+)?", line)]
    return Finding(what, expected in numbers, lines[-1] if lines else "no line with a total")


def _note(path: Path, expected: Decimal) -> Finding:
    what = f"{path.name} names the total"
    if not path.exists():
        return Finding(what, False, "there is no such file")
    text = path.read_text(encoding="utf-8").strip()
    numbers = [Decimal(number) for number in re.findall(r"\d+\.\d+", text)]
    return Finding(what, numbers == [expected], text)
