"""Cells of spreadsheets and other large tables: addressed, never enumerated."""

from __future__ import annotations

from dataclasses import replace

from deskhand.adapters.protocol import Tree
from deskhand.errors import AmbiguousTarget, NotFound
from deskhand.model.element import Element, Node
from deskhand.model.locator import Locator, Relation
from deskhand.model.progress import Progress
from deskhand.perceive.addresses import MAX_ROW, cell_name, parse_cell
from deskhand.perceive.build import Forest
from deskhand.perceive.matching import chosen, match
from deskhand.perceive.names import NameTest, name_test
from deskhand.perceive.values import cell_text
from deskhand.perceive.view import TABLE_ROLES, View

HEADER_ROWS = 10
HEADER_COLUMNS = 40
"""Where a column's heading is looked for."""

BLOCK = 200
"""Rows of one column asked for at once."""

LONGEST_COLUMN = 20_000
"""Rows below a heading that are followed to the end of a column."""


def speaks_of_sheet(locator: Locator) -> bool:
    """`cell below column "Amount"`: answered by the sheet itself, not by what of it is showing."""
    return (
        locator.role == "cell"
        and locator.name is None
        and any(_names_column(relation) for relation in locator.relations)
    )


def _names_column(relation: Relation) -> bool:
    return relation.kind == "in_column" or relation.other.role == "column"


def tables_of(view: View, within: tuple[int, ...] | None = None) -> list[int]:
    """Tables in reading order; only the sheets where there is any (those that manage their descendants)."""
    found = [position for position, element in enumerate(view.elements) if element.role in TABLE_ROLES]
    if within is not None:
        found = [position for position in found if any(position == one or view.inside(position, one) for one in within)]
    sheets = [position for position in found if "manages_descendants" in view.elements[position].states]
    return sheets or found


def find_in_sheet(
    tree: Tree, forest: Forest, view: View, locator: Locator, progress: Progress
) -> tuple[Element, ...] | None:
    """The cells a locator means in the only table of these windows; None where they hold no table, or none that
    fits."""
    within: tuple[int, ...] | None = None
    for relation in locator.relations:
        if relation.kind == "in":
            within = chosen(
                match(forest, view, relation.other, containers=True, anchor=True).positions, relation.other.nth
            )
    tables = tables_of(view, within)
    if not tables:
        return None
    if len(tables) > 1:
        active = [position for position in tables if forest.windows[view.elements[position].window_id].active]
        tables = active if len(active) == 1 else tables
    if len(tables) > 1:
        raise AmbiguousTarget(
            f"{len(tables)} tables could hold {locator}",
            sought=str(locator),
            near=[f'{view.elements[position].describe()} in "{view.elements[position].window}"' for position in tables],
            next_step="name the table or the window",
        )
    table = view.elements[tables[0]]
    if locator.cell is not None:
        row, column = parse_cell(locator.cell)
        return (read_cell(tree, table, row, column, progress),)
    if "manages_descendants" not in table.states:
        return None
    return _by_column(tree, table, locator, progress)


def read_cell(tree: Tree, table: Element, row: int, column: int, progress: Progress) -> Element:
    """One cell by its address; `NotFound` when the table has no such cell."""
    nodes = tree.cells(table.handle, row, column, 1, 1, progress)
    if not nodes:
        raise NotFound(f"{table.describe()} has no cell {cell_name(row, column)}", sought=cell_name(row, column))
    return cell_element(nodes[0], table, row, column)


def cell_element(node: Node, table: Element, row: int, column: int) -> Element:
    """A cell of a table that was addressed; its name is its address where it has none."""
    text = cell_text(node)
    return replace(
        table,
        ref="",
        role=node.role,
        name=node.name or cell_name(row, column),
        value=text,
        states=node.states,
        bounds=node.bounds,
        actions=node.actions,
        depth=table.depth + 1,
        parent=-1,
        children=(),
        handle=node.handle,
        description=node.description,
        accessible_id=node.accessible_id,
        raw_role=node.raw_role,
        interfaces=node.interfaces,
        child_count=node.child_count,
        complete=node.read,
        boundary="" if node.read else "could not be read",
    )


def _by_column(tree: Tree, table: Element, locator: Locator, progress: Progress) -> tuple[Element, ...] | None:
    """`below column "X"`: the first cell under the column's last filled one. `in column "X" in row "Y"`: where they
    cross."""
    heading = next(relation for relation in locator.relations if _names_column(relation))
    if heading.other.name is None:
        return None
    size = tree.table_size(table.handle, progress)
    test = name_test(heading.other.name, heading.other.match)
    heads = _cells(tree, table, 0, 0, min(HEADER_ROWS, size.rows), min(HEADER_COLUMNS, size.columns), progress)
    found = [(row, column) for row, column, text in heads if text and test(text)]
    found = [place for place in found if place[0] == found[0][0]] if found else []
    if not found:
        return None
    if len(found) > 1:
        raise AmbiguousTarget(
            f"{len(found)} columns are headed {heading.other.name!r}",
            sought=str(heading.other),
            near=[f"cell {cell_name(*place)}" for place in found],
        )
    row, column = found[0]
    crossing = next((relation for relation in locator.relations if relation.kind == "in_row"), None)
    if crossing is not None:
        if crossing.other.name is None:
            return None
        wanted = name_test(crossing.other.name, crossing.other.match)
        width = max(place[1] for place in heads if place[0] == row and place[2]) + 1
        rows = _matching_rows(tree, table, row + 1, width, size.rows, wanted, progress)
        return tuple(read_cell(tree, table, one, column, progress) for one in rows) or None
    if heading.kind != "below":
        return None
    return (read_cell(tree, table, _end_of_column(tree, table, row, column, size.rows, progress), column, progress),)


def _cells(
    tree: Tree, table: Element, row: int, column: int, rows: int, columns: int, progress: Progress
) -> list[tuple[int, int, str]]:
    nodes = tree.cells(table.handle, row, column, rows, columns, progress)
    return [(row + number // columns, column + number % columns, cell_text(node)) for number, node in enumerate(nodes)]


def _end_of_column(tree: Tree, table: Element, heading: int, column: int, rows: int, progress: Progress) -> int:
    """The first row under the heading after which a whole block is empty."""
    last = heading
    row = heading + 1
    end = min(rows, MAX_ROW, heading + LONGEST_COLUMN)
    while row < end:
        progress.check()
        progress.log(f"reading column {cell_name(row, column)} on")
        block = _cells(tree, table, row, column, min(BLOCK, end - row), 1, progress)
        filled = [place[0] for place in block if place[2]]
        if not filled:
            return last + 1
        last = filled[-1]
        if last < row + len(block) - 20:
            return last + 1
        row += len(block)
    raise NotFound(f"the column goes on below row {end}", next_step="give the cell's address")


def _matching_rows(
    tree: Tree, table: Element, start: int, columns: int, rows: int, test: NameTest, progress: Progress
) -> list[int]:
    """Rows one of whose cells has the text, up to the first wholly empty stretch."""
    found: list[int] = []
    row = start
    end = min(rows, MAX_ROW, start + LONGEST_COLUMN)
    while row < end:
        progress.check()
        block = _cells(tree, table, row, 0, min(20, end - row), columns, progress)
        if not any(text for _, _, text in block):
            break
        for at, _, text in block:
            if text and test(text) and at not in found:
                found.append(at)
        row += 20
    return found
