"""One line that tells an element from its twins."""

from __future__ import annotations

from deskhand.perceive.view import View
from deskhand.visible import cut, quoted


def _name(text: str) -> str:
    return quoted(cut(text))


def place_words(view: View, position: int) -> str:
    """`button "Delete" in "People" at (40, 120), in the row "Bob"`: with the nearest thing that distinguishes it."""
    element = view.elements[position]
    where = f"{element.describe()} in {_name(element.window)}"
    if element.ref:
        where = f"{element.ref} {where}"
    if element.bounds is not None:
        where += f" at ({element.bounds.x}, {element.bounds.y})"
    row = view.row_words(position)
    if row:
        return f"{where}, in the row {_name(row[0])}"
    label = view.label_text(position)
    if label and label != element.name:
        return f"{where}, labelled {_name(label)}"
    group = next(
        (
            view.elements[outer]
            for outer in view.ancestors(position)
            if view.elements[outer].name and view.elements[outer].parent >= 0
        ),
        None,
    )
    if group is not None:
        return f"{where}, in {group.describe()}"
    before, after = view.neighbours(position)
    if before:
        return f"{where}, after {_name(before)}"
    return f"{where}, before {_name(after)}" if after else where
