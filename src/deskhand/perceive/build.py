"""From the nodes an adapter read to the elements of a snapshot."""

from __future__ import annotations

from dataclasses import dataclass, field

from deskhand.adapters.protocol import TreeRead
from deskhand.model.element import VISION, Element, Handle, Node
from deskhand.model.world import Window
from deskhand.perceive.scope import MAX_ELEMENTS, SKELETON_DEPTH, Scope
from deskhand.perceive.values import shown_name, shown_value

WRAPPER_ROLES = frozenset(
    {
        "filler",
        "panel",
        "group",
        "section",
        "viewport",
        "layered pane",
        "root pane",
        "split pane",
        "scroll pane",
        "unknown",
        "redundant object",
        "block",
        "frame",
        "glass pane",
        "grouping",
        "landmark",
        "generic",
    }
)
"""Containers that say nothing when they have no name, action or text of their own."""

REGION_ROLES = frozenset(
    {
        "application",
        "window",
        "dialog",
        "alert",
        "file chooser",
        "color chooser",
        "font chooser",
        "menu bar",
        "tool bar",
        "status bar",
        "tab list",
        "tab",
        "document",
        "form",
        "table",
        "tree",
        "tree table",
        "list",
        "terminal",
        "canvas",
        "calendar",
        "internal frame",
        "landmark",
        "panel",
        "group",
        "section",
        "heading",
        "split pane",
        "text area",
        "menu",
    }
)
NAMELESS_REGIONS = REGION_ROLES - WRAPPER_ROLES - {"menu", "heading", "list", "form"}

NO_TREE = "no accessibility tree"
SWITCHED_OFF = "its accessibility is not enabled"
NO_ANSWER = "does not answer"
GONE = "closed while it was read"


@dataclass(frozen=True, slots=True)
class WindowRead:
    """One window and what could be read of it; `read` is None where `boundary` says why not. `chosen` are the entries
    of combo boxes whose lists are closed."""

    window: Window
    read: TreeRead | None
    boundary: str = ""
    chosen: dict[Handle, str] = field(default_factory=dict[Handle, str])


@dataclass(slots=True)
class Forest:
    """Elements of several windows in reading order (parents before children, each subtree in one stretch).

    `windows` maps window ids to what was observed. `unread` counts objects that could not be read and windows that
    did not answer: while it is not 0, "absent" cannot be said. `sources` are the reads it was built from.
    """

    elements: list[Element] = field(default_factory=list[Element])
    roots: list[int] = field(default_factory=list[int])
    windows: dict[str, Window] = field(default_factory=dict[str, Window])
    complete: bool = True
    truncated: bool = False
    unread: int = 0
    notes: list[str] = field(default_factory=list[str])
    sources: list[list[Node]] = field(default_factory=list[list[Node]])


def build_forest(reads: list[WindowRead], scope: Scope, prefix: str = "") -> Forest:
    """Elements of these windows. `prefix` (`@s8f3k2p9:e`) gives them refs; without one they have none."""
    forest = Forest()
    for part in reads:
        forest.windows[part.window.id] = part.window
        if part.read is None or not part.read.nodes:
            _add_unread(forest, part, prefix)
        else:
            forest.sources.append(part.read.nodes)
            _add_tree(forest, part.window, part.read, scope, prefix, part.chosen)
    return forest


def _add_unread(forest: Forest, part: WindowRead, prefix: str) -> None:
    window = part.window
    position = len(forest.elements)
    states = (
        {"visible", "enabled"}
        | (set[str]() if window.minimised else {"showing"})
        | ({"active"} if window.active else set[str]())
    )
    forest.elements.append(
        Element(
            ref=f"{prefix}{position + 1}" if prefix else "",
            role="dialog" if window.kind == "dialog" else "window",
            name=window.title,
            value=None,
            states=frozenset(states),
            bounds=window.bounds,
            actions=(),
            source="tree",
            depth=0,
            parent=-1,
            children=(),
            handle=window.root or ("", window.id),
            window=window.title,
            app=window.app,
            complete=False,
            boundary=part.boundary or NO_TREE,
            window_id=window.id,
        )
    )
    forest.roots.append(position)
    forest.complete = False
    if part.boundary == NO_ANSWER:
        forest.unread += 1


def confidence_of(node: Node) -> float:
    """How sure it is that the node is what it is called: 1 for what a tree says."""
    return float((node.attributes or {}).get("confidence", 1.0)) if node.handle[0] == VISION else 1.0


def _is_wrapper(node: Node) -> bool:
    return (
        node.role in WRAPPER_ROLES
        and not node.name
        and not any(node.actions)
        and node.complete
        and node.read
        and not node.text
        and not node.description
        and "focused" not in node.states
    )


def _is_region(node: Node) -> bool:
    return node.role in NAMELESS_REGIONS or (bool(node.name) and node.role in REGION_ROLES)


@dataclass(slots=True)
class _Kept:
    node: Node
    index: int
    parent: int
    depth: int
    children: list[int]
    cut: str = ""


def _choose(read: TreeRead, scope: Scope, room: int) -> tuple[list[_Kept], bool]:
    """The nodes that become elements, in reading order; True when there was no room for more."""
    nodes = read.nodes
    limit = SKELETON_DEPTH if scope.skeleton and scope.depth is None else scope.depth
    skeleton = scope.skeleton
    kept: list[_Kept] = []
    pending: list[tuple[int, int, int]] = [(0, -1, 0)]
    while pending:
        index, parent, depth = pending.pop()
        node = nodes[index]
        if parent < 0 or not (_is_wrapper(node) if not skeleton else not _is_region(node)):
            if limit is not None and depth > limit:
                kept[parent].cut = kept[parent].cut or "deeper levels not shown"
                continue
            if len(kept) >= room:
                return kept, True
            position = len(kept)
            kept.append(_Kept(node, index, parent, depth, []))
            if parent >= 0:
                kept[parent].children.append(position)
            parent, depth = position, depth + 1
        elif skeleton and parent >= 0:
            kept[parent].cut = kept[parent].cut or "skeleton"
        if node.children:
            below = _from_top(node, nodes) if node.role == "menu" else node.children
            pending.extend((child, parent, depth) for child in reversed(below))
    return kept, False


def _from_top(menu: Node, nodes: list[Node]) -> list[int]:
    """Entries of an open menu as they stand: GTK 3 lists those of a menu that was never open in no order."""
    places = [(bounds.y, bounds.x) for child in menu.children if (bounds := nodes[child].bounds) is not None]
    if len(places) != len(menu.children) or len(set(places)) != len(places):
        return menu.children
    return [child for _, child in sorted(zip(places, menu.children, strict=True))]


def _add_tree(
    forest: Forest, window: Window, read: TreeRead, scope: Scope, prefix: str, chosen: dict[Handle, str]
) -> None:
    kept, full = _choose(read, scope, MAX_ELEMENTS - len(forest.elements))
    base = len(forest.elements)
    owner = (
        forest.windows.get(window.transient_for or "") if window.override_redirect or window.kind == "menu" else None
    )
    # A menu's own window has a title no person ever sees.
    title, app = (owner.title, owner.app) if owner is not None else (window.title, window.app)
    window_id, nodes = window.id, read.nodes
    add = forest.elements.append
    for position, item in enumerate(kept):
        node = item.node
        here = base + position
        boundary = node.boundary or ("" if node.complete else "not all read") or item.cut
        if not node.read:
            forest.unread += 1
            boundary = boundary or "could not be read"
        complete = not boundary
        if not complete:
            forest.complete = False
        name = shown_name(node)
        states = node.states
        if item.parent < 0:
            name = name or title
            if window.active and "active" not in states:
                states = states | {"active"}
        add(
            Element(
                f"{prefix}{here + 1}" if prefix else "",
                node.role,
                name,
                chosen.get(node.handle) or shown_value(node, nodes),
                states,
                node.bounds,
                node.actions,
                "vision" if node.handle[0] == VISION else "tree",
                item.depth,
                base + item.parent if item.parent >= 0 else -1,
                tuple([base + child for child in item.children]),
                node.handle,
                title,
                app,
                node.description,
                node.accessible_id,
                node.raw_role,
                node.interfaces,
                node.child_count,
                complete,
                boundary,
                confidence_of(node),
                window_id,
            )
        )
    if kept:
        forest.roots.append(base)
    if full:
        forest.truncated = True
        forest.notes.append(f"more than {MAX_ELEMENTS} elements; ask for a window, a root or a depth")
    if full or not read.complete:
        forest.complete = False
