"""Elements in a language that puts what helps to find them first, without spaces: 标签"名称"右边的文本框.

locator  := (relation)* core
relation := core relation-word possessive?
core     := ordinal? state* (role name? | name role? | cell address)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import cast

from deskhand.errors import BadRequest
from deskhand.mind.steps.lex import MARK, Sentence
from deskhand.mind.steps.locate import unclear_name
from deskhand.mind.steps.vocabulary import LocatorWords
from deskhand.model.action import Target
from deskhand.model.geometry import Point
from deskhand.model.locator import Locator, NameMatch, Relation, RelationKind
from deskhand.model.ref import looks_like_ref, parse_ref

_POINT = re.compile(r"[((]?([0-9]{1,5})\s*[,，]\s*([0-9]{1,5})[))]?\Z")
_MOST_BARE_CHARACTERS = 24


def target(sentence: Sentence, part: str, words: LocatorWords) -> Target:
    """A ref, a point of the screen or a locator."""
    flat = sentence.flat(part)
    if looks_like_ref(flat):
        return parse_ref(flat)
    point = _POINT.match(part.strip())
    if point is not None:
        return Point(int(point[1]), int(point[2]))
    return locator(sentence, part, words)


def locator(sentence: Sentence, part: str, words: LocatorWords) -> Locator:
    """Read an element's description; `BadRequest` when it is none."""
    return _Reader(sentence, words).locator(part)


class _Reader:
    def __init__(self, sentence: Sentence, words: LocatorWords) -> None:
        self._sentence = sentence
        self._words = words
        roles = _choices(words.roles)
        ordinals = _choices(words.ordinals)
        states = _choices(words.states)
        called = f"(?:{_choices(words.called)})?"
        self._possessive = re.escape(words.possessive)
        self._head = re.compile(
            rf"\s*(?:第\s*(?P<nth>[0-9]+|{ordinals})\s*(?:个|项|行)?\s*)?(?P<states>(?:(?:{states})\s*{self._possessive}?\s*)*)"
        )
        containing = _choices(words.containing)
        self._shapes = tuple(
            re.compile(shape + r"\Z", re.IGNORECASE)
            for shape in (
                rf"(?P<role>{roles})\s*(?P<cell>\$?[A-Za-z]{{1,3}}\$?[0-9]{{1,7}})",
                rf"(?P<role>{roles})\s*(?:{containing})\s*(?P<part>{MARK})",
                rf"(?:{containing})\s*(?P<part>{MARK})\s*{self._possessive}\s*(?P<role>{roles})",
                rf"(?P<role>{roles})\s*{called}\s*(?P<name>{MARK})",
                rf"(?:{called}\s*)(?P<name>{MARK})\s*{self._possessive}?\s*(?P<role>{roles})",
                rf"(?P<name>{MARK})",
                rf"(?P<role>{roles})",
                rf"(?P<bare>.*?[^\s{words.possessive}])\s*(?P<role>{roles})",
                rf"(?P<role>{roles})\s*(?P<bare>.+)",
                r"(?P<bare>.+)",
            )
        )
        self._seen = re.compile(rf"\s*(?:{_choices(words.seen)})\s*{self._possessive}?\s*(?=\S)")
        self._labelled = re.compile(
            rf"\s*(?:{_choices(words.labelled)})\s*(?P<other>{MARK})\s*{self._possessive}\s*(?=\S)"
        )

    def locator(self, part: str) -> Locator:
        rest = part.strip()
        relations: list[Relation] = []
        window: str | None = None
        app: str | None = None
        seen = False
        while True:
            drawn = None if seen else self._seen.match(rest)
            if drawn is not None:
                seen, rest = True, rest[drawn.end() :]
                continue
            labelled = self._labelled.match(rest)
            if labelled is not None:
                relations.append(Relation("labelled", Locator(name=self._sentence.flat(labelled["other"]))))
                rest = rest[labelled.end() :]
                continue
            found = self._leading(rest)
            if found is None:
                break
            other, kind, end = found
            if kind == "in" and other.role == "window" and other.name and other.nth is None:
                window = other.name
            elif kind == "in" and other.role == "app" and other.name:
                app = other.name
            else:
                relations.append(Relation(kind, other))
            rest = rest[end:]
        core = self._core(rest)
        if core is None or core.role == "app":
            raise BadRequest(
                f"{self._sentence.shown(part)!r} describes no element",
                sought=self._sentence.shown(part),
                next_step='write it like: 按钮"保存", 对话框"另存为"中的按钮"保存", 标签"名称"右边的文本框',
            )
        return Locator(
            core.role,
            core.name,
            core.match,
            core.nth,
            tuple(relations),
            window,
            app,
            core.cell,
            None,
            core.states,
            seen,
        )

    def _leading(self, rest: str) -> tuple[Locator, RelationKind, int] | None:
        """The relation a description begins with. Its other element is never named bare: 我的文档 is a name."""
        for match in self._relation_matches(rest):
            other = self._core(match["other"])
            named = other is not None and not self._is_bare(match["other"])
            if named and self._core(rest[match.end() :]) is not None:
                kind = cast(RelationKind, self._words.relations[match["word"]])
                return cast(Locator, other), kind, match.end()
        return None

    def _relation_matches(self, rest: str) -> Iterable[re.Match[str]]:
        for end in range(1, len(rest)):
            match = re.compile(
                rf"(?P<other>.{{{end}}})\s*(?P<word>{_choices(self._words.relations)})\s*{self._possessive}?\s*(?=\S)"
            ).match(rest)
            if match is not None:
                yield match

    def _is_bare(self, part: str) -> bool:
        head = self._head.match(part)
        rest = part[head.end() :].strip() if head else part
        return not any(shape.match(rest) for shape in self._shapes[:7])

    def _core(self, part: str) -> Locator | None:
        head = self._head.match(part)
        nth: int | None = None
        states: set[str] = set()
        rest = part.strip()
        if head is not None:
            rest = part[head.end() :].strip()
            if head["nth"]:
                nth = int(head["nth"]) if head["nth"].isdigit() else self._words.ordinals[head["nth"]]
            for word in sorted(self._words.states, key=len, reverse=True):
                if word in head["states"]:
                    states.add(self._words.states[word])
        for shape in self._shapes:
            match = shape.match(rest)
            if match is None:
                continue
            groups = match.groupdict()
            bare = groups.get("bare")
            if bare is not None and not _may_be_name(bare):
                continue
            doubtful = next((word for word in self._words.unclear if word in (bare or "")), None)
            if doubtful is not None:
                raise unclear_name(str(bare).strip(), doubtful)
            return self._built(groups, nth, frozenset(states))
        return None

    def _built(self, groups: Mapping[str, str | None], nth: int | None, states: frozenset[str]) -> Locator | None:
        role = self._words.roles[groups.get("role") or ""] if groups.get("role") else None
        if groups.get("cell"):
            if role != "cell":
                return None
            return Locator("cell", cell=str(groups["cell"]).upper().replace("$", ""), nth=nth, states=states)
        name: str | None = None
        match: NameMatch = "exact"
        if groups.get("part"):
            name, match = self._sentence.flat(str(groups["part"])), "contains"
        elif groups.get("name"):
            name = self._sentence.flat(str(groups["name"]))
        elif groups.get("bare"):
            name = str(groups["bare"]).strip()
        if not role and name is None:
            return None
        return Locator(role or None, name, match, nth, states=states)


def _may_be_name(text: str) -> bool:
    return (
        len(text) <= _MOST_BARE_CHARACTERS
        and not re.search(rf"{MARK}|[\"#()/~,，:：。;；]", text)
        and bool(text.strip())
    )


def _choices(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) or r"(?!)"
