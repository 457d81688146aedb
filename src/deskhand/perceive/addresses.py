"""Spreadsheet addresses: `E202`, `A1:C10`."""

from __future__ import annotations

import re
from typing import NamedTuple

from deskhand.errors import BadRequest

MAX_COLUMN = 16_384
MAX_ROW = 1_048_576

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})\Z")
_NAMED = re.compile(r"cell\s+", re.IGNORECASE)


class Rectangle(NamedTuple):
    """Cells: first row and column (0-based), and how many of each."""

    row: int
    column: int
    rows: int
    columns: int


def column_number(letters: str) -> int:
    """0 for A, 25 for Z, 16383 for XFD."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number - 1


def column_letters(number: int) -> str:
    """A for 0."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def cell_name(row: int, column: int) -> str:
    """`A1` for (0, 0)."""
    return f"{column_letters(column)}{row + 1}"


def is_address(name: str) -> bool:
    """True for a spreadsheet cell's name such as `E202` or `Cell E202`."""
    return _CELL.match(_bare(name)) is not None


def address_of(name: str) -> str:
    """`E202` of `E202`, `$E$202` or `Cell E202`; any other name as it is."""
    found = _CELL.match(_bare(name))
    return f"{found[1]}{found[2]}".upper() if found is not None else name


def _bare(name: str) -> str:
    named = _NAMED.match(name)
    return name[named.end() :] if named is not None else name


def parse_cell(text: str) -> tuple[int, int]:
    """(row, column), 0-based; `BadRequest` for what is no address from A1 to XFD1048576."""
    found = _CELL.match(text.strip())
    if found is not None:
        row, column = int(found[2]) - 1, column_number(found[1])
        if row < MAX_ROW and column < MAX_COLUMN:
            return row, column
    raise BadRequest(f"{text!r} is not a cell address", sought=text, next_step="write it like E202 (A1 to XFD1048576)")


def parse_range(text: str) -> Rectangle:
    """A rectangle from `A1:C10` or `B2`, whichever corners are given."""
    first, colon, last = text.strip().partition(":")
    one = parse_cell(first)
    other = parse_cell(last) if colon else one
    row, column = min(one[0], other[0]), min(one[1], other[1])
    return Rectangle(row, column, abs(one[0] - other[0]) + 1, abs(one[1] - other[1]) + 1)
