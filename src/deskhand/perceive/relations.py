"""How elements stand to each other on the screen and in the tree."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.model.geometry import Bounds
from deskhand.model.locator import RelationKind
from deskhand.model.world import Window
from deskhand.perceive.build import Forest
from deskhand.perceive.names import plain
from deskhand.perceive.view import View, share_columns, share_rows

SLACK = 6
"""Pixels two controls beside each other may overlap (borders, shadows)."""


def is_popup(window: Window) -> bool:
    """Menus, combo lists, tooltips: windows that belong to another one."""
    return window.override_redirect or window.kind in {"menu", "tooltip"}


def belongs_to(window: Window, owner: Window) -> bool:
    """True for popups of the owner's application and for dialogs over the owner."""
    if window.id == owner.id:
        return True
    if window.transient_for == owner.id:
        return True
    return window.pid == owner.pid and window.pid != 0 and (is_popup(window) or window.modal)


def related(
    forest: Forest, view: View, kind: RelationKind, positions: Sequence[int], anchors: Sequence[int]
) -> list[int]:
    """Those positions that stand so to at least one anchor; of directions only the nearest to each."""
    if kind == "in":
        return [
            position for position in positions if any(_within(forest, view, position, anchor) for anchor in anchors)
        ]
    if kind == "labelled":
        names = {plain(view.elements[anchor].name) for anchor in anchors}
        return [
            position
            for position in positions
            if view.label_of(position) in anchors
            or (view.elements[position].name and plain(view.elements[position].name) in names)
        ]
    if kind == "in_row":
        return [position for position in positions if any(_same_row(view, position, anchor) for anchor in anchors)]
    if kind == "in_column":
        return [position for position in positions if any(_same_column(view, position, anchor) for anchor in anchors)]
    nearest: set[int] = set()
    for anchor in anchors:
        nearest.update(_nearest(view, kind, positions, anchor))
    return [position for position in positions if position in nearest]


def _within(forest: Forest, view: View, position: int, anchor: int) -> bool:
    if view.inside(position, anchor):
        return True
    element, holder = view.elements[position], view.elements[anchor]
    if holder.parent >= 0 or element.window_id == holder.window_id:
        return False
    window, owner = forest.windows.get(element.window_id), forest.windows.get(holder.window_id)
    return window is not None and owner is not None and belongs_to(window, owner)


def _same_row(view: View, position: int, anchor: int) -> bool:
    if position == anchor or view.inside(anchor, position):
        return False
    if view.inside(position, anchor):
        return True
    row, other = view.row_of(position), view.row_of(anchor)
    if row is not None or other is not None:
        return row == other
    one, two = view.elements[position], view.elements[anchor]
    if one.window_id != two.window_id or one.bounds is None or two.bounds is None:
        return False
    return share_rows(one.bounds, two.bounds)


def _same_column(view: View, position: int, anchor: int) -> bool:
    one, two = view.elements[position], view.elements[anchor]
    if position == anchor or one.window_id != two.window_id or one.bounds is None or two.bounds is None:
        return False
    return share_columns(one.bounds, two.bounds) and one.bounds.y >= two.bounds.bottom - SLACK


def _distance(kind: RelationKind, bounds: Bounds, anchor: Bounds) -> int | None:
    """Pixels from the anchor in that direction, None when it does not lie there."""
    beside = min(bounds.bottom, anchor.bottom) - max(bounds.y, anchor.y) > 0
    stacked = min(bounds.right, anchor.right) - max(bounds.x, anchor.x) > 0
    gaps = {
        "right_of": (beside, bounds.x - anchor.right),
        "left_of": (beside, anchor.x - bounds.right),
        "below": (stacked, bounds.y - anchor.bottom),
        "above": (stacked, anchor.y - bounds.bottom),
    }
    overlaps, gap = gaps[kind]
    return max(0, gap) if overlaps and gap >= -SLACK else None


def _nearest(view: View, kind: RelationKind, positions: Sequence[int], anchor: int) -> list[int]:
    base = view.elements[anchor]
    measured: list[tuple[int, int]] = []
    for position in positions:
        element = view.elements[position]
        if position == anchor or element.window_id != base.window_id:
            continue
        if kind in {"after", "before"}:
            distance = position - anchor if kind == "after" else anchor - position
            if distance > 0 and not view.inside(anchor, position):
                measured.append((distance, position))
            continue
        if element.bounds is None or base.bounds is None or element.bounds.empty:
            continue
        gap = _edge_gap(element.bounds, base.bounds) if kind == "near" else _distance(kind, element.bounds, base.bounds)
        if gap is not None:
            measured.append((gap, position))
    if not measured:
        return []
    least = min(gap for gap, _ in measured)
    return [position for gap, position in measured if gap <= least + 1]


def _edge_gap(one: Bounds, other: Bounds) -> int:
    dx = max(0, max(one.x, other.x) - min(one.right, other.right))
    dy = max(0, max(one.y, other.y) - min(one.bottom, other.bottom))
    return dx + dy
