"""How cells look: number formats, fonts, colours, alignment, borders, widths, merged cells."""

from __future__ import annotations

from typing import Any

from .calc_areas import cell_name, cells_to_change, letters, name_of
from .calc_cells import CONTENTS, format_key
from .job import Job, Refusal
from .link import Office, Operation, constant, enum, struct, window_title

_HORIZONTAL = {"left": "LEFT", "centre": "CENTER", "right": "RIGHT", "justify": "BLOCK", "standard": "STANDARD"}
_VERTICAL = {"top": "TOP", "middle": "CENTER", "bottom": "BOTTOM", "standard": "STANDARD"}
_SIDES = ("TopLine", "BottomLine", "LeftLine", "RightLine", "HorizontalLine", "VerticalLine")


def format_range(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document, cells = cells_to_change(office, args)
    wanted: dict[str, Any] = {}
    if args["number_format"] is not None:
        wanted["NumberFormat"] = format_key(document, args["number_format"])
    if args["bold"] is not None:
        wanted["CharWeight"] = constant("awt.FontWeight.BOLD" if args["bold"] else "awt.FontWeight.NORMAL")
    if args["italic"] is not None:
        wanted["CharPosture"] = enum("awt.FontSlant", "ITALIC" if args["italic"] else "NONE")
    if args["underline"] is not None:
        wanted["CharUnderline"] = constant(f"awt.FontUnderline.{'SINGLE' if args['underline'] else 'NONE'}")
    if args["size"] is not None:
        wanted["CharHeight"] = float(args["size"])
    if args["font"] is not None:
        wanted["CharFontName"] = args["font"]
    if args["colour"] is not None:
        wanted["CharColor"] = colour(args["colour"])
    if args["background"] is not None:
        wanted["CellBackColor"] = colour(args["background"])
    if args["horizontal"] is not None:
        wanted["HoriJustify"] = enum("table.CellHoriJustify", _HORIZONTAL[args["horizontal"]])
    if args["vertical"] is not None:
        wanted["VertJustify"] = constant(f"table.CellVertJustify2.{_VERTICAL[args['vertical']]}")
    if args["wrap"] is not None:
        wanted["IsTextWrapped"] = args["wrap"]
    with job.step(document, f"Format {name_of(cells)}"):
        for name, value in wanted.items():
            setattr(cells, name, value)
        if args["border"] is not None:
            cells.TableBorder2 = _border(args["border"])
    wrong = [name for name, value in wanted.items() if getattr(cells, name) != value]
    wrong += ["border"] if args["border"] is not None and not _has_border(cells, args["border"]) else []
    if wrong:
        raise Refusal(
            "action_failed", f"{name_of(cells)} does not have it: {', '.join(wrong)}", delivery="delivered_unverified"
        )
    given = [name for name, value in args.items() if value is not None and name not in ("document", "sheet", "range")]
    return {
        "document": window_title(document), "range": name_of(cells), "undo": job.undo,
        "seen": f"{name_of(cells)} has {', '.join(given)}",
    }  # fmt: skip


def colour(words: str) -> int:
    """`#RRGGBB`; −1, none, for `none`."""
    return -1 if words == "none" else int(words[1:], 16)


def _border(kind: str) -> Any:
    line = struct("table.BorderLine2")
    line.OuterLineWidth = line.LineWidth = {"none": 0, "thin": 26, "thick": 88}[kind]
    border = struct("table.TableBorder2")
    for side in _SIDES:
        setattr(border, side, line)
        setattr(border, f"Is{side}Valid", True)
    return border


def _has_border(cells: Any, kind: str) -> bool:
    found = cells.TableBorder2
    drawn = [getattr(found, side).OuterLineWidth > 0 for side in _SIDES[:4]]
    return not any(drawn) if kind == "none" else all(drawn)


def set_widths(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    """Columns' widths and rows' heights in millimetres, or as wide as their content needs."""
    document, cells = cells_to_change(office, args)
    columns, rows = cells.getColumns(), cells.getRows()
    with job.step(document, f"Size {name_of(cells)}"):
        if args["fit"]:
            columns.OptimalWidth = True
        if args["width"] is not None:
            columns.Width = round(args["width"] * 100)
        if args["height"] is not None:
            rows.Height = round(args["height"] * 100)
    start = cells.getRangeAddress().StartColumn
    widths = {
        letters(start + number): round(columns.getByIndex(number).Width / 100, 1)
        for number in range(min(columns.getCount(), 50))
    }
    wrong = args["width"] is not None and any(abs(width - args["width"]) > 0.1 for width in widths.values())
    if wrong or (args["height"] is not None and abs(rows.getByIndex(0).Height / 100 - args["height"]) > 0.05):
        raise Refusal("action_failed", "the widths are not those that were asked for", delivery="delivered_unverified")
    return {
        "document": window_title(document), "range": name_of(cells), "widths": widths, "undo": job.undo,
        "seen": f"column {next(iter(widths))} is {next(iter(widths.values())):g} mm wide",
    }  # fmt: skip


def merge(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document, cells = cells_to_change(office, args)
    at = cells.getRangeAddress()
    if args["merged"] and (at.StartColumn, at.StartRow) == (at.EndColumn, at.EndRow):
        raise Refusal("bad_request", "one cell is not merged with anything", sought=name_of(cells))
    first = (at.StartColumn, at.StartRow)
    hidden = [
        cell_name(column, row)
        for found in cells.queryContentCells(CONTENTS).RangeAddresses
        for row in range(found.StartRow, found.EndRow + 1)
        for column in range(found.StartColumn, found.EndColumn + 1)
        if (column, row) != first
    ]
    if args["merged"] and hidden:
        raise Refusal(
            "not_actionable", f"merging would hide the content of {', '.join(hidden[:5])}", check="allowed",
            next_step="empty those cells first (`calc.clear_range`)",
        )  # fmt: skip
    with job.step(document, f"{'Merge' if args['merged'] else 'Split'} {name_of(cells)}"):
        cells.merge(args["merged"])
    if bool(cells.getIsMerged()) != args["merged"]:
        raise Refusal("action_failed", f"{name_of(cells)} is not as asked for", delivery="delivered_unverified")
    return {
        "document": window_title(document), "range": name_of(cells), "undo": job.undo,
        "seen": f"{name_of(cells)} is {'one cell' if args['merged'] else 'single cells'}",
    }  # fmt: skip


OPERATIONS: dict[str, Operation] = {
    "calc.format_range": format_range,
    "calc.set_widths": set_widths,
    "calc.merge": merge,
}
