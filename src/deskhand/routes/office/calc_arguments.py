"""Arguments of the functions for spreadsheets."""

from __future__ import annotations

import datetime as times
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from deskhand.routes.arguments import Arguments
from deskhand.routes.office.arguments import Colour, OfDocument, Search

LARGEST_WHOLE = 2**53
MOST_WRITTEN = 1_000_000
SheetName = Annotated[
    str, Field(pattern=r"^[^\[\]*?:/\\]{1,255}$", description="What the sheet is to be called, without []*?:/ and \\.")
]


def _iso(parse: type[times.date] | type[times.time]) -> AfterValidator:
    def check(text: str) -> str:
        parsed = parse.fromisoformat(text)
        if isinstance(parsed, (times.datetime, times.time)) and parsed.tzinfo is not None:
            raise ValueError("a cell has no time zone")
        return text

    return AfterValidator(check)


class Text(Arguments):
    text: str = Field(description="Text, whatever it begins with.")


class Formula(Arguments):
    formula: str = Field(min_length=1, description="In English, `;` between arguments: `=SUM(A1:A3)`.")


class Date(Arguments):
    date: Annotated[str, _iso(times.date)] = Field(description="YYYY-MM-DD")


class DateTime(Arguments):
    datetime: Annotated[str, _iso(times.datetime)] = Field(description="YYYY-MM-DDTHH:MM:SS")


class Time(Arguments):
    time: Annotated[str, _iso(times.time)] = Field(description="HH:MM:SS")


CellValue = bool | int | float | str | None | Text | Formula | Date | DateTime | Time
"""A number, text (a formula where it begins with `=`), true or false, null for an empty cell, or one of the objects."""


class OfSheet(OfDocument):
    sheet: str | None = Field(None, description="The sheet's name; the one that shows where left out.")


class OfRange(OfSheet):
    range: str = Field(
        description="Cells: `B2`, `B2:D9`, `A:C`, `2:5`, `Sheet1.B2:D9`, or the name of a named range.", min_length=1
    )


class ReadRange(OfSheet):
    range: str | None = Field(
        None, description="Cells as in `B2:D9`, or a named range; all that is used of the sheet where left out."
    )
    what: Literal["values", "formulas", "shown"] = Field(
        "values",
        description="`values`: numbers, text, dates as {'date': …}; `formulas`: {'formula': …} where there is one; "
        "`shown`: the text that the window shows.",
    )
    max_cells: int = Field(
        50_000, ge=1, le=2_000_000, description="The answer ends after so many and says `truncated`."
    )


class WriteRange(OfRange):
    rows: list[list[CellValue]] = Field(
        description="Rows of values, as many in each. A number; text, which is a formula where it begins with `=`; "
        "true, false; null for empty; {'text'}, {'formula'}, {'date'}, {'datetime'}, {'time'}.",
        min_length=1,
    )

    @model_validator(mode="before")
    @classmethod
    def _exact(cls, words: Any) -> Any:
        rows = words.get("rows") if isinstance(words, dict) else None
        for row in rows if isinstance(rows, list) else ():
            for value in row if isinstance(row, list) else ():
                if isinstance(value, int) and abs(value) > LARGEST_WHOLE:
                    raise ValueError(f"a cell cannot hold {value} exactly: write it as text, {{'text': '{value}'}}")
        return words

    @model_validator(mode="after")
    def _rectangular(self) -> WriteRange:
        widths = {len(row) for row in self.rows}
        if len(widths) != 1 or 0 in widths:
            raise ValueError(f"every row must have as many values, at least one; they have {sorted(widths)}")
        if len(self.rows) * len(self.rows[0]) > MOST_WRITTEN:
            raise ValueError(f"more than {MOST_WRITTEN} cells at once")
        return self


class ClearRange(OfRange):
    what: list[Literal["contents", "formats", "notes"]] = Field(
        default_factory=lambda: ["contents"], min_length=1, description="What is cleared."
    )


class FormatRange(OfRange):
    number_format: str | None = Field(
        None, description="A format code in English: `0.00`, `#,##0`, `0%`, `YYYY-MM-DD`."
    )
    bold: bool | None = None
    italic: bool | None = None
    underline: bool | None = None
    size: float | None = Field(None, ge=2, le=400, description="Points.")
    font: str | None = Field(None, description="The font's name.")
    colour: Colour | None = Field(None, description="Of the text: `#RRGGBB`, `none` for automatic.")
    background: Colour | None = Field(None, description="Of the cells.")
    horizontal: Literal["left", "centre", "right", "justify", "standard"] | None = None
    vertical: Literal["top", "middle", "bottom", "standard"] | None = None
    wrap: bool | None = Field(None, description="Whether text that is too long goes on in a new line.")
    border: Literal["none", "thin", "thick"] | None = Field(None, description="Around and between the cells.")

    @model_validator(mode="after")
    def _something(self) -> FormatRange:
        if self.model_fields_set <= {"document", "sheet", "range"}:
            raise ValueError("nothing is to be changed: name a format")
        return self


class SetWidths(OfRange):
    width: float | None = Field(None, gt=0, le=1000, description="Of the columns, in millimetres.")
    height: float | None = Field(None, gt=0, le=1000, description="Of the rows, in millimetres.")
    fit: bool = Field(False, description="Columns as wide as their content.")


class Merge(OfRange):
    merged: bool = Field(True, description="False splits them again.")


class AddSheet(OfDocument):
    name: SheetName
    position: int | None = Field(None, ge=1, description="1 for the first; the last where left out.")


class OneSheet(OfDocument):
    sheet: str = Field(description="The sheet's name.")


class RenameSheet(OneSheet):
    name: SheetName


class MoveSheet(OneSheet):
    position: int = Field(ge=1, description="1 for the first.")


class DefineName(OfRange):
    name: str = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_.]{0,254}$", description="What the cells are to be called.")
    replace: bool = Field(False, description="Whether a name that is there is given to these cells instead.")


class RemoveName(OfDocument):
    name: str


class PrintRange(OfSheet):
    range: str | None = Field(None, description="What is printed; the whole sheet where left out.")
    repeat_rows: int = Field(0, ge=0, le=100, description="How many rows from the top are printed on every page.")


class Freeze(OfSheet):
    rows: int = Field(0, ge=0, le=1000, description="Rows from the top that stay; 0 and 0 let everything go.")
    columns: int = Field(0, ge=0, le=500, description="Columns from the left that stay.")


class SortKey(Arguments):
    column: str = Field(description="The column's heading, or its letter.")
    descending: bool = False


class Sort(OfSheet):
    range: str | None = Field(None, description="What is sorted; all that is used of the sheet where left out.")
    by: list[SortKey] = Field(min_length=1, max_length=10)
    header: bool = Field(True, description="Whether the first row holds headings, which stay.")


class Condition(Arguments):
    column: str = Field(description="The column's heading, or its letter.")
    is_: Literal[
        "equal", "not_equal", "greater", "less", "at_least", "at_most", "contains", "begins", "empty", "filled"
    ] = Field("equal", alias="is")
    value: float | str | None = None


class Filter(OfSheet):
    range: str | None = Field(None, description="Which rows; all that is used of the sheet where left out.")
    where: list[Condition] = Field(max_length=8, description="What a row must fulfil to stay visible; none shows all.")
    all: bool = Field(True, description="All conditions, or any of them.")
    header: bool = Field(True, description="Whether the first row holds headings, which stay.")


class PivotValue(Arguments):
    column: str
    function: Literal["sum", "count", "average", "max", "min"] = "sum"


class PivotTable(OfSheet):
    range: str | None = Field(None, description="The data, with headings; all that is used where left out.")
    target: str = Field(description="The cell where the table begins.")
    target_sheet: str | None = Field(None, description="Its sheet; the one that shows where left out.")
    name: str = Field(min_length=1, max_length=100)
    rows: list[str] = Field(default_factory=list[str], description="Headings whose values head the rows.")
    columns: list[str] = Field(default_factory=list[str], description="Headings whose values head the columns.")
    filters: list[str] = Field(default_factory=list[str], description="Headings to filter by.")
    values: list[PivotValue] = Field(min_length=1)


class Chart(OfSheet):
    range: str | None = Field(None, description="The data, headings in the first row; all that is used where left out.")
    kind: Literal["column", "bar", "line", "pie", "area", "scatter"] = "column"
    name: str = Field(min_length=1, max_length=100)
    title: str | None = None
    at: str = Field("E2", pattern=r"^[A-Za-z]{1,3}[1-9][0-9]{0,6}$", description="The cell of its upper left corner.")
    target_sheet: str | None = Field(None, description="Where it goes; to its data where left out.")
    row_headings: bool = Field(True, description="Whether the first column holds headings.")
    width: float = Field(120, gt=0, le=1000, description="Millimetres.")
    height: float = Field(80, gt=0, le=1000, description="Millimetres.")


class Find(Search):
    sheet: str | None = Field(None, description="The sheet's name; the one that shows where left out.")
    range: str | None = Field(None, description="Where; all that is used of the sheet where left out.")


class Replace(Find):
    replace: str = Field(description="What comes in its place.")
