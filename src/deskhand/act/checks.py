"""The checks before an action. Each is looked at again and again until it holds or the deadline comes; the first that
does not hold is named, and nothing is delivered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deskhand.act.attempt import Attempt
from deskhand.act.vocabulary import CheckName
from deskhand.errors import StaleRef, Unsupported
from deskhand.model.element import EDITABLE_ROLES, Element, Node
from deskhand.model.geometry import Bounds, Point
from deskhand.model.world import Window
from deskhand.perceive.names import plain
from deskhand.perceive.values import shown_name

CHECK_SECONDS = 3.0
"""How long an element may take to become ready, when the deadline allows it."""

SILENT_TOOLKIT = "Gecko"
"""Firefox sets the number of a field and the choice of a list as a script would: the page gets no event of it, so that
what the page computes from it, or keeps of it, stays as it was."""

_ITEM_ROLES = frozenset({"menu item", "check menu item", "radio menu item", "menu"})
_FIRST_CHILD_ANSWERS = frozenset({"gtk", "gtk 4", "gail", "qt"})
_OWN_SURFACES = frozenset({"menu", "tool tip", "window", "dialog", "alert", "scroll bar"})
_MOST_SIBLINGS = 60
_MEANT_BY_NAME = frozenset({"button", "link", "menu item", "list item", "tree item", "tab", "checkbox", "radio button"})
_HELD_ROLES = frozenset({"list item", "tree item", "cell", "row", "icon"})
_HOLDER_ROLES = frozenset({"list", "tree", "table", "tree table"})
_TOPS = frozenset({"application", "window", "dialog"})
_VALUE_ROLES = frozenset({"slider", "spin button", "scroll bar", "progress bar", "split pane", "date editor"})


def run_checks(attempt: Attempt, names: tuple[CheckName, ...]) -> None:
    """Make these checks on the attempt's element, retried; afterwards `watch.before` and the element are fresh.

    `receives_events` belongs to the pointer and is made by it; `exists` and `unique` held when the target was resolved.
    """
    elsewhere: tuple[CheckName, ...] = ("exists", "unique", "receives_events", "allowed")
    wanted: list[CheckName] = [name for name in names if name not in elsewhere]
    last: tuple[str, str] | None = None
    scrolled = False
    with attempt.phase("check"), attempt.part(CHECK_SECONDS) as part:
        for _ in part.attempts():
            element = attempt.target
            node = attempt.ctx.adapter.tree.nodes([element.handle], attempt.progress)[0]
            if node is None:
                raise StaleRef(f"{element.describe()} is gone", sought=str(attempt.action.target))
            if _is_another(element, node):
                raise StaleRef(
                    f"{element.describe()} is {node.role} {node.name!r} now", sought=str(attempt.action.target)
                )
            last = _first_failing(attempt, element, node, wanted)
            attempt.watch.before = node
            attempt.set_element(refreshed(element, node))
            if last is None:
                return
            part.log(f"{element.describe()}: {last[0]}: {last[1]}")
            if last[0] == "visible" and not scrolled:
                scrolled = True
                _bring_into_view(attempt, element)
    if last is not None:
        raise attempt.refuse(*last)


def _is_another(element: Element, node: Node) -> bool:
    """The object took another name since it was resolved: to act on it now would be another act."""
    named = element.role in _MEANT_BY_NAME and element.role == node.role
    return named and bool(element.name and node.name) and plain(element.name) != plain(shown_name(node))


def refreshed(element: Element, node: Node) -> Element:
    """The element with what a fresh read says of it."""
    return replace(
        element,
        states=node.states,
        bounds=node.bounds,
        actions=node.actions or element.actions,
        interfaces=node.interfaces or element.interfaces,
        child_count=node.child_count,
        name=node.name or element.name,
    )


def _first_failing(attempt: Attempt, element: Element, node: Node, names: list[CheckName]) -> tuple[str, str] | None:
    for name in names:
        detail = _failing(attempt, element, node, name)
        if detail is not None:
            return name, detail
        attempt.record(name, True)
    return None


def _failing(attempt: Attempt, element: Element, node: Node, name: CheckName) -> str | None:
    """What is wrong, or None where the check holds."""
    match name:
        case "visible":
            return _not_visible(attempt, node) or _holder_hidden(attempt, node)
        case "enabled" if (modal := modal_over(attempt)) is not None:
            return modal
        case "stable":
            return None if element.bounds == node.bounds else f"its bounds went from {element.bounds} to {node.bounds}"
        case "enabled":
            if not node.states & {"enabled", "sensitive"}:
                return "it is greyed out"
            return _holder_greyed_out(attempt, node)
        case "editable":
            return _not_editable(node)
        case _:
            return None


def _not_visible(attempt: Attempt, node: Node) -> str | None:
    bounds = node.bounds
    if bounds is None:
        return None if "showing" in node.states else "it has no place on the screen"
    if bounds.empty:
        return f"its bounds are empty: {bounds.to_json()}"
    if "showing" not in node.states:
        return "it is not showing (hidden, in a closed menu or scrolled away)"
    width, height = attempt.ctx.adapter.screen.size()
    if bounds.intersection(Bounds(0, 0, width, height)).empty:
        return f"its bounds {bounds.to_json()} lie outside the screen of {width}×{height}"
    window = attempt.window
    if window is not None and node.role not in _ITEM_ROLES and bounds.intersection(window.frame).empty:
        listed = attempt.ctx.adapter.windows.list(attempt.progress)
        now = next((one for one in listed if one.id == window.id), window)
        if not bounds.intersection(now.frame).empty:  # it has grown since, as new windows do
            attempt.set_window(now)
            return None
        return f"its bounds {bounds.to_json()} lie outside its window {window.bounds.to_json()}"
    return None


def _holder(attempt: Attempt, node: Node) -> Node | None:
    """The list, tree or table an item is held by. Items answer for themselves alone: those of a list that is hidden or
    greyed out may still call themselves showing and enabled (Qt)."""
    if node.role not in _HELD_ROLES:
        return None
    parents = attempt.ctx.adapter.tree.ancestors(node.handle, attempt.progress)
    return next((parent for parent in parents if parent.role in _HOLDER_ROLES), None)


def _holder_greyed_out(attempt: Attempt, node: Node) -> str | None:
    """Something around it that is greyed out. GTK 4 says "sensitive" of each object alone, and never "enabled"."""
    if "enabled" not in node.states:
        around = attempt.ctx.adapter.tree.ancestors(node.handle, attempt.progress)
        off = next((parent for parent in around if parent.role not in _TOPS and not _usable(parent)), None)
    else:
        holder = _holder(attempt, node)
        off = holder if holder is not None and not _usable(holder) else None
    return f"its {off.role} is greyed out" if off is not None else None


def _usable(node: Node) -> bool:
    return bool(node.states & {"enabled", "sensitive"})


def _holder_hidden(attempt: Attempt, node: Node) -> str | None:
    holder = _holder(attempt, node) if node.bounds is not None else None
    return f"its {holder.role} has no place on the screen" if holder is not None and holder.bounds is None else None


def _not_editable(node: Node) -> str | None:
    if "read_only" in node.states:
        return "it is read-only"
    if "editable" in node.states or node.role in _VALUE_ROLES or node.role in EDITABLE_ROLES:
        return None
    if node.interfaces & {"EditableText", "Value"}:
        return None
    return f"a {node.role} takes no text or value"


def _bring_into_view(attempt: Attempt, element: Element) -> None:
    try:
        attempt.ctx.adapter.tree.scroll_to(element.handle, attempt.progress)
    except (StaleRef, Unsupported):
        # Qt calls an object unknown where it does not know what was asked; one that is gone shows at the next look.
        attempt.progress.log("it cannot scroll into view by itself")


def visible_part(attempt: Attempt, element: Element) -> Bounds | None:
    """The part of the element inside its window and the screen; None where nothing is."""
    if element.bounds is None:
        return None
    width, height = attempt.ctx.adapter.screen.size()
    part = element.bounds.intersection(Bounds(0, 0, width, height))
    if attempt.window is not None and element.role not in _ITEM_ROLES:
        part = part.intersection(attempt.window.bounds)
    return None if part.empty else part


def receives_events(attempt: Attempt, element: Element, point: Point) -> str | None:
    """Why a pointer event at this point would not reach the element; None where it would.

    The display server says which window is topmost there, the application which of its objects.
    """
    adapter = attempt.ctx.adapter
    there = adapter.windows.at(point)
    window = attempt.window
    if window is not None and (there is None or there.id != window.id) and not _popup_of(attempt, there):
        seen = f"{there.kind} {there.title!r} of {there.app}" if there else "nothing"
        return f"{seen} lies at ({point.x}, {point.y}), not {window.title!r}"
    root = there.root if there is not None and there.root is not None else (window.root if window else None)
    if root is None:
        return None
    # A popup without a tree of its own shows objects of the window's tree, which answers with what is below it.
    own_popup = there is not None and there.root is None and _popup_of(attempt, there)
    hit = None if own_popup else adapter.tree.at_point(root, point, attempt.progress)
    around = adapter.tree.ancestors(element.handle, attempt.progress)
    if hit is not None and not _is(element, hit) and all(node.handle != hit.handle for node in around):
        inside = adapter.tree.ancestors(hit.handle, attempt.progress)
        if all(node.handle != element.handle for node in inside):
            return f"{hit.role} {hit.name!r} lies at ({point.x}, {point.y})"
    return covered(attempt, element, around, point)


def _is(element: Element, node: Node) -> bool:
    """Whether the object is the element; a sheet makes its cells' objects anew each time."""
    if node.handle == element.handle:
        return True
    return (node.role, node.name, node.bounds) == (element.role, element.name, element.bounds) and node.role == "cell"


def modal_over(attempt: Attempt) -> str | None:
    """The modal dialog over the target's window, in words: toolkits swallow what the pointer does below it."""
    window = attempt.window
    if window is None:
        return None
    for other in attempt.ctx.adapter.windows.list(attempt.progress):
        if other.modal and other.id != window.id and other.transient_for == window.id and not other.minimised:
            return f"{other.kind} {other.title!r} is modal and takes what its window would get"
    return None


def covered(attempt: Attempt, element: Element, around: Sequence[Node], point: Point) -> str | None:
    """What the toolkit draws over the element at this point, in words; None where nothing is.

    GTK and Qt answer what lies at a point with the first child there, and draw the last one on top.
    """
    tree = attempt.ctx.adapter.tree
    if toolkit_of(attempt).casefold() not in _FIRST_CHILD_ANSWERS:
        return None
    branch = element.handle
    for parent in around:
        if parent.role == "application":
            break
        if parent.child_count <= _MOST_SIBLINGS and "manages_descendants" not in parent.states:
            children = tree.children(parent.handle, attempt.progress)
            place = next((number for number, node in enumerate(children) if node.handle == branch), len(children))
            for node in children[place + 1 :]:
                if node.role in _OWN_SURFACES or "showing" not in node.states or node.bounds is None:
                    continue
                if node.bounds.contains(point):
                    return f"{node.role} {node.name!r} covers it at ({point.x}, {point.y})"
        branch = parent.handle
    return None


def toolkit_of(attempt: Attempt) -> str:
    """The toolkit of the target's application as it names itself; empty where it does not."""
    bus = attempt.target.handle[0]
    for app in attempt.ctx.adapter.tree.apps(attempt.progress):
        if app.handle is not None and app.handle[0] == bus:
            return app.toolkit
    return ""


def _popup_of(attempt: Attempt, there: Window | None) -> bool:
    """Menus and combo lists are windows of their own; the element may sit in one."""
    return (
        there is not None
        and attempt.window is not None
        and there.pid == attempt.window.pid
        and there.override_redirect
        and attempt.element is not None
        and attempt.element.bounds is not None
        and not there.bounds.intersection(attempt.element.bounds).empty
        and attempt.element.role in _ITEM_ROLES | {"list item", "cell", "tree item"}
    )
