"""AtspiTree: protocol.Tree over the roster's applications."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from deskhand.adapters.linux.atspi import deeds, lookup, sheets
from deskhand.adapters.linux.atspi.events import AtspiEvents
from deskhand.adapters.linux.atspi.mirror import Key, Mirror
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.places import deepest_at
from deskhand.adapters.linux.atspi.popups import PopupBounds, place_each, place_popups
from deskhand.adapters.linux.atspi.reading import read_cells, read_tree
from deskhand.adapters.linux.atspi.roster import Roster
from deskhand.adapters.linux.atspi.window_places import WindowPlace, place_read, place_single
from deskhand.adapters.protocol import ReadOptions, TableSize, TextRead, TreeRead
from deskhand.errors import StaleRef, Unsupported
from deskhand.model.element import Handle, Node
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.world import App

PLACES_ONLY = ReadOptions(actions=False, text=False, value=False)
UNKNOWN = WindowPlace(Point(0, 0), Point(0, 0), 0.0)
PlaceOfWindow = Callable[[Handle, bool], WindowPlace | None]
"""How the tree with this root counts, True where from its window and not from the screen; None unknown."""


class AtspiTree:
    """The accessibility trees of one desktop.

    Bounds are physical pixels of the screen. `window_place` is asked for windows of toolkits whose extents are relative
    to their window (GTK 4) and of applications that are drawn with a scale (`is_scaled` of their bus name); without an
    answer such bounds are left out: a wrong place would be worse than none; while nobody is there to be asked they are
    the toolkit's. `popup_bounds` is asked for popovers of GTK 4, which lie elsewhere than they say. Top-level objects
    (`toplevels`) keep the bounds their toolkit tells.
    """

    def __init__(self, roster: Roster, events: AtspiEvents, mirror: Mirror) -> None:
        self._roster = roster
        self._events = events
        self._mirror = mirror
        self.window_place: PlaceOfWindow | None = None
        self.is_scaled: Callable[[str], bool] = lambda _: False
        self.popup_bounds: PopupBounds | None = None

    def apps(self, progress: Progress) -> Sequence[App]:
        return self._roster.apps(progress)

    def is_present(self, handle: Handle) -> bool:
        """False for objects of an accessibility bus that has ended, or of an application found to be gone."""
        return self._roster.bus.is_present(handle[0]) and not self._roster.has_ended(handle[0])

    def toplevels(self, app: App, progress: Progress) -> Sequence[Node]:
        if app.handle is None:
            return []
        return self._children(self._peer(app.handle, progress), app.handle[1], progress, with_actions=False)

    def read(self, root: Handle, options: ReadOptions, progress: Progress) -> TreeRead:
        peer = self._peer(root, progress)
        activity = self._events.activity(peer.name)
        place = self._place(peer, root[1], progress)
        key = Key(peer.name, root[1], replace(options, fresh=False))
        # A mute bus tells of no change: what was read before may be old then.
        if not options.fresh and self._roster.hears(progress):
            former = self._mirror.recall(key, peer, activity, place, progress)
            if former is not None:
                return former
        read = read_tree(peer, root[1], options, progress)
        said = [node.bounds for node in read.nodes]
        self._put_read(peer, read.nodes, place, progress)
        self._events.know(read.nodes)
        self._mirror.keep(key, read, activity, place, said)
        return read

    def node(self, handle: Handle, progress: Progress) -> Node:
        peer = self._peer(handle, progress)
        (found,) = lookup.full_nodes(peer, [handle[1]], progress)
        self._put_each(peer, [found], progress)
        if found is None or "defunct" in found.states:
            raise StaleRef("the object is gone", sought=handle[1], seen=f"nothing at that path in {peer.label}")
        self._events.know([found])
        return found

    def nodes(self, handles: Sequence[Handle], progress: Progress) -> Sequence[Node | None]:
        found: dict[Handle, Node | None] = {}
        for name in dict.fromkeys(name for name, _ in handles):
            mine = [handle for handle in handles if handle[0] == name]
            try:
                peer = self._peer(mine[0], progress)
            except StaleRef:
                continue
            read = lookup.full_nodes(peer, [path for _, path in mine], progress)
            self._put_each(peer, read, progress)
            found.update(zip(mine, read, strict=True))
        self._events.know([node for node in found.values() if node is not None])
        return [found.get(handle) for handle in handles]

    def ancestors(self, handle: Handle, progress: Progress) -> Sequence[Node]:
        peer = self._peer(handle, progress)
        found = lookup.full_nodes(peer, lookup.ancestor_paths(peer, handle[1], progress), progress)
        self._put_each(peer, found, progress)
        return [node for node in found if node is not None]

    def children(self, handle: Handle, progress: Progress) -> Sequence[Node]:
        peer = self._peer(handle, progress)
        found = self._children(peer, handle[1], progress)
        self._put_each(peer, found, progress)
        return found

    def _children(self, peer: Peer, path: str, progress: Progress, *, with_actions: bool = True) -> Sequence[Node]:
        """The children, with bounds as the toolkit counts."""
        paths = lookup.child_paths(peer, path, progress)
        options = ReadOptions(showing_only=False, actions=with_actions, text=with_actions, value=with_actions)
        found = [node for node in lookup.plain_nodes(peer, paths, options, progress) if node is not None]
        self._events.know(found)
        return found

    def at_point(self, root: Handle, point: Point, progress: Progress) -> Node | None:
        peer = self._peer(root, progress)
        place = self._place(peer, root[1], progress)
        path = lookup.path_at(peer, root[1], point, place, progress)
        deeper = read_tree(peer, path or root[1], PLACES_ONLY, progress)
        self._put_read(peer, deeper.nodes, place, progress)
        found = deepest_at(deeper.nodes, point)
        if found is None and path is None:
            return None
        return self.node(found.handle if found is not None else (peer.name, path or root[1]), progress)

    def focused(self, app: App, progress: Progress) -> Node | None:
        if app.handle is None:
            return None
        peer = self._peer(app.handle, progress)
        recent = [event.source for event in self._events.recent_focus(peer.name)]
        path = lookup.focused_path(peer, app.handle[1], [path for _, path in recent], progress)
        return self.node((peer.name, path), progress) if path is not None else None

    def do_action(self, handle: Handle, name: str, progress: Progress) -> bool:
        return deeds.do_action(self._peer(handle, progress), handle[1], name, progress)

    def set_text(self, handle: Handle, text: str, progress: Progress) -> bool:
        return deeds.set_text(self._peer(handle, progress), handle[1], text, progress)

    def insert_text(self, handle: Handle, position: int, text: str, progress: Progress) -> bool:
        return deeds.insert_text(self._peer(handle, progress), handle[1], position, text, progress)

    def get_text(self, handle: Handle, start: int, end: int, progress: Progress) -> TextRead:
        peer = self._peer(handle, progress)
        read = deeds.get_text(peer, handle[1], start, end, progress)
        if lookup.is_protected(peer, handle[1], progress):
            return replace(read, text="•" * len(read.text))
        return read

    def select_text(self, handle: Handle, start: int, end: int, progress: Progress) -> bool:
        return deeds.select_text(self._peer(handle, progress), handle[1], start, end, progress)

    def set_caret(self, handle: Handle, offset: int, progress: Progress) -> bool:
        return deeds.set_caret(self._peer(handle, progress), handle[1], offset, progress)

    def set_value(self, handle: Handle, value: float, progress: Progress) -> None:
        deeds.set_value(self._peer(handle, progress), handle[1], value, progress)

    def value_range(self, handle: Handle, progress: Progress) -> tuple[float, float, float, float]:
        return deeds.value_range(self._peer(handle, progress), handle[1], progress)

    def select_child(self, container: Handle, index: int, progress: Progress) -> bool:
        return deeds.select_child(self._peer(container, progress), container[1], index, progress)

    def grab_focus(self, handle: Handle, progress: Progress) -> bool:
        return deeds.grab_focus(self._peer(handle, progress), handle[1], progress)

    def scroll_to(self, handle: Handle, progress: Progress) -> bool:
        return deeds.scroll_to(self._peer(handle, progress), handle[1], progress)

    def table_size(self, table: Handle, progress: Progress) -> TableSize:
        size = sheets.table_size(self._peer(table, progress), table[1], progress)
        if size is None:
            raise Unsupported("the object is not a table", sought=table[1], seen="no Table interface")
        return size

    def cells(
        self, table: Handle, row: int, column: int, rows: int, columns: int, progress: Progress
    ) -> Sequence[Node]:
        peer = self._peer(table, progress)
        size = self.table_size(table, progress)
        area = sheets.Rectangle(
            row, column, max(0, min(rows, size.rows - row)), max(0, min(columns, size.columns - column))
        )
        found = read_cells(peer, table[1], area.places, progress)
        place = self._place(peer, table[1], progress)
        if place is not None:
            self._put(peer, [node for node in found if node is not None], place, progress)
        return [
            node or Node((peer.name, ""), "cell", complete=False, boundary="no such cell", read=False)
            for node in found
        ]

    def select_cell(self, table: Handle, row: int, column: int, progress: Progress) -> bool:
        return sheets.select_cell(self._peer(table, progress), table[1], row, column, progress)

    def _peer(self, handle: Handle, progress: Progress) -> Peer:
        if not handle[0]:
            raise StaleRef("the object is nowhere", sought=handle[1])
        return self._roster.peer(handle[0], progress)

    def _counts_by_itself(self, peer: Peer, progress: Progress) -> bool:
        """Whether the application's bounds are other than physical pixels of the screen."""
        peer.learn(progress)
        return self.window_place is not None and (peer.gtk4 or self.is_scaled(peer.name))

    def _place(self, peer: Peer, path: str, progress: Progress) -> WindowPlace | None:
        """How the window around an object counts; None where that is in physical pixels of the screen."""
        if not self._counts_by_itself(peer, progress):
            return None
        toplevel = lookup.toplevel_path(peer, path, progress)
        return None if toplevel is None else self._place_of(peer, toplevel)

    def _place_of(self, peer: Peer, toplevel: str) -> WindowPlace:
        place = self.window_place((peer.name, toplevel), peer.gtk4) if self.window_place is not None else None
        return place or UNKNOWN

    def _put_read(
        self, peer: Peer, nodes: Sequence[Node], place: WindowPlace | None, progress: Progress
    ) -> None:
        """Bounds of a read → the screen, GTK 4's popups where they are drawn."""
        if place is None:
            return
        if place == UNKNOWN:
            _no_places(nodes)
            return
        place_read(peer, nodes, place, progress)
        if peer.gtk4 and self.popup_bounds is not None:
            place_popups(nodes, self.popup_bounds)

    def _put_each(self, peer: Peer, nodes: Sequence[Node | None], progress: Progress) -> None:
        """The same for objects read one by one, each by its own window."""
        if not self._counts_by_itself(peer, progress):
            return
        placed = [node for node in nodes if node is not None and node.bounds is not None]
        tops = lookup.toplevel_paths(peer, [node.handle[1] for node in placed], progress)
        for toplevel in dict.fromkeys(tops):
            if toplevel is not None:
                mine = [node for node, top in zip(placed, tops, strict=True) if top == toplevel]
                self._put(peer, mine, self._place_of(peer, toplevel), progress)

    def _put(self, peer: Peer, nodes: Sequence[Node], place: WindowPlace, progress: Progress) -> None:
        if place == UNKNOWN:
            _no_places(nodes)
            return
        place_single(peer, nodes, place, progress)
        if peer.gtk4 and self.popup_bounds is not None:
            place_each(peer, nodes, self.popup_bounds, place, progress)


def _no_places(nodes: Sequence[Node]) -> None:
    """No place rather than a wrong one."""
    for node in nodes:
        node.bounds = None
