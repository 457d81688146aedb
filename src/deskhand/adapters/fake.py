"""An in-memory desktop that speaks the adapter protocol: applications, windows and events a test writes itself.

    adapter = FakeAdapter()
    notes = adapter.app("Notes")
    save = FakeObject("button", "Save", actions=("click",))
    window = adapter.open(notes, FakeObject("window", "note.txt", children=[save]))

What the code under test did is in `adapter.did`. An application may be made to hang (`notes.hung`) or to die
(`notes.dead`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deskhand.adapters.fake_devices import (
    FakeClipboard,
    FakeEvents,
    FakeInput,
    FakeNotifications,
    FakeScreen,
    FakeWindows,
)
from deskhand.adapters.protocol import ReadOptions, TableSize, TextRead, TreeRead
from deskhand.errors import AppDied, AppUnresponsive, StaleRef, Unsupported
from deskhand.model.element import Handle, Node
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress
from deskhand.model.world import App, Window

READY = frozenset({"visible", "showing", "enabled", "sensitive"})

ActionHook = Callable[["FakeObject", str], bool]
CellHook = Callable[[int, int], str]


@dataclass(eq=False, slots=True)
class FakeObject:
    """One accessible object; change its fields between calls as an application would.

    `cells` makes it a sheet: text of (row, column), addressed only. `on_action` runs when an action is done and gives
    the application's answer. `unread` makes it one that cannot be read.
    """

    role: str
    name: str = ""
    children: list[FakeObject] = field(default_factory=list["FakeObject"])
    bounds: Bounds | None = None
    text: str | None = None
    value: float | None = None
    actions: tuple[str, ...] = ()
    states: set[str] = field(default_factory=lambda: set(READY))
    accessible_id: str = ""
    description: str = ""
    interfaces: frozenset[str] = frozenset()
    cells: CellHook | None = None
    size: tuple[int, int] = (2**31 - 1, 16384)
    on_action: ActionHook | None = None
    unread: bool = False
    path: str = ""


@dataclass(eq=False, slots=True)
class FakeApp:
    """A running application."""

    name: str
    pid: int
    bus: str
    toplevels: list[FakeObject] = field(default_factory=list[FakeObject])
    hung: bool = False
    dead: bool = False
    toolkit: str = "fake"


class FakeTree:
    """The accessibility trees of a `FakeAdapter`'s applications."""

    def __init__(self, owner: FakeAdapter) -> None:
        self._owner = owner

    def apps(self, progress: Progress) -> Sequence[App]:
        return [
            App(app.name, app.pid, (app.bus, "/root"), app.toolkit, "1", not app.hung)
            for app in self._owner.applications
            if not app.dead
        ]

    def toplevels(self, app: App, progress: Progress) -> Sequence[Node]:
        fake = self._owner.app_by_bus(app.handle[0] if app.handle else "", progress)
        return [self._owner.node_of(fake, item) for item in fake.toplevels]

    def read(self, root: Handle, options: ReadOptions, progress: Progress) -> TreeRead:
        app, top = self._owner.find(root, progress)
        self._owner.reads += 1
        nodes: list[Node] = []
        complete = True
        pending: list[tuple[FakeObject, int, int]] = [(top, -1, 0)]
        while pending:
            item, parent, depth = pending.pop()
            if options.showing_only and parent >= 0 and "showing" not in item.states:
                continue
            if len(nodes) >= options.max_nodes:
                nodes[parent].complete, nodes[parent].boundary, complete = False, "node limit", False
                continue
            node = self._owner.node_of(app, item)
            node.parent = parent
            if parent >= 0:
                node.index_in_parent = len(nodes[parent].children)
                nodes[parent].children.append(len(nodes))
            if item.cells is not None:
                node.complete, node.boundary = False, f"{item.size[0]} rows not read"
            complete = complete and node.complete
            here = len(nodes)
            nodes.append(node)
            if options.max_depth is None or depth < options.max_depth:
                pending.extend((child, here, depth + 1) for child in reversed(item.children))
        return TreeRead(nodes, complete)

    def node(self, handle: Handle, progress: Progress) -> Node:
        app, item = self._owner.find(handle, progress)
        if item.unread:
            raise AppUnresponsive("the object could not be read")
        return self._owner.node_of(app, item)

    def nodes(self, handles: Sequence[Handle], progress: Progress) -> Sequence[Node | None]:
        found: list[Node | None] = []
        for handle in handles:
            try:
                found.append(self.node(handle, progress))
            except StaleRef:
                found.append(None)
        return found

    def ancestors(self, handle: Handle, progress: Progress) -> Sequence[Node]:
        app, _ = self._owner.find(handle, progress)
        return [self._owner.node_of(app, item) for item in self._owner.chain(app, handle[1])[1:]]

    def children(self, handle: Handle, progress: Progress) -> Sequence[Node]:
        app, item = self._owner.find(handle, progress)
        return [self._owner.node_of(app, child) for child in item.children]

    def at_point(self, root: Handle, point: Point, progress: Progress) -> Node | None:
        found = [
            node
            for node in self.read(root, ReadOptions(), progress).nodes
            if node.bounds and node.bounds.contains(point)
        ]
        return found[-1] if found else None

    def focused(self, app: App, progress: Progress) -> Node | None:
        for top in self.toplevels(app, progress):
            for node in self.read(top.handle, ReadOptions(), progress).nodes:
                if "focused" in node.states:
                    return node
        return None

    def do_action(self, handle: Handle, name: str, progress: Progress) -> bool:
        _, item = self._owner.find(handle, progress)
        if name not in item.actions:
            raise Unsupported(f"{item.role} has no action {name!r}")
        self._owner.did.append(("action", item, name))
        return item.on_action(item, name) if item.on_action else True

    def set_text(self, handle: Handle, text: str, progress: Progress) -> bool:
        _, item = self._owner.find(handle, progress)
        self._owner.did.append(("set_text", item, text))
        item.text = text
        return True

    def insert_text(self, handle: Handle, position: int, text: str, progress: Progress) -> bool:
        _, item = self._owner.find(handle, progress)
        old = item.text or ""
        item.text = old[:position] + text + old[position:]
        return True

    def get_text(self, handle: Handle, start: int, end: int, progress: Progress) -> TextRead:
        _, item = self._owner.find(handle, progress)
        if item.text is None:
            raise Unsupported(f"{item.role} has no text")
        text = "•" * len(item.text) if "protected" in item.states else item.text
        return TextRead(text[start : None if end == -1 else end], start, len(text))

    def select_text(self, handle: Handle, start: int, end: int, progress: Progress) -> bool:
        return True

    def set_caret(self, handle: Handle, offset: int, progress: Progress) -> bool:
        return True

    def set_value(self, handle: Handle, value: float, progress: Progress) -> None:
        _, item = self._owner.find(handle, progress)
        item.value = value

    def value_range(self, handle: Handle, progress: Progress) -> tuple[float, float, float, float]:
        _, item = self._owner.find(handle, progress)
        return (0.0, 100.0, 1.0, item.value or 0.0)

    def select_child(self, container: Handle, index: int, progress: Progress) -> bool:
        _, item = self._owner.find(container, progress)
        for number, child in enumerate(item.children):
            (child.states.add if number == index else child.states.discard)("selected")
        return True

    def grab_focus(self, handle: Handle, progress: Progress) -> bool:
        _, item = self._owner.find(handle, progress)
        item.states.add("focused")
        return True

    def scroll_to(self, handle: Handle, progress: Progress) -> bool:
        return True

    def table_size(self, table: Handle, progress: Progress) -> TableSize:
        _, item = self._owner.find(table, progress)
        return TableSize(*item.size)

    def cells(
        self, table: Handle, row: int, column: int, rows: int, columns: int, progress: Progress
    ) -> Sequence[Node]:
        _, item = self._owner.find(table, progress)
        if item.cells is None:
            raise Unsupported(f"{item.role} is no table")
        found: list[Node] = []
        for y, x in itertools.product(range(row, row + rows), range(column, column + columns)):
            handle = (table[0], f"{table[1]}/{y}/{x}")
            found.append(
                Node(handle, "cell", text=item.cells(y, x), states=READY, bounds=Bounds(x * 80, y * 20, 80, 20))
            )
        return found

    def select_cell(self, table: Handle, row: int, column: int, progress: Progress) -> bool:
        return True


class FakeAdapter:
    """A desktop in memory; it implements `protocol.Adapter`."""

    def __init__(self) -> None:
        self.name = "fake"
        self.applications: list[FakeApp] = []
        self.did: list[tuple[Any, ...]] = []
        self.reads: int = 0
        self.is_locked: bool = False
        self.person_at: float = 0.0
        self.panic: Callable[[], None] | None = None
        self.events: FakeEvents = FakeEvents()
        self.windows: FakeWindows = FakeWindows()
        self.screen: FakeScreen = FakeScreen()
        self.clipboard: FakeClipboard = FakeClipboard()
        self.notifications: FakeNotifications = FakeNotifications(self.did)
        self.tree: FakeTree = FakeTree(self)
        self.input: FakeInput = FakeInput(self.did)
        self._numbers = itertools.count(1)

    def keyboard_layout(self) -> str:
        return "us"

    def watch_person(self, panic: str, on_panic: Callable[[], None]) -> None:
        self.panic = on_panic

    def person_input(self) -> float:
        return self.person_at

    def locked(self) -> bool:
        return self.is_locked

    def close(self) -> None:
        """Nothing to let go of."""

    def app(self, name: str) -> FakeApp:
        """Start an application."""
        number = next(self._numbers)
        app = FakeApp(name, 1000 + number, f":1.{number}")
        self.applications.append(app)
        return app

    def open(self, app: FakeApp, top: FakeObject, **fields: Any) -> Window:
        """Show a window of `app` on top, active unless `active=False`; `fields` are those of `Window`."""
        app.toplevels.append(top)
        self.node_of(app, top)
        bounds = top.bounds or Bounds(0, 0, 800, 600)
        given: dict[str, Any] = {"active": True, "root": (app.bus, top.path), **fields}
        window = Window(f"w{next(self._numbers):x}", fields.get("title", top.name), app.name, app.pid, bounds, bounds)
        window = replace(window, **given)
        if window.active:
            self.windows.stack = [replace(other, active=False) for other in self.windows.stack]
        self.windows.stack.insert(0, window)
        self.events.push("window-opened", (app.bus, top.path), window.title)
        return window

    def shut(self, window: Window) -> None:
        """Close a window as its application would."""
        for app in self.applications:
            app.toplevels = [top for top in app.toplevels if (app.bus, top.path) != window.root]
        self.windows.close(window)
        self.events.push("window-closed", window.root or ("", ""), window.title)

    # -- the trees' own view

    def app_by_bus(self, bus: str, progress: Progress) -> FakeApp:
        for app in self.applications:
            if app.bus == bus and not app.dead:
                if app.hung:
                    raise AppUnresponsive(f"{app.name} does not answer")
                return app
        raise AppDied(f"no application at {bus}")

    def find(self, handle: Handle, progress: Progress) -> tuple[FakeApp, FakeObject]:
        app = self.app_by_bus(handle[0], progress)
        return app, self.chain(app, handle[1])[0]

    def chain(self, app: FakeApp, path: str) -> list[FakeObject]:
        """The object at `path` and what it lies in, nearest first; StaleRef when it is not in the tree any more."""

        def search(items: Iterable[FakeObject]) -> list[FakeObject] | None:
            for item in items:
                if item.path == path:
                    return [item]
                if below := search(item.children):
                    return [*below, item]
            return None

        if found := search(app.toplevels):
            return found
        raise StaleRef(f"the object {path} is gone")

    def node_of(self, app: FakeApp, item: FakeObject) -> Node:
        if not item.path:
            item.path = f"/fake/{next(self._numbers)}"
        if item.unread:
            return Node((app.bus, item.path), "unknown", read=False, complete=False, boundary="could not be read")
        protected = "protected" in item.states
        return Node(
            (app.bus, item.path),
            item.role,
            item.name,
            item.role,
            item.description,
            frozenset(item.states),
            item.interfaces,
            item.bounds,
            item.actions,
            None if protected else item.text,
            len(item.text) if item.text is not None else -1,
            item.value,
            item.accessible_id,
            child_count=item.size[0] if item.cells else len(item.children),
        )
