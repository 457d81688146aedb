"""menu: an entry of the menu bar by its path."""

from __future__ import annotations

import re
from collections.abc import Sequence

from deskhand.act.attempt import Attempt
from deskhand.act.focusing import activate_window
from deskhand.act.names import action_for
from deskhand.act.resolving import resolve_window
from deskhand.act.verifying import prove_change
from deskhand.act.vocabulary import near_words
from deskhand.act.windowing import element_for
from deskhand.errors import AmbiguousTarget, BadRequest, NotFound, NoTree, StaleRef, Timeout
from deskhand.model.element import Handle, Node
from deskhand.perceive.names import plain
from deskhand.perceive.values import shown_name

ITEM_ROLES = frozenset({"menu item", "check menu item", "radio menu item", "menu"})
_INSIDE_MENUS = frozenset({"menu", "panel", "filler", "group", "window", "list", "scroll pane", "viewport"})
_BAR_SECONDS = 2.0
_BAR_DEPTH = 7
_AROUND_BARS = frozenset(
    {
        "panel",
        "filler",
        "group",
        "root pane",
        "layered pane",
        "section",
        "window",
        "unknown",
        "split pane",
        "glass pane",
        "title bar",
    }
)
"""What a menu bar may stand in; tables, documents and lists are not searched."""

_OPEN_SECONDS = 2.0


def menu(attempt: Attempt) -> None:
    """Walk the path from the bar down and run its last entry; menus on the way are opened only where they must be."""
    path = split_path(attempt.args["path"])
    window = resolve_window(attempt)
    with attempt.phase("resolve"):
        bar = _menu_bar(attempt)

    def by_tree(attempt: Attempt) -> str | None:
        return _by_tree(attempt, bar, path)

    def by_pointer(attempt: Attempt) -> str | None:
        return _by_pointer(attempt, bar, path)

    attempt.by_routes([("tree", by_tree), ("pointer", by_pointer)])
    attempt.set_window(window)
    prove_change(attempt)


def split_path(path: str) -> list[str]:
    """`File > Export As > Export as PDF…` as its names; also with `→`, `|` or `/` between spaces."""
    names = [part.strip() for part in re.split(r"\s*(?:>|→|▸|›)\s*|\s+[|/]\s+", path) if part.strip()]
    if not names:
        raise BadRequest("the menu path is empty", next_step='for example: menu "File > Save As…"')
    return names


def _menu_bar(attempt: Attempt) -> Node:
    window = attempt.window
    assert window is not None
    with attempt.part(_BAR_SECONDS) as part:
        for _ in part.attempts():
            # A window that has just opened comes to its tree, and to its menus, a moment later.
            bar = _find_bar(attempt, window.root) if window.root is not None else None
            if bar is not None:
                return bar
            if window.root is None and not window.tree_awaited:
                break
            part.log(f"window {window.title!r} shows no menu bar yet")
            window = next((w for w in attempt.ctx.adapter.windows.list(attempt.progress) if w.id == window.id), window)
    if window.root is None:
        raise NoTree(f"window {window.title!r} shows no accessibility tree", sought="menu bar")
    raise NotFound(
        f"window {window.title!r} has no menu bar", sought="menu bar", next_step="click its menu button instead"
    )


def _find_bar(attempt: Attempt, root: Handle) -> Node | None:
    bars: list[Node] = []
    level = [root]
    for _ in range(_BAR_DEPTH):
        below: list[Node] = []
        for handle in level:
            below.extend(attempt.ctx.adapter.tree.children(handle, attempt.progress))
        bars = [node for node in below if node.role == "menu bar" and node.child_count > 0]
        if bars:
            break
        level = [node.handle for node in below if node.role in _AROUND_BARS and 0 < node.child_count <= 50]
    return bars[0] if bars else None


def _entries(attempt: Attempt, handle: Handle) -> list[Node]:
    """The entries of a bar or menu; wrappers (a popup inside a menu) are looked through."""
    tree = attempt.ctx.adapter.tree
    found: list[Node] = []
    pending = [handle]
    while pending:
        for node in tree.children(pending.pop(0), attempt.progress):
            if node.role in ITEM_ROLES and (node.name or node.role != "menu"):
                found.append(node)
            elif node.role in _INSIDE_MENUS and node.child_count:
                pending.append(node.handle)
    return found


def match_entry(entries: Sequence[Node], name: str, path: str) -> Node:
    """The one entry of this name: exact, else without marks, dots and case; never the first of several."""
    exact = [node for node in entries if shown_name(node) == name]
    found = exact or [node for node in entries if plain(shown_name(node)) == plain(name)]
    names = [shown_name(node) for node in entries if shown_name(node)]
    if not found:
        raise NotFound(
            f"the menu has no entry {name!r}", sought=path, seen=", ".join(names[:20]), near=_nearest(name, names)
        )
    if len(found) > 1:
        raise AmbiguousTarget(f"{len(found)} entries of the menu are {name!r}", sought=path, near=names)
    return found[0]


def _nearest(name: str, names: list[str]) -> list[str]:
    return near_words(name, names) or names[:10]


def _by_tree(attempt: Attempt, bar: Node, path: list[str]) -> str | None:
    """Walk the tree; a menu that shows no entries before it is opened is opened by its own action."""
    window = attempt.window
    assert window is not None
    handle, whole = bar.handle, attempt.args["path"]
    opened = False
    for depth, name in enumerate(path):
        entry = match_entry(_wait_entries(attempt, handle, name, opened), name, whole)
        last = depth == len(path) - 1
        _enabled(attempt, entry)
        if last:
            return _run_entry(attempt, entry)
        if not _entries(attempt, entry.handle):
            action = action_for("click", entry.role, entry.actions)
            if action is None or attempt.background:
                return f"menu {name!r} shows its entries only when opened"
            with attempt.delivering("tree"):
                attempt.run_action(element_for(entry, window), action)
            opened = True
        handle = entry.handle
    return None


def _wait_entries(attempt: Attempt, handle: Handle, name: str, opened: bool) -> list[Node]:
    """The entries; a menu that was just opened gets time to fill."""
    entries = _entries(attempt, handle)
    if not opened:
        return entries
    with attempt.progress.within(_OPEN_SECONDS) as part:
        for _ in part.attempts():
            if any(plain(shown_name(node)) == plain(name) for node in entries):
                break
            part.log(f"the menu does not show {name!r} yet")
            try:
                entries = _entries(attempt, handle)
            except (StaleRef, Timeout):
                continue
    return entries


def _enabled(attempt: Attempt, entry: Node) -> None:
    if not entry.states & {"enabled", "sensitive"}:
        raise attempt.refuse("enabled", f"menu entry {shown_name(entry)!r} is greyed out")
    attempt.record("enabled", True)


def _run_entry(attempt: Attempt, entry: Node) -> str | None:
    window = attempt.window
    assert window is not None
    attempt.set_element(element_for(entry, window))
    attempt.watch.before = entry
    action = action_for("click", entry.role, entry.actions)
    if action is None:
        return f"entry {shown_name(entry)!r} offers no known action"
    with attempt.delivering("tree"):
        attempt.run_action(attempt.target, action)
    return None


def _by_pointer(attempt: Attempt, bar: Node, path: list[str]) -> str | None:
    """Open from the bar down, each entry when it is showing: by its own action where it has one once it is open, else
    by a click. On failure the open menus are closed again."""
    window, input_ = attempt.window, attempt.ctx.adapter.input
    assert window is not None
    problem = activate_window(attempt)
    if problem is not None:
        return f"its window did not become active: {problem}"
    places, missing = [bar.handle], None
    with attempt.delivering("pointer"):
        for depth, name in enumerate(path):
            entry = _showing_entry(attempt, places, name)
            if entry is None or entry.bounds is None:
                missing = name
                if depth:
                    input_.press("Escape Escape")
                break
            _enabled(attempt, entry)
            if depth == len(path) - 1:
                attempt.set_element(element_for(entry, window))
            action = action_for("click", entry.role, entry.actions) if depth else None
            if action is not None:
                attempt.run_action(element_for(entry, window), action)
            else:
                attempt.point = input_.click(entry.bounds.center)
            attempt.sent += 1
            places = [entry.handle, *places[: 1 if depth else 0]]
    if missing is not None:
        # Menus were opened and closed again; no entry was chosen.
        attempt.forget_delivery()
        raise NotFound(f"menu entry {missing!r} did not show", sought=attempt.args["path"])
    return None


def _showing_entry(attempt: Attempt, places: Sequence[Handle], name: str) -> Node | None:
    """The entry of this name that is showing in the first of these menus that has it. (GTK 4 slides a submenu into the
    popup of the menu above it.)"""
    with attempt.progress.within(_OPEN_SECONDS) as part:
        for _ in part.attempts():
            for place in places:
                for node in _entries(attempt, place):
                    showing = "showing" in node.states and node.bounds is not None and not node.bounds.empty
                    if plain(shown_name(node)) == plain(name) and showing:
                        return node
            part.log(f"{name!r} does not show yet")
    return None
