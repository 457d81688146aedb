"""Which cells are meant: `B2:D9`, `Sheet1.B2`, `Sheet1!B2`, a named range, whole columns (`A:C`) and rows (`2:5`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from .job import Refusal
from .link import Office, enum, thrown

_SHEET = re.compile(r"\$?(?:'((?:[^']|'')+)'|([^'.!]+))[.!]")
_ADDRESS = re.compile(
    r"\$?[A-Za-z]{1,3}\$?\d{1,7}(:\$?[A-Za-z]{1,3}\$?\d{1,7})?\Z|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}\Z|\$?\d{1,7}:\$?\d{1,7}\Z"
)


def sheet_of(document: Any, name: str | None) -> Any:
    """The sheet of this name; the one that is showing where none is named."""
    if name is None:
        controller = document.getCurrentController()
        # A page preview shows no sheet of its own.
        return controller.getActiveSheet() if hasattr(controller, "getActiveSheet") else document.Sheets.getByIndex(0)
    sheets = document.Sheets
    if sheets.hasByName(name):
        return sheets.getByName(name)
    raise Refusal(
        "not_found", f"{document.getTitle()!r} has no sheet {name!r}", sought=name, near=list(sheets.ElementNames),
        next_step="name a sheet that is there: `calc.list_sheets`",
    )  # fmt: skip


def area(document: Any, args: dict[str, Any], key: str = "range") -> Any:
    """The range `args` name by `range` and `sheet`. Without a range: all that is used of the sheet."""
    words = args.get(key)
    if words is None:
        return used(sheet_of(document, args.get("sheet")))
    return named_area(document, str(words).strip(), args.get("sheet"))


def named_area(document: Any, words: str, sheet: str | None = None) -> Any:
    found = _SHEET.match(words)
    if found is not None:
        sheet, words = (found[1] or "").replace("''", "'") or found[2], words[found.end() :]
        # `Sheet1.A1:Sheet1.B2`, as LibreOffice writes it
        words = ":".join(_SHEET.sub("", part, count=1) for part in words.split(":"))
    within = sheet_of(document, sheet)
    if not _ADDRESS.match(words):
        return _by_name(document, within, words)
    try:
        return within.getCellRangeByName(words)
    except thrown("uno.RuntimeException") as error:
        raise Refusal(
            "bad_request", f"{words!r} are no cells of a sheet", sought=words,
            next_step="name cells as `B2`, `B2:D9` or `A:C`",
        ) from error  # fmt: skip


def _by_name(document: Any, sheet: Any, words: str) -> Any:
    for names in (sheet.NamedRanges, document.NamedRanges, document.DatabaseRanges):
        if names.hasByName(words):
            named = names.getByName(words)
            cells = named.getReferredCells()
            if cells is not None:
                return cells
    raise Refusal(
        "not_found", f"{words!r} is neither an address nor a named range", sought=words,
        near=list(document.NamedRanges.ElementNames), next_step="name cells as `B2:D9`, or a range that has the name",
    )  # fmt: skip


def used(sheet: Any) -> Any:
    """From A1 to the last cell that has content."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.getRangeAddress()
    return sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow)


def clipped(cells: Any) -> Any:
    """Whole columns and rows end where the sheet's content does."""
    at = cells.getRangeAddress()
    whole = at.EndRow - at.StartRow > 1_000_000 or at.EndColumn - at.StartColumn >= 1_023
    if not whole:
        return cells
    end = used(cells.Spreadsheet).getRangeAddress()
    last_column, last_row = min(at.EndColumn, end.EndColumn), min(at.EndRow, end.EndRow)
    return cells.Spreadsheet.getCellRangeByPosition(
        at.StartColumn, at.StartRow, max(last_column, at.StartColumn), max(last_row, at.StartRow)
    )


def name_of(cells: Any) -> str:
    """`Sheet1.B2:D9`."""
    return str(cells.AbsoluteName).replace("$", "")


def size_of(cells: Any) -> tuple[int, int]:
    at = cells.getRangeAddress()
    return at.EndRow - at.StartRow + 1, at.EndColumn - at.StartColumn + 1


def letters(column: int) -> str:
    text, column = "", column + 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def cell_name(column: int, row: int) -> str:
    return f"{letters(column)}{row + 1}"


def blocks(cells: Any, at_once: int) -> Iterator[tuple[int, Any]]:
    """Parts of whole rows of at most `at_once` cells: (first row within the range, the part)."""
    rows, columns = size_of(cells)
    step = max(1, at_once // columns)
    for start in range(0, rows, step):
        yield start, cells.getCellRangeByPosition(0, start, columns - 1, min(rows, start + step) - 1)


def check_writable(cells: Any) -> None:
    """LibreOffice says nothing where a protected cell refuses what it is told."""
    sheet = cells.Spreadsheet
    if not sheet.isProtected():
        return
    mixed = cells.getPropertyState("CellProtection") == enum("beans.PropertyState", "AMBIGUOUS_VALUE")
    if mixed or cells.CellProtection.IsLocked:
        raise Refusal(
            "not_actionable", f"{name_of(cells)} is protected", check="editable",
            next_step="a person takes the sheet's protection away (Tools, Protect Sheet)",
        )  # fmt: skip


def cells_to_change(office: Office, args: dict[str, Any], key: str = "range") -> tuple[Any, Any]:
    """The document and the cells that `args` mean, refused where they may not be changed."""
    document = office.to_change(args, "calc")
    cells = area(document, args, key)
    check_writable(cells)
    return document, cells
