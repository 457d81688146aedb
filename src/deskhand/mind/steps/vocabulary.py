"""The words of the languages, as data: one TOML file each in `mind/vocabulary/`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, cast

from deskhand.mind.steps.lex import Separators
from deskhand.mind.steps.templates import Template

LANGUAGES = ("en", "zh")


@dataclass(frozen=True)
class Form:
    """One way to say one thing: `does` is the meaning the grammar knows, `fixed` what this wording already says of its
    arguments. `refused` forms are understood and turned down with that reason."""

    does: str
    templates: tuple[Template, ...]
    fixed: Mapping[str, str] = field(default_factory=dict[str, str])
    about: str = ""
    refused: str = ""


@dataclass(frozen=True)
class LocatorWords:
    """How elements are named in a language that puts relations before the element they help to find
    (标签"名称"右边的文本框). English has its own parser, `perceive.locator_text`."""

    roles: Mapping[str, str]
    ordinals: Mapping[str, int]
    relations: Mapping[str, str]
    states: Mapping[str, str]
    called: tuple[str, ...]
    containing: tuple[str, ...]
    labelled: tuple[str, ...]
    seen: tuple[str, ...]
    possessive: str
    unclear: tuple[str, ...]


@dataclass(frozen=True)
class Unclear:
    """Words that make what stands without quotes doubtful: a value that begins with one of `values` or has one of
    `inside` in it, a name with one of `names`. What is doubtful is refused, not guessed."""

    values: tuple[str, ...]
    inside: tuple[str, ...]
    names: tuple[str, ...]

    def in_value(self, text: str, *, spaced: bool) -> str | None:
        """The word that makes this value doubtful; None where it is clear."""
        if not spaced:
            begins = (word for word in self.values if text.startswith(word))
            return next(begins, None) or next((word for word in self.inside if word in text), None)
        words = text.lower().split()
        return next((word for word in words[:1] if word in self.values), None) or next(
            (word for word in words if word in self.inside), None
        )

    def in_name(self, text: str) -> str | None:
        """The word that makes this name doubtful; None where it is clear."""
        words = text.lower().split()
        return next((word for word in self.names if word in words), None)


@dataclass(frozen=True)
class Vocabulary:
    """One language."""

    code: str
    name: str
    spaced: bool
    sentences: tuple[Form, ...]
    conditions: tuple[Form, ...]
    locators: LocatorWords | None
    states: Mapping[str, str]
    keys: Mapping[str, str]
    numbers: Mapping[str, int]
    separators: Separators
    inside: str
    unclear: Unclear

    def placed(self, locator: str, other: str) -> str:
        """A description of an element that lies in another one, both in this language."""
        return self.inside.format(locator=locator, other=other)


@cache
def vocabulary(code: str) -> Vocabulary:
    """The vocabulary of a language, read once."""
    file = resources.files("deskhand.mind").joinpath("vocabulary", f"{code}.toml")
    return _built(code, tomllib.loads(file.read_text(encoding="utf-8")))


def vocabularies() -> tuple[Vocabulary, ...]:
    """All languages that ship."""
    return tuple(vocabulary(code) for code in LANGUAGES)


@cache
def separators() -> Separators:
    """The separators of all languages together: a script may mix them."""
    all_of = [language.separators for language in vocabularies()]
    return Separators(
        anywhere=tuple(word for one in all_of for word in one.anywhere),
        words=tuple(word for one in all_of for word in one.words),
        leading=tuple(word for one in all_of for word in one.leading),
        conditionals=tuple(word for one in all_of for word in one.conditionals),
    )


def _built(code: str, data: dict[str, Any]) -> Vocabulary:
    spaced = bool(data["spaced"])

    def forms(table: str) -> tuple[Form, ...]:
        return tuple(
            Form(
                str(entry["does"]),
                tuple(Template(text, spaced) for text in entry["say"]),
                {str(key): str(value) for key, value in entry.get("fixed", {}).items()},
                str(entry.get("about", "")),
                str(entry.get("refused", "")),
            )
            for entry in cast("list[dict[str, Any]]", data[table])
        )

    cuts = cast("dict[str, Any]", data["separators"])
    return Vocabulary(
        code,
        str(data["name"]),
        spaced,
        forms("sentences"),
        forms("conditions"),
        _locator_words(data["locators"], data["unclear"]) if "locators" in data else None,
        data["states"],
        data["keys"],
        data["numbers"],
        Separators(
            tuple(cuts.get("anywhere", ())),
            tuple(cuts.get("words", ())),
            tuple(cuts.get("leading", ())),
            tuple(cuts.get("conditionals", ())),
        ),
        str(data["inside"]),
        Unclear(*(tuple(cast("list[str]", data["unclear"][kind])) for kind in ("values", "inside", "names"))),
    )


def _locator_words(words: dict[str, Any], unclear: dict[str, Any]) -> LocatorWords:
    return LocatorWords(
        words["roles"],
        words["ordinals"],
        words["relations"],
        words["states"],
        tuple(words["called"]),
        tuple(words["containing"]),
        tuple(words["labelled"]),
        tuple(words["seen"]),
        str(words["possessive"]),
        tuple(unclear["names"]),
    )
