"""Elements as English sentences name them.

The locator language itself is `perceive.locator_text`'s. People also say `the Save button`, `"Save" button` or just
`Save`: that is turned into the same locators here. Bare words are a name only where nothing in them could be anything
else, so that no sentence half understood becomes a name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from deskhand.errors import BadRequest
from deskhand.mind.steps.lex import MARK, Sentence
from deskhand.mind.steps.vocabulary import vocabulary
from deskhand.model.action import Target
from deskhand.model.geometry import Point
from deskhand.model.locator import Locator, Relation, RelationKind
from deskhand.model.ref import looks_like_ref, parse_ref
from deskhand.perceive.locator_text import parse_locator
from deskhand.perceive.locator_words import ARTICLES, NAMING, ORDINAL_WORDS, RELATION_WORDS, ROLE_WORDS, STATE_WORDS
from deskhand.visible import quoted

_CONTAINING = re.compile(rf"(?:\b(?:containing|that contains|whose name contains)|~) (?={MARK})")
_POINT = re.compile(r"(?:(?:the )?(?:point|position) )?\(?([0-9]{1,5}) ?, ?([0-9]{1,5})\)?\Z")
_SEEN = re.compile(r"\S(?P<seen>\s+on (?:the )?screen)\s*\Z", re.IGNORECASE)
_MARK_ONLY = re.compile(rf"{MARK}\Z")
_NEVER_IN_NAMES = frozenset(
    {"and", "then", "that", "with", "window", "dialog", "app", "application", "into", "from", "if", "is"}
)
"""A bare name that holds one of these is more likely a sentence not understood."""

_MOST_BARE_WORDS = 6


def target(sentence: Sentence, part: str) -> Target:
    """A ref, a point of the screen or a locator."""
    flat = sentence.flat(part)
    if looks_like_ref(flat):
        return parse_ref(flat)
    point = _POINT.match(part.strip())
    if point is not None:
        return Point(int(point[1]), int(point[2]))
    return locator(sentence, part)


def locator(sentence: Sentence, part: str) -> Locator:
    """Read an element's description; `BadRequest` when it is none."""
    drawn = _SEEN.search(part)
    if drawn is not None:
        return replace(locator(sentence, part[: drawn.start("seen")]), seen=True)
    words = _CONTAINING.sub("~", _turned_round(part.strip()))
    try:
        return parse_locator(_quoted(sentence, words))
    except BadRequest as error:
        strict = error
    doubtful = vocabulary("en").unclear.in_name(words)
    if doubtful is not None and not re.search(MARK, words):
        raise unclear_name(sentence.flat(part), doubtful)
    loose = _loose(sentence, words.split())
    if loose is None:
        raise strict
    return loose


def unclear_name(name: str, word: str) -> BadRequest:
    """The refusal of a bare name in which a word may be meant otherwise."""
    return BadRequest(
        f"{name!r} may be one name, or more than one thing is asked for ({word!r})",
        sought=name,
        near=[quoted(name)],
        next_step="put the name in quotes, or write one sentence for each thing",
    )


def _quoted(sentence: Sentence, words: str) -> str:
    def quote(mark: re.Match[str]) -> str:
        text = sentence.flat(mark[0]).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{text}"'

    return re.sub(MARK, quote, words)


def _turned_round(part: str) -> str:
    """`"Save" button` becomes `button "Save"`, everywhere in the description."""
    words = part.split()
    out: list[str] = []
    at = 0
    while at < len(words):
        taken = _role_at(words, at + 1) if _MARK_ONLY.match(words[at]) else 0
        follows = words[at + 1 + taken : at + 2 + taken]
        before_is_role = bool(out) and out[-1].lower() in ROLE_WORDS
        named_itself = bool(follows) and (_MARK_ONLY.match(follows[0]) is not None or follows[0].startswith("#"))
        if taken and not before_is_role and not named_itself:
            out.extend(words[at + 1 : at + 1 + taken])
            out.append(words[at])
            at += 1 + taken
            continue
        out.append(words[at])
        at += 1
    return " ".join(out)


def _role_at(words: Sequence[str], at: int) -> int:
    """How many words from here are a role, 0 for none."""
    for count in (3, 2, 1):
        if at + count <= len(words) and " ".join(words[at : at + count]).lower() in ROLE_WORDS:
            return count
    return 0


def _loose(sentence: Sentence, words: list[str]) -> Locator | None:
    """Bare words as names: `the Save button in dialog "Save As"`, `Save`; None when they do not read so."""
    for cut in range(len(words) + 1):
        relation = _relation_at(words, cut) if cut < len(words) else (0, "in")
        if cut < len(words) and not relation[0]:
            continue
        head = _core(words[:cut])
        if head is None:
            continue
        if cut == len(words):
            return head
        rest = " ".join(words[cut:])
        tail = _tail(sentence, rest, words[cut + relation[0] :], relation[1])
        if tail is not None:
            return Locator(
                head.role,
                head.name,
                head.match,
                head.nth,
                tail.relations,
                tail.window,
                tail.app,
                None,
                None,
                head.states,
            )
    return None


def _tail(sentence: Sentence, rest: str, other: list[str], kind: RelationKind) -> Locator | None:
    """The relations behind a bare head, on an element of any kind."""
    try:
        return parse_locator("element #x " + _quoted(sentence, rest))
    except BadRequest:
        # `in the Save As dialog`: the other element may be named bare too, but only with its role, since
        # `sign in to site` must stay a name.
        core = _core(other, with_role=True)
        if core is None:
            return None
        if kind == "in" and core.role in ("window", "application") and core.name:
            return Locator(window=core.name) if core.role == "window" else Locator(app=core.name)
        return Locator(relations=(Relation(kind, core),))


def _relation_at(words: Sequence[str], at: int) -> tuple[int, RelationKind]:
    for count in (4, 3, 2, 1):
        phrase = " ".join(words[at : at + count]).lower()
        if at + count < len(words) and phrase in RELATION_WORDS:
            return count, RELATION_WORDS[phrase]
    return 0, "in"


def _core(words: Sequence[str], *, with_role: bool = False) -> Locator | None:
    """Article, ordinal, states, then a bare name with its role before, behind or nowhere."""
    at = 0
    nth: int | None = None
    states: set[str] = set()
    while at < len(words) - 1 and words[at].lower() in ARTICLES:
        at += 1
    if at < len(words):
        nth = _ordinal(words[at])
        at += nth is not None
    while at < len(words) - 1 and words[at].lower() in STATE_WORDS and words[at].islower():
        states.add(STATE_WORDS[words[at].lower()])
        at += 1
    rest = list(words[at:])
    role: str | None = None
    leading = _role_at(rest, 0)
    trailing = next(
        (count for count in (3, 2, 1) if len(rest) > count and _role_at(rest, len(rest) - count) == count), 0
    )
    if trailing:
        role, rest = ROLE_WORDS[" ".join(rest[-trailing:]).lower()], rest[:-trailing]
    elif leading and len(rest) > leading:
        role, rest = ROLE_WORDS[" ".join(rest[:leading]).lower()], rest[leading:]
        if rest[0].lower() in NAMING:
            rest = rest[1:]
    if not rest or len(rest) > _MOST_BARE_WORDS or (with_role and not role):
        return None
    name = " ".join(rest)
    if re.search(rf"{MARK}|[\"#()/~]", name) or any(word.lower() in _NEVER_IN_NAMES for word in rest):
        return None
    return Locator(role or None, name, "exact", nth, states=frozenset(states))


def _ordinal(word: str) -> int | None:
    digits = re.match(r"([1-9][0-9]{0,3})(?:st|nd|rd|th)\Z", word)
    return int(digits[1]) if digits else ORDINAL_WORDS.get(word.lower())
