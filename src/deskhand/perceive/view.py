"""Where elements stand to each other: what holds them, what labels them, what is beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from deskhand.model.element import EDITABLE_ROLES, Element
from deskhand.model.geometry import Bounds

ROW_ROLES = frozenset({"row", "list item", "tree item", "table row", "description list item"})
CELL_ROLES = frozenset({"cell", "row header"})
TABLE_ROLES = frozenset({"table", "tree table"})
LABEL_ROLES = frozenset({"label", "static text", "caption", "heading"})
FIELD_ROLES = EDITABLE_ROLES - {"cell", "document"} | {
    "slider",
    "list",
    "checkbox",
    "toggle button",
    "progress bar",
    "radio button",
    "switch",
}

_TEXT_FIELDS = frozenset({"text field", "text area", "password field", "spin button", "slider"})

LABEL_REACH = 400
"""Pixels a label may stand left of its field."""
LABEL_LIFT = 40
"""Pixels a label may stand above its field."""


def share_rows(one: Bounds, other: Bounds) -> bool:
    """True when at least half of the lower one's height is beside the other."""
    common = min(one.bottom, other.bottom) - max(one.y, other.y)
    return common * 2 >= min(one.height, other.height) > 0


def share_columns(one: Bounds, other: Bounds) -> bool:
    """True when at least half of the narrower one's width is above or below the other."""
    common = min(one.right, other.right) - max(one.x, other.x)
    return common * 2 >= min(one.width, other.width) > 0


class View:
    """Elements with the questions that relations and identity ask of them. Positions are those of `elements`, which
    lie in reading order, each subtree in one stretch."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self.elements = elements

    @cached_property
    def ends(self) -> list[int]:
        """For each position the one after its subtree."""
        ends = list(range(1, len(self.elements) + 1))
        for position in range(len(self.elements) - 1, -1, -1):
            parent = self.elements[position].parent
            if parent >= 0:
                ends[parent] = max(ends[parent], ends[position])
        return ends

    @cached_property
    def by_handle(self) -> dict[tuple[str, str], int]:
        return {element.handle: position for position, element in enumerate(self.elements)}

    @cached_property
    def _labels(self) -> dict[str, list[int]]:
        """Positions of the labels with a place, by window id."""
        found: dict[str, list[int]] = {}
        for position, element in enumerate(self.elements):
            if element.role in LABEL_ROLES and element.name and element.bounds is not None and not element.bounds.empty:
                found.setdefault(element.window_id, []).append(position)
        return found

    def ancestors(self, position: int) -> Iterator[int]:
        """From the parent outwards."""
        parent = self.elements[position].parent
        while parent >= 0:
            yield parent
            parent = self.elements[parent].parent

    def inside(self, position: int, container: int) -> bool:
        return container < position < self.ends[container]

    def top(self, position: int) -> int:
        """The window's root element."""
        while self.elements[position].parent >= 0:
            position = self.elements[position].parent
        return position

    def row_of(self, position: int) -> int | None:
        """The row or item that holds this element (not the element itself)."""
        return next((outer for outer in self.ancestors(position) if self.elements[outer].role in ROW_ROLES), None)

    def row_words(self, position: int) -> tuple[str, ...]:
        """What else the element's row says: names and values, its own left out. Empty where it is in no row.

        Cells without a row object (most toolkits' tables) have the cells at their height as their row.
        """
        row = self.row_of(position)
        own = range(position, self.ends[position])
        if row is not None:
            words = [self.elements[row].name] if self.elements[row].name else []
            words += [self._word(other) for other in range(row + 1, self.ends[row]) if other not in own]
            return tuple(word for word in words if word)[:16]
        element = self.elements[position]
        if element.role not in CELL_ROLES or element.bounds is None or element.parent < 0:
            return ()
        siblings = self.elements[element.parent].children
        return tuple(
            self._word(other)
            for other in siblings
            if other != position
            and (bounds := self.elements[other].bounds) is not None
            and share_rows(bounds, element.bounds)
            and self._word(other)
        )[:16]

    def _word(self, position: int) -> str:
        element = self.elements[position]
        return element.name or (element.value or "")

    def label_of(self, position: int) -> int | None:
        """The label a person reads for this control: the nearest one left of it, else the nearest above it.

        None where another control stands between (that one owns the label).
        """
        element = self.elements[position]
        bounds = element.bounds
        if bounds is None or bounds.empty:
            return None
        best: tuple[int, int] | None = None
        for other in self._labels.get(element.window_id, ()):
            place = self.elements[other].bounds
            if place is None or other == position or self.inside(other, position):
                continue
            left, above = bounds.x - place.right, bounds.y - place.bottom
            if -4 <= left <= LABEL_REACH and share_rows(place, bounds):
                distance = max(0, left)
            elif -4 <= above <= LABEL_LIFT and min(place.right, bounds.right) - max(place.x, bounds.x) > 0:
                distance = 1000 + max(0, above)
            else:
                continue
            if best is None or distance < best[0]:
                best = (distance, other)
        if best is None or self._taken(best[1], position):
            return None
        return best[1]

    def _taken(self, label: int, position: int) -> bool:
        """True when another control stands between the label and this one."""
        place, bounds = self.elements[label].bounds, self.elements[position].bounds
        if place is None or bounds is None:
            return False
        beside = share_rows(place, bounds) and place.right <= bounds.x + 4
        for other in self._fields.get(self.elements[position].window_id, ()):
            between = self.elements[other].bounds
            if other == position or between is None or self.inside(position, other) or self.inside(other, position):
                continue
            if beside:
                if share_rows(between, bounds) and place.right - 4 <= between.x and between.right <= bounds.x + 4:
                    return True
            elif share_columns(between, bounds) and place.bottom - 4 <= between.y and between.bottom <= bounds.y + 4:
                return True
        return False

    @cached_property
    def _fields(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for position, element in enumerate(self.elements):
            if element.role in FIELD_ROLES or element.role in {"button", "link"}:
                found.setdefault(element.window_id, []).append(position)
        return found

    def label_text(self, position: int) -> str:
        """The label's words, else the name of the group in which it is the only field."""
        label = self.label_of(position)
        return self.holder_text(position) if label is None else self.elements[label].name

    def holder_text(self, position: int) -> str:
        """The name of the group right around it, where it is the only field in there (a combo box made of parts)."""
        parent = self.elements[position].parent
        if parent < 0 or self.elements[parent].role not in {"panel", "group", "combo box", "section", "spin button"}:
            return ""
        fields = [other for other in self.elements[parent].children if self.elements[other].role in _TEXT_FIELDS]
        return self.elements[parent].name if fields == [position] else ""

    def neighbours(self, position: int) -> tuple[str, str]:
        """Names of the nearest named elements before and after it under the same window, its own subtree and what
        holds it left out."""
        top = self.top(position)
        holders = set(self.ancestors(position))
        before = ""
        for other in range(position - 1, max(top, position - 40), -1):
            if other not in holders and self._steady(other):
                before = self.elements[other].name
                break
        after = ""
        for other in range(self.ends[position], min(self.ends[top], self.ends[position] + 40)):
            if self._steady(other):
                after = self.elements[other].name
                break
        return before, after

    def _steady(self, position: int) -> bool:
        return bool(self.elements[position].name) and self.elements[position].role not in {"progress bar", "status bar"}

    def groups(self, position: int) -> tuple[tuple[str, str], ...]:
        """Role and name of what holds it, outermost first; the window itself left out, its title changes."""
        chain = [(self.elements[outer].role, self.elements[outer].name) for outer in self.ancestors(position)]
        return tuple(reversed(chain[:-1]))

    def path(self, position: int) -> tuple[tuple[str, int], ...]:
        """Role and place among the siblings of that role, from the window inwards."""
        steps: list[tuple[str, int]] = []
        while (parent := self.elements[position].parent) >= 0:
            role = self.elements[position].role
            same = [child for child in self.elements[parent].children if self.elements[child].role == role]
            steps.append((role, same.index(position)))
            position = parent
        return tuple(reversed(steps))
