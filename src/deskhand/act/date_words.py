"""Dates as texts show them: which of the numbers is the day, which the month, which the year."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

_NUMBERS = re.compile(r"(\D*)(\d{1,4})(\D+)(\d{1,2})(\D+)(\d{1,4})(\D*)")
_ORDERS = (("year", "month", "day"), ("day", "month", "year"), ("month", "day", "year"))
_CENTURY = 100


@dataclass(frozen=True, slots=True)
class Shape:
    """How a date is written: the order of its parts, what stands around them, and how many digits each has at least.
    With a year of two digits only these are known."""

    order: tuple[str, str, str]
    around: tuple[str, str, str, str]
    digits: tuple[int, int, int]

    def words(self) -> str:
        """The order in words."""
        short = " (of which two digits show)" if self.digits[self.order.index("year")] <= 2 else ""
        return " then ".join(f"{part}{short if part == 'year' else ''}" for part in self.order)

    def write(self, day: datetime.date) -> str:
        parts = {"year": day.year, "month": day.month, "day": day.day}
        text = self.around[0]
        for part, digits, after in zip(self.order, self.digits, self.around[1:], strict=True):
            number = parts[part] % _CENTURY if part == "year" and digits <= 2 else parts[part]
            text += f"{number:0{digits}}{after}"
        return text

    def says(self, text: str, day: datetime.date) -> bool:
        """Whether a text of this shape is this date."""
        found = _NUMBERS.fullmatch(text.strip())
        if found is None:
            return False
        numbers = dict(zip(self.order, (int(found[2]), int(found[4]), int(found[6])), strict=True))
        year = day.year % _CENTURY if numbers["year"] < _CENTURY else day.year
        return numbers == {"year": year, "month": day.month, "day": day.day}


def shapes_of(text: str) -> list[Shape]:
    """Every shape in which this text is a date; empty where it is none. `2026-04-01` has one, `01/04/2026` two."""
    found = _NUMBERS.fullmatch(text.strip())
    if found is None:
        return []
    before, one, first, two, second, three, after = found.groups()
    return [
        Shape(order, (before, first, second, after), _digits((one, two, three), order))
        for order in _ORDERS
        if _is_date(dict(zip(order, (one, two, three), strict=True)))
    ]


def trial_for(shapes: list[Shape], day: datetime.date) -> datetime.date:
    """A date near `day` whose parts cannot be taken for each other, whichever of the shapes it is written in."""
    if any(shape.digits[shape.order.index("year")] <= 2 for shape in shapes):
        return day.replace(year=day.year // _CENTURY * _CENTURY + 45, day=28)
    return day if day.day > 12 else day.replace(day=28)


def _is_date(parts: dict[str, str]) -> bool:
    if len(parts["year"]) not in (2, 4) or len(parts["day"]) > 2:
        return False
    try:
        datetime.date(int(parts["year"]) or 2000, int(parts["month"]), int(parts["day"]))
    except ValueError:
        return False
    return True


def _digits(texts: tuple[str, str, str], order: tuple[str, ...]) -> tuple[int, int, int]:
    """Least digits of each: two where one of day and month is filled up by a zero, or nothing speaks against it."""
    short = [text for text, part in zip(texts, order, strict=True) if part != "year"]
    filled = all(len(text) == 2 for text in short)
    one, two, three = (
        len(text) if part == "year" else 2 if filled else 1 for text, part in zip(texts, order, strict=True)
    )
    return one, two, three
