"""Arguments of the functions for spreadsheets."""

from __future__ import annotations

import datetime as times
import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from deskhand.routes.office.arguments import Arguments, OfDocument

LARGEST_WHOLE = 2**53
MOST_WRITTEN = 1_000_000


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


NAME = re.compile(r"[^\[\]*?:/\\]{1,255}")
"""What a sheet may be called."""
