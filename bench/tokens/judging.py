"""What an observation tells of a window's controls, measured on another reader's account of them.

Nothing here talks to a desktop: texts in, counts out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from deskhand.perceive.addresses import is_address
from deskhand.perceive.render import shorten
from deskhand.visible import quoted, short_name

FACETS = ("role", "name", "value", "state", "handle")

ROLES: dict[str, frozenset[str]] = {
    "push button": frozenset({"button"}),
    "push button menu": frozenset({"menu button", "button"}),
    "toggle button": frozenset({"toggle button", "switch"}),
    "check box": frozenset({"checkbox", "switch"}),
    "radio button": frozenset({"radio button"}),
    "entry": frozenset({"text field", "password field", "text area"}),
    "text": frozenset({"text field", "text area", "document", "terminal"}),
    "password text": frozenset({"password field"}),
    "spin button": frozenset({"spin button"}),
    "slider": frozenset({"slider"}),
    "combo box": frozenset({"combo box"}),
    "link": frozenset({"link"}),
    "page tab": frozenset({"tab"}),
    "menu": frozenset({"menu"}),
    "menu item": frozenset({"menu item"}),
    "check menu item": frozenset({"check menu item"}),
    "radio menu item": frozenset({"radio menu item"}),
    "list item": frozenset({"list item"}),
    "tree item": frozenset({"tree item"}),
    "icon": frozenset({"icon", "list item", "image"}),
    "table cell": frozenset({"cell", "tree item", "list item"}),
    "table column header": frozenset({"column header"}),
    "column header": frozenset({"column header"}),
}
"""The judge's word (pyatspi's) for a role → the words that say it in ours."""

_WRITTEN = frozenset({"entry", "text", "spin button", "password text"})
_GREYED = frozenset(ROLES) - {"table cell", "table column header", "column header", "icon"}
_STRING = r'"(?:[^"\\]|\\.)*"'
_ELEMENT = re.compile(
    rf'(?P<ref>e\d+)(?P<role> [a-z][a-z ]*?)?(?: (?P<name>{_STRING}))?(?: = (?P<value>{_STRING}))?'
    rf'(?: \((?P<hint>{_STRING})\))?(?: \[(?P<states>[^\]]*)\])?(?: …\([^)]*\))?(?: \(seen, [\d.]+\))?(?::? (?=e\d)|$)'
)  # fmt: skip


_TAG = re.compile(r"<[^>]*>")
_CLASS_NAME = re.compile(r"(Gtk|Adw)[A-Z]\w+")


@dataclass(frozen=True, slots=True)
class Told:
    """One element as an observation tells it; `name`, `value` and `hint` as they stand there, without quotes."""

    role: str
    name: str
    value: str | None = None
    states: frozenset[str] = frozenset()
    handle: str = ""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Control:
    """One control as the judge saw it."""

    role: str
    name: str
    states: frozenset[str]
    text: str | None = None
    number: float | None = None
    hint: str = ""

    @classmethod
    def of(cls, row: dict[str, Any]) -> Control:
        """From a line of `second_eye.py`."""
        states, hint = frozenset(row["states"]), row.get("hint", "")
        return cls(row["role"], row["name"], states, row.get("text"), row.get("number"), hint)

    @property
    def title(self) -> str:
        """What it is called: its name, else, where that is what it shows, its text, else the words of its hint. GTK 4
        says a button's label twice, and the name of its own class where there is none."""
        name = "" if _CLASS_NAME.fullmatch(self.name) else self.name.strip()
        half = len(name) // 2
        if len(name) % 2 and name[half] == " " and name[:half] == name[half + 1 :]:
            return name[:half]
        shown = " ".join((self.text or "").split()) if self.role not in _WRITTEN else ""
        return name or shown or " ".join(unescape(_TAG.sub("", self.hint)).split())

    @property
    def value(self) -> str | None:
        """What a person reads off it; None where it shows nothing but its name."""
        if self.role == "password text":
            return None
        if self.role in _WRITTEN and self.text:
            return self.text.replace("\ufffc", "")
        if self.role == "table cell" and self.text and is_address(self.name):
            return self.text
        if self.role == "slider" and self.number is not None:
            return f"{self.number:.10g}"
        return None

    @property
    def telling(self) -> frozenset[str]:
        """The states that make a difference to somebody who acts."""
        found = {state for state in ("checked", "selected", "focused", "expanded") if state in self.states}
        if "pressed" in self.states and self.role == "toggle button":
            found.add("checked")
        if self.role in _GREYED and not self.states & {"sensitive", "enabled"}:
            found.add("disabled")
        return frozenset(found)


def controls_of(rows: Iterable[dict[str, Any]]) -> list[Control]:
    """The judge's controls; what it sees twice at one place (LibreOffice's menus) is one thing for a person."""
    found: list[Control] = []
    places: dict[tuple[str, str], list[list[int]]] = {}
    for row in rows:
        known = places.setdefault((row["role"], row["name"]), [])
        if not row["name"] or not any(_overlap(row["box"], box) for box in known):
            found.append(Control.of(row))
        known.append(row["box"])
    return found


def _overlap(one: Sequence[int], other: Sequence[int]) -> bool:
    return all(one[i] < other[i] + other[i + 2] and other[i] < one[i] + one[i + 2] for i in (0, 1))


def told_texts(texts: Sequence[str], content: str) -> list[bool]:
    """Which of a window's texts an answer says; the first 40 characters count, as lines may be cut, and a
    field's name with its value is the text of the label around both."""
    flat = " ".join(content.replace("\\n", " ").replace('\\"', '"').split())
    joined = re.sub(r'" ?= ?"', " ", flat)
    return [text[:40].rstrip() in flat or text[:40].rstrip() in joined for text in texts]


@dataclass(slots=True)
class Account:
    """How much of the judge's controls an observation tells. `lost` says in words what is missing."""

    controls: int
    covered: int = 0
    told: Counter[str] = field(default_factory=Counter[str])
    lost: list[str] = field(default_factory=list[str])

    @property
    def whole(self) -> bool:
        return self.covered == self.controls and not self.lost


def read_tree(text: str) -> list[Told]:
    """Every element of our own compact tree. ValueError for a line that is none: the format must be readable."""
    found: list[Told] = []
    for line in text.splitlines():
        rest, role = line.strip(), ""
        if not rest or rest.startswith(("#", "note: ", "…")):
            continue
        while rest:
            match = _ELEMENT.match(rest)
            if match is None or not match.end():
                raise ValueError(f"not an element: {rest!r}")
            role = (match["role"] or "").strip() or role
            states = frozenset((match["states"] or "").split(", ")) - {""}
            name, value, hint = (_bare(match[part]) for part in ("name", "value", "hint"))
            found.append(Told(role, name or "", value, states, match["ref"], hint or ""))
            rest = rest[match.end() :]
    return found


def _bare(text: str | None) -> str | None:
    return None if text is None else text[1:-1]


def as_shown(text: str) -> str:
    """A name or value as our lines show it: on one line, cut at 120 characters, its quotes escaped."""
    return quoted(shorten(short_name(text)))[1:-1]


def account(controls: Sequence[Control], told: Sequence[Told]) -> Account:
    """Each control finds the element that tells most of it; one element stands for one control only."""
    result = Account(len(controls))
    by_name: dict[str, list[int]] = {}
    for position, one in enumerate(told):
        for word in {one.name, one.value or "", one.hint}:
            by_name.setdefault(word, []).append(position)
    used: set[int] = set()
    # Those with most to tell first, so that a twin without it does not take their place.
    for control in sorted(controls, key=lambda one: (-len(one.telling), not one.value)):
        words = [as_shown(control.title)] + ([as_shown(control.value)] if control.value and not control.title else [])
        places = [place for word in words for place in by_name.get(word, ()) if place not in used]
        best = max(places, key=lambda place: sum(_facets(control, told[place]).values()), default=None)
        facets = _facets(control, told[best]) if best is not None else {}
        if best is None or not facets["role"]:
            result.lost.append(f"{control.role} {control.title!r}")
            continue
        used.add(best)
        result.covered += 1
        for facet, held in facets.items():
            result.told[facet] += held
            if not held:
                result.lost.append(f"the {facet} of {control.role} {control.title!r}: {_wanted(control, facet)}")
    return result


def _facets(control: Control, told: Told) -> dict[str, bool]:
    value = control.value
    return {
        "role": told.role in ROLES.get(control.role, frozenset({control.role})),
        "name": as_shown(control.title) in (told.name, told.value, told.hint),
        "value": value is None or as_shown(value) in (told.value or "", told.name),
        "state": control.telling <= told.states | ({"checked"} if "pressed" in told.states else set()),
        "handle": bool(told.handle),
    }


def _wanted(control: Control, facet: str) -> str:
    return {"value": repr(control.value), "state": ", ".join(sorted(control.telling))}.get(facet, "")


def kindly(controls: Sequence[Control], told: Sequence[Told]) -> Account:
    """The same for another program's observation, read kindly: a control is covered by its name alone where it has one
    (also cut short by `…`), by its kind of role where it has none; each element stands for one control."""
    result = Account(len(controls))
    named: dict[str, list[Told]] = {}
    nameless: dict[str, list[Told]] = {}
    cut: list[Told] = []
    for one in told:
        for word in {_plain(one.name), _plain(one.value)} - {""}:
            named.setdefault(word, []).append(one)
        if not _plain(one.name):
            nameless.setdefault(_family(one.role), []).append(one)
        elif one.name.endswith("…") and len(one.name) > 8:
            cut.append(one)
    used: set[int] = set()
    for control in sorted(controls, key=lambda one: -len(one.telling)):
        name = _plain(control.title)
        places = named.get(name, []) if name else nameless.get(_family(control.role), [])
        places = places or [one for one in cut if name and name.startswith(_plain(one.name[:-1]))]
        free = [one for one in places if id(one) not in used]
        best = max(free, key=lambda one: (control.telling <= one.states, bool(one.handle)), default=None)
        if best is None:
            result.lost.append(f"{control.role} {control.title!r}")
            continue
        used.add(id(best))
        result.covered += 1
        result.told["handle"] += bool(best.handle)
        result.told["state"] += control.telling <= best.states
    return result


def _plain(text: str | None) -> str:
    return " ".join((text or "").replace("\ufffc", "").split())


def _family(role: str) -> str:
    """One word for the names that programs give to one kind of control."""
    word = re.sub(r"[^a-z]", "", role.lower().removeprefix("ax"))
    for family, marks in _FAMILIES.items():
        if any(mark in word for mark in marks):
            return family
    return word


_FAMILIES = {
    "check": ("check", "switch"), "radio": ("radio",), "spin": ("spin", "incrementor"),
    "combo": ("combo", "popupbutton"),
    "slider": ("slider",), "toggle": ("toggle",), "menu": ("menu",), "button": ("button",), "tab": ("tab",),
    "cell": ("cell", "header", "row", "item", "icon"), "text": ("text", "entry", "field", "edit"), "link": ("link",),
}  # fmt: skip
