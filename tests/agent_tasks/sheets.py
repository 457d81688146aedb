"""Sheets written and read by odfpy, which has nothing to do with LibreOffice."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from odf.opendocument import OpenDocumentSpreadsheet, load
from odf.table import Table, TableCell, TableRow
from odf.text import P


def write_sheet(path: Path, rows: Sequence[Sequence[Any]]) -> Path:
    document = OpenDocumentSpreadsheet()
    table = Table(name="Sheet")
    for row in rows:
        line = TableRow()
        for value in row:
            given = {"valuetype": "string"} if isinstance(value, str) else {"valuetype": "float", "value": value}
            cell = TableCell(**given)
            cell.addElement(P(text=str(value)))
            line.addElement(cell)
        table.addElement(line)
    document.spreadsheet.addElement(table)
    document.save(str(path))
    return path


def rows_of_sheet(path: Path) -> list[list[Any]]:
    """The values of the first sheet: numbers as numbers, empty cells as "", without what is empty at the end."""
    table = load(str(path)).spreadsheet.getElementsByType(Table)[0]
    rows: list[list[Any]] = []
    for line in table.getElementsByType(TableRow):
        row: list[Any] = []
        for cell in line.getElementsByType(TableCell):
            value = cell.getAttribute("value")
            shown: Any = str(cell) if value is None else float(value)
            row += [shown] * (int(cell.getAttribute("numbercolumnsrepeated") or 1) if shown != "" or row == [] else 1)
            row = row[:50]
        while row and row[-1] == "":
            row.pop()
        rows.append(row)
    while rows and not rows[-1]:
        rows.pop()
    return rows
