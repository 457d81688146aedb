"""Nodes of one read, level by level: from the cache where it knows them, by batched calls where it does not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from deskhand.adapters.linux.atspi import roles
from deskhand.adapters.linux.atspi.cached import Cached, Item
from deskhand.adapters.linux.atspi.calls import (
    CHILD_COUNT,
    GET_CHILDREN,
    GET_EXTENTS,
    GET_INTERFACES,
    GET_ROLE,
    GET_STATE,
    NAME,
    Call,
)
from deskhand.adapters.linux.atspi.interfaces import Interfaces
from deskhand.adapters.linux.atspi.labels import without_mnemonic
from deskhand.adapters.linux.atspi.pages_behind import pages_behind
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.places import said_bounds, shows_within
from deskhand.adapters.linux.atspi.popups import POPOVER, is_popover_name
from deskhand.adapters.linux.atspi.wire import NULL_PATH
from deskhand.adapters.protocol import ReadOptions
from deskhand.model.element import Node
from deskhand.model.geometry import Bounds
from deskhand.model.progress import Progress

MOST_CHILDREN = 10_000
"""A container that claims more is never enumerated."""
MOST_MANAGED = 2_000
"""The same where it manages its descendants."""

_TYPE_NAME = re.compile(r"(Gtk|Adw)[A-Z]\w+")
"""GTK 4.8 gives objects without a label the name of their type."""
_PROTECTED = frozenset({"protected"})


Told = dict[str, list[tuple[str, str]]]
"""Children by the path of their parent, as bus names and paths."""


class Place(NamedTuple):
    """An object still to be read: its path, the position of its parent in the read, its index there."""

    path: str
    parent: int
    position: int


class Gathering:
    """The nodes found so far, with what their interfaces allow; `gather` fills them."""

    def __init__(self, peer: Peer, cached: Cached, options: ReadOptions) -> None:
        self.peer = peer
        self.nodes: list[Node] = []
        self.interfaces: list[Interfaces] = []
        self.tables: list[int] = []
        self.foreign: list[tuple[int, str, str]] = []
        self._cached = cached
        self._options = options
        self._told: Told = {}

    def gather(self, root: str, progress: Progress) -> None:
        """Read structure, roles, names, states below `root`."""
        level = [Place(root, -1, -1)]
        depth = 0
        seen = {root}
        while level:
            room = self._options.max_nodes - len(self.nodes)
            if len(level) > room:
                self._cut(level[room:])
                level = level[:room]
            items = self._items(level, progress)
            places = self._places(level, items, progress)
            if places is not None:
                items = self._in_front(level, items, places, progress)
            opened = self._add(level, items, places, deeper=self._goes_below(depth))
            level = self._below(opened, seen, progress)
            depth += 1

    def _goes_below(self, depth: int) -> bool:
        return self._options.max_depth is None or depth < self._options.max_depth

    def _places(
        self, level: Sequence[Place], items: Sequence[Item | None], progress: Progress
    ) -> Sequence[Bounds | None] | None:
        """GTK 4 says of every object that it shows, so that only its extents can tell: they are read first there."""
        if not self.peer.gtk4 or not self._options.showing_only:
            return None
        paths = [place.path for place, item in zip(level, items, strict=True) if item]
        answers = iter(self.peer.ask([Call(GET_EXTENTS, path, self.peer.frame) for path in paths], progress))
        return [said_bounds(next(answers)) if item else None for item in items]

    def _in_front(
        self, level: Sequence[Place], items: Sequence[Item | None], places: Sequence[Bounds | None], progress: Progress
    ) -> list[Item | None]:
        """The same without the pages of notebooks that lie behind the current ones."""
        panels = [
            item.path
            for spot, item, bounds in zip(level, items, places, strict=True)
            if item and item.role == roles.PANEL and bounds is None
            and spot.parent >= 0 and self.nodes[spot.parent].bounds is not None
        ]  # fmt: skip
        behind = pages_behind(self.peer, panels, progress) if panels else set[str]()
        return [None if item and item.path in behind else item for item in items]

    def _cut(self, left_out: Sequence[Place]) -> None:
        for place in left_out:
            self._bound(place.parent, "limit of nodes reached")

    def _bound(self, index: int, why: str) -> None:
        if index >= 0:
            node = self.nodes[index]
            node.complete = False
            node.boundary = node.boundary or why

    def _items(self, level: Sequence[Place], progress: Progress) -> list[Item | None]:
        """What is known of each place; None where it does not show (when only that is wanted) or is gone."""
        known = self._cached.items
        found: list[Item | None] = [known.get(place[0]) for place in level]
        unknown = [number for number, item in enumerate(found) if item is None]
        if unknown:
            paths = [level[number].path for number in unknown]
            hide = self._options.showing_only and level[0].parent >= 0
            for number, item in zip(unknown, walk(self.peer, paths, hide, progress, told=self._told), strict=True):
                found[number] = item
        return found

    def _add(
        self, level: Sequence[Place], items: Sequence[Item | None], places: Sequence[Bounds | None] | None, *,
        deeper: bool,
    ) -> list[int]:
        """Make the nodes; which of them have children to be read."""
        words, hide = self.peer.states.words, self._options.showing_only
        nodes, interfaces = self.nodes, self.interfaces
        opened: list[int] = []
        for number, ((path, parent, index), item) in enumerate(zip(level, items, strict=True)):
            if item is None:
                self._missing(path, parent, index)
                continue
            count = item[3]
            states = words(item[8])
            if hide and parent >= 0 and "showing" not in states:
                before = items[number - 1] if number and level[number - 1].parent == parent else None
                section = self.peer.gecko and item.role == roles.SECTION
                if not section or before is None or not _opened(words(before.states), states):
                    continue
            here = len(nodes)
            node, able = self.make(path, item, parent, index)
            if places is not None:
                node.bounds = places[number]
                if parent >= 0 and not shows_within(node, nodes):
                    continue
            nodes.append(node)
            interfaces.append(able)
            if parent >= 0:
                nodes[parent].children.append(here)
            if count > MOST_CHILDREN or ("manages_descendants" in states and able.table):
                self.tables.append(here)
            elif count and not deeper:
                self._bound(here, "depth")
            elif count:
                opened.append(here)
        return opened

    def make(self, path: str, item: Item, parent: int, index: int) -> tuple[Node, Interfaces]:
        """The node of an item, and what it can do."""
        _, _, _, count, raw, name, number, description, state_bytes = item
        peer = self.peer
        states = peer.states.words(state_bytes)
        able = peer.interfaces.of(raw)
        if number == roles.PASSWORD:
            states = states | _PROTECTED
        raw_role = roles.raw_name(number)
        if peer.gtk4 and _TYPE_NAME.fullmatch(name):
            raw_role = POPOVER if is_popover_name(name) else raw_role
            name = ""
        elif peer.gtk4 and "_" in name:
            name = without_mnemonic(name)
        node = Node(
            (peer.name, path), roles.canonical(number, states, peer.toolkit), name, raw_role,
            description, states, able.names, None, (), None, -1, None, "", None, parent, index, count,
        )
        return node, able

    def _missing(self, path: str, parent: int, index: int) -> None:
        """An object that could not be read: kept, marked, unless it is merely not showing."""
        if parent < 0 or not self._options.showing_only:
            here = len(self.nodes)
            self.nodes.append(
                Node((self.peer.name, path), "unknown", parent=parent, index_in_parent=index, complete=False,
                     boundary="could not be read", read=False)
            )  # fmt: skip
            self.interfaces.append(self.peer.interfaces.of(b""))
            if parent >= 0:
                self.nodes[parent].children.append(here)

    def _below(self, opened: Sequence[int], seen: set[str], progress: Progress) -> list[Place]:
        """The children of these nodes: the cache's, where it knows as many as the object claims."""
        opened = self._count(opened, progress)
        known = self._cached.children
        children: dict[int, Sequence[str]] = {}
        asked: list[int] = []
        for here in opened:
            node = self.nodes[here]
            cached = known.get(node.handle[1])
            told = self._told.pop(node.handle[1], None)
            if told is not None:
                children[here] = self._own(here, told)
            elif cached is not None and len(cached) == node.child_count and not self._holds_document(cached):
                children[here] = cached
            else:
                asked.append(here)
        if asked:
            answers = self.peer.ask([Call(GET_CHILDREN, self.nodes[here].handle[1]) for here in asked], progress)
            for here, answer in zip(asked, answers, strict=True):
                if isinstance(answer, list):
                    children[here] = self._own(here, answer)
                else:
                    self._bound(here, "children could not be read")
        level: list[Place] = []
        for here in opened:
            for index, path in enumerate(children.get(here, ())):
                if path not in seen:
                    seen.add(path)
                    level.append(Place(path, here, index))
        return level

    def _holds_document(self, cached: Sequence[str]) -> bool:
        """A page that was left may still stand in the cache where the new one is: what holds a document is asked."""
        items = self._cached.items
        return len(cached) < 4 and any(path in items and items[path].role in roles.DOCUMENTS for path in cached)

    def _count(self, opened: Sequence[int], progress: Progress) -> Sequence[int]:
        """Ask the objects whose children the cache has not counted (menus, list boxes); which may be enumerated."""
        uncounted = [here for here in opened if self.nodes[here].child_count < 0]
        if not uncounted and not any("manages_descendants" in self.nodes[here].states for here in opened):
            return opened
        answers = self.peer.ask([CHILD_COUNT.call(self.nodes[here].handle[1]) for here in uncounted], progress)
        for here, count in zip(uncounted, answers, strict=True):
            self.nodes[here].child_count = count if isinstance(count, int) else 0
        self.tables += [here for here in opened if not self._enumerable(self.nodes[here])]
        return [here for here in opened if self.nodes[here].child_count and self._enumerable(self.nodes[here])]

    def _enumerable(self, node: Node) -> bool:
        """GTK 3 list boxes and icon views manage their descendants and still have a few only."""
        most = MOST_MANAGED if "manages_descendants" in node.states else MOST_CHILDREN
        return 0 <= node.child_count <= most

    def _own(self, here: int, found: list[tuple[str, str]]) -> list[str]:
        """Paths of this application; objects of another one (embedded) are noted apart."""
        paths: list[str] = []
        for name, path in found:
            if path == NULL_PATH:
                continue
            if name == self.peer.bus_name or not name:
                paths.append(path)
            else:
                self.foreign.append((here, name, path))
        return paths


def walk(
    peer: Peer, paths: Sequence[str], hide: bool, progress: Progress, *, told: Told | None = None
) -> list[Item | None]:
    """Read objects one by one, but all at once; None for what is gone and, with `hide`, for what does not show.

    Gecko has no container of more children than it can list, so that they are asked for in place of their number;
    `told` takes them. In Chromium a list of children costs more than it saves.
    """
    list_children = told is not None and peer.toolkit == "Gecko"

    def calls_for(path: str) -> tuple[Call, ...]:
        below = Call(GET_CHILDREN, path) if list_children else CHILD_COUNT.call(path)
        return Call(GET_ROLE, path), NAME.call(path), Call(GET_INTERFACES, path), below

    found: list[Item | None] = [None] * len(paths)
    wanted = list(range(len(paths)))
    if hide:
        states = peer.ask([Call(GET_STATE, path) for path in paths], progress)
        words = peer.states.words
        said = [words(one) if _is_set(one) else frozenset[str]() for one in states]
        wanted = [
            number
            for number in wanted
            if "showing" in said[number] or (peer.gecko and number and _opened(said[number - 1], said[number]))
        ]
        answers = peer.ask([call for number in wanted for call in calls_for(paths[number])], progress)
    else:
        mixed = peer.ask([call for path in paths for call in (Call(GET_STATE, path), *calls_for(path))], progress)
        states = mixed[::5]
        answers = [answer for number, answer in enumerate(mixed) if number % 5]
    for place, number in enumerate(wanted):
        if not _is_set(states[number]):
            continue
        path, mine = paths[number], answers[4 * place : 4 * place + 4]
        if told is not None and isinstance(mine[3], list):
            told[path] = mine[3]
            mine[3] = len(told[path])
        found[number] = _item(path, mine, states[number])
    return found


def _opened(before: frozenset[str], states: frozenset[str]) -> bool:
    """Gecko says of what a page unfolds (`details`) for ever that it does not show, while what is in it does: it stands
    behind the heading that is expanded."""
    return "expanded" in before and "visible" in states


def _is_set(raw: Any) -> bool:
    return isinstance(raw, bytes) and len(raw) == 8


def _item(path: str, answers: Sequence[Any], states: bytes) -> Item | None:
    role, name, interfaces, count = answers
    if not isinstance(role, int):
        return None
    return Item(
        path, "", -1, count if isinstance(count, int) else 0, interfaces if isinstance(interfaces, bytes) else b"",
        name if isinstance(name, str) else "", role, "", states,
    )


def walk_alike(
    peer: Peer, paths: Sequence[str], progress: Progress, names: Mapping[str, str] | None = None
) -> list[Item | None]:
    """Read cells of one table: role and interfaces of the first stand for all, none has children worth reading.
    `names` are those that are known already, by path."""
    known = names or {}
    pattern = next((item for item in walk(peer, paths[:1], False, progress) if item is not None), None)
    if pattern is None and not known:
        return walk(peer, paths, False, progress)
    unnamed = [path for path in paths if path not in known]
    answers = peer.ask([*(Call(GET_STATE, path) for path in paths), *map(NAME.call, unnamed)], progress)
    told = dict(zip(unnamed, answers[len(paths) :], strict=True)) | dict(known)
    found: list[Item | None] = []
    for path, raw in zip(paths, answers, strict=False):
        name = told[path]
        alive = _is_set(raw) and isinstance(name, str)
        if alive and pattern is None:
            (pattern,) = walk(peer, [path], False, progress)
        found.append(
            pattern._replace(path=path, states=raw, name=name, child_count=0) if alive and pattern is not None else None
        )
    return found
