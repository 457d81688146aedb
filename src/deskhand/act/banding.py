"""A band drawn over the empty part of a list or of icons: what is selected afterwards is its effect."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.act.attempt import Attempt
from deskhand.act.lists import ENTRY_ROLES, Entry, entries_of
from deskhand.act.verifying import prove_expectation, until
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import ReadOptions
from deskhand.model.element import Node
from deskhand.model.geometry import Point
from deskhand.model.receipt import Effect

_HOLDERS = frozenset({"list", "tree", "table", "tree table", "layered pane", "icon view", "grid"})
_ENTRIES = ReadOptions(showing_only=True, max_nodes=2000, actions=False, value=False, fresh=True)
_SEEN_SECONDS = 1.0
_MOST_NAMED = 20


@dataclass(frozen=True, slots=True)
class Band:
    """The list whose empty part a drag begins on, and what was selected in it before."""

    holder: Node
    before: tuple[str, ...]


def band_from(attempt: Attempt, start: Point) -> Band | None:
    """The band that a drag from here draws; None where no list lies bare under the point."""
    window, tree = attempt.window, attempt.ctx.adapter.tree
    if window is None or window.root is None:
        return None
    holder = tree.at_point(window.root, start, attempt.progress)
    if holder is None or holder.role not in _HOLDERS:
        return None
    return Band(holder, tuple(entry.name for entry in _selected(attempt, holder)))


def prove_band(attempt: Attempt, band: Band) -> None:
    """What is selected now, where that is not what was selected before; nothing else a drag does proves a band."""

    def look() -> Proof | None:
        now = tuple(entry.name for entry in _selected(attempt, band.holder))
        if now == band.before:
            return None
        named = ", ".join(repr(name) for name in now[:_MOST_NAMED]) + (" …" if len(now) > _MOST_NAMED else "")
        seen = f"selected are now {len(now)}: {named}" if now else "nothing is selected any more"
        return Proof(Effect(attempt.expected, seen, "fresh read of its list", "control"), "read back")

    with attempt.phase("verify"):
        proven = attempt.prove(until(attempt, look, _SEEN_SECONDS))
    attempt.result = {"selected": [entry.name for entry in _selected(attempt, band.holder)]}
    if not proven:
        attempt.note("the band selects what was selected before")
    if attempt.action.expect is not None:
        prove_expectation(attempt)


def _selected(attempt: Attempt, holder: Node) -> list[Entry]:
    nodes = attempt.ctx.adapter.tree.read(holder.handle, _ENTRIES, attempt.progress).nodes
    return [entry for entry in entries_of(nodes) if entry.node.role in ENTRY_ROLES and "selected" in entry.node.states]
