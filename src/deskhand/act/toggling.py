"""Things that are on or off: check, uncheck, expand, collapse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deskhand.act.attempt import Attempt, Way
from deskhand.act.checks import refreshed, run_checks
from deskhand.act.focusing import give_focus
from deskhand.act.opening import is_box, open_or_close
from deskhand.act.opening import look as look_at_box
from deskhand.act.pointing import by_action, by_key, by_pointer, pointed_at
from deskhand.act.resolving import resolve_target
from deskhand.act.verifying import proof_of, prove_by
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import StaleRef, Unsupported
from deskhand.model.element import Node
from deskhand.model.receipt import Effect, RouteName, RouteTried

_TICKED = frozenset({"checked", "pressed"})
_ROWS = ReadOptions(showing_only=True, max_nodes=1000, bounds=False, actions=False, fresh=True)
_ITEMS = frozenset({"tree item", "cell", "list item"})
_HOLDERS = frozenset({"tree", "tree table", "table", "list"})
_OPENABLE = frozenset({"combo box", "menu", "menu button"})
_OPENABLE_STATES = frozenset({"expandable", "expanded", "collapsed", "has_popup"})
_TICKABLE = frozenset({"checkbox", "radio button", "toggle button", "check menu item", "radio menu item", "switch"})


def toggle(attempt: Attempt) -> None:
    """check, uncheck, expand and collapse: bring a state to where it must be; nothing is sent where it is there."""
    resolve_target(attempt)
    verb = attempt.verb.name
    wanted = verb in ("check", "expand")
    word = "checked" if verb in ("check", "uncheck") else "expanded"
    if word == "expanded" and attempt.target.role == "list item":
        _turn_to_expander(attempt)
    run_checks(attempt, attempt.verb.checks)
    before = attempt.watch.before
    assert before is not None
    _suits(attempt, before, word)
    if word == "expanded" and is_box(before):
        so = look_at_box(attempt, wanted)
        if not already(attempt, so is not None, so.effect.seen if so is not None else ""):
            open_or_close(attempt, wanted)
        return
    if already(attempt, state_is(before, word) == wanted, f"it is {word}" if wanted else f"it is not {word}"):
        return
    in_tree = word == "expanded" and before.role in _ITEMS
    # Asked now: the item's object may be gone afterwards.
    holders = attempt.ctx.adapter.tree.ancestors(attempt.target.handle, attempt.progress) if in_tree else []
    ways: dict[RouteName, Way] = {"tree": by_action, "keyboard": _by_arrow if in_tree else by_key}
    if not in_tree and before.role != "panel":  # a click on an item, or on its expander, chooses it
        ways["pointer"] = by_pointer
    attempt.by_routes([(route, ways[route]) for route in attempt.verb.routes if route in ways])

    def look() -> Proof | None:
        node = attempt.watch.fresh() or _made_anew(attempt, holders)
        if node is None or state_is(node, word) != wanted:
            return None
        seen = f"state {word} is {'true' if wanted else 'false'}"
        return proof_of(attempt, seen, "fresh read of the target", "control", "read back")

    prove_by(attempt, look, failing=lambda: f"it is still {'not ' if wanted else ''}{word}")


def _turn_to_expander(attempt: Attempt) -> None:
    """GTK 4 says of the row's expander, the one child of the row, what other toolkits say of the row."""
    item = attempt.target
    if item.states & _OPENABLE_STATES or not 0 < item.child_count <= 5:
        return
    children = attempt.ctx.adapter.tree.children(item.handle, attempt.progress)
    found = [child for child in children if child.role == "panel" and "expandable" in child.states]
    if len(found) == 1:
        child = found[0]
        attempt.set_element(refreshed(replace(item, handle=child.handle, role=child.role, name=child.name), child))


def _made_anew(attempt: Attempt, holders: Sequence[Node]) -> Node | None:
    """The item again: Qt 6 makes new objects for the rows of a tree when one of them is opened. The one of its name in
    the tree that held it; None where that is not plain."""
    holder = next((node for node in holders if node.role in _HOLDERS), None)
    if holder is None:
        return None
    try:
        nodes = attempt.ctx.adapter.tree.read(holder.handle, _ROWS, attempt.progress).nodes
    except StaleRef:
        return None
    alike = [node for node in nodes if node.role == attempt.target.role and node.name == attempt.target.name]
    return alike[0] if len(alike) == 1 and attempt.target.name else None


def _by_arrow(attempt: Attempt) -> str | None:
    """An item of a tree: Right opens and Left closes the current one. It is made that by its application, else by a
    click, which chooses it."""
    input_ = attempt.ctx.adapter.input
    holder = give_focus(attempt, attempt.target, pointer=False)
    point = pointed_at(attempt, attempt.target) if isinstance(holder, str) else None
    with attempt.delivering("keyboard"):
        if point is not None:
            input_.click(point)
            attempt.note("the pointer was used to choose it")
        input_.press("Right" if attempt.verb.name == "expand" else "Left")
    return None


def already(attempt: Attempt, holds: bool, seen: str) -> bool:
    """Where the effect holds before anything was sent, take the read as proof and send nothing."""
    if not holds:
        return False
    attempt.tried.append(RouteTried("none", "it is so already; nothing was sent"))
    attempt.note("it was so already; nothing was sent")
    attempt.prove(Proof(Effect(attempt.expected, seen, "fresh read of the target", "control"), "read back"))
    return True


def state_is(node: Node, word: str) -> bool:
    """Whether the state holds; toolkits spell a pressed toggle as `pressed` or `checked`."""
    if word == "checked":
        return bool(node.states & (_TICKED if node.role in ("toggle button", "switch") else {"checked"}))
    return word in node.states


def _suits(attempt: Attempt, node: Node, word: str) -> None:
    if word == "checked" and node.role not in _TICKABLE and not node.states & {"checkable", "checked"}:
        raise Unsupported(f"a {node.role} cannot be {attempt.verb.name}ed", sought=attempt.action.describe())
    if word == "checked" and attempt.verb.name == "uncheck" and node.role in ("radio button", "radio menu item"):
        raise Unsupported("a radio button is unticked by ticking another one", sought=attempt.action.describe())
    opens = node.role in _OPENABLE or bool(node.states & _OPENABLE_STATES)
    if word == "expanded" and not opens:
        raise Unsupported(f"this {node.role} cannot be opened or closed", sought=attempt.action.describe())
