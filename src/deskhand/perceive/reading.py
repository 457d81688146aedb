"""Reading windows through the adapter, each application on its own time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from deskhand.adapters.protocol import Adapter, ReadOptions, TreeRead
from deskhand.errors import AppDied, AppUnresponsive, StaleRef, Timeout, Unsupported
from deskhand.model.element import VISION, Handle
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from deskhand.perceive.build import GONE, NO_ANSWER, NO_TREE, SWITCHED_OFF, WindowRead
from deskhand.perceive.relations import is_popup
from deskhand.perceive.scope import Scope
from deskhand.perceive.values import chosen_entry

PATIENCE = 3.0
"""Seconds one application may take to be read before it counts as not answering."""

APPS_AT_ONCE = 8
COMBOS = 40
"""Closed combo boxes of one window that are asked for their entry."""

_QUIET = frozenset({"Chromium"})
"""Toolkits that are on the accessibility bus and keep their content back until they are told."""

_LIST = ReadOptions(showing_only=False, max_depth=3, max_nodes=300, bounds=False, actions=False)


def read_options(scope: Scope, *, fresh: bool = False) -> ReadOptions:
    return ReadOptions(showing_only=not scope.everything, max_nodes=scope.max_nodes, fresh=fresh, vision=scope.vision)


def read_windows(
    adapter: Adapter,
    windows: Sequence[Window],
    options: ReadOptions,
    progress: Progress,
    seconds: float | None = None,
) -> list[WindowRead]:
    """Each window with its tree, in the order given. One that does not answer is listed so, and costs the others
    nothing. `seconds` bounds the whole; without it each window has `PATIENCE`.

    Popups without a tree of their own are left out where their application has one: its windows hold their content.
    """
    treed = {window.pid for window in windows if window.root is not None}
    wanted = [window for window in windows if window.root is not None or not (is_popup(window) and window.pid in treed)]
    until = None if seconds is None else time.monotonic() + seconds
    groups: dict[int | str, list[Window]] = {}
    for window in wanted:
        groups.setdefault(window.pid or window.id, []).append(window)
    if len(groups) <= 1:
        parts = [_read_app(adapter, group, options, progress, until) for group in groups.values()]
    else:
        with ThreadPoolExecutor(min(APPS_AT_ONCE, len(groups)), "deskhand-read") as pool:

            def read_group(group: list[Window]) -> list[WindowRead]:
                return _read_app(adapter, group, options, progress, until)

            parts = list(pool.map(read_group, groups.values()))
    progress.check()
    by_id = {part.window.id: part for group in parts for part in group}
    return [by_id[window.id] for window in wanted if window.id in by_id]


def _read_app(
    adapter: Adapter, windows: list[Window], options: ReadOptions, progress: Progress, until: float | None
) -> list[WindowRead]:
    """The windows of one application; after the first that does not answer the others are not asked."""
    found: list[WindowRead] = []
    hung = False
    held: set[tuple[str, str]] = set()
    for window in windows:
        if window.root is None:
            found.append(_read_picture(adapter, window, options, progress))
            continue
        if hung:
            found.append(WindowRead(window, None, NO_ANSWER))
            continue
        if window.root in held:
            continue
        part = _read_one(adapter, window, options, progress, until)
        hung = part.boundary == NO_ANSWER
        if part.read is not None and len(windows) > 1:
            held.update(node.handle for node in part.read.nodes)
        if part.boundary != GONE or not is_popup(window):
            found.append(part)
    return found


def _read_picture(adapter: Adapter, window: Window, options: ReadOptions, progress: Progress) -> WindowRead:
    """A window without a tree, by its picture where that is asked for."""
    passed_over = options.vision == "active" and not (window.active or window.override_redirect)
    awaited = window.tree_awaited and not window.override_redirect
    if options.vision == "none" or passed_over or window.minimised or awaited:
        return WindowRead(window, None, NO_TREE)
    try:
        return WindowRead(window, adapter.tree.read((VISION, window.id), options, progress))
    except StaleRef:
        return WindowRead(window, None, GONE)


def _read_one(
    adapter: Adapter, window: Window, options: ReadOptions, progress: Progress, until: float | None
) -> WindowRead:
    if window.root is None:
        return WindowRead(window, None, NO_TREE)
    seconds = min(PATIENCE, progress.remaining * 0.6) if until is None else max(0.0, until - time.monotonic())
    with progress.within(seconds, f"read {window.title!r}") as part:
        try:
            read = adapter.tree.read(window.root, options, part)
            if _keeps_back(adapter, window, read, part):
                return WindowRead(window, None, SWITCHED_OFF)
            return WindowRead(window, read, chosen=_chosen_entries(adapter, read, part) if options.showing_only else {})
        except (AppUnresponsive, Timeout):
            progress.log(f"{window.app} does not answer")
            return WindowRead(window, None, NO_ANSWER)
        except (AppDied, StaleRef):
            return WindowRead(window, None, GONE)
        except Unsupported:
            return WindowRead(window, None, NO_TREE)


def _keeps_back(adapter: Adapter, window: Window, read: TreeRead, progress: Progress) -> bool:
    """Whether this is the bare window that Chromium and what embeds it show unless accessibility is asked of them at
    their start."""
    if len(read.nodes) != 1 or window.minimised or is_popup(window):
        return False
    name = read.nodes[0].handle[0]
    apps = adapter.tree.apps(progress)
    own = [app for app in apps if app.handle is not None and app.handle[0] == name]
    return any(app.toolkit in _QUIET or not app.toolkit for app in own)


def _chosen_entries(adapter: Adapter, read: TreeRead, progress: Progress) -> dict[Handle, str]:
    """Entries of closed combo boxes: the selected one of their hidden list."""
    found: dict[Handle, str] = {}
    closed = [
        node
        for node in read.nodes
        if node.role == "combo box" and node.child_count and chosen_entry(node, read.nodes) is None
    ]
    for node in closed[:COMBOS]:
        try:
            below = adapter.tree.read(node.handle, _LIST, progress).nodes
        except (Unsupported, StaleRef):
            continue
        entry = chosen_entry(below[0], below) if below else None
        if entry is not None:
            found[node.handle] = entry
    return found
