"""A snapshot as compact text for a model: one line per element."""

from __future__ import annotations

from deskhand.model.element import Element
from deskhand.model.snapshot import Snapshot
from deskhand.perceive.addresses import is_address
from deskhand.visible import cut, quoted, visible

MAX_TEXT = 900_000
"""Bytes of text; what is beyond is said to be left out (DESIGN 4.7)."""

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
_ACTIVE_ONLY = frozenset({"window", "dialog", "alert", "file chooser"})
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
    for element in snapshot.elements:
        if _says_nothing(element) or _repeats(snapshot, element):
            continue
        line = element_line(element)
        size += len(line.encode()) + 1
        if size > limit:
            left += 1
        else:
            lines.append(line)
    if left:
        lines.append(f"…({left} more elements; ask for a window, a root or a depth)")
    return "\n".join(lines)


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
    """The caption inside a button that has the same name."""
    if element.role not in {"label", "static text"} or element.children or element.parent < 0:
        return False
    parent = snapshot.elements[element.parent]
    return parent.name == element.name and len(parent.children) == 1


def _header(snapshot: Snapshot) -> str:
    words = [f"snapshot {snapshot.id}", snapshot.scope, f"{len(snapshot.elements)} elements"]
    words.append("complete" if snapshot.complete else "not complete")
    if snapshot.skeleton:
        words.append("skeleton")
    return f"# {visible(' · '.join(words))} · refs: @{snapshot.id}:eN"


def element_line(element: Element, *, indent: bool = True) -> str:
    """`  e12 button "Save" [disabled]`."""
    words = [short_ref(element.ref), element.role] if element.ref else [element.role]
    if element.name:
        words.append(quoted(shorten(element.name)))
    if element.value is not None and element.value != element.name:
        words.append(f"= {quoted(shorten(element.value))}")
    if not element.name and element.description:
        words.append(f"({visible(shorten(element.description))})")
    states = telling_states(element)
    if states:
        words.append(f"[{', '.join(states)}]")
    if not element.complete:
        words.append(f"…({visible(element.boundary)})")
    if element.source == "vision":
        words.append(f"(seen, {element.confidence:.2f})")
    return ("  " * element.depth if indent else "") + " ".join(words)


def telling_states(element: Element) -> list[str]:
    """The states a reader needs: what differs from an ordinary, ready control."""
    states = element.states
    found = [
        state for state in _SHOWN_STATES if state in states and (state != "active" or element.role in _ACTIVE_ONLY)
    ]
    if "expanded" in found and "collapsed" in found:
        found.remove("collapsed")
    if "collapsed" not in found and "expandable" in states and "expanded" not in states:
        found.append("collapsed")
    if element.role in _CAN_BE_DISABLED and not element.enabled:
        found.append("disabled")
    if "showing" not in states and element.boundary != "does not answer":
        found.append("hidden")
    return found


def short_ref(ref: str) -> str:
    """`e12` of `@s8f3k2p9:e12`."""
    return ref.rpartition(":")[2]


def shorten(text: str) -> str:
    """On one line, at most 120 characters."""
    flat = " ".join(text.split()) if "  " in text or not text.isprintable() else text
    return cut(flat)
