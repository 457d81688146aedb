"""One whole read: structure, details, sheets."""

from __future__ import annotations

import gc
from collections.abc import Generator
from contextlib import contextmanager

from deskhand.adapters.linux.atspi import office, sheets
from deskhand.adapters.linux.atspi.cached import EMPTY, Cached, decode_items
from deskhand.adapters.linux.atspi.calls import CHILD_COUNT
from deskhand.adapters.linux.atspi.details import read_details
from deskhand.adapters.linux.atspi.gathering import Gathering, walk_alike
from deskhand.adapters.linux.atspi.interfaces import Interfaces
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.places import correct_showing, empty_page, without
from deskhand.adapters.protocol import ReadOptions, TreeRead
from deskhand.errors import StaleRef
from deskhand.model.element import Node
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress


def read_tree(peer: Peer, root: str, options: ReadOptions, origin: Point | None, progress: Progress) -> TreeRead:
    """Read everything below `root` that `options` ask for.

    Raises:
        StaleRef: the root itself is gone.
    """
    peer.learn(progress)
    with _no_collection():
        gathering = Gathering(peer, _structure(peer, options, progress), options, origin)
        gathering.gather(root, progress)
        nodes = gathering.nodes
        if not nodes or not nodes[0].read:
            raise StaleRef("the object to be read is gone", sought=root, seen=f"nothing at that path in {peer.label}")
        for place, name, _ in gathering.foreign:
            nodes[place].complete = False
            nodes[place].boundary = f"embedded from another application ({name})"
        for table in gathering.tables:
            _read_table(peer, gathering, table, options, progress)
        read_details(peer, nodes, gathering.interfaces, options, origin, progress)
        if peer.gtk4 and not options.showing_only and options.bounds:
            correct_showing(nodes)
        if peer.gtk4 and options.showing_only:
            nodes, _ = without(nodes, empty_page)
        if peer.office:
            if options.showing_only and options.bounds:
                nodes, _ = without(nodes, office.undrawn)
            office.correct_places(peer, nodes, progress)
    return TreeRead(nodes, all(node.complete for node in nodes))


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
    paths = [cell for cell in sheets.cell_paths(peer, path, area, progress) if cell is not None]
    add_cells(peer, gathering.nodes, gathering.interfaces, here, list(dict.fromkeys(paths)), options, progress)


def add_cells(
    peer: Peer, nodes: list[Node], interfaces: list[Interfaces], here: int, paths: list[str], options: ReadOptions,
    progress: Progress,
) -> None:
    """Read these cells and append them below the node at `here`."""
    part = Gathering(peer, EMPTY, options)
    items = walk_alike(peer, paths, progress)
    for index, (path, item) in enumerate(zip(paths, items, strict=True)):
        if item is None or len(nodes) >= options.max_nodes:
            continue
        made, able = part.make(path, item, here, index)
        nodes[here].children.append(len(nodes))
        nodes.append(made)
        interfaces.append(able)


def read_cells(
    peer: Peer, table: str, paths: list[str], origin: Point | None, progress: Progress
) -> list[Node | None]:
    """Cells of one table, in the order asked for; None where one is gone."""
    options = ReadOptions(showing_only=False)
    maker = Gathering(peer, EMPTY, options)
    found: list[Node | None] = []
    interfaces: list[Interfaces] = []
    for path, item in zip(paths, walk_alike(peer, paths, progress), strict=True):
        if item is None:
            found.append(None)
            continue
        node, able = maker.make(path, item, -1, -1)
        found.append(node)
        interfaces.append(able)
    present = [node for node in found if node is not None]
    read_details(peer, present, interfaces, options, origin, progress)
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
