"""GTK 4 popovers: windows of their own whose content claims to lie where the popover would be inside its window.

Measured on 4.8: a drop down's list is drawn up to 32 pixels from where its extents say. Whoever knows the display's
windows can say where the popup really is (`PopupBounds`); the rest is arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deskhand.adapters.linux.atspi.calls import GET_EXTENTS, NAME, PARENT, Call
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.places import said_bounds
from deskhand.adapters.linux.atspi.window_places import WindowPlace
from deskhand.adapters.linux.atspi.wire import NULL_PATH
from deskhand.model.element import Handle, Node
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress

PopupBounds = Callable[[Handle, int, int], Bounds | None]
"""Where on the screen the popup window of about this width and height lies that belongs to the application of this
handle; None unknown."""

POPOVER = "popover"
"""The raw role of such an object."""
_TYPES = frozenset({"GtkPopover", "GtkPopoverMenu", "GtkTreePopover", "GtkEmojiChooser", "GtkEmojiCompletion"})
_DEEPEST = 60


def is_popover_name(name: str) -> bool:
    """GTK 4.8 tells the type in place of a name."""
    return name in _TYPES


def place_popups(nodes: Sequence[Node], where: PopupBounds) -> None:
    """Move the content of every popover of a read; without an answer it has no place rather than a wrong one."""
    shifts: list[Point | None] = []
    for node in nodes:
        above = shifts[node.parent] if node.parent >= 0 else Point(0, 0)
        if node.raw_role == POPOVER and node.bounds is not None:
            found = where(node.handle, node.bounds.width, node.bounds.height)
            holder = nodes[node.parent].bounds if node.parent >= 0 else None
            above = shift(node.bounds, holder, found)
        shifts.append(above)
        if node.bounds is not None and above != (0, 0):
            node.bounds = moved(node.bounds, above)


def shift(claimed: Bounds, holder: Bounds | None, found: Bounds | None) -> Point | None:
    """How far the content is off. The window is higher than the popover by its arrow, which points to the holder."""
    if found is None:
        return None
    below = holder is not None and found.center.y > holder.center.y
    arrow = max(0, found.height - claimed.height) if below else 0
    return Point(found.x + (found.width - claimed.width) // 2 - claimed.x, found.y + arrow - claimed.y)


def moved(bounds: Bounds, by: Point | None) -> Bounds | None:
    return None if by is None else Bounds(bounds.x + by.x, bounds.y + by.y, bounds.width, bounds.height)


def place_each(
    peer: Peer, nodes: Sequence[Node], where: PopupBounds, place: WindowPlace, progress: Progress
) -> None:
    """The same for objects read one by one."""
    known: dict[str, str] = {}
    shifts: dict[str, Point | None] = {"": Point(0, 0)}
    for node in nodes:
        if node.bounds is None:
            continue
        popover = _popover_of(peer, node.handle[1], known, progress)
        if popover not in shifts:
            shifts[popover] = _shift_of(peer, popover, where, place, progress)
        if shifts[popover] != (0, 0):
            node.bounds = moved(node.bounds, shifts[popover])


def _popover_of(peer: Peer, path: str, known: dict[str, str], progress: Progress) -> str:
    """The popover that holds an object (or that it is); empty where none does."""
    way: list[str] = []
    found = ""
    while len(way) < _DEEPEST:
        if path in known:
            found = known[path]
            break
        way.append(path)
        name, parent = peer.ask([NAME.call(path), PARENT.call(path)], progress)
        if isinstance(name, str) and is_popover_name(name):
            found = path
            break
        if not isinstance(parent, tuple) or parent[1] == NULL_PATH:
            break
        path = str(parent[1])
    known.update(dict.fromkeys(way, found))
    return found


def _shift_of(
    peer: Peer, popover: str, where: PopupBounds, place: WindowPlace, progress: Progress
) -> Point | None:
    extents, parent = peer.ask([Call(GET_EXTENTS, popover, peer.frame), PARENT.call(popover)], progress)
    said = said_bounds(extents)
    if said is None or not isinstance(parent, tuple):
        return None
    claimed = place.to_screen(said)
    (outer,) = peer.ask([Call(GET_EXTENTS, str(parent[1]), peer.frame)], progress)
    around = said_bounds(outer)
    found = where((peer.name, popover), claimed.width, claimed.height)
    return shift(claimed, None if around is None else place.to_screen(around), found)
