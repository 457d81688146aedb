"""Sorting, filtering, pivot tables, charts, find and replace."""

from __future__ import annotations

from typing import Any

from .calc_areas import area, cell_name, cells_to_change, check_writable, name_of, named_area, sheet_of, size_of
from .calc_cells import sample, showing
from .job import Job, Refusal
from .link import Office, Operation, enum, properties, search_for, struct, uno, window_title

_FUNCTIONS = {"sum": "SUM", "count": "COUNT", "average": "AVERAGE", "max": "MAX", "min": "MIN"}
_OPERATORS = {
    "equal": "EQUAL", "not_equal": "NOT_EQUAL", "greater": "GREATER", "less": "LESS", "at_least": "GREATER_EQUAL",
    "at_most": "LESS_EQUAL", "contains": "CONTAINS", "begins": "BEGINS_WITH", "empty": "EMPTY", "filled": "NOT_EMPTY",
}  # fmt: skip
_CHARTS = {
    "column": "BarDiagram", "bar": "BarDiagram", "line": "LineDiagram", "pie": "PieDiagram", "area": "AreaDiagram",
    "scatter": "XYDiagram",
}  # fmt: skip


def _column(cells: Any, words: str, header: bool) -> int:
    """The position within the range of a column named by its heading or its letter."""
    _, columns = size_of(cells)
    headings = [cells.getCellByPosition(number, 0).getString() for number in range(columns)] if header else []
    found = [number for number, text in enumerate(headings) if text.casefold() == words.casefold()]
    if len(found) > 1:
        raise Refusal("ambiguous_target", f"{len(found)} columns are headed {words!r}", sought=words, near=headings)
    if found:
        return found[0]
    start = cells.getRangeAddress().StartColumn
    letters = [cell_name(start + number, 0)[:-1] for number in range(columns)]
    if words.upper() in letters:
        return letters.index(words.upper())
    raise Refusal("not_found", f"{name_of(cells)} has no column {words!r}", sought=words, near=headings or letters)


def sort(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document, cells = cells_to_change(office, args)
    fields: list[Any] = []
    for key in args["by"]:
        field = struct("table.TableSortField")
        field.Field = _column(cells, key["column"], args["header"])
        field.IsAscending = not key["descending"]
        fields.append(field)
    before = _multiset(cells)
    # A sequence of structs inside a property needs its type said.
    typed = uno.Any("[]com.sun.star.table.TableSortField", tuple(fields))
    order = properties(SortFields=typed, ContainsHeader=args["header"], IsSortColumns=False, BindFormatsToContent=True)
    with job.step(document, f"Sort {name_of(cells)}"):
        uno.invoke(cells, "sort", (order,))
    if _multiset(cells) != before:
        raise Refusal("action_failed", f"{name_of(cells)} has other content now", delivery="delivered_unverified")
    _check_sorted(cells, fields, args["header"])
    return {
        "document": window_title(document), "range": name_of(cells), "undo": job.undo,
        "seen": f"the rows of {name_of(cells)} are in this order", "showing": showing(document, cells), **sample(cells),
    }  # fmt: skip


def _multiset(cells: Any) -> list[str]:
    """Rows without their order; formulas of the same row move with it, so that values are compared."""
    return sorted(repr(row) for row in cells.getDataArray())


def _check_sorted(cells: Any, fields: list[Any], header: bool) -> None:
    rows = list(cells.getDataArray())[1 if header else 0 :]
    first = fields[0]
    numbers = [row[first.Field] for row in rows if isinstance(row[first.Field], float)]
    if numbers != sorted(numbers, reverse=not first.IsAscending):
        raise Refusal("action_failed", f"{name_of(cells)} is not in that order", delivery="delivered_unverified")


def filter_rows(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document, cells = cells_to_change(office, args)
    description = cells.createFilterDescriptor(True)
    fields: list[Any] = []
    for one in args["where"]:
        field = struct("sheet.TableFilterField2")
        field.Field = _column(cells, one["column"], args["header"])
        field.Operator = uno.getConstantByName(f"com.sun.star.sheet.FilterOperator2.{_OPERATORS[one['is']]}")
        field.Connection = enum("sheet.FilterConnection", "AND" if args["all"] else "OR")
        value = one["value"]
        field.IsNumeric = isinstance(value, (int, float)) and not isinstance(value, bool)
        if field.IsNumeric:
            field.NumericValue = float(value)
        else:
            field.StringValue = "" if value is None else str(value)
        fields.append(field)
    description.ContainsHeader = args["header"]
    description.setFilterFields2(tuple(fields))
    with job.step(document, f"Filter {name_of(cells)}" if fields else f"Show all of {name_of(cells)}"):
        cells.filter(description)
    visible = sum(
        found.EndRow - found.StartRow + 1 for found in cells.queryVisibleCells().RangeAddresses
        if found.StartColumn == cells.getRangeAddress().StartColumn
    )  # fmt: skip
    total = size_of(cells)[0] - args["header"]
    return {
        "document": window_title(document), "range": name_of(cells), "rows": visible - args["header"], "of": total,
        "undo": job.undo, "seen": f"{visible - args['header']} of {total} rows are visible",
    }  # fmt: skip


def pivot_table(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "calc")
    source = area(document, args)
    target = named_area(document, args["target"], args["target_sheet"])
    tables = target.Spreadsheet.getDataPilotTables()
    name = args["name"]
    if tables.hasByName(name):
        raise Refusal("bad_request", f"there is a pivot table {name!r}", sought=name, near=list(tables.ElementNames))
    description = tables.createDataPilotDescriptor()
    description.setSourceRange(source.getRangeAddress())
    fields = description.getDataPilotFields()
    for role, words in (("ROW", args["rows"]), ("COLUMN", args["columns"]), ("PAGE", args["filters"])):
        for word in words:
            fields.getByIndex(_column(source, word, True)).Orientation = enum("sheet.DataPilotFieldOrientation", role)
    for one in args["values"]:
        field = fields.getByIndex(_column(source, one["column"], True))
        field.Orientation = enum("sheet.DataPilotFieldOrientation", "DATA")
        field.Function = enum("sheet.GeneralFunction", _FUNCTIONS[one["function"]])
    at = target.getRangeAddress()
    with job.step(document, f"Pivot table {name}"):
        place = struct("table.CellAddress", Sheet=at.Sheet, Column=at.StartColumn, Row=at.StartRow)
        tables.insertNewByName(name, place, description)
    if not tables.hasByName(name):
        raise Refusal("action_failed", f"there is no pivot table {name!r}", delivery="delivered_unverified")
    out = tables.getByName(name).getOutputRange()
    cells = target.Spreadsheet.getCellRangeByPosition(out.StartColumn, out.StartRow, out.EndColumn, out.EndRow)
    return {
        "document": window_title(document), "name": name, "range": name_of(cells), "undo": job.undo,
        "rows": [list(row) for row in cells.getDataArray()][:200],
        "seen": f"{name_of(cells)} is the pivot table", "showing": showing(document, cells), **sample(cells),
    }  # fmt: skip


def chart(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "calc")
    cells = area(document, args)
    sheet = sheet_of(document, args["target_sheet"]) if args["target_sheet"] else cells.Spreadsheet
    anchor = sheet.getCellRangeByName(args["at"])
    charts = sheet.getCharts()
    name = args["name"]
    if charts.hasByName(name):
        raise Refusal("bad_request", f"there is a chart {name!r}", sought=name, near=list(charts.ElementNames))
    place = struct(
        "awt.Rectangle", X=anchor.Position.X, Y=anchor.Position.Y, Width=round(args["width"] * 100),
        Height=round(args["height"] * 100),
    )  # fmt: skip
    with job.step(document, f"Chart {name}"):
        charts.addNewByName(name, place, (cells.getRangeAddress(),), True, args["row_headings"])
        drawn = charts.getByName(name).getEmbeddedObject()
        diagram = drawn.createInstance(f"com.sun.star.chart.{_CHARTS[args['kind']]}")
        drawn.setDiagram(diagram)
        if args["kind"] == "bar":
            drawn.getDiagram().Vertical = True
        if args["title"]:
            drawn.HasMainTitle = True
            drawn.Title.String = args["title"]
    titled = not args["title"] or charts.getByName(name).EmbeddedObject.Title.String == args["title"]
    if not charts.hasByName(name) or not titled:
        raise Refusal("action_failed", f"the chart {name!r} is not as asked for", delivery="delivered_unverified")
    return {
        "document": window_title(document), "name": name, "undo": job.undo,
        "seen": f"sheet {sheet.Name!r} has the chart {name!r} of {name_of(cells)}",
    }  # fmt: skip


def find(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.document(args, "calc")
    cells = area(document, args)
    found = cells.findAll(search_for(cells, args))
    places: list[list[str]] = []
    for address in () if found is None else found.RangeAddresses:
        for row in range(address.StartRow, address.EndRow + 1):
            for column in range(address.StartColumn, address.EndColumn + 1):
                if len(places) < 1000:
                    text = cells.Spreadsheet.getCellByPosition(column, row).getString()
                    places.append([cell_name(column, row), text])
    return {"document": window_title(document), "sheet": cells.Spreadsheet.Name, "found": places}


def replace(office: Office, job: Job, args: dict[str, Any]) -> dict[str, Any]:
    document = office.to_change(args, "calc")
    cells = area(document, args)
    check_writable(cells)
    search = search_for(cells, args)
    search.ReplaceString = args["replace"]
    with job.step(document, f"Replace {args['find']}"):
        count = int(cells.replaceAll(search))
    if not count:
        return {
            "document": window_title(document), "replaced": 0,
            "seen": f"{args['find']!r} is nowhere in {name_of(cells)}",
        }  # fmt: skip
    return {
        "document": window_title(document), "range": name_of(cells), "replaced": count, "undo": job.undo,
        "seen": f"{count} cells were changed", "showing": showing(document, cells), **sample(cells),
    }  # fmt: skip


OPERATIONS: dict[str, Operation] = {
    "calc.sort": sort,
    "calc.filter": filter_rows,
    "calc.pivot_table": pivot_table,
    "calc.chart": chart,
    "calc.find": find,
    "calc.replace": replace,
}
