"""What changed between two snapshots."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deskhand.model.element import Element
from deskhand.model.snapshot import Snapshot
from deskhand.perceive.render import element_line, short_ref, shorten, telling_states

GONE_LENGTH = 160
"""Characters that name what was removed, about."""

_QUIET_STATES = frozenset({"visible", "opaque", "focusable", "sensitive", "resizable", "stale", "visited"})


@dataclass(frozen=True, slots=True)
class Change:
    """One element that is there in both; `fields` maps what differs to (before, now)."""

    before: Element
    now: Element
    fields: dict[str, tuple[Any, Any]]

    def to_json(self) -> dict[str, Any]:
        fields = {name: {"before": before, "now": now} for name, (before, now) in self.fields.items()}
        return {
            "ref": self.now.ref,
            "was": self.before.ref,
            "role": self.now.role,
            "name": self.now.name,
            "fields": fields,
        }


@dataclass(frozen=True, slots=True)
class Diff:
    """`since` and `snapshot` are the ids. Elements outside the newer one's scope count as removed only when both have
    the same scope."""

    since: str
    snapshot: str
    added: tuple[Element, ...]
    removed: tuple[Element, ...]
    changed: tuple[Change, ...]
    complete: bool

    @property
    def empty(self) -> bool:
        return not (self.added or self.removed or self.changed)

    def to_json(self) -> dict[str, Any]:
        return {
            "since": self.since,
            "snapshot": self.snapshot,
            "complete": self.complete,
            "added": [element.to_json() for element in self.added],
            "removed": [element.to_json() for element in self.removed],
            "changed": [change.to_json() for change in self.changed],
        }

    def to_text(self) -> str:
        """`+` added and `~` changed, one line each, refs of the newer snapshot; `-` removed, together in a line. Where
        something lies is no part of it, as it is none of a snapshot's text: what only moved is counted."""
        counts = f"+{len(self.added)} -{len(self.removed)} ~{len(self.changed)}"
        lines = [f"# snapshot {self.snapshot} since {self.since} · {counts}"]
        if self.empty:
            lines.append("nothing changed")
        lines += [f"+ {element_line(element, indent=False)}" for element in self.added if not _is_blank(element)]
        lines += [f"- {_gone(self.removed)}"] if self.removed else []
        moved = 0
        for change in self.changed:
            parts = [
                f"{name}: {_words(before)} → {_words(now)}"
                for name, (before, now) in change.fields.items()
                if name != "bounds"
            ]
            moved += not parts
            name = f' "{shorten(change.now.name)}"' if change.now.name else ""
            if parts:
                lines.append(f"~ {short_ref(change.now.ref)} {change.now.role}{name}: {'; '.join(parts)}")
        return "\n".join([*lines, f"~ {moved} only moved"] if moved else lines)


def _is_blank(element: Element) -> bool:
    """An empty cell: a sheet has hundreds, and a snapshot's text leaves them out as well."""
    return element.role == "cell" and not element.value and not ({"focused", "selected"} & element.states)


def _gone(removed: tuple[Element, ...]) -> str:
    """What they were, as far as `GONE_LENGTH` characters say it; their refs are good for nothing any more."""
    words: list[str] = []
    for number, element in enumerate(removed):
        words.append(f'{element.role} "{shorten(element.name)}"' if element.name else element.role)
        left = len(removed) - number - 1
        if left and sum(map(len, words)) > GONE_LENGTH:
            return f"{', '.join(words)} and {left} more"
    return ", ".join(words)


def diff(old: Snapshot, new: Snapshot) -> Diff:
    """Match by object, then by role, name and the place in the tree; say what was added, removed and changed."""
    before_by_handle = {element.handle: number for number, element in enumerate(old.elements)}
    pairs: dict[int, int] = {}
    for number, element in enumerate(new.elements):
        found = before_by_handle.get(element.handle)
        if found is not None and old.elements[found].role == element.role:
            pairs[number] = found
    _pair_by_identity(old, new, pairs)
    taken = set(pairs.values())
    changed: list[Change] = []
    for number, found in pairs.items():
        fields = _fields(old.elements[found], new.elements[number])
        if fields:
            changed.append(Change(old.elements[found], new.elements[number], fields))
    same_scope = old.scope == new.scope and old.skeleton == new.skeleton
    removed = [element for number, element in enumerate(old.elements) if number not in taken] if same_scope else []
    return Diff(
        since=old.id,
        snapshot=new.id,
        added=tuple(element for number, element in enumerate(new.elements) if number not in pairs),
        removed=tuple(removed),
        changed=tuple(changed),
        complete=old.complete and new.complete and same_scope,
    )


def _pair_by_identity(old: Snapshot, new: Snapshot, pairs: dict[int, int]) -> None:
    """Objects that were made anew: the same role, name and id below the same named things, in the same order."""
    taken = set(pairs.values())
    waiting: dict[tuple[Any, ...], list[int]] = {}
    for number, element in enumerate(old.elements):
        if number not in taken:
            waiting.setdefault(_identity(old, element), []).append(number)
    if not waiting:
        return
    for places in waiting.values():
        places.reverse()
    for number, element in enumerate(new.elements):
        if number not in pairs:
            places = waiting.get(_identity(new, element))
            if places:
                pairs[number] = places.pop()


def _identity(snapshot: Snapshot, element: Element) -> tuple[Any, ...]:
    parent = snapshot.elements[element.parent] if element.parent >= 0 else None
    return (
        element.role,
        element.name,
        element.accessible_id,
        element.app,
        element.depth,
        (parent.role, parent.name) if parent is not None and parent.parent >= 0 else None,
    )


def _fields(before: Element, now: Element) -> dict[str, tuple[Any, Any]]:
    fields: dict[str, tuple[Any, Any]] = {}
    if before.name != now.name:
        fields["name"] = (before.name, now.name)
    if before.value != now.value:
        fields["value"] = (before.value, now.value)
    if before.states != now.states and before.states - _QUIET_STATES != now.states - _QUIET_STATES:
        shown_before, shown_now = telling_states(before), telling_states(now)
        if shown_before != shown_now:
            fields["states"] = (shown_before, shown_now)
    if before.bounds != now.bounds:
        fields["bounds"] = (_box(before), _box(now))
    if before.description != now.description:
        fields["description"] = (before.description, now.description)
    return fields


def _box(element: Element) -> list[int] | None:
    return None if element.bounds is None else element.bounds.to_json()


def _words(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return f'"{shorten(value)}"'
    if isinstance(value, list):
        return ", ".join(str(part) for part in value) or "none"
    return str(value)
