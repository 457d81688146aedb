"""A sentence that fitted a form, on its way to moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deskhand.mind.moves import Do, Move
from deskhand.mind.steps import slots
from deskhand.mind.steps.conditions import locator_of, target_of
from deskhand.mind.steps.lex import Sentence
from deskhand.mind.steps.vocabulary import Form, Vocabulary
from deskhand.model.action import Action, Target
from deskhand.model.locator import Locator

_WINDOW_ROLES = ("window", "dialog", "alert")


@dataclass(frozen=True)
class Building:
    """A form that fitted a sentence, with what stood in its slots. `inner` understands a sentence inside this one."""

    sentence: Sentence
    form: Form
    found: Mapping[str, str]
    language: Vocabulary
    folder: Path
    inner: Callable[[str], tuple[Move, ...]]

    def has(self, slot: str) -> bool:
        return bool(self.found.get(slot))

    def fixed(self, key: str) -> str:
        return self.form.fixed.get(key, "")

    def flat(self, slot: str) -> str:
        return self.sentence.flat(self.found[slot])

    def text(self, slot: str, what: str) -> str:
        return slots.text(self.sentence, self.found[slot], what)

    def locator(self, slot: str = "locator") -> Locator:
        return locator_of(self.sentence, self.found[slot], self.language)

    def target(self, slot: str = "locator") -> Target:
        return target_of(self.sentence, self.found[slot], self.language)

    def path(self, slot: str = "path") -> str:
        return slots.path(self.sentence, self.found[slot], self.folder)

    def window(self) -> dict[str, Any]:
        return {"window": self.text("window", "the window's title")} if self.has("window") else {}


Builder = Callable[[Building], tuple[Move, ...]]


def do(verb: str, target: Target | None = None, writes: str | None = None, **args: Any) -> Do:
    """One action."""
    return Do(Action(verb, target, args), writes)


def with_focus(
    verb: str, target: Target, args: dict[str, Any], secrets: tuple[str, ...] = ()
) -> tuple[Move, ...]:
    """Keys meant for a window go where its focus is: the window comes to the front, nothing in it is chosen for it."""
    if isinstance(target, Locator) and target.role in _WINDOW_ROLES and target.name and not target.relations:
        return (do("focus_window", window=target.name), Do(Action(verb, None, args, secrets=secrets)))
    return (Do(Action(verb, target, args, secrets=secrets)),)
