"""Where objects lie: extents → bounds on the screen, and what toolkits get wrong about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from deskhand.model.element import Node
from deskhand.model.geometry import Bounds, Point

_FAR = 1 << 20
"""Places beyond this are toolkits' ways to say `nowhere`."""


def said_bounds(extents: object) -> Bounds | None:
    """What `GetExtents` answered, as the toolkit counts; None where it is empty, nowhere or a failure."""
    if not isinstance(extents, tuple):
        return None
    x, y, width, height = (int(number) for number in extents)
    if width <= 0 or height <= 0 or not (-_FAR < x < _FAR and -_FAR < y < _FAR):
        return None
    return Bounds(x, y, width, height)


def shows_within(node: Node, nodes: Sequence[Node]) -> bool:
    """Whether an object has a place inside the scrolled areas that hold it (GTK 4, which does not say)."""
    bounds = node.bounds
    above = node.parent
    if bounds is None:
        return may_be_page(node, nodes)
    while above >= 0:
        holder = nodes[above]
        if holder.role == "scroll pane" and holder.bounds and bounds.intersection(holder.bounds).empty:
            return False
        above = holder.parent
    return True


def may_be_page(node: Node, nodes: Sequence[Node]) -> bool:
    """A page of a GTK 4 notebook is no widget and has no place, though what is in it may show."""
    lies_in = node.role == "panel" and node.bounds is None and node.parent >= 0
    return lies_in and nodes[node.parent].bounds is not None


def deepest_at(nodes: Sequence[Node], point: Point) -> Node | None:
    """The deepest node at a point, the later one (drawn above) of two as deep. Some containers do not pass the question
    on to what they hold (a GTK 3 notebook looks at its tabs only)."""
    depths: list[int] = []
    best, best_depth = None, -1
    for node in nodes:
        depth = depths[node.parent] + 1 if node.parent >= 0 else 0
        depths.append(depth)
        if node.bounds is not None and node.bounds.contains(point) and depth >= best_depth:
            best, best_depth = node, depth
    return best


def without(nodes: Sequence[Node], unwanted: Callable[[Node], bool]) -> tuple[list[Node], list[int]]:
    """The read without these nodes and all that is below them (positions counted anew), and where the others were."""
    kept: list[Node] = []
    before: list[int] = []
    after: dict[int, int] = {-1: -1}
    for here, node in enumerate(nodes):
        if node.parent in after and (here == 0 or not unwanted(node)):
            after[here] = len(kept)
            kept.append(node)
            before.append(here)
    for node in kept:
        node.parent = after[node.parent]
        node.children = [after[child] for child in node.children if child in after]
    return kept, before


def empty_page(node: Node) -> bool:
    """A page of a GTK 4 notebook that is not the current one: `shows_within` let it pass, nothing was in it."""
    return node.role == "panel" and node.bounds is None and not node.children


def correct_showing(nodes: Sequence[Node], behind: Collection[str] = ()) -> None:
    """Take `showing` from GTK 4 objects that have no place, are scrolled out of sight or stand on one of the pages
    `behind` the current one, parents first."""
    hidden: set[int] = set()
    for here, node in enumerate(nodes):
        if node.parent < 0 and node.bounds is not None:
            continue
        if node.parent in hidden or node.handle[1] in behind or not shows_within(node, nodes):
            hidden.add(here)
            node.states = node.states - {"showing"}
