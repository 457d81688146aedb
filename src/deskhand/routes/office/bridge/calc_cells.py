"""Reading and writing cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .calc_areas import (
    area,
    blocks,
    cell_name,
    cells_to_change,
    check_writable,
    clipped,
    name_of,
    size_of,
)
from .job import Job, Refusal
from .link import Office, Operation, struct, thrown, window_title
from .values import DATETIME, ENGLISH, FORMATS, LARGEST_WHOLE, LOGICAL, Written, null_date, number_read, written

AT_ONCE = 20_000
"""Cells in one call of LibreOffice's: between two calls a stop is heard."""
FORMULA, CONTENTS = 16, 1 | 2 | 4 | 16
"""com.sun.star.sheet.CellFlags"""
MOST_SHOWN = 20_000
"""Cells read one by one."""
READ_BACK = 60
"""Cells whose shown text is handed back, so that somebody else can be asked for it."""


def read_range(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args, "calc")
    cells = clipped(area(document, args))
    rows, columns = size_of(cells)
    most = int(args["max_cells"])
    if columns > most:
        raise Refusal("too_large", f"one row of {name_of(cells)} has {columns} cells, more than {most}")
    truncated = rows * columns > most
    if truncated:
        cells = cells.getCellRangeByPosition(0, 0, columns - 1, most // columns - 1)
    reader = {"values": _values, "formulas": _formulas, "shown": _shown}[args["what"]]
    found = reader(document, cells, job)
    return {
        "document": window_title(document), "range": name_of(cells), "rows": found, "truncated": truncated,
        "whole": [rows, columns],
    }  # fmt: skip


def _values(document: Any, cells: Any, job: Job) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for _, part in blocks(cells, AT_ONCE):
        job.check()
        rows.extend([_plain(value) for value in row] for row in part.getDataArray())
    _numbers(document, cells, rows)
    _errors(cells, rows)
    return rows


def _plain(value: Any) -> Any:
    if value.__class__ is float:
        return int(value) if value.is_integer() and -LARGEST_WHOLE < value < LARGEST_WHOLE else value
    return None if value == "" else value


def _numbers(document: Any, cells: Any, rows: list[list[Any]]) -> None:
    """What is a number becomes a date, a time or a truth value, where it is shown as one."""
    first_day, formats = null_date(document), document.NumberFormats
    for group in _each(cells.UniqueCellFormatRanges):
        addresses = group.RangeAddresses
        key = cells.Spreadsheet.getCellByPosition(addresses[0].StartColumn, addresses[0].StartRow).NumberFormat
        shown_as = int(formats.getByKey(key).Type)
        if not shown_as & (DATETIME | LOGICAL):
            continue
        for _, row, start, end in _rows_in(cells, addresses):
            line = rows[row]
            for column in range(start, end):
                if isinstance(line[column], (int, float)):
                    line[column] = number_read(line[column], shown_as, first_day)


def _errors(cells: Any, rows: list[list[Any]]) -> None:
    for sheet, row, start, end in _rows_in(cells, cells.queryFormulaCells(4).RangeAddresses):
        for column in range(start, end):
            rows[row][column] = {"error": sheet.getCellByPosition(*_at(cells, row, column)).getString()}


def _formulas(document: Any, cells: Any, job: Job) -> list[list[Any]]:
    """Formulas where there are any, values elsewhere."""
    rows = _values(document, cells, job)
    sheet = cells.Spreadsheet
    for found in cells.queryContentCells(FORMULA).RangeAddresses:
        job.check()
        part = sheet.getCellRangeByPosition(found.StartColumn, found.StartRow, found.EndColumn, found.EndRow)
        own = cells.getRangeAddress()
        for number, line in enumerate(part.getFormulaArray()):
            start = found.StartColumn - own.StartColumn
            rows[found.StartRow - own.StartRow + number][start : start + len(line)] = [{"formula": one} for one in line]
    return rows


def _shown(document: Any, cells: Any, job: Job) -> list[list[Any]]:
    rows, columns = size_of(cells)
    if rows * columns > MOST_SHOWN:
        raise Refusal("too_large", f"more than {MOST_SHOWN} cells are not read as they are shown")
    found: list[list[Any]] = []
    for row in range(rows):
        job.check()
        found.append([cells.getCellByPosition(column, row).getString() for column in range(columns)])
    return found


def write_range(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "calc")
    values: list[list[Any]] = args["rows"]
    cells = _target(area(document, args), len(values), len(values[0]))
    check_writable(cells)
    first_day = null_date(document)
    lines = [[written(value, first_day) for value in row] for row in values]
    with job.step(document, f"Write {name_of(cells)}"):
        write_undoably(document, cells, lines, job)
    wrong = _differences(document, cells, lines, job)
    if wrong:
        raise Refusal(
            "action_failed", f"{len(wrong)} cells do not hold what was written", seen="; ".join(wrong[:5]),
            delivery="delivered_unverified", next_step=f"look at {name_of(cells)}; `office.undo` takes it back",
        )  # fmt: skip
    return {
        "document": window_title(document), "range": name_of(cells), "cells": len(values) * len(values[0]),
        "undo": job.undo, "seen": f"all {len(values) * len(values[0])} cells hold it",
        "showing": showing(document, cells), **sample(cells),
    }  # fmt: skip


def write_undoably(document: Any, cells: Any, lines: Sequence[Sequence[Written]], job: Job) -> None:
    """Write so that undo and redo give back what was there.

    LibreOffice (7.4) undoes `setDataArray` for cells that had content only: those that were empty keep the new
    one, since the undo action marks no area that it would clear. An array formula over all of them, which comes first,
    is undone by clearing; what is to be empty is cleared last, for redo. Comments, which `setDataArray` removes, are
    put back.
    """
    comments = _comments_in(cells)
    for start, part in blocks(cells, AT_ONCE):
        job.check()
        count, _ = size_of(part)
        _write_block(document, part, lines[start : start + count], job)
    for kind in FORMATS:
        _runs(
            lines,
            lambda one, kind=kind: one.shown_as == kind,
            lambda run, kind=kind: _show_as(document, cells, run, kind),
        )
    for place, text in comments:
        cells.Spreadsheet.Annotations.insertNew(place, text)


def _write_block(document: Any, cells: Any, lines: Sequence[Sequence[Written]], job: Job) -> None:
    try:
        cells.setArrayFormula("=0")
    except thrown("uno.RuntimeException"):
        # Over merged cells there can be no array formula.
        _write_one_by_one(cells, lines, job)
        return
    cells.setDataArray(tuple(tuple(one.data for one in row) for row in lines))
    _runs(lines, lambda one: one.formula != "", lambda run: _write_formulas(cells, lines, run, job))
    _clear_empty(document, cells, lines)


def _write_one_by_one(cells: Any, lines: Sequence[Sequence[Written]], job: Job) -> None:
    for row, line in enumerate(lines):
        job.check()
        for column, one in enumerate(line):
            cell = cells.getCellByPosition(column, row)
            if one.formula:
                cell.setFormula(one.formula)
            elif isinstance(one.data, float):
                cell.setValue(one.data)
            else:
                cell.setString(one.data)


def _clear_empty(document: Any, cells: Any, lines: Sequence[Sequence[Written]]) -> None:
    empty: list[Any] = []
    own = cells.getRangeAddress()

    def add(run: Run) -> None:
        column, start, end = run
        empty.append(
            struct(
                "table.CellRangeAddress",
                Sheet=own.Sheet,
                StartColumn=own.StartColumn + column,
                EndColumn=own.StartColumn + column,
                StartRow=own.StartRow + start,
                EndRow=own.StartRow + end - 1,
            )
        )

    _runs(lines, lambda one: one.data == "" and not one.formula, add)
    if empty:
        ranges = document.createInstance("com.sun.star.sheet.SheetCellRanges")
        ranges.addRangeAddresses(tuple(empty), False)
        ranges.clearContents(CONTENTS)


def _comments_in(cells: Any) -> list[tuple[Any, str]]:
    """(address, text) of each comment on these cells."""
    own = cells.getRangeAddress()
    found = [(one.getPosition(), one.getString()) for one in _each(cells.Spreadsheet.Annotations)]
    return [
        (at, text)
        for at, text in found
        if own.StartRow <= at.Row <= own.EndRow and own.StartColumn <= at.Column <= own.EndColumn
    ]


def _target(cells: Any, rows: int, columns: int) -> Any:
    """The cells that the rows go to: from the first cell on, or exactly those that were named."""
    own_rows, own_columns = size_of(cells)
    if (own_rows, own_columns) == (rows, columns):
        return cells
    if (own_rows, own_columns) != (1, 1):
        raise Refusal(
            "bad_request", f"{rows}×{columns} values do not fit {name_of(cells)}, which is {own_rows}×{own_columns}",
            next_step="name the first cell only, or as many cells as there are values",
        )  # fmt: skip
    at = cells.getRangeAddress()
    sheet = cells.Spreadsheet
    last = sheet.getRangeAddress()
    if at.StartColumn + columns - 1 > last.EndColumn or at.StartRow + rows - 1 > last.EndRow:
        raise Refusal("bad_request", f"{rows}×{columns} values from {name_of(cells)} on reach over the sheet's edge")
    return sheet.getCellRangeByPosition(
        at.StartColumn, at.StartRow, at.StartColumn + columns - 1, at.StartRow + rows - 1
    )


Run = tuple[int, int, int]
"""Column, first row, and the row after the last."""


def _runs(lines: Sequence[Sequence[Written]], fits: Callable[[Written], bool], do: Callable[[Run], None]) -> None:
    """`do` for every stretch of a column that fits."""
    for column in range(len(lines[0])):
        begun: int | None = None
        for row, line in enumerate(lines):
            if fits(line[column]):
                begun = row if begun is None else begun
            elif begun is not None:
                do((column, begun, row))
                begun = None
        if begun is not None:
            do((column, begun, len(lines)))


def _write_formulas(cells: Any, lines: Sequence[Sequence[Written]], run: Run, job: Job) -> None:
    job.check()
    column, start, end = run
    part = cells.getCellRangeByPosition(column, start, column, end - 1)
    part.setFormulaArray(tuple((line[column].formula,) for line in lines[start:end]))


def _show_as(document: Any, cells: Any, run: Run, kind: int) -> None:
    """Give these cells a format of the kind, those that have one already left as they are."""
    column, start, end = run
    part = cells.getCellRangeByPosition(column, start, column, end - 1)
    formats = document.NumberFormats
    # Of cells that differ LibreOffice says 0, the standard format.
    if int(formats.getByKey(part.NumberFormat).Type) & kind != kind:
        part.NumberFormat = format_key(document, FORMATS[kind])


def format_key(document: Any, code: str) -> int:
    """The key of a number format by its code in English, for whatever language is set; made where the document has it
    not yet."""
    try:
        return int(document.NumberFormats.addNewConverted(code, ENGLISH, struct("lang.Locale")))
    except thrown("util.MalformedNumberFormatException") as error:
        raise Refusal("bad_request", f"{code!r} is no number format", sought=code) from error


def _differences(document: Any, cells: Any, lines: Sequence[Sequence[Written]], job: Job) -> list[str]:
    """Cells that do not hold what was written, as LibreOffice says itself: at most those of the first bad part."""
    for start, part in blocks(cells, AT_ONCE):
        job.check()
        found = part.getDataArray()
        wrong = [
            f"{cell_name(*_at(part, row, column))}: {value!r} instead of {lines[start + row][column].data!r}"
            for row, line in enumerate(found)
            for column, value in enumerate(line)
            if not lines[start + row][column].formula and value != lines[start + row][column].data
        ]
        if wrong:
            return wrong
    return _not_formulas(cells, lines)


def _not_formulas(cells: Any, lines: Sequence[Sequence[Written]]) -> list[str]:
    wanted = {(row, column) for row, line in enumerate(lines) for column, one in enumerate(line) if one.formula}
    if wanted:
        for _, row, start, end in _rows_in(cells, cells.queryContentCells(FORMULA).RangeAddresses):
            wanted.difference_update((row, column) for column in range(start, end))
    return [f"{cell_name(*_at(cells, *place))} holds no formula" for place in sorted(wanted)]


def clear_range(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document, cells = cells_to_change(office, args)
    flags = {"contents": CONTENTS, "formats": 32 | 64, "notes": 8}
    with job.step(document, f"Clear {name_of(cells)}"):
        cells.clearContents(sum(flags[what] for what in args["what"]))
    left = cells.queryContentCells(CONTENTS).RangeAddresses if "contents" in args["what"] else ()
    if left:
        raise Refusal("action_failed", f"{name_of(cells)} still has content", delivery="delivered_unverified")
    return {
        "document": window_title(document), "range": name_of(cells), "undo": job.undo, "seen": "nothing of it is left",
        "showing": showing(document, cells), **sample(clipped(cells)),
    }  # fmt: skip


def sample(cells: Any) -> dict[str, Any]:
    """Cells spread over the range, its corners among them, as they are shown and as they are typed: [row, column,
    shown, typed], 0-based in the sheet."""
    rows, columns = size_of(cells)
    if rows * columns <= READ_BACK:
        places = [(row, column) for row in range(rows) for column in range(columns)]
    else:
        corners = {(0, 0), (0, columns - 1), (rows - 1, 0), (rows - 1, columns - 1)}
        step = rows * columns / (READ_BACK - len(corners))
        spread = {divmod(int(number * step), columns) for number in range(READ_BACK - len(corners))}
        places = sorted(corners | spread)
    own = cells.getRangeAddress()
    found = [(row, column, cells.getCellByPosition(column, row)) for row, column in places]
    # In the accessibility tree a cell with an error has no text, and one that was emptied may keep its last (7.4).
    return {
        "sample": [
            [own.StartRow + row, own.StartColumn + column, cell.getString(), cell.FormulaLocal]
            for row, column, cell in found
            if cell.getString() and not cell.getError()
        ]
    }


def showing(document: Any, cells: Any) -> bool:
    """Whether the sheet of these cells is the one that the window shows."""
    controller = document.getCurrentController()
    return hasattr(controller, "getActiveSheet") and controller.getActiveSheet().Name == cells.Spreadsheet.Name


def _each(container: Any) -> Iterator[Any]:
    for number in range(container.getCount()):
        yield container.getByIndex(number)


def _rows_in(cells: Any, addresses: Sequence[Any]) -> Iterator[tuple[Any, int, int, int]]:
    """(sheet, row, first column, column after the last) within the range, of each row of these addresses."""
    own, sheet = cells.getRangeAddress(), cells.Spreadsheet
    for found in addresses:
        for row in range(found.StartRow, found.EndRow + 1):
            yield sheet, row - own.StartRow, found.StartColumn - own.StartColumn, found.EndColumn + 1 - own.StartColumn


def _at(cells: Any, row: int, column: int) -> tuple[int, int]:
    """Column and row in the sheet."""
    own = cells.getRangeAddress()
    return own.StartColumn + column, own.StartRow + row


OPERATIONS: dict[str, Operation] = {
    "calc.read_range": read_range,
    "calc.write_range": write_range,
    "calc.clear_range": clear_range,
}
