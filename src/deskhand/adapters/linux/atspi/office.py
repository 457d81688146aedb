"""LibreOffice on GTK 3: VCL objects in a GTK window.

VCL's extents (7.4) forget the height of the GTK menu bar: its root pane claims to begin where the window does, while
the GTK panel that holds it begins below the bar. GTK widgets inside VCL (entries of tool bars) tell the
truth again. VCL's actions have no names. VCL's own menu bar, which is not drawn, says that it shows: it has no place.

Upwards a root pane leads astray: its parent is a frame of VCL's own that has no parent and stands in no tree. Which GTK
panel holds it is known from above only (`holder_of`).
"""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.adapters.linux.atspi.calls import (
    GET_ATTRIBUTES,
    GET_CHILDREN,
    GET_EXTENTS,
    GET_ROLE,
    PARENT,
    ROOT_PATH,
    SCREEN,
    Call,
)
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.roles import HOLDS_A_PANE, ROOT_PANE
from deskhand.adapters.linux.atspi.wire import NULL_PATH
from deskhand.model.element import Node
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress

NOWHERE = Point(0, 0)
_DEEPEST = 40
_DEEPEST_PANE = 8
"""Levels below a GTK window within which its root pane is looked for (measured: 3)."""
_MOST_LOOKED_AT = 400


def correct_places(peer: Peer, nodes: Sequence[Node], progress: Progress) -> None:
    """Move what a read found: below a root pane by what that is off, GTK widgets inside it not."""
    if not nodes:
        return
    inner = _gtk_panels(peer, nodes, progress)
    shifts: list[Point] = []
    raw = [node.bounds for node in nodes]
    for here, node in enumerate(nodes):
        if node.raw_role == "root pane" and node.parent >= 0:
            peer.pane_holders[node.handle[1]] = nodes[node.parent].handle[1]
        if node.parent < 0:
            shift = shift_of(peer, node.handle[1], progress)
        elif here in inner:
            shift = NOWHERE
        else:
            shift = _inherited(nodes, raw, here, shifts[node.parent])
        shifts.append(shift)
        if node.bounds is not None and shift != NOWHERE:
            node.bounds = _moved(node.bounds, shift)


def _gtk_panels(peer: Peer, nodes: Sequence[Node], progress: Progress) -> set[int]:
    """Where GTK begins: panels that name their toolkit. VCL holds GTK widgets in panels inside panels only."""
    asked = [
        here
        for here, node in enumerate(nodes)
        if node.raw_role == "panel" and node.parent >= 0 and nodes[node.parent].raw_role == "panel"
    ]
    answers = peer.ask([Call(GET_ATTRIBUTES, nodes[here].handle[1]) for here in asked], progress)
    return {here for here, found in zip(asked, answers, strict=True) if isinstance(found, dict) and "toolkit" in found}


def _inherited(nodes: Sequence[Node], raw: Sequence[Bounds | None], here: int, above: Point) -> Point:
    mine, holder = raw[here], raw[nodes[here].parent]
    if nodes[here].raw_role != "root pane" or above != NOWHERE or mine is None or holder is None:
        return above
    return Point(holder.x - mine.x, holder.y - mine.y) if mine[2:] == holder[2:] else above


def _moved(bounds: Bounds, shift: Point) -> Bounds:
    return Bounds(bounds.x + shift.x, bounds.y + shift.y, bounds.width, bounds.height)


def undrawn(node: Node) -> bool:
    return node.role == "menu bar" and node.bounds is None


def move_all(nodes: Sequence[Node], shift: Point) -> None:
    for node in nodes:
        if node.bounds is not None:
            node.bounds = _moved(node.bounds, shift)


def correct_each(peer: Peer, nodes: Sequence[Node], progress: Progress) -> None:
    """The same for objects read one by one (cells): each asks which toolkit it is of and which root pane holds it."""
    placed = [node for node in nodes if node.bounds is not None]
    attributes = peer.ask([Call(GET_ATTRIBUTES, node.handle[1]) for node in placed], progress)
    known: dict[str, Point] = {}
    for node, found in zip(placed, attributes, strict=True):
        if isinstance(found, dict) and "toolkit" in found:
            continue
        shift = shift_of(peer, node.handle[1], progress, known)
        if node.bounds is not None:
            node.bounds = _moved(node.bounds, shift)


def shift_of(peer: Peer, path: str, progress: Progress, known: dict[str, Point] | None = None) -> Point:
    """How far a VCL object's extents are off: what its root pane's differ from those of the GTK panel around it.
    `known` is filled with the answer for every object on the way up."""
    way: list[str] = []
    shift = NOWHERE
    remembered = {} if known is None else known
    while len(way) < _DEEPEST:
        if path in remembered:
            shift = remembered[path]
            break
        way.append(path)
        role, parent, attributes = peer.ask(
            [Call(GET_ROLE, path), PARENT.call(path), Call(GET_ATTRIBUTES, path)], progress
        )
        if isinstance(attributes, dict) and "toolkit" in attributes and len(way) == 1:
            return NOWHERE
        if not isinstance(parent, tuple) or parent[1] == NULL_PATH:
            break
        holder = str(parent[1])
        if role == ROOT_PANE:
            outer = holder_of(peer, path, progress)
            shift = _difference(peer, path, outer, progress) if outer is not None else NOWHERE
            break
        path = holder
    remembered.update(dict.fromkeys(way, shift))
    return shift


def holder_of(peer: Peer, pane: str, progress: Progress) -> str | None:
    """The GTK object that holds a root pane: remembered from a former read, else looked for from the windows down."""
    if pane not in peer.pane_holders:
        level, looked_at = [ROOT_PATH], 0
        for _ in range(_DEEPEST_PANE):
            looked_at += len(level)
            if not level or looked_at > _MOST_LOOKED_AT or pane in peer.pane_holders:
                break
            level = _opened(peer, level, progress)
    return peer.pane_holders.get(pane)


def _opened(peer: Peer, level: Sequence[str], progress: Progress) -> list[str]:
    """The children of these objects, root panes (whose holder is remembered) left out."""
    below: dict[str, str] = {}
    for path, found in zip(level, peer.ask([Call(GET_CHILDREN, path) for path in level], progress), strict=True):
        for name, child in found if isinstance(found, list) else ():
            if name in ("", peer.bus_name) and child != NULL_PATH:
                below[child] = path
    roles = peer.ask([Call(GET_ROLE, child) for child in below], progress)
    panes = [child for child, role in zip(below, roles, strict=True) if role == ROOT_PANE]
    peer.pane_holders.update({pane: below[pane] for pane in panes})
    return [child for child, role in zip(below, roles, strict=True) if role in HOLDS_A_PANE]


def _difference(peer: Peer, inner: str, outer: str, progress: Progress) -> Point:
    mine, holder = peer.ask([Call(GET_EXTENTS, inner, SCREEN), Call(GET_EXTENTS, outer, SCREEN)], progress)
    if not isinstance(mine, tuple) or not isinstance(holder, tuple) or mine[2:] != holder[2:]:
        return NOWHERE
    return Point(int(holder[0]) - int(mine[0]), int(holder[1]) - int(mine[1]))
