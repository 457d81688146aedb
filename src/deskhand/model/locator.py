"""Locators: a sentence that describes an element and is resolved anew at each use (values only; parsing and
matching live in `perceive/`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from deskhand.visible import quoted

NameMatch = Literal["exact", "contains", "pattern"]
RelationKind = Literal[
    "in", "right_of", "left_of", "above", "below", "near", "labelled", "in_row", "in_column", "after", "before"
]


@dataclass(frozen=True, slots=True)
class Relation:
    """How the element sought stands to another one, e.g. `right of label "Name"`."""

    kind: RelationKind
    other: Locator


@dataclass(frozen=True, slots=True)
class Locator:
    """`role` is canonical or a wider word (`field`, `item`); None matches any that is not a mere container.

    Exactly one element must match, unless `nth` (1-based, in reading order) was asked for by the caller. `cell` is a
    spreadsheet address (`E202`) inside the table of the window; `states` are states the element must have. `window`
    and `app` narrow where it is sought (names as a person would say them; exact first, else contained). `seen`: what is
    only drawn counts too, wherever it is (`on screen`).
    """

    role: str | None = None
    name: str | None = None
    match: NameMatch = "exact"
    nth: int | None = None
    relations: tuple[Relation, ...] = ()
    window: str | None = None
    app: str | None = None
    cell: str | None = None
    accessible_id: str | None = None
    states: frozenset[str] = frozenset()
    seen: bool = False

    def __str__(self) -> str:
        words: list[str] = []
        if self.nth is not None:
            words.append(_ordinal(self.nth))
        words.extend(sorted(self.states))
        if self.cell is not None:
            words.append(f"cell {self.cell}")
        else:
            words.append(self.role or "element")
        if self.name is not None:
            mark = {"exact": "", "contains": "~", "pattern": "/"}[self.match]
            words.append(f"/{_escape(self.name, '/')}/" if mark == "/" else f"{mark}{quoted(self.name)}")
        if self.accessible_id is not None:
            words.append(f"#{self.accessible_id}")
        for relation in self.relations:
            other = f"({relation.other})" if _needs_brackets(relation) else str(relation.other)
            words.append(f"{relation.kind.replace('_', ' ')} {other}")
        if self.window is not None:
            words.append(f"in window {quoted(self.window)}")
        if self.app is not None:
            words.append(f"of app {quoted(self.app)}")
        if self.seen:
            words.append("on screen")
        return " ".join(words)


def _needs_brackets(relation: Relation) -> bool:
    other = relation.other
    if other.relations or other.window is not None or other.app is not None or other.seen:
        return True
    # Without brackets `in window "X"` says where the first element is sought, `in row` (header) is another relation.
    return relation.kind == "in" and (other.role or "").split(" ")[0] in {"window", "application", "row", "column"}


def _escape(text: str, mark: str) -> str:
    return text.replace(mark, "\\" + mark)


def _ordinal(number: int) -> str:
    suffix = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"
