"""Entries of boxes, and choosing one in the list that a box opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deskhand.act.attempt import Attempt
from deskhand.act.focusing import give_focus
from deskhand.act.pointing import acting_part, pointed_at
from deskhand.act.verifying import proof_of, until
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import NotFound
from deskhand.model.element import Handle, Node
from deskhand.perceive.names import plain
from deskhand.perceive.values import shown_name

ENTRY_ROLES = frozenset(
    {
        "list item", "menu item", "radio menu item", "check menu item", "tree item", "tab", "cell", "radio button",
        "icon",
        "row",
    }
)  # fmt: skip
MOST_STEPS = 300
"""Arrow keys pressed at most on the way to an entry."""

_OPEN_SECONDS = 1.5
_STEP_SECONDS = 0.4
_LABELS = frozenset({"label", "static text"})
_OPEN = ReadOptions(showing_only=True, max_nodes=3000, fresh=True)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a box: its node and shown name, the container it sits in and its number there (from 0)."""

    node: Node
    name: str
    container: Node
    number: int


def entries_of(nodes: Sequence[Node]) -> list[Entry]:
    """The entries among the nodes of one read, in their containers' order."""
    found: list[Entry] = []
    for container in nodes:
        for number, position in enumerate(container.children):
            node = nodes[position]
            if node.role in ENTRY_ROLES and node.read:
                place = node.index_in_parent if node.index_in_parent >= 0 else number
                found.append(Entry(node, _name(nodes, position), container, place))
    return found


def _name(nodes: Sequence[Node], position: int) -> str:
    """Its own name, else that of the first label inside it (GTK 4's list items have none of their own)."""
    pending = [position]
    while pending:
        node = nodes[pending.pop(0)]
        if shown_name(node) and (node is nodes[position] or node.role in _LABELS):
            return shown_name(node)
        pending.extend(node.children[:10])
    return ""


def entry_by_keys(attempt: Attempt, value: str) -> str | None:
    """Open the box, go to the entry by arrow keys, each step seen before the next, and take it with Return."""
    input_ = attempt.ctx.adapter.input
    holder = give_focus(attempt, attempt.target, pointer=False)
    opener = acting_part(attempt, "expand")
    if isinstance(holder, str) and opener is None:
        return holder
    with attempt.delivering("keyboard"):
        if opener is not None:
            attempt.run_action(*opener)
        else:
            input_.press("alt+Down")
        entries = _open_entries(attempt, value)
        problem = _walk_to(attempt, value) if entries else "its list did not show in the tree"
        if problem is None:
            input_.press("Return")
            return None
        input_.press("Escape")
    attempt.forget_delivery()
    if entries and not any(plain(entry.name) == plain(value) for entry in entries):
        raise NotFound(
            f"{attempt.target.describe()} has no entry {value!r}", sought=value, near=[entry.name for entry in entries]
        )
    return problem


def entry_by_count(attempt: Attempt, entries: Sequence[Entry], value: str, shown: str) -> str | None:
    """Open the box and press as many arrow keys as the entry is away from the one it shows, then Return: where the open
    list is not in the tree (Firefox draws it in another process). The box is read afterwards, so a miss is found."""
    names = [plain(entry.name) for entry in entries if "enabled" in entry.node.states]
    if names.count(plain(value)) != 1 or names.count(plain(shown)) != 1:
        return f"where {value!r} stands from {shown!r} cannot be counted"
    holder = give_focus(attempt, attempt.target, pointer=False)
    if isinstance(holder, str):
        return holder
    away = names.index(plain(value)) - names.index(plain(shown))
    input_ = attempt.ctx.adapter.input
    with attempt.delivering("keyboard"):
        input_.press("alt+Down")
        if not _popup_opened(attempt):
            input_.press("Escape")
            attempt.forget_delivery()
            return "its list did not open"
        input_.press(" ".join([*(["Down" if away > 0 else "Up"] * abs(away)), "Return"]))
    return None


def _popup_opened(attempt: Attempt) -> bool:
    """Whether a popup window comes within the time a list has to open."""
    with attempt.progress.within(_OPEN_SECONDS) as part:
        for _ in part.attempts():
            if any(window.override_redirect for window in attempt.ctx.adapter.windows.list(attempt.progress)):
                return True
    return False


def _walk_to(attempt: Attempt, value: str) -> str | None:
    """Arrow keys until the wanted entry is the current one; None then, else what went wrong."""
    for _ in range(MOST_STEPS):
        attempt.progress.check()
        entries = _open_entries(attempt, value)
        wanted = [place for place, entry in enumerate(entries) if plain(entry.name) == plain(value)]
        current = _current(entries)
        if len(wanted) != 1 or current is None:
            return (
                f"{len(wanted)} entries of the open list are {value!r}"
                if current is not None
                else "its list does not say where it is"
            )
        if current == wanted[0]:
            return None
        handle = entries[current].node.handle
        attempt.ctx.adapter.input.press("Down" if wanted[0] > current else "Up")
        if until(attempt, lambda left=handle: _moved_from(attempt, value, left), _STEP_SECONDS) is None:
            return "its list did not move with the arrow keys"
    return "the entry was not reached"


def _current(entries: Sequence[Entry]) -> int | None:
    for word in ("focused", "selected"):
        places = [place for place, entry in enumerate(entries) if word in entry.node.states]
        if len(places) == 1:
            return places[0]
    return None


def _moved_from(attempt: Attempt, value: str, handle: Handle) -> Proof | None:
    entries = _open_entries(attempt, value)
    current = _current(entries)
    if current is None or entries[current].node.handle == handle:
        return None
    return proof_of(attempt, "the list moved", "fresh read", "control", "read back")


def entry_by_pointer(attempt: Attempt, value: str) -> str | None:
    """Open the box and click its entry where it is showing. The list is closed again when the entry is not there."""
    box, input_ = attempt.target, attempt.ctx.adapter.input
    holder = give_focus(attempt, box)
    opener = acting_part(attempt, "expand")
    with attempt.delivering("pointer"):
        if opener is not None:
            attempt.run_action(*opener)
        elif isinstance(holder, str):
            input_.click(pointed_at(attempt, box))
        else:
            input_.press("alt+Down")
        entries = [entry for entry in _open_entries(attempt, value) if plain(entry.name) == plain(value)]
        bounds = entries[0].node.bounds if len(entries) == 1 else None
        if bounds is not None and not bounds.empty:
            attempt.point = input_.click(bounds.center)
            return None
        input_.press("Escape")
    attempt.forget_delivery()
    return f"the open list does not show one entry {value!r}"


def _open_entries(attempt: Attempt, value: str) -> list[Entry]:
    """The entries that the open list shows, waited for; from the box itself or from the popup it opened."""
    tree, progress = attempt.ctx.adapter.tree, attempt.progress
    with progress.within(_OPEN_SECONDS) as part:
        for _ in part.attempts():
            popups = [window.root for window in attempt.ctx.adapter.windows.list(progress) if window.override_redirect]
            for root in [attempt.target.handle, *[root for root in popups if root is not None]]:
                shown = entries_of(tree.read(root, _OPEN, progress).nodes)
                shown = [entry for entry in shown if "showing" in entry.node.states and entry.name]
                if shown:
                    return shown
            part.log(f"no list that could hold {value!r} is open yet")
    return []


def close_list(attempt: Attempt) -> None:
    """Leave no list open behind a choice that failed."""
    if attempt.delivery == "delivered_verified" or attempt.background or attempt.target.role != "combo box":
        return
    node = attempt.watch.fresh()
    if node is not None and "expanded" in node.states:
        attempt.ctx.adapter.input.press("Escape")
