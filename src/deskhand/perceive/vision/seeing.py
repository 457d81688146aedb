"""A tree that also holds what is only drawn.

Windows without an accessibility tree have one of what their pictures show, below the handle `(VISION, window id)`.
Others get, where it is asked for, what their tree does not speak of. Everything above knows these objects as any
others; what they cannot do (actions, text interfaces) they do not offer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deskhand.adapters.protocol import ReadOptions, TableSize, TextRead, Tree, TreeRead, Windows
from deskhand.errors import StaleRef, Unsupported
from deskhand.model.element import VISION, Handle, Node
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.world import App, Window
from deskhand.perceive.vision.finds import Find
from deskhand.perceive.vision.fusion import fused
from deskhand.perceive.vision.sight import Sight
from deskhand.perceive.vision.things import Thing, Things

ROLES = {
    "text": "static text",
    "icon": "icon",
    "field": "text field",
    "check box": "checkbox",
    "radio button": "radio button",
    "button": "button",
    "slider": "slider",
    "list row": "list item",
    "cell": "cell",
    "tab": "tab",
    "menu item": "menu item",
}
"""The role of each kind of find."""

_STATES = frozenset({"visible", "showing", "enabled", "sensitive"})
_MORE_STATES = {
    "field": frozenset({"editable", "focusable"}),
    "check box": frozenset({"checkable", "focusable"}),
    "radio button": frozenset({"checkable", "focusable"}),
}

BY_PICTURE = "seen by its picture only"
"""The boundary of a window without a tree: there may be more in it than is drawn."""


def is_seen(handle: Handle) -> bool:
    """Whether the object is one of vision's."""
    return handle[0] == VISION


class SeeingTree:
    """protocol.Tree over another one and what pictures show."""

    def __init__(self, tree: Tree, windows: Windows, sight: Sight) -> None:
        self._tree = tree
        self._windows = windows
        self._sight = sight
        self._things = Things()

    # -- what is seen

    def read(self, root: Handle, options: ReadOptions, progress: Progress) -> TreeRead:
        if is_seen(root):
            self._sight.ready(progress)
            windows = self._windows.list(progress)
            if ":" in root[1]:
                return TreeRead([replace(self.node(root, progress), parent=-1)], True)
            return TreeRead(self._nodes(_window(root[1], windows), windows), False)
        read = self._tree.read(root, replace(options, vision="none"), progress)
        if options.vision != "all":
            return read
        self._sight.ready(progress)
        windows = self._windows.list(progress)
        window = next((one for one in windows if one.root == root), None)
        if window is None or window.minimised:
            return read
        seen = self._nodes(window, windows)
        return TreeRead(fused(read.nodes, seen[1:]), read.complete)

    def node(self, handle: Handle, progress: Progress) -> Node:
        if not is_seen(handle):
            return self._tree.node(handle, progress)
        windows = self._windows.list(progress)
        if ":" not in handle[1]:
            window = _window(handle[1], windows)
            return _root(window, 0)
        found = self._again(handle, windows)
        if found is None:
            raise StaleRef("it is not drawn there any more", sought=handle[1])
        return found

    def nodes(self, handles: Sequence[Handle], progress: Progress) -> Sequence[Node | None]:
        others = [handle for handle in handles if not is_seen(handle)]
        if len(others) == len(handles):
            return self._tree.nodes(handles, progress)
        known = iter(self._tree.nodes(others, progress) if others else ())
        windows = self._windows.list(progress)
        return [self._now(handle, windows) if is_seen(handle) else next(known) for handle in handles]

    def ancestors(self, handle: Handle, progress: Progress) -> Sequence[Node]:
        if not is_seen(handle):
            return self._tree.ancestors(handle, progress)
        if ":" not in handle[1]:
            return []
        window = _window(handle[1].partition(":")[0], self._windows.list(progress))
        if window.root is None:
            return [_root(window, 0)]
        return [self._tree.node(window.root, progress)]

    def children(self, handle: Handle, progress: Progress) -> Sequence[Node]:
        if not is_seen(handle):
            return self._tree.children(handle, progress)
        if ":" in handle[1]:
            return []
        windows = self._windows.list(progress)
        return self._nodes(_window(handle[1], windows), windows)[1:]

    def at_point(self, root: Handle, point: Point, progress: Progress) -> Node | None:
        if not is_seen(root):
            return self._tree.at_point(root, point, progress)
        at = [node for node in self.children(root, progress) if node.bounds is not None and node.bounds.contains(point)]
        return min(at, key=lambda node: node.bounds.width * node.bounds.height if node.bounds else 0, default=None)

    def _nodes(self, window: Window, windows: Sequence[Window]) -> list[Node]:
        """The window and what it shows, as one read."""
        sighting = self._sight.look(window, windows)
        things = self._things.named(window.id, window.bounds, sighting.finds, sighting.picture)
        root = _root(window, len(things))
        if window.root is not None:
            root.handle = window.root
        found = [_node(thing, find) for thing, find in zip(things, sighting.finds, strict=True)]
        for number, node in enumerate(found, 1):
            node.parent, node.index_in_parent = 0, number - 1
            root.children.append(number)
        return [root, *found]

    def _now(self, handle: Handle, windows: Sequence[Window]) -> Node | None:
        window = next((one for one in windows if one.id == handle[1].partition(":")[0]), None)
        if window is None:
            return None
        return _root(window, 0) if ":" not in handle[1] else self._again(handle, windows)

    def _again(self, handle: Handle, windows: Sequence[Window]) -> Node | None:
        """The thing as it is drawn now; None where it is not, or where several could be it."""
        thing = self._things.get(handle)
        window = next((one for one in windows if one.id == handle[1].partition(":")[0]), None)
        if thing is None or window is None:
            return None
        sighting = self._sight.look(window, windows)
        now = self._things.named(window.id, window.bounds, sighting.finds, sighting.picture)
        same = self._things.found_again(thing, now)
        if len(same) != 1:
            return None
        return replace(_node(same[0], sighting.finds[now.index(same[0])]), handle=handle)

    # -- what pictures know nothing of

    def get_text(self, handle: Handle, start: int, end: int, progress: Progress) -> TextRead:
        if is_seen(handle):
            raise Unsupported("what is only drawn has no text interface")
        return self._tree.get_text(handle, start, end, progress)

    def do_action(self, handle: Handle, name: str, progress: Progress) -> bool:
        self._real(handle, name)
        return self._tree.do_action(handle, name, progress)

    def set_text(self, handle: Handle, text: str, progress: Progress) -> bool:
        self._real(handle, "set text")
        return self._tree.set_text(handle, text, progress)

    def insert_text(self, handle: Handle, position: int, text: str, progress: Progress) -> bool:
        self._real(handle, "insert text")
        return self._tree.insert_text(handle, position, text, progress)

    def select_text(self, handle: Handle, start: int, end: int, progress: Progress) -> bool:
        self._real(handle, "select text")
        return self._tree.select_text(handle, start, end, progress)

    def set_caret(self, handle: Handle, offset: int, progress: Progress) -> bool:
        self._real(handle, "set the caret")
        return self._tree.set_caret(handle, offset, progress)

    def set_value(self, handle: Handle, value: float, progress: Progress) -> None:
        self._real(handle, "set a value")
        self._tree.set_value(handle, value, progress)

    def value_range(self, handle: Handle, progress: Progress) -> tuple[float, float, float, float]:
        self._real(handle, "tell a range")
        return self._tree.value_range(handle, progress)

    def select_child(self, container: Handle, index: int, progress: Progress) -> bool:
        self._real(container, "select")
        return self._tree.select_child(container, index, progress)

    def grab_focus(self, handle: Handle, progress: Progress) -> bool:
        self._real(handle, "take the focus")
        return self._tree.grab_focus(handle, progress)

    def scroll_to(self, handle: Handle, progress: Progress) -> bool:
        self._real(handle, "scroll")
        return self._tree.scroll_to(handle, progress)

    def table_size(self, table: Handle, progress: Progress) -> TableSize:
        self._real(table, "count rows")
        return self._tree.table_size(table, progress)

    def cells(
        self, table: Handle, row: int, column: int, rows: int, columns: int, progress: Progress
    ) -> Sequence[Node]:
        self._real(table, "tell cells")
        return self._tree.cells(table, row, column, rows, columns, progress)

    def select_cell(self, table: Handle, row: int, column: int, progress: Progress) -> bool:
        self._real(table, "select a cell")
        return self._tree.select_cell(table, row, column, progress)

    def _real(self, handle: Handle, what: str) -> None:
        if is_seen(handle):
            raise Unsupported(f"what is only drawn cannot {what}")

    # -- the tree's own

    def apps(self, progress: Progress) -> Sequence[App]:
        return self._tree.apps(progress)

    def toplevels(self, app: App, progress: Progress) -> Sequence[Node]:
        return self._tree.toplevels(app, progress)

    def focused(self, app: App, progress: Progress) -> Node | None:
        return self._tree.focused(app, progress)


def _window(window_id: str, windows: Sequence[Window]) -> Window:
    window = next((one for one in windows if one.id == window_id), None)
    if window is None:
        raise StaleRef("its window is closed", sought=window_id)
    return window


def _root(window: Window, count: int) -> Node:
    states = _STATES | ({"active"} if window.active else set[str]())
    return Node(
        (VISION, window.id),
        "dialog" if window.kind == "dialog" else "window",
        window.title,
        states=states - {"showing"} if window.minimised else states,
        bounds=window.bounds,
        child_count=count,
        complete=False,
        boundary=BY_PICTURE,
    )


def _node(thing: Thing, find: Find) -> Node:
    return Node(
        thing.handle,
        ROLES[find.kind],
        find.text,
        find.kind,
        states=_STATES | _MORE_STATES.get(find.kind, frozenset()) | find.states,
        bounds=find.bounds,
        attributes={"confidence": f"{find.confidence:.3f}", "observer": find.source},
    )
