"""Whether an element of today is the one that was seen then.

Evidence, never place alone: the application's instance, the window, the accessible id, role and name, and how it
stands to named others. The answer for one candidate is same, other or unsure.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from deskhand.model.element import Element
from deskhand.model.geometry import Bounds
from deskhand.perceive.view import CELL_ROLES, ROW_ROLES, View

Verdict = Literal["same", "other", "unsure"]

VOLATILE_NAMES = frozenset(
    {
        "text field",
        "text area",
        "password field",
        "spin button",
        "combo box",
        "label",
        "static text",
        "progress bar",
        "status bar",
        "slider",
        "document",
        "terminal",
        "window",
        "dialog",
        "alert",
        "file chooser",
        "paragraph",
        "level bar",
        "canvas",
        "application",
    }
)
"""Roles whose name may be their content (or a changing title), so that a new name alone does not make another
element."""

DIALOG_ROLES = frozenset({"dialog", "alert", "file chooser"})


@dataclass(frozen=True, slots=True)
class Evidence:
    """What tells an element from others, from one observation. `only` is True where it was the only one of its role and
    name in its window; `row` are the other words of its row, `dialog` the words of the dialog it is in."""

    role: str
    name: str
    value: str | None
    accessible_id: str
    only: bool
    row: tuple[str, ...]
    in_row: bool
    label: str
    groups: tuple[tuple[str, str], ...]
    neighbours: tuple[str, str]
    path: tuple[tuple[str, int], ...]
    bounds: Bounds | None
    dialog: frozenset[str]
    alert: bool


def evidence_of(view: View, position: int, whole: bool = True) -> Evidence:
    """`whole` says that the view holds all of the window, so that "only" may be claimed."""
    element = view.elements[position]
    top = view.top(position)
    twins = 0
    words: set[str] = set()
    in_dialog = view.elements[top].role in DIALOG_ROLES
    for other in range(top, view.ends[top]):
        one = view.elements[other]
        if one.role == element.role and one.name == element.name:
            twins += 1
        if in_dialog and one.role in {"label", "static text", "heading", "paragraph"} and one.name:
            words.add(one.name)
    return Evidence(
        role=element.role,
        name=element.name,
        value=element.value,
        accessible_id=element.accessible_id,
        only=whole and twins == 1,
        row=view.row_words(position),
        in_row=element.role in CELL_ROLES | ROW_ROLES or view.row_of(position) is not None,
        label=view.label_text(position),
        groups=view.groups(position),
        neighbours=view.neighbours(position),
        path=view.path(position),
        bounds=element.bounds,
        dialog=frozenset(words),
        alert=view.elements[top].role == "alert",
    )


def judge_object(old: Element, now: Element) -> Verdict:
    """The object stored then, as it answers now: another role, id or (where names are stable) name is another
    element."""
    if now.role != old.role or "defunct" in now.states:
        return "other"
    if old.accessible_id and now.accessible_id and now.accessible_id != old.accessible_id:
        return "other"
    if now.name != old.name:
        return "unsure" if old.role in VOLATILE_NAMES else "other"
    return "same"


def judge_context(old: Evidence, now: Evidence, *, renamed: bool = False) -> Verdict:
    """The same object in its surroundings: recycled rows and reused dialogs are other elements in the same objects."""
    if old.in_row and (old.row != now.row or _cell_changed(old, now)):
        return "other"
    if _other_dialog(old, now):
        return "other"
    if not old.name and not old.accessible_id and old.label != now.label:
        return "other"
    if renamed:
        steady = old.path == now.path and old.label == now.label and not old.in_row
        return "same" if steady else "other"
    return "same"


def _cell_changed(old: Evidence, now: Evidence) -> bool:
    """A nameless cell is known by its text."""
    return old.role in CELL_ROLES and not old.name and bool(old.value) and old.value != now.value


def _other_dialog(old: Evidence, now: Evidence) -> bool:
    """A message box that asks something else now, or a dialog that shares no words with the one seen then."""
    if old.alert:
        return old.dialog != now.dialog
    return bool(old.dialog) and bool(now.dialog) and not old.dialog & now.dialog


def resemblance(old: Evidence, now: Evidence) -> int | None:
    """How much speaks for a candidate found by a search, where the object itself is gone. None: it is another element.

    Points: 3 for the same accessible id, 2 for the same row, label, named group or both neighbours, 1 for one
    neighbour, the same path or the same place.
    """
    if old.role != now.role or (old.accessible_id and old.accessible_id != now.accessible_id):
        return None
    if old.name != now.name and old.role not in VOLATILE_NAMES:
        return None
    if (old.row or now.row) and old.row != now.row:
        return None
    if old.in_row != now.in_row or _cell_changed(old, now):
        return None
    if _other_dialog(old, now):
        return None
    nameless = not old.name or old.name != now.name
    if nameless and not old.accessible_id and old.label != now.label:
        return None
    points = 3 if old.accessible_id else 0
    points += 2 if old.row else 0
    points += 2 if old.label and old.label == now.label else 0
    points += 2 if old.groups == now.groups and any(name for _, name in old.groups) else 0
    before, after = (one == other for one, other in zip(old.neighbours, now.neighbours, strict=True))
    points += (2 if before and after else 1 if before or after else 0) if any(old.neighbours) else 0
    points += 1 if old.path == now.path else 0
    points += 1 if old.bounds is not None and old.bounds == now.bounds else 0
    return points


def enough(old: Evidence, points: int, *, replaced: bool, alone: bool) -> bool:
    """Whether these points make a match: more are asked where the window is another one, where the element had twins,
    and where it has no name."""
    if old.accessible_id and points >= 3:
        return True
    needed = 2
    if not old.only:
        needed += 1
    if not old.name:
        needed += 1
    if replaced:
        needed += 1
    if not alone:
        needed += 1
    return points >= needed
