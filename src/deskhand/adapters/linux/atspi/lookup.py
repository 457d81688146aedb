"""Single objects: read in full, found by parent, point or focus."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.adapters.linux.atspi import office
from deskhand.adapters.linux.atspi.cached import EMPTY
from deskhand.adapters.linux.atspi.calls import (
    CHILD_COUNT,
    DESCRIPTION,
    GET_AT_POINT,
    GET_CHILDREN,
    GET_INDEX,
    GET_INTERFACES,
    GET_ROLE,
    GET_STATE,
    PARENT,
    ROOT_PATH,
    Call,
)
from deskhand.adapters.linux.atspi.details import read_details
from deskhand.adapters.linux.atspi.gathering import Gathering, walk
from deskhand.adapters.linux.atspi.hints import plain_hint
from deskhand.adapters.linux.atspi.interfaces import Interfaces
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.places import correct_showing
from deskhand.adapters.linux.atspi.roles import PASSWORD, ROOT_PANE
from deskhand.adapters.linux.atspi.window_places import WindowPlace, counts_pixels, in_page
from deskhand.adapters.linux.atspi.wire import NULL_PATH, Failure, encode_ints
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import StaleRef, TooLarge, Unsupported
from deskhand.model.element import Node
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress

MOST_CHILDREN = 2_000
DEEPEST = 100
_EVERYTHING = ReadOptions(showing_only=False, attributes=True)


def full_nodes(peer: Peer, paths: Sequence[str], progress: Progress) -> list[Node | None]:
    """Every detail of these objects, children not; None where one is gone."""
    nodes = plain_nodes(peer, paths, _EVERYTHING, progress)
    present = [node for node in nodes if node is not None]
    calls: list[Call] = []
    for node in present:
        calls += (DESCRIPTION.call(node.handle[1]), Call(GET_INDEX, node.handle[1]))
    answers = iter(peer.ask(calls, progress))
    for node in present:
        description, index = next(answers), next(answers)
        hint = description if isinstance(description, str) else ""
        node.description = plain_hint(hint) if peer.qt else hint
        node.index_in_parent = index if isinstance(index, int) else -1
    return nodes


def plain_nodes(
    peer: Peer, paths: Sequence[str], options: ReadOptions, progress: Progress
) -> list[Node | None]:
    """These objects with the details that `options` name; bounds as the toolkit counts."""
    peer.learn(progress)
    maker = Gathering(peer, EMPTY, options)
    nodes: list[Node | None] = []
    interfaces: list[Interfaces] = []
    for path, item in zip(paths, walk(peer, paths, False, progress), strict=True):
        if item is None:
            nodes.append(None)
            continue
        node, able = maker.make(path, item, -1, -1)
        nodes.append(node)
        interfaces.append(able)
    read_details(peer, [node for node in nodes if node is not None], interfaces, options, progress)
    present = [node for node in nodes if node is not None]
    if peer.gtk4 and options.bounds:
        correct_showing(present)
    if peer.office and options.bounds:
        office.correct_each(peer, present, progress)
    return nodes


def child_paths(peer: Peer, path: str, progress: Progress) -> list[str]:
    """Paths of the direct children.

    Raises:
        StaleRef: the object is gone. Unsupported: it manages its descendants. TooLarge: more than 2,000.
    """
    peer.learn(progress)
    states, count = peer.ask([Call(GET_STATE, path), CHILD_COUNT.call(path)], progress)
    if not isinstance(states, bytes):
        raise StaleRef("the object is gone", sought=path, seen=f"nothing at that path in {peer.label}")
    managed = "manages_descendants" in peer.states.words(states)
    if managed and (not isinstance(count, int) or not 0 <= count <= MOST_CHILDREN):
        raise Unsupported(
            "the object's children are made on demand", sought=path, seen=f"{count} children",
            next_step="address its cells by row and column",
        )
    if not isinstance(count, int) or not 0 <= count <= MOST_CHILDREN:
        raise TooLarge("the object has too many children to list", sought=path, seen=f"{count} children")
    (found,) = peer.ask([Call(GET_CHILDREN, path)], progress) if count else ([],)
    if isinstance(found, Failure):
        raise StaleRef("the object is gone", sought=path, seen=found.message)
    return [child for name, child in found if child != NULL_PATH and name in ("", peer.bus_name)]


def ancestor_paths(peer: Peer, path: str, progress: Progress) -> list[str]:
    """From the parent up to the application."""
    first = path
    found: list[str] = []
    while len(found) < DEEPEST:
        (parent,) = peer.ask([PARENT.call(path)], progress)
        if isinstance(parent, Failure) and not found:
            raise StaleRef("the object is gone", sought=path, seen=parent.message)
        if not isinstance(parent, tuple) or parent[0] != peer.bus_name or parent[1] in found:
            break
        if parent[1] != NULL_PATH:
            path = str(parent[1])
        elif (holder := _around_pane(peer, [first, *found], progress)) is not None and holder not in found:
            found[-1:] = []
            path = holder
        else:
            break
        found.append(path)
        if path == ROOT_PATH:
            break
    return found


def _around_pane(peer: Peer, line: Sequence[str], progress: Progress) -> str | None:
    """The GTK object in place of VCL's own frame, where a line of ancestors (innermost first) ended in one."""
    if not peer.office or len(line) < 2:
        return None
    (role,) = peer.ask([Call(GET_ROLE, line[-2])], progress)
    return office.holder_of(peer, line[-2], progress) if role == ROOT_PANE else None


def toplevel_path(peer: Peer, path: str, progress: Progress) -> str | None:
    """The ancestor (or the object itself) right below the application; None for the application."""
    return toplevel_paths(peer, [path], progress)[0]


def toplevel_paths(peer: Peer, paths: Sequence[str], progress: Progress) -> list[str | None]:
    """The same for many, each step upwards asked of all at once."""
    above: dict[str, str] = {}
    open_ = {path for path in paths if path != ROOT_PATH}
    for _ in range(DEEPEST):
        asked = [path for path in open_ if path not in above]
        if not asked:
            break
        open_ = set()
        for path, parent in zip(asked, peer.ask([PARENT.call(path) for path in asked], progress), strict=True):
            known = isinstance(parent, tuple) and parent[0] == peer.bus_name and parent[1] != NULL_PATH
            above[path] = str(parent[1]) if known else ""
            if above[path] not in ("", ROOT_PATH):
                open_.add(above[path])
    return [_top(peer, path, above, progress) for path in paths]


def _top(peer: Peer, path: str, above: dict[str, str], progress: Progress) -> str | None:
    line = [path]
    while above.get(line[-1]) and above[line[-1]] not in line:
        line.append(above[line[-1]])
    if line[-1] == ROOT_PATH:
        return line[-2] if len(line) > 1 else None
    holder = _around_pane(peer, line, progress)
    return line[-1] if holder is None else toplevel_path(peer, holder, progress)


def path_at(peer: Peer, root: str, point: Point, place: WindowPlace | None, progress: Progress) -> str | None:
    """The deepest object at a screen point: asked again of each answer until it is itself.
    In LibreOffice the point is moved while the answers are VCL's."""
    said = place.from_screen(point) if place is not None else point
    pages = place is not None and counts_pixels(peer, place)
    current = root
    seen = {root}
    while len(seen) < DEEPEST:
        shift = office.shift_of(peer, current, progress) if peer.office else office.NOWHERE
        asked = said
        if place is not None and pages and in_page(peer, current, progress):
            asked = place.page_from_screen(point)
        where = encode_ints(asked.x - shift.x, asked.y - shift.y) + peer.frame
        (found,) = peer.ask([Call(GET_AT_POINT, current, where)], progress)
        if not isinstance(found, tuple) or found[1] == NULL_PATH or found[0] not in ("", peer.bus_name):
            break
        path = str(found[1])
        if path in seen:
            break
        seen.add(path)
        current = path
    return current if current != root else None


def focused_path(peer: Peer, root: str, recent: Sequence[str], progress: Progress) -> str | None:
    """The focused object: one of those that said so lately, else searched below the windows that show."""
    peer.learn(progress)
    states = peer.ask([Call(GET_STATE, path) for path in recent], progress)
    for path, raw in zip(recent, states, strict=True):
        if isinstance(raw, bytes) and "focused" in peer.states.words(raw):
            # Writer's frame says so as well as the paragraph in it.
            return path if _takes_text(peer, path, progress) else _focused_below(peer, path, progress)
    return _focused_below(peer, root, progress)


def _focused_below(peer: Peer, root: str, progress: Progress) -> str | None:
    options = ReadOptions(bounds=False, actions=False, text=False, value=False)
    search = Gathering(peer, EMPTY, options)
    search.gather(root, progress)
    focused = [node for node in search.nodes if "focused" in node.states]
    return focused[-1].handle[1] if focused else None


def _takes_text(peer: Peer, path: str, progress: Progress) -> bool:
    (names,) = peer.ask([Call(GET_INTERFACES, path)], progress)
    return isinstance(names, bytes) and b"org.a11y.atspi.Text\0" in names


def is_protected(peer: Peer, path: str, progress: Progress) -> bool:
    (role,) = peer.ask([Call(GET_ROLE, path)], progress)
    return role == PASSWORD

