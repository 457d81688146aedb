"""Questions to the person, through the client: whether something may be done, and which of several is meant."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Question:
    """`key` names it among the questions of one call; `field` is what is asked for, by its JSON schema."""

    key: str
    message: str
    field: dict[str, Any]

    @property
    def schema(self) -> dict[str, Any]:
        return {"type": "object", "properties": {self.key: self.field}, "required": [self.key]}

    def answer_of(self, response: Any) -> Any:
        """What the person said; None where they said nothing or no."""
        if getattr(response, "action", "") != "accept":
            return None
        return (getattr(response, "content", None) or {}).get(self.key)


Ask = Callable[[Question], Awaitable[Any]]
"""Puts a question to the person and returns their answer; None where they, or their client, give none."""


def may_use_foreground(why: str) -> Question:
    words = f"{why}. May Deskhand use the pointer, keyboard and focus of this desktop for it?"
    return Question("allow", words, {"type": "boolean", "title": "Allow this once"})


def may_be_done(why: str) -> Question:
    return Question("allow", f"{why}. May Deskhand do it?", {"type": "boolean", "title": "Allow this once"})


def which_is_meant(why: str, places: Sequence[str]) -> Question:
    return Question("choice", f"{why}. Which one is meant?", {"type": "string", "title": "This one", "enum": [*places]})
