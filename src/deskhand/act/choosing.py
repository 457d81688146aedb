"""select: a list item, a tab, a radio button, or the entry of a box by its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from deskhand.act.attempt import Attempt, Way
from deskhand.act.cells import is_sheet_cell, select_cell
from deskhand.act.checks import SILENT_TOOLKIT, refreshed, run_checks, toolkit_of
from deskhand.act.lists import Entry, close_list, entries_of, entry_by_count, entry_by_keys, entry_by_pointer
from deskhand.act.names import action_for
from deskhand.act.pointing import acting_part, by_action, by_pointer
from deskhand.act.resolving import resolve_target
from deskhand.act.toggling import already, state_is
from deskhand.act.verifying import proof_of, prove_by, prove_change, until
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import AmbiguousTarget, NotFound, Unsupported
from deskhand.model.element import Node
from deskhand.model.receipt import RouteName
from deskhand.perceive.names import plain
from deskhand.perceive.values import shown_value

_RADIO = frozenset({"radio button", "radio menu item"})
_SHOW_SECONDS = 0.5
_BOX = ReadOptions(showing_only=False, max_nodes=3000, fresh=True)


def select(attempt: Attempt) -> None:
    """Choose the target itself, or its entry `value`."""
    resolve_target(attempt)
    if is_sheet_cell(attempt):
        run_checks(attempt, ("enabled",))
        select_cell(attempt)
        return
    run_checks(attempt, attempt.verb.checks)
    if "value" in attempt.args:
        select_entry(attempt, attempt.args["value"])
    else:
        _select_item(attempt)


def _select_item(attempt: Attempt) -> None:
    before = attempt.watch.before
    assert before is not None
    word = "checked" if before.role in _RADIO else "selected"
    if already(attempt, state_is(before, word), f"it is {word}"):
        return
    ways: dict[RouteName, Way] = {"tree": _item_by_tree, "pointer": by_pointer}
    attempt.by_routes([(route, ways[route]) for route in attempt.verb.routes if route in ways])

    def look() -> Proof | None:
        node = attempt.watch.fresh()
        if node is None or not state_is(node, word):
            return None
        return proof_of(attempt, f"it is {word}", "fresh read of the target", "control", "read back")

    if _says(attempt, word):
        prove_by(attempt, look, failing=lambda: f"it is not {word}")
    else:
        attempt.note(f"its toolkit does not say which one is {word}")
        prove_change(attempt)


def _says(attempt: Attempt, word: str) -> bool:
    """Whether the toolkit tells this state of the target or of what stands beside it (Qt 5 does not for its tabs)."""
    node = attempt.watch.fresh()
    if node is None or state_is(node, word):
        return True
    parents = attempt.ctx.adapter.tree.ancestors(attempt.target.handle, attempt.progress)
    if not parents or "manages_descendants" in parents[0].states or parents[0].child_count > 200:
        return True
    return any(
        state_is(child, word) for child in attempt.ctx.adapter.tree.children(parents[0].handle, attempt.progress)
    )


def _item_by_tree(attempt: Attempt) -> str | None:
    """By the container's selection where it has one, else by the item's own action."""
    element, adapter = attempt.target, attempt.ctx.adapter
    node = attempt.watch.before
    if node is not None and node.role not in _RADIO:
        parents = adapter.tree.ancestors(element.handle, attempt.progress)
        if parents and "Selection" in parents[0].interfaces and node.index_in_parent >= 0:
            with suppress(Unsupported), attempt.delivering("tree"):
                adapter.tree.select_child(parents[0].handle, node.index_in_parent, attempt.progress)
            seen = until(attempt, lambda: _selected(attempt), _SHOW_SECONDS) if attempt.sent else None
            if seen is not None or (attempt.sent and not _plainly_not(attempt)):
                return None
            # To choose the same one again is to choose it once: browsers take the selection and tell no page of it.
            if acting_part(attempt, attempt.verb.name) is None and attempt.background:
                return None if attempt.sent else "its container refused to select it"
            attempt.forget_delivery()
    return by_action(attempt)


def _selected(attempt: Attempt) -> Proof | None:
    node = attempt.watch.fresh()
    if node is None or not state_is(node, "selected"):
        return None
    return proof_of(attempt, "it is selected", "fresh read of the target", "control", "read back")


def _plainly_not(attempt: Attempt) -> bool:
    node = attempt.watch.fresh()
    return node is not None and not state_is(node, "selected")


def _read_box(attempt: Attempt) -> list[Node]:
    return attempt.ctx.adapter.tree.read(attempt.target.handle, _BOX, attempt.progress).nodes


def _the_entry(attempt: Attempt, nodes: Sequence[Node], value: str) -> Entry | None:
    """The one entry of this name; None where the box shows no entries to the tree at all."""
    entries = entries_of(nodes)
    if not entries:
        return None
    exact = [entry for entry in entries if entry.name == value]
    found = exact or [entry for entry in entries if plain(entry.name) == plain(value)]
    names = [entry.name for entry in entries]
    if not found:
        raise NotFound(f"{attempt.target.describe()} has no entry {value!r}", sought=value, near=names)
    if len(found) > 1:
        raise AmbiguousTarget(
            f"{len(found)} entries of {attempt.target.describe()} are {value!r}", sought=value, near=names
        )
    return found[0]


def _shown(attempt: Attempt, value: str) -> str | None:
    """What the box shows now, in words, if that is the value; else None."""
    nodes = _read_box(attempt)
    chosen = [entry for entry in entries_of(nodes) if plain(entry.name) == plain(value)]
    if any(entry.node.states & {"selected", "checked"} for entry in chosen) and nodes[0].role != "combo box":
        return f"entry {value!r} is selected"
    if plain(shown_value(nodes[0], nodes) or "") == plain(value):
        return f"it shows {value!r}"
    return None


def select_entry(attempt: Attempt, value: str) -> None:
    """Choose the entry of this name in the target, by the tree or by opening its list."""
    nodes = _read_box(attempt)
    entry = _the_entry(attempt, nodes, value)
    shown = _shown(attempt, value)
    if already(attempt, shown is not None, shown or ""):
        return

    def by_tree(attempt: Attempt) -> str | None:
        if entry is None:
            return "it shows no entries to the accessibility tree"
        if attempt.target.role == "combo box" and toolkit_of(attempt) == SILENT_TOOLKIT:
            return "its browser would change it and not tell the page"
        return _entry_by_tree(attempt, nodes, entry, value)

    def by_keys(attempt: Attempt) -> str | None:
        if entry is not None and toolkit_of(attempt) == SILENT_TOOLKIT:
            return entry_by_count(attempt, entries_of(nodes), value, shown_value(nodes[0], nodes) or "")
        return entry_by_keys(attempt, value)

    def by_list(attempt: Attempt) -> str | None:
        return entry_by_pointer(attempt, value)

    attempt.by_routes([("tree", by_tree), ("keyboard", by_keys), ("pointer", by_list)])

    def look() -> Proof | None:
        seen = _shown(attempt, value)
        return None if seen is None else proof_of(attempt, seen, "fresh read of the target", "control", "read back")

    try:
        prove_by(attempt, look, failing=lambda: f"it shows {_current(attempt)!r}")
    finally:
        close_list(attempt)


def _current(attempt: Attempt) -> str | None:
    nodes = _read_box(attempt)
    return shown_value(nodes[0], nodes)


def _entry_by_tree(attempt: Attempt, nodes: Sequence[Node], entry: Entry, value: str) -> str | None:
    """By the selection of the box, of the list inside it, or by the entry's own action: the first that the box
    then shows.

    Choosing the same entry twice is choosing it once, so one that was accepted and changed nothing may be followed
    by another.
    """
    tree = attempt.ctx.adapter.tree
    ways: list[Callable[[], object]] = []
    for container in (nodes[0], entry.container):
        if "Selection" in container.interfaces and (container is entry.container or not ways):
            handle = container.handle
            ways.append(lambda handle=handle: tree.select_child(handle, entry.number, attempt.progress))
    name = action_for("select", entry.node.role, entry.node.actions)
    if name is not None:
        item = refreshed(replace(attempt.target, handle=entry.node.handle, role=entry.node.role), entry.node)
        ways.append(lambda: attempt.run_action(item, name))
    if not ways:
        return "neither the box nor its entry offers a way to select"

    def look() -> Proof | None:
        seen = _shown(attempt, value)
        return None if seen is None else proof_of(attempt, seen, "fresh read of the target", "control", "read back")

    for way in ways:
        try:
            with attempt.delivering("tree"):
                way()
        except Unsupported:
            continue
        if until(attempt, look, _SHOW_SECONDS) is not None:
            return None
    if attempt.background:
        return None if attempt.sent else "its application refused to select"
    attempt.forget_delivery()
    return "the application accepted the choice and shows another (read back)"
