"""Rectangles of cells as text."""

from __future__ import annotations

from deskhand.adapters.protocol import Tree
from deskhand.errors import NotFound, TooLarge
from deskhand.model.element import Element
from deskhand.model.progress import Progress
from deskhand.perceive.addresses import Rectangle
from deskhand.perceive.values import cell_text

MAX_BYTES = 1_048_576
"""Text one call hands back at most (DESIGN 4.7)."""
MAX_CELLS = 200_000
CELLS_AT_ONCE = 800


def read_rectangle(tree: Tree, table: Element, area: Rectangle, progress: Progress) -> list[list[str]]:
    """Rows of shown texts, every cell asked for by its address.

    Raises:
        TooLarge: more than 200 000 cells, or more than 1 MiB of text.
        NotFound: the table is smaller than the rectangle.
    """
    if area.rows * area.columns > MAX_CELLS:
        raise TooLarge(
            f"{area.rows * area.columns} cells are more than {MAX_CELLS}", next_step="read the rows in parts"
        )
    rows: list[list[str]] = []
    size = 0
    step = max(1, CELLS_AT_ONCE // area.columns)
    for start in range(area.row, area.row + area.rows, step):
        progress.check()
        progress.log(f"reading rows from {start + 1}")
        count = min(step, area.row + area.rows - start)
        nodes = tree.cells(table.handle, start, area.column, count, area.columns, progress)
        if len(nodes) != count * area.columns:
            known = tree.table_size(table.handle, progress)
            raise NotFound(
                f"{table.describe()} has {known.rows} rows and {known.columns} columns",
                sought=f"row {start + count}, column {area.column + area.columns}",
            )
        for row in range(count):
            texts = [cell_text(node) for node in nodes[row * area.columns : (row + 1) * area.columns]]
            size += sum(len(text.encode()) + 4 for text in texts)
            rows.append(texts)
        if size > MAX_BYTES:
            raise TooLarge(
                f"the text of these cells is more than {MAX_BYTES} bytes", next_step="read the rows in parts"
            )
    return rows
