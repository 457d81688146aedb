"""Clicks and what the pointer does: click, double_click, right_click, hover, focus."""

from __future__ import annotations

from dataclasses import replace

from deskhand.act.attempt import Attempt, Way
from deskhand.act.checks import CHECK_SECONDS, modal_over, receives_events, refreshed, run_checks, visible_part
from deskhand.act.focusing import focused_handle, give_focus
from deskhand.act.names import CLICK_KEYS, action_for
from deskhand.act.overflow import come_out
from deskhand.act.resolving import resolve_target
from deskhand.act.sighted import stand_still
from deskhand.act.verifying import proof_of, prove_by, prove_change, until
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import Button
from deskhand.errors import NeedsForeground, NotActionable, StaleRef
from deskhand.model.element import Element
from deskhand.model.geometry import Point
from deskhand.model.receipt import RouteName

_STILL_SECONDS = 0.05
"""Time between the two looks that must agree: three frames of a screen that is drawn 60 times a second."""
SELECTING = frozenset(
    {
        "state-changed:selected",
        "state-changed:focused",
        "state-changed:active",
        "state-changed:selectable",
        "selection-changed",
        "active-descendant-changed",
    }
)
"""What the press of a button alone does to an item."""

_MENU_SECONDS, _HINT_SECONDS = 0.6, 1.2
_INNER = frozenset({"menu button", "combo box", "button"})
"""Roles whose action may sit on an inner object (GTK 4: a menu button's inner toggle)."""


def click(attempt: Attempt) -> None:
    """click, double_click and right_click: they differ in names of actions, button and count."""
    resolve_target(attempt)
    if attempt.verb.name == "click":
        come_out(attempt)
    ways: dict[RouteName, Way] = {"tree": by_action, "keyboard": by_key, "pointer": by_pointer}
    if attempt.point is not None:
        attempt.by_routes([("pointer", _at_point)])
    else:
        run_checks(attempt, attempt.verb.checks)
        routes: list[RouteName] = list(attempt.verb.routes)
        if _in_open_menu(attempt):
            # A menu that stands open is left by the click of a person, not by the action alone (Qt keeps it open).
            ways["pointer"] = by_pointer_if_free
            routes = ["pointer", "tree", "keyboard"]
        attempt.by_routes([(route, ways[route]) for route in routes])
    if attempt.verb.name == "right_click":
        # What is clicked is selected first; that is not the menu.
        attempt.watch.ignored = SELECTING | {"children-changed:remove"}
        if attempt.action.expect is None and _menu_opened(attempt):
            return
    prove_change(attempt)


def _menu_opened(attempt: Attempt) -> bool:
    def look() -> Proof | None:
        return attempt.watch.window_change(attempt.expected, opened=True)

    with attempt.phase("verify"):
        return attempt.prove(until(attempt, look, _MENU_SECONDS))


def acting_part(attempt: Attempt, verb: str) -> tuple[Element, str] | None:
    """The element (or its one inner object) and the name of its action for this verb."""
    element = attempt.target
    name = action_for(verb, element.role, element.actions)
    if name is not None:
        return element, name
    if element.role not in _INNER or not 0 < element.child_count <= 5:
        return None
    found: list[tuple[Element, str]] = []
    for child in attempt.ctx.adapter.tree.children(element.handle, attempt.progress):
        inner = action_for(verb, child.role, child.actions)
        if inner is not None and child.role in ("toggle button", "button", "menu button"):
            found.append((refreshed(replace(element, handle=child.handle, role=child.role), child), inner))
    return found[0] if len(found) == 1 else None


def by_action(attempt: Attempt) -> str | None:
    """The tree route: an action of the element that is known to stand for this verb."""
    part = acting_part(attempt, attempt.verb.name)
    if part is None:
        offered = ", ".join(repr(name) for name in attempt.target.actions) or "none"
        return f"it offers no action known for {attempt.verb.name} (offered: {offered})"
    with attempt.delivering("tree"):
        attempt.run_action(*part)
    return None


def by_key(attempt: Attempt) -> str | None:
    """The keyboard route: focus, proven, then the key that presses this role."""
    key = CLICK_KEYS.get(attempt.target.role)
    if key is None or attempt.verb.name not in ("click", "check", "uncheck"):
        return f"no key is known that would {attempt.verb.name} a {attempt.target.role}"
    holder = give_focus(attempt, attempt.target, pointer=False)
    if isinstance(holder, str):
        return holder
    with attempt.delivering("keyboard"):
        attempt.ctx.adapter.input.press(key)
    return None


def by_pointer(attempt: Attempt) -> str | None:
    """The pointer route: into the middle of what is visible of it, where nothing covers it."""
    point = pointed_at(attempt, attempt.target)
    _press_at(attempt, point)
    return None


def by_pointer_if_free(attempt: Attempt) -> str | None:
    """As `by_pointer`, but what covers it is only a reason for another route."""
    try:
        return by_pointer(attempt)
    except NotActionable as error:
        if attempt.sent:
            raise
        return error.seen or error.message


def _in_open_menu(attempt: Attempt) -> bool:
    window = attempt.window
    if attempt.background or attempt.verb.name != "click" or window is None or not window.override_redirect:
        return False
    return attempt.target.role in ("menu item", "check menu item", "radio menu item", "menu")


def pointed_at(attempt: Attempt, element: Element) -> Point:
    """The point for a pointer action on the element, once its bounds stand still; raises NotActionable where it would
    land on something else (receives_events) or the element keeps moving (stable)."""
    with attempt.part(CHECK_SECONDS) as part:
        for _ in part.attempts():
            point = _point_on(attempt, element)
            part.pause(_STILL_SECONDS)
            (node,) = attempt.ctx.adapter.tree.nodes([element.handle], attempt.progress)
            if node is None:
                raise StaleRef(f"{element.describe()} is gone", sought=attempt.action.describe())
            if node.bounds == element.bounds:
                attempt.record("receives_events", True)
                return point
            part.log(f"{element.describe()}: its bounds went from {element.bounds} to {node.bounds}")
            element = refreshed(element, node)
            if attempt.element is not None and attempt.element.handle == element.handle:
                attempt.set_element(element)
    raise attempt.refuse("stable", f"it keeps moving: {element.bounds}", "wait until it stands still, then try again")


def _point_on(attempt: Attempt, element: Element) -> Point:
    area = visible_part(attempt, element)
    if area is None:
        raise attempt.refuse("visible", "no part of it lies inside its window and the screen")
    problem = modal_over(attempt)
    if problem is not None:
        raise attempt.refuse("receives_events", problem, "answer the dialog first")
    problem = receives_events(attempt, element, area.center)
    if problem is not None and attempt.window is not None and not attempt.background:
        attempt.ctx.adapter.windows.focus(attempt.window, attempt.progress)
        with attempt.progress.within(1.0) as part:
            for _ in part.attempts():
                problem = receives_events(attempt, element, area.center)
                if problem is None:
                    break
                part.log(problem)
    if problem is not None:
        raise attempt.refuse("receives_events", problem)
    return area.center


def _at_point(attempt: Attempt) -> str | None:
    point = attempt.point or Point(0, 0)
    _press_at(attempt, point)
    return None


def _press_at(attempt: Attempt, point: Point) -> None:
    button: Button = "right" if attempt.verb.name == "right_click" else "left"
    attempt.point = point
    if not _in_open_menu(attempt):  # the menu goes, and what was under it is no effect
        attempt.look_at_pixels()
        stand_still(attempt, point)
    with attempt.delivering("pointer"):
        attempt.point = attempt.ctx.adapter.input.click(point, button, 2 if attempt.verb.name == "double_click" else 1)
    if attempt.point != point:
        attempt.note(f"the pointer was at {tuple(attempt.point)}, not {tuple(point)}, when the button went down")


def hover(attempt: Attempt) -> None:
    """Put the pointer on the element; the display server is asked where it is."""
    resolve_target(attempt)

    def way(attempt: Attempt) -> str | None:
        if attempt.point is None:
            run_checks(attempt, attempt.verb.checks)
            attempt.point = pointed_at(attempt, attempt.target)
        with attempt.delivering("pointer"):
            attempt.ctx.adapter.input.move(attempt.point)
        return None

    attempt.by_routes([("pointer", way)])
    inside = attempt.element.bounds if attempt.element else None

    def look():
        at = attempt.ctx.adapter.input.pointer()
        if at == attempt.point or (inside is not None and inside.contains(at)):
            return proof_of(
                attempt, f"the pointer is at ({at.x}, {at.y})", "display server", "control", "display server"
            )
        return None

    prove_by(attempt, look, failing=lambda: str(tuple(attempt.ctx.adapter.input.pointer())))
    _read_hint(attempt)


def _read_hint(attempt: Attempt) -> None:
    """The hint that comes up, into `result`. Its words are the element's description: GTK 3 shows its hints to the
    display only, so that a popup of the application is what tells that it is there."""
    input_, window = attempt.ctx.adapter.input, attempt.window
    if attempt.element is None or window is None or input_.held():
        return
    words = attempt.ctx.adapter.tree.node(attempt.element.handle, attempt.progress).description
    if not words:
        return

    def look() -> Proof | None:
        for other in attempt.ctx.adapter.windows.list(attempt.progress):
            new = other.id not in attempt.watch.windows or other.kind == "tooltip"
            if new and other.override_redirect and other.pid == window.pid:
                return proof_of(attempt, "", "window list", "window", "window list")
        return None

    if until(attempt, look, min(_HINT_SECONDS, attempt.progress.remaining / 2)) is not None:
        attempt.result = {"hint": words}


def focus(attempt: Attempt) -> None:
    """Give the focus; the application's own report of it, and the active window, prove it."""
    resolve_target(attempt)
    run_checks(attempt, attempt.verb.checks)
    element = attempt.target

    def by_tree(attempt: Attempt) -> str | None:
        with attempt.delivering("tree"):
            holder = give_focus(attempt, element, pointer=False)
        if isinstance(holder, str):
            attempt.forget_delivery()
            return holder
        return None

    def by_pointer_into(attempt: Attempt) -> str | None:
        with attempt.delivering("pointer"):
            holder = give_focus(attempt, element)
        return None if not isinstance(holder, str) else holder

    if attempt.background:
        raise NeedsForeground("focus takes the keyboard focus", sought=attempt.action.describe())
    attempt.by_routes([("tree", by_tree), ("pointer", by_pointer_into)])

    def look():
        if focused_handle(attempt, element) is None:
            return None
        return proof_of(attempt, f"{element.describe()} is focused", "fresh read of the target", "control", "read back")

    prove_by(attempt, look, failing=lambda: "it is not focused")
