"""Locators from sentences: `button "Save" in dialog "Save As"`.

    locator  := article? ordinal? state* core relation*
    core     := role name? id? | name id? | "cell" ADDRESS | id
    name     := "…" | ~"part" | /pattern/
    relation := relation-word (locator | "(" locator ")") | "in window" name | "of app" name | "on screen"

Relations all speak of the first element (`cell in column "Amount" in row "Total"`); brackets make one speak of the
element before it. `str(locator)` is read back as the same locator.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, NoReturn

from deskhand.errors import BadRequest
from deskhand.model.element import STATES
from deskhand.model.locator import Locator, NameMatch, Relation, RelationKind
from deskhand.perceive.addresses import address_of, is_address
from deskhand.perceive.locator_words import (
    ARTICLES,
    LOCATOR_ROLES,
    NAMING,
    ORDINAL_WORDS,
    RELATION_WORDS,
    SEEN_WORDS,
    STATE_WORDS,
)
from deskhand.visible import read_number

_CLOSING = {'"': '"', "'": "'", "“": "”", "„": "“”", "‘": "’", "«": "»", "「": "」", "”": "”"}
_WORD = re.compile(r"[^\s\"“”„«»「」()~#]+")
_ORDINAL = re.compile(r"([1-9][0-9]*)(?:st|nd|rd|th|\.)\Z", re.IGNORECASE)

_TokenKind = Literal["word", "quoted", "part", "pattern", "id", "(", ")", "end"]


@dataclass(frozen=True, slots=True)
class _Token:
    kind: _TokenKind
    text: str
    at: int


def parse_locator(text: str) -> Locator:
    """Read a locator; `BadRequest` names the position (from 1) and what was expected there."""
    reader = _Reader(text)
    locator = reader.locator()
    reader.expect_end()
    return locator


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char.isspace() or char == ",":
            at += 1
        elif char in "()":
            found.append(_Token("(" if char == "(" else ")", char, at))
            at += 1
        elif char == "~" and at + 1 < len(text) and text[at + 1] in _CLOSING:
            content, end = _quoted(text, at + 1)
            found.append(_Token("part", content, at))
            at = end
        elif char in _CLOSING:
            content, end = _quoted(text, at)
            found.append(_Token("quoted", content, at))
            at = end
        elif char == "/":
            content, end = _until(text, at + 1, "/", at)
            found.append(_Token("pattern", content, at))
            at = end
        elif char == "#":
            match = re.compile(r"#(\S+?)(?=[\s)]|\Z)").match(text, at)
            if match is None:
                _fail(text, at, "an accessible id after #")
            found.append(_Token("id", match[1], at))
            at = match.end()
        else:
            match = _WORD.match(text, at)
            if match is None:
                _fail(text, at, "a role, a quoted name or #id")
            found.append(_Token("word", match[0].rstrip(","), at))
            at = match.end()
    found.append(_Token("end", "", len(text)))
    return found


def _quoted(text: str, at: int) -> tuple[str, int]:
    """The content of the quotation that opens at `at`, with `\\"` and `\\\\` undone, and where it ends."""
    closing = _CLOSING[text[at]]
    content: list[str] = []
    here = at + 1
    while here < len(text):
        char = text[here]
        if char == "\\" and here + 1 < len(text) and text[here + 1] in closing + "\\":
            content.append(text[here + 1])
            here += 2
            continue
        numbered = read_number(text, here)
        if numbered is not None:
            content.append(numbered[0])
            here = numbered[1]
            continue
        if char in closing:
            return "".join(content), here + 1
        content.append(char)
        here += 1
    return _fail(text, at, f"a closing {closing[-1]} for this quotation")


def _until(text: str, start: int, mark: str, at: int) -> tuple[str, int]:
    """A pattern up to its closing mark; only the escaped mark itself is undone."""
    content: list[str] = []
    here = start
    while here < len(text):
        char = text[here]
        if char == "\\" and here + 1 < len(text):
            content.append(mark if text[here + 1] == mark else text[here : here + 2])
            here += 2
            continue
        if char == mark:
            return "".join(content), here + 1
        content.append(char)
        here += 1
    return _fail(text, at, f"a closing {mark} for this pattern")


def _fail(text: str, at: int, expected: str) -> NoReturn:
    found = repr(text[at : at + 20]) if at < len(text) else "the end"
    raise BadRequest(
        f"{text!r}, position {at + 1}: expected {expected}, found {found}",
        sought=text,
        next_step='write it like: button "Save" in dialog "Save As"',
    )


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = _tokens(text)
        self._at = 0

    # -- tokens

    def _token(self, ahead: int = 0) -> _Token:
        return self._tokens[min(self._at + ahead, len(self._tokens) - 1)]

    def _words(self, count: int) -> str | None:
        """The next `count` tokens as one lower-case phrase, None when they are not all words."""
        parts = [self._token(ahead) for ahead in range(count)]
        if any(part.kind != "word" for part in parts):
            return None
        return " ".join(part.text.lower() for part in parts)

    def _fail(self, expected: str) -> NoReturn:
        _fail(self._text, self._token().at, expected)

    def expect_end(self) -> None:
        if self._token().kind != "end":
            self._fail("a relation (in, right of, left of, above, below, near, labelled, in row, in column) or the end")

    def _longest(self, table: dict[str, str]) -> str | None:
        """Take the longest phrase that is in the table."""
        for count in (4, 3, 2, 1):
            words = self._words(count)
            if words is not None and words in table:
                self._at += count
                return table[words]
        return None

    def _skip(self, words: frozenset[str]) -> None:
        while self._token().kind == "word" and self._token().text.lower() in words:
            self._at += 1

    # -- grammar

    def locator(self) -> Locator:
        core = self._core("a role, a quoted name or #id")
        relations: list[Relation] = []
        window: str | None = None
        app: str | None = None
        seen = False
        while self._token().kind not in {"end", ")"}:
            start = self._at
            if not seen and self._longest(SEEN_WORDS) is not None:
                seen = True
                continue
            kind = self._relation()
            if kind is None:
                break
            self._skip(ARTICLES)
            place = self._words(1)
            if kind == "in" and place in {"window", "app", "application"} and self._token(1).kind == "quoted":
                title = self._token(1).text
                if place == "window" and window is None:
                    window = title
                elif place != "window" and app is None:
                    app = title
                else:
                    self._at = start
                    break
                self._at += 2
                continue
            relations.append(Relation(kind, self._other()))
        return replace(core, relations=tuple(relations), window=window, app=app, seen=seen)

    def _core(self, expected: str) -> Locator:
        """One element's own words, up to its relations."""
        nth = self._ordinal()
        states = self._states()
        role, cell = self._role()
        self._skip(NAMING)
        name, match = self._name()
        accessible_id = self._id()
        if role is None and name is None and accessible_id is None and cell is None:
            self._fail(expected)
        return Locator(
            role or None, name, match, nth, cell=cell, accessible_id=accessible_id, states=frozenset(states)
        )

    def _other(self) -> Locator:
        """The other element of a relation: without relations of its own unless it stands in brackets."""
        if self._token().kind == "(":
            self._at += 1
            inner = self.locator()
            if self._token().kind != ")":
                self._fail("a closing )")
            self._at += 1
            return inner
        return self._core("the other element: a role, a quoted name or #id")

    def _ordinal(self) -> int | None:
        self._skip(ARTICLES)
        token = self._token()
        if token.kind != "word":
            return None
        match = _ORDINAL.match(token.text)
        number = int(match[1]) if match else ORDINAL_WORDS.get(token.text.lower())
        if number is not None:
            self._at += 1
        return number

    def _states(self) -> list[str]:
        found: list[str] = []
        while self._token().kind == "word":
            word = self._token().text.lower()
            bare = word.removeprefix("!")
            state = STATE_WORDS.get(word) or (word if bare in STATES or bare == "empty" else None)
            if state is None:
                break
            found.append(state)
            self._at += 1
        return found

    def _role(self) -> tuple[str | None, str | None]:
        """The role ("" for any) and a cell address."""
        role = self._longest(LOCATOR_ROLES)
        if role == "cell" and self._token().kind == "word" and is_address(self._token().text):
            address = address_of(self._token().text)
            self._at += 1
            return None, address
        return role, None

    def _name(self) -> tuple[str | None, NameMatch]:
        token = self._token()
        kinds: dict[str, NameMatch] = {"quoted": "exact", "part": "contains", "pattern": "pattern"}
        if token.kind not in kinds:
            return None, "exact"
        self._at += 1
        return token.text, kinds[token.kind]

    def _id(self) -> str | None:
        token = self._token()
        if token.kind != "id":
            return None
        self._at += 1
        return token.text

    def _relation(self) -> RelationKind | None:
        for count in (4, 3, 2, 1):
            words = self._words(count)
            if words is not None and words in RELATION_WORDS:
                self._at += count
                return RELATION_WORDS[words]
        if self._words(1) in {"right_of", "left_of", "in_row", "in_column"}:
            self._at += 1
            return RELATION_WORDS[self._token(-1).text.lower().replace("_", " ")]
        return None
