"""Things that are on or off: check, uncheck, expand, collapse."""

from __future__ import annotations

from deskhand.act.attempt import Attempt, Way
from deskhand.act.checks import run_checks
from deskhand.act.pointing import by_action, by_key, by_pointer
from deskhand.act.resolving import resolve_target
from deskhand.act.verifying import proof_of, prove_by
from deskhand.act.watch import Proof
from deskhand.errors import Unsupported
from deskhand.model.element import Node
from deskhand.model.receipt import Effect, RouteName, RouteTried

_TICKED = frozenset({"checked", "pressed"})
_OPENABLE = frozenset({"combo box", "menu", "menu button"})
_OPENABLE_STATES = frozenset({"expandable", "expanded", "collapsed", "has_popup"})
_TICKABLE = frozenset({"checkbox", "radio button", "toggle button", "check menu item", "radio menu item", "switch"})


def toggle(attempt: Attempt) -> None:
    """check, uncheck, expand and collapse: bring a state to where it must be; nothing is sent where it is there."""
    resolve_target(attempt)
    verb = attempt.verb.name
    wanted = verb in ("check", "expand")
    word = "checked" if verb in ("check", "uncheck") else "expanded"
    run_checks(attempt, attempt.verb.checks)
    before = attempt.watch.before
    assert before is not None
    _suits(attempt, before, word)
    if already(attempt, state_is(before, word) == wanted, f"it is {word}" if wanted else f"it is not {word}"):
        return
    ways: dict[RouteName, Way] = {"tree": by_action, "keyboard": by_key, "pointer": by_pointer}
    attempt.by_routes([(route, ways[route]) for route in attempt.verb.routes])

    def look() -> Proof | None:
        node = attempt.watch.fresh()
        if node is None or state_is(node, word) != wanted:
            return None
        seen = f"state {word} is {'true' if wanted else 'false'}"
        return proof_of(attempt, seen, "fresh read of the target", "control", "read back")

    prove_by(attempt, look, failing=lambda: f"it is still {'not ' if wanted else ''}{word}")


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
