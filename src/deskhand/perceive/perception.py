"""The eyes of a desktop: snapshots, and refs and locators found again."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import replace

from deskhand.adapters.protocol import Adapter
from deskhand.errors import NotFound, NoTree, StaleRef
from deskhand.model.action import Expect
from deskhand.model.element import VISION, Element, Handle, Node
from deskhand.model.fingerprint import Fingerprint
from deskhand.model.locator import Locator
from deskhand.model.progress import Progress
from deskhand.model.receipt import Effect
from deskhand.model.ref import Ref
from deskhand.model.snapshot import Snapshot
from deskhand.model.world import Picture, Window
from deskhand.perceive.addresses import parse_range
from deskhand.perceive.build import Forest, WindowRead, build_forest
from deskhand.perceive.diff import Diff, diff
from deskhand.perceive.place_words import place_words
from deskhand.perceive.reading import read_options, read_windows
from deskhand.perceive.relations import is_popup
from deskhand.perceive.resolve_locator import LocatorResolver, not_to_be_seen
from deskhand.perceive.resolve_ref import RefResolver
from deskhand.perceive.scope import Scope
from deskhand.perceive.sheets import tables_of
from deskhand.perceive.single import single_element
from deskhand.perceive.store import Record, SnapshotStore, new_snapshot_id
from deskhand.perceive.surroundings import Surroundings
from deskhand.perceive.tables import read_rectangle
from deskhand.perceive.text import read_text
from deskhand.perceive.view import CELL_ROLES, TABLE_ROLES, View
from deskhand.perceive.vision.reader import OcrReader, need_sight
from deskhand.perceive.vision.regions import picture_of
from deskhand.perceive.waiting import Watcher
from deskhand.perceive.windows import active_window, in_order, one_window, windows_of_app, with_belongings

LOOK_SECONDS = 1.5
"""How long a look at what shows may take before it goes without what has not answered: an answer is worth most soon."""


class Perception:
    """Looks at one desktop through its adapter. Safe for threads; only the newest snapshots are kept. `eyes`: the
    adapter's tree holds what is only drawn too (`vision.adapter`)."""

    def __init__(self, adapter: Adapter, desktop_id: str, *, eyes: bool = False) -> None:
        self.adapter = adapter
        self.desktop_id = desktop_id
        self._store = SnapshotStore()
        self._numbers = itertools.count(1)
        self._reader = OcrReader()
        self._refs = RefResolver(adapter, self._store)
        self._locators = LocatorResolver(adapter, eyes=eyes)
        self._surroundings = Surroundings(adapter)

    # -- snapshots

    def snapshot(self, scope: Scope, progress: Progress) -> Snapshot:
        """Observe now. What could not be read is marked and makes it incomplete; it never raises for one application
        that does not answer.

        Raises:
            WindowNotFound, AmbiguousTarget: the window named in the scope.
            StaleRef, SnapshotGone: the root.
        """
        started = time.perf_counter()
        windows = self.adapter.windows.list(progress)
        parts = self._parts(scope, windows, progress)
        snapshot_id = new_snapshot_id()
        forest = build_forest(parts, scope, f"@{snapshot_id}:e")
        whole = scope.root is None and scope.depth is None and not scope.skeleton and not forest.truncated
        return self._keep(snapshot_id, scope.describe(), forest, windows, started, progress, whole, scope.skeleton)

    def get(self, snapshot_id: str) -> Snapshot:
        """A kept snapshot; `SnapshotGone` when it was pruned."""
        return self._store.record(snapshot_id).snapshot

    def diff(self, since: str, scope: Scope, progress: Progress) -> Diff:
        """A new snapshot against a kept one."""
        old = self.get(since)
        return diff(old, self.snapshot(scope, progress))

    def fingerprint(self, progress: Progress, windows: Sequence[Window] | None = None) -> Fingerprint:
        """The environment with these windows, else those of now, without a look into them."""
        seen = self.adapter.windows.list(progress) if windows is None else windows
        return self._surroundings.fingerprint(seen, (), progress)

    def _parts(self, scope: Scope, windows: Sequence[Window], progress: Progress) -> list[WindowRead]:
        if scope.vision == "all":
            need_sight(f"what is drawn in {scope.describe()}")
        elif scope.vision == "none" and self._locators.sees:
            named = scope.window is not None or scope.app is not None or scope.root is not None
            scope = replace(scope, vision="bare" if named else "active")
        options = read_options(scope)
        if scope.root is None:
            soon = None if scope.everything else min(LOOK_SECONDS, progress.remaining * 0.6)
            return read_windows(self.adapter, self._chosen(scope, windows), options, progress, soon)
        element = self._refs.resolve(scope.root, progress)
        if not element.handle[0]:
            raise NoTree(f"{element.describe()} shows no accessibility tree", sought=str(scope.root))
        window = self._window_of(element, windows, progress)
        part = replace(window, root=element.handle)
        found = read_windows(self.adapter, [part], options, progress)
        if not found or found[0].boundary:
            raise StaleRef(
                f"{element.describe()} could not be read",
                sought=str(scope.root),
                seen=found[0].boundary if found else "gone",
            )
        return [WindowRead(window, found[0].read)]

    def _chosen(self, scope: Scope, windows: Sequence[Window]) -> list[Window]:
        pool = list(windows)
        if scope.app is not None:
            pool = windows_of_app(windows, scope.app)
        if scope.window is not None:
            return with_belongings(windows, one_window(pool, scope.window))
        return [window for window in in_order(pool) if scope.everything or not window.minimised]

    def _keep(
        self,
        snapshot_id: str,
        scope: str,
        forest: Forest,
        windows: Sequence[Window],
        started: float,
        progress: Progress,
        whole: bool,
        skeleton: bool = False,
    ) -> Snapshot:
        elements = tuple(forest.elements)
        snapshot = Snapshot(
            id=snapshot_id,
            number=next(self._numbers),
            desktop=self.desktop_id,
            scope=scope,
            elements=elements,
            roots=tuple(forest.roots),
            fingerprint=self._surroundings.fingerprint(windows, elements, progress),
            complete=forest.complete,
            sources=("tree", "vision") if any(one.source == "vision" for one in elements) else ("tree",),
            taken_at=time.time(),
            ms=(time.perf_counter() - started) * 1000,
            skeleton=skeleton,
            truncated=forest.truncated,
            notes=tuple(forest.notes),
            index={element.ref: position for position, element in enumerate(elements)},
        )
        self._store.add(Record(snapshot, forest.windows, whole, tuple(forest.sources)))
        return snapshot

    # -- elements

    def resolve(self, target: Ref | Locator, progress: Progress, window: str | None = None) -> Element:
        """The one element the target means, read afresh.

        Raises:
            SnapshotGone, StaleRef: for a ref.
            NotFound: for a locator; `near` has what it may have meant.
            AmbiguousTarget: several; `near` lists them.
            AppUnresponsive: it cannot be said.
        """
        if isinstance(target, Ref):
            return self._refs.resolve(target, progress)
        return self._locators.resolve(target, progress, window)

    def find(self, locator: Locator, progress: Progress) -> tuple[Element, ...]:
        """All elements the locator describes, the active window's first; their refs may be used at once. `NoTree` where
        there is none and it was looked for in a window that shows nothing."""
        return tuple(element for element, _ in self.find_places(locator, progress))

    def find_places(self, locator: Locator, progress: Progress) -> list[tuple[Element, str]]:
        """The same, each with what tells it from its twins, in words."""
        started = time.perf_counter()
        look = self._locators.look_everywhere(locator, progress)
        positions = look.match.positions
        if locator.nth is not None:
            positions = positions[locator.nth - 1 : locator.nth]
        if not positions:
            if look.blind:
                raise not_to_be_seen(locator, look)
            return []
        places = [place_words(look.view, position) for position in positions]
        snapshot_id = new_snapshot_id()
        forest = look.forest
        forest.elements = [
            replace(element, ref=f"@{snapshot_id}:e{number}") for number, element in enumerate(look.view.elements, 1)
        ]
        windows = self.adapter.windows.list(progress)
        snapshot = self._keep(snapshot_id, f"find {locator}", forest, windows, started, progress, whole=True)
        return [(snapshot.elements[position], place) for position, place in zip(positions, places, strict=True)]

    def read_text(self, target: Element | Ref | Locator, progress: Progress) -> str:
        """The text a person reads off it, all of it; `TooLarge` above 1 MiB."""
        element = target if isinstance(target, Element) else self.resolve(target, progress)
        if not element.handle[0] and self._locators.sees:
            element = replace(element, handle=(VISION, element.window_id), child_count=1)
        return read_text(self.adapter, element, progress)

    def read_table(self, target: Element | Ref | Locator | None, cells: str, progress: Progress) -> list[list[str]]:
        """Shown texts of a rectangle (`A1:C10`) of a table, row by row. `target` is the table or what holds just one;
        None is the only table of the active window. `TooLarge` above 200 000 cells or 1 MiB."""
        area = parse_range(cells)
        return read_rectangle(self.adapter.tree, self._table(target, progress), area, progress)

    def _table(self, target: Element | Ref | Locator | None, progress: Progress) -> Element:
        if (
            isinstance(target, Locator)
            and target.role == "table"
            and target.name is None
            and not target.relations
            and target.nth is None
        ):
            windows = self.adapter.windows.list(progress)
            owner = one_window(windows, target.window) if target.window is not None else None
            return self._only_table(windows, owner, progress)
        if target is None:
            windows = self.adapter.windows.list(progress)
            return self._only_table(windows, None, progress)
        element = target if isinstance(target, Element) else self.resolve(target, progress)
        if element.role in TABLE_ROLES or "manages_descendants" in element.states:
            return element
        windows = self.adapter.windows.list(progress)
        window = self._window_of(element, windows, progress)
        if element.role in CELL_ROLES:
            holders = self.adapter.tree.ancestors(element.handle, progress)
            table = next((node for node in holders if node.role in TABLE_ROLES), None)
            if table is not None:
                return single_element(table, window)
        return self._only_table(windows, replace(window, root=element.handle), progress)

    def _only_table(self, windows: Sequence[Window], owner: Window | None, progress: Progress) -> Element:
        owner = owner or active_window(windows)
        parts = read_windows(self.adapter, [owner] if owner is not None else [], read_options(Scope()), progress)
        view = View(build_forest(parts, Scope()).elements)
        tables = tables_of(view)
        if len(tables) == 1:
            return view.elements[tables[0]]
        where = f"window {owner.title!r}" if owner is not None else "the desktop"
        if not tables:
            raise NotFound(f"there is no table in {where}", sought="table")
        return self._locators.resolve(Locator(role="table"), progress, owner.id if owner is not None else None)

    # -- what is only drawn

    def drawn(self, window: Window, progress: Progress) -> Sequence[Node] | None:
        """What a window shows by its picture; None where that cannot be seen."""
        if not self._locators.sees:
            return None
        try:
            return self.adapter.tree.children((VISION, window.id), progress)
        except StaleRef:
            return None

    def read_picture(self, picture: Picture) -> Sequence[str]:
        """The lines of text in a picture, top to bottom. `EnvironmentFault` without the extra `vision`."""
        need_sight("text in a picture")
        return [find.text for find in self._reader.read(picture_of(picture))]

    # -- waiting

    def wait(
        self, expect: Expect, progress: Progress, since: int | None = None, after: float | None = None
    ) -> Effect:
        """Wait until the effect is there. `since` is an event cursor (`adapter.events.cursor()`) and `after` the
        monotonic time from before the cause, so that what came and went meanwhile counts. `Timeout` carries the log of
        what was seen instead."""
        return Watcher(self.adapter, self._locators, expect, since, after).wait(progress)

    # -- windows

    def windows(self, progress: Progress) -> Sequence[Window]:
        """Open windows, topmost first."""
        return self.adapter.windows.list(progress)

    def window_of(self, target: Element | Handle, progress: Progress) -> Window:
        """The window an element lies in; `StaleRef` when it is in none that is open."""
        return self._window_of(target, self.adapter.windows.list(progress), progress)

    def _window_of(self, target: Element | Handle, windows: Sequence[Window], progress: Progress) -> Window:
        handle = target.handle if isinstance(target, Element) else target
        if isinstance(target, Element):
            for window in windows:
                if window.id == target.window_id:
                    return window
        by_root = {window.root: window for window in windows if window.root is not None}
        if handle in by_root:
            return by_root[handle]
        if handle[0]:
            for node in self.adapter.tree.ancestors(handle, progress):
                if node.handle in by_root:
                    return by_root[node.handle]
        if isinstance(target, Element):
            same = [
                window
                for window in windows
                if window.title == target.window and window.app == target.app and not is_popup(window)
            ]
            if len(same) == 1:
                return same[0]
        words = target.describe() if isinstance(target, Element) else "the object"
        raise StaleRef(f"{words} lies in no window that is open", sought=words)
