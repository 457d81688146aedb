"""Which elements of a forest a locator describes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from deskhand.model.element import CONTAINER_ROLES, ROLE_PARENTS, Element
from deskhand.model.locator import Locator
from deskhand.perceive.build import Forest
from deskhand.perceive.names import name_test
from deskhand.perceive.relations import related
from deskhand.perceive.states import has_state
from deskhand.perceive.view import FIELD_ROLES, LABEL_ROLES, View

WIDER_ROLES: dict[str, frozenset[str]] = {
    **ROLE_PARENTS,
    "row": frozenset({"row", "list item", "tree item", "table row"}),
    "column": frozenset({"column header"}),
    "cell": frozenset({"cell", "row header", "column header"}),
    "text field": frozenset({"text field", "password field"}),
    "panel": frozenset({"panel", "group", "filler", "section", "scroll pane", "landmark"}),
    "group": frozenset({"group", "panel", "section", "form", "landmark"}),
    "image": frozenset({"image", "icon"}),
    "list": frozenset({"list", "list box"}),
}

_STAND_INS: dict[str, frozenset[str]] = {
    "item": frozenset({"cell", "icon"}),
    "list item": frozenset({"cell", "icon"}),
    "tree item": frozenset({"cell"}),
}
"""What a person calls an item and GTK 3 calls by another name; only where nothing is called so."""

_PASSIVE = LABEL_ROLES | {"paragraph", "separator", "tool tip"}
"""What only shows its name; toolkits give such things actions all the same (copy, open a menu)."""
_BY_VALUE = frozenset({"cell", "row header", "column header", "list item", "tree item"})
_TEXT_HOLDERS = frozenset(
    {
        "button",
        "toggle button",
        "menu button",
        "link",
        "checkbox",
        "radio button",
        "list item",
        "tree item",
        "tab",
        "menu item",
        "row",
    }
)

_OWN, _OTHER_WORDS, _LABELLED, _STATIC = range(4)

_CHOOSE_NEAREST = frozenset({"right_of", "left_of", "above", "below", "near", "after", "before"})
"""Relations of which only the nearest count: applied after those that only narrow."""


@dataclass(frozen=True, slots=True)
class Match:
    """Positions in reading order. `missing` is the other element of a relation, where none answered it."""

    positions: tuple[int, ...]
    missing: Locator | None = None


def role_words(role: str | None) -> frozenset[str] | None:
    """The canonical roles a word stands for; None for any."""
    return None if role is None else WIDER_ROLES.get(role, frozenset({role}))


def match(forest: Forest, view: View, locator: Locator, *, containers: bool = False, anchor: bool = False) -> Match:
    """All elements the locator describes, `nth` not applied. `containers` lets a locator without role mean containers
    too; `anchor` says that it is the other element of a relation: a label is as good as a control then."""
    found = _match(forest, view, locator, containers, anchor)
    if locator.role == "menu" and not found.positions:
        # Qt and GTK 4 call the entries of a menu bar items.
        items = _match(forest, view, replace(locator, role="menu item"), containers, anchor).positions
        return Match(tuple(position for position in items if _opens_menu(view, position)), found.missing)
    if locator.role == "dialog" and not found.positions:
        # GTK 4 calls its dialogs windows, or fillers; the window manager is told what they are.
        words = [replace(locator, role=role) for role in ("window", "filler")]
        others = [_match(forest, view, one, containers, anchor) for one in words]
        roots = [at for other in others for at in other.positions if _is_dialog_window(forest, view.elements[at])]
        return Match(tuple(sorted(roots)), found.missing)
    if locator.role in _STAND_INS and not found.positions:
        others = [
            _match(forest, view, replace(locator, role=role), containers, anchor)
            for role in sorted(_STAND_INS[locator.role])
        ]
        return Match(tuple(sorted(at for other in others for at in other.positions)), found.missing)
    return found


def _is_dialog_window(forest: Forest, element: Element) -> bool:
    window = forest.windows.get(element.window_id)
    return element.parent < 0 and window is not None and window.kind == "dialog"


def _opens_menu(view: View, position: int) -> bool:
    element = view.elements[position]
    parent = view.elements[element.parent].role if element.parent >= 0 else ""
    return parent == "menu bar" or bool(element.states & {"has_popup", "expandable"}) or bool(element.children)


def _match(forest: Forest, view: View, locator: Locator, containers: bool, anchor: bool) -> Match:
    roles = role_words(locator.role)
    found = _by_words(view, locator, roles, containers or locator.accessible_id is not None, anchor)
    if locator.states:
        found = [
            ranked for ranked in found if all(has_state(view.elements[ranked[1]], state) for state in locator.states)
        ]
    positions, missing = _relate(forest, view, locator, [position for _, position in found])
    allowed = set(positions)
    ranks = [ranked for ranked in found if ranked[1] in allowed]
    if not ranks:
        return Match((), missing)
    best = min(rank for rank, _ in ranks)
    return Match(_one_each(view, [position for rank, position in ranks if rank == best]), missing)


def _by_words(
    view: View, locator: Locator, roles: frozenset[str] | None, containers: bool, anchor: bool
) -> list[tuple[int, int]]:
    """(rank, position) of the elements whose role, name and id fit; a lower rank is a better reason."""
    found: list[tuple[int, int]] = []
    test = None if locator.name is None else name_test(locator.name, locator.match)
    # People call a window by part of its title: `dialog "Text Import"` is "Text Import - [orders.csv]".
    in_title = name_test(locator.name, "contains") if locator.name and locator.match == "exact" else None
    for position, element in enumerate(view.elements):
        if roles is not None:
            if element.role not in roles:
                continue
        elif element.role in CONTAINER_ROLES and not containers and not any(element.actions):
            continue
        if locator.accessible_id is not None and element.accessible_id != locator.accessible_id:
            continue
        if test is None:
            found.append((_OWN, position))
            continue
        rank = _name_rank(view, position, element, test)
        if rank is None and element.parent < 0 and in_title is not None and in_title(element.name):
            rank = _OTHER_WORDS
        if rank is not None:
            passive = roles is None and not anchor and element.role in _PASSIVE
            found.append((_STATIC if passive else rank, position))
    if test is not None and not anchor and not any(rank == _OWN for rank, _ in found) and locator.accessible_id is None:
        found += _by_label(view, roles, test, {position for _, position in found})
    return found


def _name_rank(view: View, position: int, element: Element, test: Callable[[str], bool]) -> int | None:
    if element.name:
        if test(element.name):
            return _OWN
    elif test(element.description):
        return _OTHER_WORDS
    if element.role in _BY_VALUE and element.value and test(element.value):
        return _OTHER_WORDS
    if not element.name and element.role in _TEXT_HOLDERS and element.children:
        inner = [view.elements[other] for other in range(position + 1, min(view.ends[position], position + 12))]
        words = [other.name for other in inner if other.role in LABEL_ROLES and other.name]
        if len(words) == 1 and test(words[0]):
            return _OTHER_WORDS
    return None


def _by_label(
    view: View, roles: frozenset[str] | None, test: Callable[[str], bool], taken: set[int]
) -> list[tuple[int, int]]:
    """Fields whose label has the name: forms without accessible names."""
    wanted = FIELD_ROLES if roles is None else roles & FIELD_ROLES
    if not wanted or not any(element.name and test(element.name) for element in view.elements):
        return []
    return [
        (_LABELLED, position)
        for position, element in enumerate(view.elements)
        if element.role in wanted
        and position not in taken
        and (test(view.label_text(position)) or (not element.name and test(view.holder_text(position))))
    ]


def _relate(forest: Forest, view: View, locator: Locator, positions: list[int]) -> tuple[list[int], Locator | None]:
    """Only those that stand to the others as asked; the nearest ones are chosen among what the rest leaves."""
    for relation in sorted(locator.relations, key=lambda relation: relation.kind in _CHOOSE_NEAREST):
        anchors = match(forest, view, relation.other, containers=relation.kind == "in", anchor=True).positions
        if relation.other.role == "column" and not anchors:
            anchors = match(forest, view, replace(relation.other, role="cell"), anchor=True).positions
        anchors = chosen(anchors, relation.other.nth)
        if not anchors:
            return [], relation.other
        positions = related(forest, view, relation.kind, positions, anchors)
    return positions, None


def chosen(positions: tuple[int, ...], nth: int | None) -> tuple[int, ...]:
    """The nth alone where a number was asked for."""
    return positions if nth is None else positions[nth - 1 : nth]


def _one_each(view: View, positions: Iterable[int]) -> tuple[int, ...]:
    """One position for each thing: of a button and the button or label inside it the one that acts."""
    kept: list[int] = []
    handles: set[tuple[str, str]] = set()
    for position in sorted(positions):
        handle = view.elements[position].handle
        if handle in handles:
            continue
        if kept and view.inside(position, kept[-1]) and _same_words(view, position, kept[-1]):
            if any(view.elements[position].actions) and view.elements[position].role not in _PASSIVE:
                handles.discard(view.elements[kept[-1]].handle)
                kept[-1] = position
                handles.add(handle)
            continue
        handles.add(handle)
        kept.append(position)
    return tuple(kept)


def _same_words(view: View, inner: int, outer: int) -> bool:
    one, other = view.elements[inner], view.elements[outer]
    return one.name == other.name or not one.name or not other.name
