"""Tables that manage their descendants (a sheet with 2³¹ cells): never enumerated, addressed by row and column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from deskhand.adapters.linux.atspi import deeds
from deskhand.adapters.linux.atspi.calls import (
    CELL_POSITION,
    COLUMN_AT_INDEX,
    COLUMN_COUNT,
    COLUMN_HEADER,
    GET_AT_POINT,
    GET_CELL,
    GET_EXTENTS,
    GET_INDEX,
    INDEX_AT,
    NAME,
    ROW_AT_INDEX,
    ROW_COUNT,
    SCREEN,
    Call,
)
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.wire import NULL_PATH, encode_ints
from deskhand.adapters.protocol import TableSize
from deskhand.errors import Unsupported
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress

_CELL_NAME = re.compile(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})")


class Rectangle(NamedTuple):
    """Rows and columns of a table, 0-based, `rows` × `columns` of them."""

    row: int
    column: int
    rows: int
    columns: int

    @property
    def places(self) -> list[tuple[int, int]]:
        """Row and column of each cell, row by row."""
        across = range(self.column, self.column + self.columns)
        return [(row, column) for row in range(self.row, self.row + self.rows) for column in across]


def table_size(peer: Peer, path: str, progress: Progress) -> TableSize | None:
    """What the table claims; None where it has no Table interface."""
    rows, columns = peer.ask([ROW_COUNT.call(path), COLUMN_COUNT.call(path)], progress)
    if not isinstance(rows, int) or not isinstance(columns, int):
        return None
    return TableSize(rows, columns)


def cell_paths(
    peer: Peer, path: str, places: Sequence[tuple[int, int]], progress: Progress
) -> list[str | None]:
    """Paths of the cells at these rows and columns; None where there is no cell."""
    calls = [Call(GET_CELL, path, encode_ints(row, column)) for row, column in places]
    return [_path(answer) for answer in peer.ask(calls, progress)]


def header_paths(peer: Peer, path: str, columns: int, progress: Progress) -> list[str]:
    """Paths of the column headers, where they are objects of their own (GTK's tables)."""
    answers = peer.ask([Call(COLUMN_HEADER, path, encode_ints(number)) for number in range(columns)], progress)
    return list(dict.fromkeys(filter(None, map(_path, answers))))


def showing_rectangle(
    peer: Peer, path: str, size: TableSize, view: Bounds | None, most: tuple[int, int], progress: Progress
) -> Rectangle:
    """The part of a table that shows in `view` (screen pixels, in the application's own frame), at most
    `most` rows and columns of it. Where the application cannot say, the top left part."""
    (extents,) = peer.ask([Call(GET_EXTENTS, path, SCREEN)], progress)
    shown = Bounds(*extents) if isinstance(extents, tuple) else None
    if shown is not None and shown.empty:  # the list of a closed combo box (Qt)
        return Rectangle(0, 0, 0, 0)
    if shown is not None and view is not None:
        shown = shown.intersection(view)
    first = last = None
    if shown is not None and not shown.empty:
        first = _corner(peer, path, _towards(shown, (1, 1)), progress)
        last = _corner(peer, path, _towards(shown, (-1, -1)), progress)
        edge = _corner(peer, path, _up_from(shown), progress) if last is not None else None
        if last is not None and edge is not None:
            # A scroll bar in the corner hides the last row from the way inwards.
            last = (max(last[0], edge[0]), last[1])
    row, column = first or (0, 0)
    end_row, end_column = last or (row + most[0] - 1, column + most[1] - 1)
    rows = max(0, min(end_row - row + 1, most[0], size.rows - row))
    columns = max(0, min(end_column - column + 1, most[1], size.columns - column))
    return Rectangle(row, column, rows, columns)


def _towards(area: Bounds, direction: tuple[int, int]) -> list[Point]:
    """Points near one corner, moving inwards (the edge may be a header or a scroll bar)."""
    dx, dy = direction
    x = area.x if dx > 0 else area.right - 1
    y = area.y if dy > 0 else area.bottom - 1
    return [Point(x + dx * step, y + dy * step) for step in (3, 12, 30, 60, 120, 240)]


def _up_from(area: Bounds) -> list[Point]:
    """Points near the lower edge, left of what may stand in the corner."""
    return [Point(area.x + area.width // 3, area.bottom - 1 - step) for step in (2, 6, 12, 18, 24, 36)]


def _corner(peer: Peer, path: str, points: Sequence[Point], progress: Progress) -> tuple[int, int] | None:
    calls = [Call(GET_AT_POINT, path, encode_ints(point.x, point.y, 0)) for point in points]
    found: list[str] = []
    for answer in peer.ask(calls, progress):
        cell = _path(answer)
        if cell is not None and cell not in found:
            found.append(cell)
    for cell in found:
        place = cell_position(peer, path, cell, progress)
        if place is not None:
            return place
    return None


def cell_position(peer: Peer, table: str, cell: str, progress: Progress) -> tuple[int, int] | None:
    """Row and column of a cell: by TableCell, by its name (`B7`), by its index in the table; None unknown."""
    position, name, index = peer.ask([CELL_POSITION.call(cell), NAME.call(cell), Call(GET_INDEX, cell)], progress)
    if isinstance(position, tuple) and len(position) == 2 and min(position) >= 0:
        row, column = position
        return int(row), int(column)
    named = _CELL_NAME.fullmatch(name) if isinstance(name, str) else None
    if named:
        return int(named[2]) - 1, _column_number(named[1])
    if not isinstance(index, int) or index < 0:
        return None
    row, column = peer.ask(
        [Call(ROW_AT_INDEX, table, encode_ints(index)), Call(COLUMN_AT_INDEX, table, encode_ints(index))], progress
    )
    if isinstance(row, int) and isinstance(column, int) and row >= 0 and column >= 0:
        return row, column
    return None


def select_cell(peer: Peer, path: str, row: int, column: int, progress: Progress) -> bool:
    """Select one cell through the table's Selection (its child index), as the application answers."""
    (index,) = peer.ask([Call(INDEX_AT, path, encode_ints(row, column))], progress)
    if not isinstance(index, int) or index < 0:
        raise Unsupported("the table cannot say which child a cell is", sought=f"row {row}, column {column}")
    return deeds.select_child(peer, path, index, progress)


def _column_number(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _path(answer: object) -> str | None:
    if isinstance(answer, tuple) and answer[1] != NULL_PATH:
        return str(answer[1])
    return None
