"""A snapshot as compact text for a model: one line per element."""

from __future__ import annotations

from deskhand.model.element import EDITABLE_ROLES, Element
from deskhand.model.snapshot import Snapshot
from deskhand.perceive.addresses import is_address
from deskhand.perceive.build import NO_ANSWER
from deskhand.visible import cut, quoted, visible

MAX_TEXT = 900_000
"""Bytes of text; what is beyond is said to be left out (DESIGN 4.7)."""

RUN_LENGTH = 240
"""Characters of a line that several elements share, at most."""

_SHOWN_STATES = (
    "focused",
    "checked",
    "indeterminate",
    "selected",
    "expanded",
    "collapsed",
    "pressed",
    "read_only",
    "required",
    "invalid",
    "busy",
    "modal",
    "active",
    "iconified",
)
_ONLY = {
    "active": frozenset({"window", "dialog", "alert", "file chooser"}),
    "read_only": EDITABLE_ROLES | {"list", "slider", "table", "tree table"},
}
"""States that say something of these roles only: a label is never written to."""

_CAN_BE_DISABLED = frozenset(
    {
        "button",
        "toggle button",
        "menu button",
        "checkbox",
        "radio button",
        "text field",
        "text area",
        "password field",
        "spin button",
        "combo box",
        "slider",
        "link",
        "tab",
        "menu",
        "menu item",
        "check menu item",
        "radio menu item",
        "list item",
        "tree item",
        "switch",
    }
)


def render_text(snapshot: Snapshot, *, limit: int = MAX_TEXT) -> str:
    """The header (snapshot id, scope, how many elements, whether complete), then one indented line per element: ref,
    role, name, value, states that matter, and `…(why)` where something below was not read.

    Refs are short: `e12` is `@ID:e12`. Empty cells and blank labels have no line. `limit` is bytes.
    """
    lines = [_header(snapshot)]
    lines.extend(f"note: {visible(note)}" for note in snapshot.notes)
    size = sum(len(line.encode()) + 1 for line in lines)
    left = 0
    for element in _shown(snapshot):
        line = element_line(element)
        size += len(line.encode()) + 1
        if size > limit:
            left += 1
        else:
            lines.append(line)
    if left:
        lines.append(f"…({left} more elements; ask for a window, a root or a depth)")
    return "\n".join(lines)


def render_compact(snapshot: Snapshot, *, limit: int = MAX_TEXT) -> str:
    """The same for a model, in about half the characters: a space for each level; neighbours that hold nothing share a
    line, which says a role where it changes, and follow what holds them where it holds nothing else:
    `e11 tool bar: e12 button "Save" e13 "Open" [disabled] e14 checkbox "Wrap"`.

    Nothing that a line of `render_text` says is left out. `limit` is bytes.
    """
    shown = _shown(snapshot)
    positions = {id(one): position for position, one in enumerate(snapshot.elements)}
    holders = {one.parent for one in shown}
    of_holders = {one.parent for one in shown if positions[id(one)] in holders}
    lines = [_short_header(snapshot), *(f"note: {visible(note)}" for note in snapshot.notes)]
    size = sum(len(line.encode()) + 1 for line in lines)
    # Whose children the last line may take more of, and how it does.
    taken, joint, role = -1, "", ""
    for number, element in enumerate(shown):
        here = positions[id(element)]
        bare = here not in holders
        if bare and joint and element.parent == taken:
            piece = joint + _words(element, role=element.role != role)
            if len(lines[-1]) + len(piece) <= RUN_LENGTH:
                lines[-1] += piece
                size += len(piece.encode())
                joint, role = " ", element.role
                continue
        line = " " * element.depth + _words(element)
        size += len(line.encode()) + 1
        if size > limit:
            lines.append(f"…({len(shown) - number} more elements; ask for a window, a root or a depth)")
            break
        lines.append(line)
        if bare:
            taken, joint, role = element.parent, " ", element.role
        else:
            taken, joint, role = here, "" if here in of_holders else ": ", ""
    return "\n".join(lines)


def is_loading(snapshot: Snapshot) -> bool:
    """True while an application does not answer, and while a page has nothing in it (a browser's window comes before
    its page)."""
    shown = _shown(snapshot)
    holders = {id(snapshot.elements[one.parent]) for one in shown if one.parent >= 0}
    return any(one.boundary == NO_ANSWER or (one.role == "document" and id(one) not in holders) for one in shown)


def _shown(snapshot: Snapshot) -> list[Element]:
    """The elements that have words of their own in the text."""
    return [one for one in snapshot.elements if not (_says_nothing(one) or _repeats(snapshot, one))]


def _says_nothing(element: Element) -> bool:
    """Empty cells and blank labels: they have refs, and a reader loses nothing without their lines."""
    if element.children or not element.complete or "focused" in element.states or "selected" in element.states:
        return False
    if element.role == "cell":
        return not element.value and (not element.name or is_address(element.name))
    return (
        element.role in {"label", "static text", "separator", "image"}
        and not element.name
        and not element.value
        and not element.description
    )


def _repeats(snapshot: Snapshot, element: Element) -> bool:
    """The caption inside what has the same name, the label around a field that says no more than the field does, and
    the inside of what has the focus (Qt's text areas), which has it too."""
    if element.parent < 0:
        return False
    if element.role == "filler":
        bare = not (element.name or element.value or element.description or element.children) and element.complete
        return bare and set(telling_states(element)) <= set(telling_states(snapshot.elements[element.parent]))
    if element.role not in {"label", "static text"}:
        return False
    below = [snapshot.elements[child] for child in element.children]
    if not below:
        return bool(element.name) and snapshot.elements[element.parent].name == element.name
    field = below[0]
    said = {field.name, f"{field.name} {field.value or ''}".strip()}
    rest = (element.value or "").strip()
    return len(below) == 1 and bool(field.name) and element.name in said and rest in {"", *said}


def _header(snapshot: Snapshot) -> str:
    words = [f"snapshot {snapshot.id}", snapshot.scope, f"{len(snapshot.elements)} elements"]
    words.append("complete" if snapshot.complete else "not complete")
    if snapshot.skeleton:
        words.append("skeleton")
    return f"# {visible(' · '.join(words))} · refs: @{snapshot.id}:eN"


def _short_header(snapshot: Snapshot) -> str:
    """The refs' beginning and what is not as it should be; what was looked at follows in the first line."""
    words = [f"# refs @{snapshot.id}:e1-{len(snapshot.elements)}"]
    words += [] if snapshot.complete else ["not complete"]
    words += ["skeleton"] if snapshot.skeleton else []
    return ", ".join(words)


def element_line(element: Element, *, indent: bool = True) -> str:
    """`  e12 button "Save" [disabled]`."""
    return ("  " * element.depth if indent else "") + _words(element)


def _words(element: Element, *, role: bool = True) -> str:
    words = [short_ref(element.ref)] if element.ref else []
    if role or not words:
        words.append(element.role)
    if element.name:
        words.append(quoted(shorten(element.name)))
    if element.value is not None and element.value != element.name:
        words.append(f"= {quoted(shorten(element.value))}")
    if not element.name and element.description:
        words.append(f"({quoted(shorten(element.description))})")
    states = telling_states(element)
    if states:
        words.append(f"[{', '.join(states)}]")
    if not element.complete:
        words.append(f"…({visible(element.boundary)})")
    if element.source == "vision":
        words.append(f"(seen, {element.confidence:.2f})")
    return " ".join(words)


def telling_states(element: Element) -> list[str]:
    """The states a reader needs: what differs from an ordinary, ready control."""
    states = element.states
    found = [
        state for state in _SHOWN_STATES if state in states and element.role in _ONLY.get(state, {element.role})
    ]
    if "expanded" in found and "collapsed" in found:
        found.remove("collapsed")
    if "collapsed" not in found and "expandable" in states and "expanded" not in states:
        found.append("collapsed")
    if element.role in _CAN_BE_DISABLED and not element.enabled:
        found.append("disabled")
    if "showing" not in states and element.boundary != NO_ANSWER:
        found.append("hidden")
    return found


def short_ref(ref: str) -> str:
    """`e12` of `@s8f3k2p9:e12`."""
    return ref.rpartition(":")[2]


def shorten(text: str) -> str:
    """On one line, at most 120 characters."""
    flat = " ".join(text.split()) if "  " in text or not text.isprintable() else text
    return cut(flat)
