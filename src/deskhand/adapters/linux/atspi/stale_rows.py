"""Rows of GTK 4 lists that are no longer drawn where they say.

Measured on 4.8: a list keeps about two hundred rows as widgets around those that show. A row that was scrolled out
keeps the place it had when it was last drawn, so that two rows claim one place. `GetAccessibleAtPoint` tells the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from deskhand.adapters.linux.atspi.lookup import path_at
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.model.element import Node
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress

_ROWS = frozenset({"list item", "row", "cell", "tree item"})
_WIDEST_GAP = 3
"""Heights of a row that may lie between two rows that are drawn one after the other."""


def stale_rows(peer: Peer, nodes: Sequence[Node], progress: Progress) -> set[int]:
    """Positions of rows in this read that are not drawn where they say; bounds still as the toolkit counts."""
    stale: set[int] = set()
    for here, holder in enumerate(nodes):
        rows = [child for child in holder.children if nodes[child].role in _ROWS and nodes[child].bounds is not None]
        if len(rows) < 2 or holder.bounds is None or not _doubled(nodes, rows):
            continue
        drawn = _drawn_at_the_middle(peer, nodes, here, rows, progress)
        if drawn is not None:
            stale.update(set(rows) - _run(nodes, rows, rows.index(drawn)))
    return stale


def _doubled(nodes: Sequence[Node], rows: Sequence[int]) -> bool:
    """Whether rows lie over each other; those of one line may stand beside each other."""
    places = sorted(_place(nodes[row]) for row in rows)
    return any(one == other for one, other in pairwise(places)) or any(
        _place(nodes[one]) > _place(nodes[other]) for one, other in pairwise(rows)
    )


def _drawn_at_the_middle(
    peer: Peer, nodes: Sequence[Node], here: int, rows: Sequence[int], progress: Progress
) -> int | None:
    """The row that the application finds in the middle of the list, or at the places of other rows."""
    holder = nodes[here].bounds
    assert holder is not None
    owner: dict[str, int] = {}
    for row in rows:
        pending = [row]
        while pending:
            position = pending.pop()
            owner[nodes[position].handle[1]] = row
            pending.extend(nodes[position].children)
    near = sorted(rows, key=lambda row: abs(_bounds(nodes[row]).center.y - holder.center.y))
    for row in near[:4]:
        found = _ask(peer, nodes[here].handle[1], _bounds(nodes[row]).center, progress)
        if found in owner:
            return owner[found]
    return None


def _ask(peer: Peer, root: str, point: Point, progress: Progress) -> str | None:
    return path_at(peer, root, point, None, progress)


def _run(nodes: Sequence[Node], rows: Sequence[int], at: int) -> set[int]:
    """The rows that lie one after the other around this one."""
    first = last = at
    while first > 0 and _follows(_bounds(nodes[rows[first - 1]]), _bounds(nodes[rows[first]])):
        first -= 1
    while last + 1 < len(rows) and _follows(_bounds(nodes[rows[last]]), _bounds(nodes[rows[last + 1]])):
        last += 1
    return set(rows[first : last + 1])


def _follows(one: Bounds, other: Bounds) -> bool:
    if other.y == one.y:
        return other.x > one.x
    return 0 < other.y - one.y <= _WIDEST_GAP * max(one.height, other.height)


def _place(node: Node) -> tuple[int, int]:
    bounds = _bounds(node)
    return bounds.y, bounds.x


def _bounds(node: Node) -> Bounds:
    assert node.bounds is not None
    return node.bounds
