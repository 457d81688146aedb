"""Cells' values between JSON and LibreOffice.

JSON                                        cell
number                                      a number
"text"                                      text; a formula where it begins with `=`
true, false                                 a number that is shown as TRUE or FALSE
{"date": "2026-02-28"}                      a number that is shown as a date
{"datetime": "2026-02-28T09:30:00"}         … as date and time
{"time": "09:30:00"}                        … as a time
{"text": "=1+1"}                            text, whatever it begins with
{"formula": "=A1*2"}                        a formula, in English, with `;` between arguments
null                                        empty
Read only: {"error": "#DIV/0!"}
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from .link import constant, struct

DATE, TIME, DATETIME, LOGICAL = (
    int(constant(f"util.NumberFormat.{name}")) for name in ("DATE", "TIME", "DATETIME", "LOGICAL")
)
FORMATS = {DATE: "YYYY-MM-DD", TIME: "HH:MM:SS", DATETIME: "YYYY-MM-DD HH:MM:SS", LOGICAL: "BOOLEAN"}
"""What a cell is shown as where it is not shown as that kind already."""

ENGLISH = struct("lang.Locale", Language="en", Country="US")
DAY = 86_400
LARGEST_WHOLE = 2**53


class Written(NamedTuple):
    """One cell as LibreOffice takes it: what goes into the data array, its formula, and what it must be shown as."""

    data: float | str
    formula: str = ""
    shown_as: int = 0


def null_date(document: Any) -> date:
    """The day that the document counts from."""
    found = document.NullDate
    return date(found.Year, found.Month, found.Day)


def written(value: Any, first_day: date) -> Written:
    if value is None:
        return Written("")
    if isinstance(value, bool):
        return Written(float(value), shown_as=LOGICAL)
    if isinstance(value, (int, float)):
        return Written(float(value))
    if isinstance(value, str):
        return Written("", value) if len(value) > 1 and value.startswith("=") else Written(value)
    ((kind, content),) = value.items()
    if kind == "formula":
        return Written("", content if content.startswith("=") else f"={content}")
    if kind == "date":
        return Written(float((date.fromisoformat(content) - first_day).days), shown_as=DATE)
    if kind == "datetime":
        passed = datetime.fromisoformat(content) - datetime.combine(first_day, time())
        return Written(passed.days + passed.seconds / DAY, shown_as=DATETIME)
    if kind == "time":
        at = time.fromisoformat(content)
        return Written((at.hour * 3600 + at.minute * 60 + at.second) / DAY, shown_as=TIME)
    return Written(content)


def number_read(value: float, shown_as: int, first_day: date) -> Any:
    """A number in JSON that is shown as a date, a time or a truth value."""
    if shown_as & DATETIME:
        return _moment(value, shown_as & DATETIME, first_day)
    return bool(value) if value in (0, 1) else value


def _moment(value: float, kind: int, first_day: date) -> Any:
    days, seconds = divmod(round(value * DAY), DAY)
    try:
        day = first_day + timedelta(days=days)
    except OverflowError:
        return value
    clock = (datetime.min + timedelta(seconds=seconds)).time()
    if kind == TIME and days == 0:
        return {"time": clock.isoformat()}
    if kind == DATE and seconds == 0:
        return {"date": day.isoformat()}
    return {"datetime": datetime.combine(day, clock).isoformat()}
