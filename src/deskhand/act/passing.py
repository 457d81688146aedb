"""What an application says that is no effect: what comes with any touch, and what menus do by themselves."""

from __future__ import annotations

from deskhand.model.element import Node
from deskhand.model.world import Event

_PASSING_STATES = (
    "armed",
    "pressed",
    "focused",
    "active",
    "busy",
    "stale",
    "opaque",
    "visited",
    "defunct",
    "transient",
    "iconified",
)
_PASSING_KINDS = (
    "focus",
    "window:activate",
    "window:deactivate",
    "bounds-changed",
    "mouse",
    "visible-data-changed",
    "active-descendant-changed",
    "text-caret-moved",
    "cache",
    "add-accessible",
    "remove-accessible",
    "text-selection-changed",
    "text-bounds-changed",
)
_TELLING_PROPERTIES = ("accessible-name", "accessible-value", "accessible-description")
MENU_ROLES = frozenset({"menu", "menu item", "check menu item", "radio menu item"})
PARTS_OF_MENUS = MENU_ROLES | {"menu bar", "separator", "application"}
_MENU_STATES = frozenset({"selected", "visible", "showing"})
MENU_KINDS = frozenset({"selection-changed", *(f"state-changed:{state}" for state in _MENU_STATES)})
"""What a menu does by being opened, walked through and closed: no effect of the entry."""



def closing(kind: str) -> bool:
    """A window that goes: from a menu's entry it is the menu itself, which goes whatever the entry did. (A window that
    it closed is missed in the window list.)"""
    return kind in ("window-closed", "window:close", "window:destroy")


def passing(kind: str) -> bool:
    """Kinds that come with any touch (focus, press and release, redraw): they show arrival at most, not an effect."""
    detail = kind.partition(":")[2]
    if kind.startswith("state-changed:"):
        return detail in _PASSING_STATES
    if kind.startswith("property-change:"):
        return detail not in _TELLING_PROPERTIES
    return kind.startswith(_PASSING_KINDS)


def event_words(event: Event) -> str:
    words = event.kind.replace(":", " ").replace("-", " ")
    if event.kind.startswith("state-changed:"):
        words = f"state {event.kind.partition(':')[2]} became {'true' if event.detail1 else 'false'}"
    return f"{words} {event.text[:80]!r}" if event.text else words


def difference(old: Node, new: Node, unseen: frozenset[str] = frozenset()) -> str | None:
    """What of an object a person would notice has changed, in words, states in `unseen` left out; None where nothing
    has."""
    unimportant = {*_PASSING_STATES, *(_MENU_STATES if old.role in MENU_ROLES else ()), *unseen}
    states = {state for state in old.states ^ new.states if state not in unimportant}
    if states:
        state = min(states)
        return f"state {state} became {'true' if state in new.states else 'false'}"
    if (old.text or "") != (new.text or ""):
        return f"text became {(new.text or '')[:80]!r}"
    if old.value != new.value:
        return f"value became {new.value}"
    if old.name != new.name:
        return f"name became {new.name[:80]!r}"
    if old.child_count != new.child_count:
        return f"child count became {new.child_count}"
    return None
