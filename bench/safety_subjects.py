"""What the mutation test acts on: each subject's words on the window, the verb, and what the fixture must log for it.

Knows the fixtures' words and nothing of how Deskhand works.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Literal

from fixtures.running import Logged

Page = Literal["controls", "lists", "playground"]
Family = Literal[
    "field button", "queue button", "button", "named twice", "switch", "radio", "value", "row", "tab", "menu"
]  # fmt: skip

DEEDS = frozenset({"clicked", "toggled", "changed", "selected", "activated", "page", "expanded", "collapsed", "opened"})
"""Events by which a widget says that it did something. Presses and keys are only ways there."""

ROLES = {
    "button": ("button", "toggle button", "checkbox"),
    "checkbox": ("checkbox",),
    "radio button": ("radio button", "checkbox"),
    "field": ("text field",),
    "text area": ("text area",),
    "spin button": ("spin button",),
    "slider": ("slider",),
    "combo box": ("combo box",),
    "row": ("cell", "list item", "label", "tree item"),
    "tab": ("tab",),
}
"""The canonical roles under which each toolkit may show one (GTK 4's radio buttons are check boxes)."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A deed the fixture must log; `value` None when any will do."""

    event: str
    widget: str
    value: Any = None

    def met_by(self, logged: Logged) -> bool:
        return (logged.event, logged.widget) == (self.event, self.widget) and self.value in (None, logged.value)


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing to do. `key` is the log's word for the widget, `name` its name on the window, `role` a key of `ROLES`,
    `may` further deeds that come with the right one (the radio button that goes out)."""

    family: Family
    page: Page
    key: str
    name: str
    role: str
    verb: str
    proof: Proof
    args: dict[str, Any] = field(default_factory=dict)
    may: tuple[tuple[str, str], ...] = ()
    place: str = ""
    """Where it is, in a locator's words, when the name alone would not tell."""

    def sentence_in(self, toolkit: str) -> str:
        """The locator: its kind of thing as this toolkit shows it, its name, its place."""
        word = {"row": "", "radio button": "checkbox" if toolkit == "gtk4" else self.role}.get(self.role, self.role)
        return " ".join(part for part in (word, f'"{self.name}"', self.place) if part)

    def alike(self, key: str, name: str) -> Proof:
        """The same deed done by another widget that bears the name now."""
        return Proof(self.proof.event, key, self.proof.value)


FIELD = {"Alpha": "alpha", "Beta": "beta", "Gamma": "gamma", "Delta": "delta"}
QUEUE = {"First": "first", "Second": "second", "Third": "third", "Fourth": "fourth"}
SWITCHES = {"Remember me": "remember_me", "Send news": "send_news"}
_REPORTS = ("Report 2024 (copy)", "Report 2024 draft")
_MENU = {"File > New": "menu_new", "Help > About": "menu_about", "File > Recent > prices.csv": "menu_prices_csv"}


def button(name: str, key: str, family: Family, page: Page, place: str = "") -> Subject:
    return Subject(family, page, key, name, "button", "click", Proof("clicked", key), place=place)


def choose(rng: random.Random) -> Subject:
    """One subject; buttons of the playground, which can be changed most, come most often."""
    makers = (_field, _field, _queue, _queue, _button, _twice, _switch, _switch, _radio, _entry, _number, _report, _row)
    return rng.choice((*makers, _row, _tab, _menu))(rng)


def _field(rng: random.Random) -> Subject:
    name = rng.choice(list(FIELD))
    return button(name, FIELD[name], "field button", "playground")


def _queue(rng: random.Random) -> Subject:
    name = rng.choice(list(QUEUE))
    return button(name, QUEUE[name], "queue button", "playground")


def _button(rng: random.Random) -> Subject:
    name, key = rng.choice((("Save", "save"), ("Delete", "delete"), ("Copy", "tool_copy"), ("Paste", "tool_paste")))
    return button(name, key, "button", "controls")


def _twice(rng: random.Random) -> Subject:
    """Two buttons named Apply: only where they are tells them apart."""
    where = rng.choice(("Fruit", "Vegetables"))
    return button("Apply", f"apply_{where.lower()}", "named twice", "controls", place=f'in panel "{where}"')


def _switch(rng: random.Random) -> Subject:
    name = rng.choice(list(SWITCHES))
    on = name == "Remember me"
    verb = rng.choice(("click", "check" if on else "uncheck"))
    return Subject(
        "switch", "controls", SWITCHES[name], name, "checkbox", verb, Proof("toggled", SWITCHES[name], value=on)
    )


def _radio(rng: random.Random) -> Subject:
    name = rng.choice(("Medium", "Large"))
    key, verb = name.lower(), rng.choice(("check", "select"))
    proof = Proof("toggled", key, value=True)
    return Subject("radio", "controls", key, name, "radio button", verb, proof, may=(("toggled", "small"),))


def _entry(rng: random.Random) -> Subject:
    name, role = rng.choice((("Name", "field"), ("Notes", "text area")))
    text = f"Zoë {rng.randrange(1000)}"
    verb, args = ("set_value", {"value": text}) if rng.random() < 0.5 else ("type", {"text": text})
    return Subject("value", "controls", name.lower(), name, role, verb, Proof("changed", name.lower(), text), args)


def _number(rng: random.Random) -> Subject:
    name, role = rng.choice((("Quantity", "spin button"), ("Volume", "slider")))
    number = rng.randrange(5, 95)
    proof = Proof("changed", name.lower(), number)
    return Subject("value", "controls", name.lower(), name, role, "set_value", proof, {"value": number})


def _report(rng: random.Random) -> Subject:
    entry = rng.choice(_REPORTS)
    proof = Proof("selected", "report", entry)
    return Subject("value", "controls", "report", "Report", "combo box", "select", proof, {"value": entry})


def _row(rng: random.Random) -> Subject:
    name, verb = f"Row {rng.randrange(2, 10)}", rng.choice(("click", "select"))
    return Subject("row", "lists", "rows", name, "row", verb, Proof("selected", "rows", [name]))


def _tab(rng: random.Random) -> Subject:
    name = rng.choice(("Lists", "Playground"))
    verb = rng.choice(("click", "select"))
    proof = Proof("page", "pages", name)  # GTK 3 marks the first row of a list that gets the focus with its page
    return Subject("tab", "controls", "pages", name, "tab", verb, proof, may=(("selected", "rows"),))


def _menu(rng: random.Random) -> Subject:
    path = rng.choice(list(_MENU))
    proof = Proof("activated", _MENU[path])
    return Subject("menu", "controls", _MENU[path], path, "menu", "menu", proof, {"path": path})
