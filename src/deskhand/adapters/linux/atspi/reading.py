"""One whole read: structure, details, sheets."""

from __future__ import annotations

import gc
from collections.abc import Generator, Sequence
from contextlib import contextmanager

from deskhand.adapters.linux.atspi import office, sheets
from deskhand.adapters.linux.atspi.cached import EMPTY, Cached, Item, decode_items
from deskhand.adapters.linux.atspi.calls import CHILD_COUNT, GET_CHILDREN, Call
from deskhand.adapters.linux.atspi.details import read_details
from deskhand.adapters.linux.atspi.gathering import Gathering, walk, walk_alike
from deskhand.adapters.linux.atspi.interfaces import Interfaces
from deskhand.adapters.linux.atspi.known_cells import KnownCell
from deskhand.adapters.linux.atspi.pages_behind import pages_behind
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.places import correct_showing, empty_page, may_be_page, without
from deskhand.adapters.linux.atspi.stale_rows import stale_rows
from deskhand.adapters.linux.atspi.wire import NULL_PATH
from deskhand.adapters.protocol import ReadOptions, TreeRead
from deskhand.errors import StaleRef
from deskhand.model.element import Node
from deskhand.model.progress import Progress

MOST_HEADERS = 64


def read_tree(peer: Peer, root: str, options: ReadOptions, progress: Progress) -> TreeRead:
    """Read everything below `root` that `options` ask for; bounds as the toolkit counts.

    Raises:
        StaleRef: the root itself is gone.
    """
    peer.learn(progress)
    with _no_collection():
        gathering = Gathering(peer, _structure(peer, options, progress), options)
        gathering.gather(root, progress)
        nodes = gathering.nodes
        if not nodes or not nodes[0].read:
            raise StaleRef("the object to be read is gone", sought=root, seen=f"nothing at that path in {peer.label}")
        for place, name, _ in gathering.foreign:
            nodes[place].complete = False
            nodes[place].boundary = f"embedded from another application ({name})"
        for table in gathering.tables:
            _read_table(peer, gathering, table, options, progress)
        read_details(peer, nodes, gathering.interfaces, options, progress)
        if peer.gtk4 and options.bounds:
            nodes = _without_stale_rows(peer, nodes, options, progress)
        if peer.gtk4 and not options.showing_only and options.bounds:
            panels = [node.handle[1] for node in nodes if may_be_page(node, nodes)]
            correct_showing(nodes, pages_behind(peer, panels, progress))
        if peer.gtk4 and options.showing_only:
            nodes, _ = without(nodes, empty_page)
        if peer.office:
            if options.showing_only and options.bounds:
                nodes, _ = without(nodes, office.undrawn)
            office.correct_places(peer, nodes, progress)
    return TreeRead(nodes, all(node.complete for node in nodes))


def _without_stale_rows(
    peer: Peer, nodes: list[Node], options: ReadOptions, progress: Progress
) -> list[Node]:
    stale = stale_rows(peer, nodes, progress)
    if not stale:
        return nodes
    if options.showing_only:
        gone = {nodes[here].handle for here in stale}
        return without(nodes, lambda node: node.handle in gone)[0]
    for here in stale:
        nodes[here].bounds = None
    return nodes


def _structure(peer: Peer, options: ReadOptions, progress: Progress) -> Cached:
    if options.max_depth is not None and options.max_depth <= 1:
        return EMPTY
    body = peer.items(progress)
    return decode_items(body) if body else EMPTY


def _read_table(peer: Peer, gathering: Gathering, here: int, options: ReadOptions, progress: Progress) -> None:
    """The showing cells of a table that must not be enumerated, as children of its node, which is marked."""
    node = gathering.nodes[here]
    path = node.handle[1]
    able = gathering.interfaces[here]
    (count,) = peer.ask([CHILD_COUNT.call(path)], progress)
    node.child_count = count if isinstance(count, int) else node.child_count
    if node.child_count == 0:
        return
    node.complete = False
    node.boundary = f"{node.child_count} children, only those that show are read"
    if options.max_depth is not None and _depth(gathering.nodes, here) >= options.max_depth:
        return
    size = sheets.table_size(peer, path, progress) if able.table else None
    if size is None:
        node.boundary = f"{node.child_count} children, not enumerated"
        return
    area = sheets.showing_rectangle(peer, path, size, None, (options.table_rows, options.table_columns), progress)
    node.boundary = (
        f"{size.rows} rows × {size.columns} columns, read rows {area.row}–{area.row + area.rows - 1}, "
        f"columns {area.column}–{area.column + area.columns - 1}"
    )
    if area.rows * area.columns == 0:
        node.boundary = f"{size.rows} rows × {size.columns} columns, none shows"
        node.complete = options.showing_only
    elif area == sheets.Rectangle(0, 0, size.rows, size.columns):
        node.boundary, node.complete = "", True
    if not peer.office:
        headers = sheets.header_paths(peer, path, min(size.columns, MOST_HEADERS), progress)
        _append(peer, gathering, here, walk(peer, headers, options.showing_only, progress), options)
    add_cells(peer, gathering, here, area.places, options, progress)


def add_cells(
    peer: Peer, gathering: Gathering, here: int, places: Sequence[tuple[int, int]], options: ReadOptions,
    progress: Progress,
) -> None:
    """Read the cells at these rows and columns and append them below the table at `here`."""
    _append(peer, gathering, here, read_items(peer, gathering.nodes[here].handle[1], places, progress), options)


def _append(
    peer: Peer, gathering: Gathering, here: int, found: Sequence[Item | None], options: ReadOptions
) -> None:
    nodes, interfaces = gathering.nodes, gathering.interfaces
    part = Gathering(peer, EMPTY, options)
    items = {item.path: item for item in found if item is not None}
    for index, (path, item) in enumerate(items.items(), len(nodes[here].children)):
        if len(nodes) >= options.max_nodes:
            break
        made, able = part.make(path, item, here, index)
        nodes[here].children.append(len(nodes))
        nodes.append(made)
        interfaces.append(able)


def read_items(
    peer: Peer, table: str, places: Sequence[tuple[int, int]], progress: Progress
) -> list[Item | None]:
    """The cells at these rows and columns; None where none is. Those of a sheet that were read before are used again
    for as long as they answer."""
    if not peer.office:
        paths = sheets.cell_paths(peer, table, places, progress)
        items = walk_alike(peer, list(dict.fromkeys(filter(None, paths))), progress)
        return _at(paths, _named_by_parts(peer, items, progress))
    known = peer.cells.of(table)
    mine = [known.get(place) for place in places]
    told = [cell for cell in mine if cell is not None]
    names = {cell.path: cell.name for cell in told}
    found = _at([cell.path if cell else None for cell in mine], walk_alike(peer, list(names), progress, names))
    missing = [number for number, item in enumerate(found) if item is None or _dead(peer, item)]
    if missing:
        absent = [places[number] for number in missing]
        paths = sheets.cell_paths(peer, table, absent, progress)
        items = _at(paths, walk_alike(peer, list(dict.fromkeys(filter(None, paths))), progress))
        peer.cells.learn(table, absent, [KnownCell(item.path, item.name) if item else None for item in items])
        for number, item in zip(missing, items, strict=True):
            found[number] = item
    return found


def _named_by_parts(peer: Peer, items: Sequence[Item | None], progress: Progress) -> list[Item | None]:
    """GTK makes a cell of several parts (an icon and a text) an object without a name around them: it is called by
    what its showing parts say."""
    found = list(items)
    bare = [number for number, item in enumerate(found) if item is not None and not item.name]
    answers = peer.ask([Call(GET_CHILDREN, item.path) for n in bare if (item := found[n]) is not None], progress)
    parts = {number: answer for number, answer in zip(bare, answers, strict=True) if isinstance(answer, list)}
    asked = [(number, path) for number, children in parts.items() for _, path in children if path != NULL_PATH]
    seen = walk(peer, [path for _, path in asked], True, progress)
    words: dict[int, dict[str, None]] = {}
    for (number, _), part in zip(asked, seen, strict=True):
        if part is not None and part.name.strip():
            words.setdefault(number, {})[part.name.strip()] = None
    for number, told in words.items():
        item = found[number]
        found[number] = item._replace(name=" ".join(told)) if item is not None else None
    return found


def _at(paths: Sequence[str | None], items: Sequence[Item | None]) -> list[Item | None]:
    """The items in the order of the paths."""
    by_path = {item.path: item for item in items if item is not None}
    return [by_path.get(path) if path is not None else None for path in paths]


def _dead(peer: Peer, item: Item) -> bool:
    return "defunct" in peer.states.words(item.states)


def read_cells(
    peer: Peer, table: str, places: Sequence[tuple[int, int]], progress: Progress
) -> list[Node | None]:
    """Cells of one table, in the order asked for; None where none is."""
    options = ReadOptions(showing_only=False)
    maker = Gathering(peer, EMPTY, options)
    found: list[Node | None] = []
    interfaces: list[Interfaces] = []
    for item in read_items(peer, table, places, progress):
        if item is None:
            found.append(None)
            continue
        node, able = maker.make(item.path, item, -1, -1)
        found.append(node)
        interfaces.append(able)
    present = [node for node in found if node is not None]
    read_details(peer, present, interfaces, options, progress)
    if peer.office:
        office.move_all(present, office.shift_of(peer, table, progress))
    return found


def _depth(nodes: list[Node], here: int) -> int:
    depth = 0
    while nodes[here].parent >= 0:
        here = nodes[here].parent
        depth += 1
    return depth


@contextmanager
def _no_collection() -> Generator[None]:
    """Thousands of small objects are made and none is a cycle: the collector would only walk them again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
