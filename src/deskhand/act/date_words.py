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

    def numbers(self, day: datetime.date) -> tuple[str, str, str]:
        """A date's numbers as they are written, in this order."""
        parts = {"year": day.year, "month": day.month, "day": day.day}
        short = [
            parts[part] % _CENTURY if part == "year" and digits <= 2 else parts[part]
            for part, digits in zip(self.order, self.digits, strict=True)
        ]
        one, two, three = (f"{number:0{digits}}" for number, digits in zip(short, self.digits, strict=True))
        return one, two, three

    def write(self, day: datetime.date) -> str:
        """A date as it is written."""
        return self.around[0] + "".join(
            number + after for number, after in zip(self.numbers(day), self.around[1:], strict=True)
        )

    def says(self, text: str, day: datetime.date) -> bool:
        """Whether a text of this shape is this date."""
        found = _NUMBERS.fullmatch(text.strip())
        if found is None:
            return False
        numbers = dict(zip(self.order, (int(found[2]), int(found[4]), int(found[6])), strict=True))
        year = day.year % _CENTURY if numbers["year"] < _CENTURY else day.year
        return numbers == {"year": year, "month": day.month, "day": day.day}


def numbers_in(text: str) -> list[tuple[int, int]]:
    """Where the three numbers of a date stand in its text: starts and ends."""
    found = _NUMBERS.fullmatch(text)
    return [found.span(group) for group in (2, 4, 6)] if found is not None else []


def shapes_of(text: str) -> list[Shape]:
    """Every shape in which this text is a date; empty where it is none. `2026-04-01` has one, `01/04/2026` two."""
    found = _NUMBERS.fullmatch(text.strip())
    if found is None:
        return []
    before, one, first, two, second, three, after = found.groups()
    if ":" in first + second:
        return []  # a time
    return [
        Shape(order, (before, first, second, after), _digits((one, two, three), order))
        for order in _ORDERS
        if _is_date(dict(zip(order, (one, two, three), strict=True)))
    ]


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
