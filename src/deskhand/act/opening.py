"""expand and collapse of what opens a list or menu of its own: combo boxes, menus and menu buttons.

Few toolkits say of a box whether its list is open (GTK 3, GTK 4 and Qt 5 do not), so the list itself is looked for: its
entries show in the tree only while it is open, and most of them stand in a window that the window list knows.
"""

from __future__ import annotations

from deskhand.act.attempt import Attempt, Way
from deskhand.act.focusing import give_focus
from deskhand.act.lists import entries_of
from deskhand.act.pointing import by_action, pointed_at
from deskhand.act.verifying import proof_of, prove_by, until
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import StaleRef
from deskhand.model.element import Node
from deskhand.model.geometry import Bounds
from deskhand.model.receipt import RouteName
from deskhand.model.world import Window

_SAYING = frozenset({"expandable", "expanded", "collapsed"})
_SHOWING = ReadOptions(showing_only=True, max_nodes=400, fresh=True)
_BESIDE = 24
"""Pixels a list may stand away from its box (GTK 4's popovers have a shadow and an arrow)."""


def is_box(node: Node) -> bool:
    """Whether it opens a list or menu of its own rather than what lies inside it."""
    return node.role in ("combo box", "menu", "menu button") or ("has_popup" in node.states and "button" in node.role)


def open_or_close(attempt: Attempt, wanted: bool) -> None:
    """Bring the box's list to open or closed; the caller has found that it is not so."""
    ways: dict[RouteName, Way] = {"tree": _by_own_action, "keyboard": _by_key, "pointer": _by_click}
    attempt.by_routes([(route, ways[route]) for route in attempt.verb.routes if route in ways])
    prove_by(
        attempt, lambda: look(attempt, wanted), failing=lambda: f"its list is still {'closed' if wanted else 'open'}"
    )


def look(attempt: Attempt, wanted: bool) -> Proof | None:
    """The proof that the list is open (or closed), by the box's own word and by what shows."""
    node = attempt.watch.fresh()
    if node is None:
        return None
    seen = _seen_open(attempt, node)
    if wanted and seen is not None:
        return proof_of(attempt, seen, "fresh read of the target", "control", "read back")
    if not wanted and seen is None:
        return proof_of(attempt, "its list does not show", "fresh read of the target", "control", "read back")
    return None


def _seen_open(attempt: Attempt, node: Node) -> str | None:
    """In words what shows that the list is open; None where nothing does."""
    if "expanded" in node.states:
        return "it is expanded"
    popup = _popup(attempt, node)
    if node.states & _SAYING or (node.role == "menu" and popup is not None):
        # Firefox opens the list of a page in another process and does not tell the page's tree.
        return f"its {popup.kind} opened" if popup is not None else None
    try:
        inside = entries_of(attempt.ctx.adapter.tree.read(node.handle, _SHOWING, attempt.progress).nodes)
    except StaleRef:
        inside = []
    shown = [entry for entry in inside if "showing" in entry.node.states and not _empty(entry.node)]
    if shown and (popup is not None or node.role != "combo box"):
        return f"{len(shown)} entries of its list show"
    return f"its {popup.kind} opened" if popup is not None and not inside else None


def _popup(attempt: Attempt, node: Node) -> Window | None:
    """A popup window of the box's application that touches the box."""
    pid, bounds = attempt.window.pid if attempt.window else 0, node.bounds
    if bounds is None:
        return None
    near = Bounds(bounds.x - _BESIDE, bounds.y - _BESIDE, bounds.width + 2 * _BESIDE, bounds.height + 2 * _BESIDE)
    for window in attempt.ctx.adapter.windows.list(attempt.progress):
        popup = window.override_redirect and window.kind not in ("tooltip", "notification")
        if popup and window.pid == pid and not window.bounds.intersection(near).empty:
            return window
    return None


def _empty(node: Node) -> bool:
    return node.bounds is None or node.bounds.empty


def _by_own_action(attempt: Attempt) -> str | None:
    """Not for a menu that is open where keys may be used: LibreOffice's own action leaves it open."""
    if attempt.verb.name != "collapse" or attempt.target.role != "menu":
        return by_action(attempt)
    if not attempt.background:
        return "an open menu is closed by Escape"
    why_not = by_action(attempt)
    if why_not is None and until(attempt, lambda: look(attempt, False)) is None:
        attempt.forget_delivery()
        return "its own action leaves it open (fresh read)"
    return why_not


def _by_key(attempt: Attempt) -> str | None:
    """Alt+Down opens a box that has the focus; Escape closes the list that has the keys."""
    if attempt.verb.name == "collapse":
        with attempt.delivering("keyboard"):
            attempt.ctx.adapter.input.press("Escape")
        return None
    if attempt.target.role != "combo box":
        return f"no key is known that would expand a {attempt.target.role}"
    holder = give_focus(attempt, attempt.target, pointer=False)
    if isinstance(holder, str):
        return holder
    with attempt.delivering("keyboard"):
        attempt.ctx.adapter.input.press("alt+Down")
    return None


def _by_click(attempt: Attempt) -> str | None:
    if attempt.verb.name == "collapse":
        return "a click beside the list could hit something else"
    attempt.point = pointed_at(attempt, attempt.target)
    with attempt.delivering("pointer"):
        attempt.ctx.adapter.input.click(attempt.point)
    return None
