"""Secrets by their names: what a task says instead of the value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from deskhand.errors import BadRequest

PLACEHOLDER = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
"""`{{NAME}}`: stands for a secret in a text; shown instead of its value everywhere."""

_NAME = re.compile(r"[^\W\d][\w.-]{0,63}\Z")


@dataclass(frozen=True, slots=True)
class Secret:
    """A stored secret's name, given where a text is to be typed: `desktop.type(Secret("mail"), into=…)`.

    Raises `BadRequest` for what cannot be a name: a letter, then letters, digits, `_`, `.`, `-`; at most 64.
    """

    name: str

    def __post_init__(self) -> None:
        check_name(self.name)

    @property
    def placeholder(self) -> str:
        return placeholder(self.name)


def placeholder(name: str) -> str:
    return f"{{{{{name}}}}}"


def check_name(name: str) -> str:
    """The name itself; `BadRequest` where it is none (it is not shown whole: it may be the value, given by mistake)."""
    if not _NAME.match(name):
        raise BadRequest(
            "that is not a secret's name",
            sought="a letter, then letters, digits, _ . -",
            next_step="choose a name such as mail.password; the value is asked for",
        )
    return name


def names_in(text: str) -> tuple[str, ...]:
    """The names whose placeholders stand in a text, each once."""
    return tuple(dict.fromkeys(PLACEHOLDER.findall(text)))


def without_secrets(args: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """What was given, `None` left out, with placeholders for secrets; and the names of those."""
    given = {key: value for key, value in args.items() if value is not None}
    names = tuple(value.name for value in given.values() if isinstance(value, Secret))
    return {key: value.placeholder if isinstance(value, Secret) else value for key, value in given.items()}, names
