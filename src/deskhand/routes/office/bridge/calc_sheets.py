"""Sheets, named ranges, the print range, frozen rows and columns."""

from __future__ import annotations

from typing import Any

from .calc_areas import cell_name, name_of, named_area, sheet_of, used
from .job import Job, Refusal
from .link import Office, Operation, make_current, struct, window_title


def list_sheets(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args, "calc")
    active = sheet_of(document, None).Name
    return {
        "document": window_title(document),
        "sheets": [
            {
                "name": sheet.Name, "used": name_of(used(sheet)), "hidden": not sheet.IsVisible,
                "protected": bool(sheet.isProtected()), "active": sheet.Name == active,
            }
            for sheet in (document.Sheets.getByIndex(number) for number in range(document.Sheets.Count))
        ],
    }  # fmt: skip


def add_sheet(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "calc")
    _free(document, args["name"])
    with job.step(document, f"Add sheet {args['name']}"):
        document.Sheets.insertNewByName(args["name"], _position(document, args["position"], document.Sheets.Count))
    return _sheets(document, job, args["name"] in document.Sheets.ElementNames)


def rename_sheet(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "calc")
    sheet = sheet_of(document, args["sheet"])
    _free(document, args["name"])
    before = list(document.Sheets.ElementNames)
    wanted = [args["name"] if name == sheet.Name else name for name in before]
    with job.step(document, f"Rename sheet {sheet.Name}"):
        sheet.setName(args["name"])
    return _sheets(document, job, list(document.Sheets.ElementNames) == wanted)


def remove_sheet(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "calc")
    name = sheet_of(document, args["sheet"]).Name
    if document.Sheets.Count == 1:
        raise Refusal("not_actionable", f"{name!r} is the only sheet", check="allowed", next_step="add another first")
    with job.step(document, f"Remove sheet {name}"):
        document.Sheets.removeByName(name)
    return _sheets(document, job, not document.Sheets.hasByName(name))


def move_sheet(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "calc")
    name = sheet_of(document, args["sheet"]).Name
    names = list(document.Sheets.ElementNames)
    here, there = names.index(name), _position(document, args["position"], len(names) - 1)
    names.insert(there, names.pop(here))
    with job.step(document, f"Move sheet {name}"):
        # LibreOffice counts before the sheet is taken away.
        document.Sheets.moveByName(name, there + 1 if there > here else there)
    return _sheets(document, job, list(document.Sheets.ElementNames) == names)


def show_sheet(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args, "calc")
    sheet = sheet_of(document, args["sheet"])
    job.announce()
    document.getCurrentController().setActiveSheet(sheet)
    if sheet_of(document, None).Name != sheet.Name:
        raise Refusal("action_failed", f"the window does not show {sheet.Name!r}", delivery="delivered_unverified")
    return {"document": window_title(document), "seen": f"the window shows sheet {sheet.Name!r}"}


def _free(document: Any, name: str) -> None:
    taken = [one for one in document.Sheets.ElementNames if one.casefold() == name.casefold()]
    if taken:
        names = list(document.Sheets.ElementNames)
        raise Refusal("bad_request", f"there is a sheet {taken[0]!r}", sought=name, near=names)


def _position(document: Any, position: int | None, last: int) -> int:
    """0-based, from 1-based; the last where none is given."""
    if position is None:
        return last
    if position - 1 > last:
        raise Refusal("bad_request", f"there is no place {position} among {document.Sheets.Count} sheets")
    return position - 1


def _sheets(document: Any, job: Job, as_wanted: bool) -> dict[str, Any]:
    names = list(document.Sheets.ElementNames)
    if not as_wanted:
        raise Refusal("action_failed", "the sheets are not as asked for", seen=", ".join(names), delivery="uncertain")
    return {
        "document": window_title(document), "sheets": names, "undo": job.undo,
        "seen": f"the sheets are {', '.join(names)}",
    }  # fmt: skip


# --- named ranges


def list_names(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args, "calc")
    names = document.NamedRanges
    return {
        "document": window_title(document),
        "names": [
            {"name": name, "content": names.getByName(name).Content.replace("$", "")} for name in names.ElementNames
        ],
    }  # fmt: skip


def define_name(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "calc")
    cells = named_area(document, args["range"], args["sheet"])
    names, name = document.NamedRanges, args["name"]
    if names.hasByName(name) and not args["replace"]:
        raise Refusal(
            "bad_request", f"{name!r} is {names.getByName(name).Content}", sought=name,
            next_step="`replace` gives the name to these cells instead",
        )  # fmt: skip
    at = cells.getRangeAddress()
    with job.step(document, f"Name {name_of(cells)} {name}"):
        if names.hasByName(name):
            names.removeByName(name)
        origin = struct("table.CellAddress", Sheet=at.Sheet, Column=at.StartColumn, Row=at.StartRow)
        names.addNewByName(name, cells.AbsoluteName, origin, 0)
    if not names.hasByName(name) or names.getByName(name).Content != cells.AbsoluteName:
        raise Refusal("action_failed", f"{name!r} does not name these cells", delivery="delivered_unverified")
    return {
        "document": window_title(document), "name": name, "range": name_of(cells), "undo": job.undo,
        "seen": f"{name!r} names {name_of(cells)}",
    }  # fmt: skip


def remove_name(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "calc")
    names, name = document.NamedRanges, args["name"]
    if not names.hasByName(name):
        raise Refusal("not_found", f"nothing is named {name!r}", sought=name, near=list(names.ElementNames))
    with job.step(document, f"Remove name {name}"):
        names.removeByName(name)
    if names.hasByName(name):
        raise Refusal("action_failed", f"the name {name!r} is still there", delivery="delivered_unverified")
    return {"document": window_title(document), "undo": job.undo, "seen": f"nothing is named {name!r}"}


# --- print range and frozen cells


def print_range(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "calc")
    sheet = sheet_of(document, args["sheet"])
    cells = named_area(document, args["range"], args["sheet"]) if args["range"] is not None else None
    if cells is not None:
        sheet = cells.Spreadsheet
    with job.step(document, f"Print range of {sheet.Name}"):
        sheet.setPrintAreas((cells.getRangeAddress(),) if cells is not None else ())
        if args["repeat_rows"]:
            number = sheet.getRangeAddress().Sheet
            sheet.setTitleRows(struct("table.CellRangeAddress", Sheet=number, EndRow=args["repeat_rows"] - 1))
        sheet.setPrintTitleRows(bool(args["repeat_rows"]))
    found = [(one.StartColumn, one.StartRow, one.EndColumn, one.EndRow) for one in sheet.getPrintAreas()]
    at = cells.getRangeAddress() if cells is not None else None
    if found != ([] if at is None else [(at.StartColumn, at.StartRow, at.EndColumn, at.EndRow)]):
        raise Refusal("action_failed", "the print range is not as asked for", delivery="delivered_unverified")
    seen = f"{name_of(cells)} is what is printed" if cells is not None else f"all of {sheet.Name!r} is printed"
    return {"document": window_title(document), "undo": job.undo, "seen": seen}


def freeze(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    """A setting of the window, not a change of the document's content: it is no step to undo."""
    document = office.document(args, "calc")
    controller = document.getCurrentController()
    sheet = sheet_of(document, args["sheet"])
    before = sheet_of(document, None)
    job.announce()
    make_current(document)
    controller.setActiveSheet(sheet)
    controller.freezeAtPosition(args["columns"], args["rows"])
    wanted = bool(args["columns"] or args["rows"])
    place = (controller.getSplitColumn(), controller.getSplitRow()) if controller.hasFrozenPanes() else (0, 0)
    controller.setActiveSheet(before)
    # LibreOffice (7.4) counts the row one too far.
    if place[1] == args["rows"] + 1 > 1:
        place = (place[0], args["rows"])
    if wanted and place != (args["columns"], args["rows"]):
        raise Refusal(
            "action_failed", "the window does not freeze there", seen=cell_name(*place), delivery="delivered_unverified"
        )
    seen = f"{sheet.Name!r} scrolls from {cell_name(*place)} on" if wanted else f"nothing of {sheet.Name!r} is frozen"
    return {"document": window_title(document), "seen": seen}


OPERATIONS: dict[str, Operation] = {
    "calc.list_sheets": list_sheets,
    "calc.add_sheet": add_sheet,
    "calc.rename_sheet": rename_sheet,
    "calc.remove_sheet": remove_sheet,
    "calc.move_sheet": move_sheet,
    "calc.show_sheet": show_sheet,
    "calc.list_names": list_names,
    "calc.define_name": define_name,
    "calc.remove_name": remove_name,
    "calc.print_range": print_range,
    "calc.freeze": freeze,
}
