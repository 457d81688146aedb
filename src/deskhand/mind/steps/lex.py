"""A script cut into sentences: quotes, escapes, comments, separators and parameters, in any language.

What stands in quotes (and the value of a bare `{parameter}`) is taken out of the sentence and leaves one private-use
character behind. Grammar looks only at what is left, so no text and no value can ever be taken for words of the
language.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from deskhand.errors import BadRequest
from deskhand.model.secret import PLACEHOLDER
from deskhand.visible import read_number

QUOTES = {'"': '"', "“": "”", "„": "“", "'": "'", "‘": "’", "「": "」", "『": "』", "«": "»"}
_ESCAPES = {"n": "\n", "t": "\t", "\\": "\\", "{": "{", "}": "}"}
_FIRST_MARK = 0xE000
_LAST_MARK = 0xF8FF
MARK = f"[{chr(_FIRST_MARK)}-{chr(_LAST_MARK)}]"
"""The character class of what a quoted text leaves behind."""

_PARAMETER = re.compile(r"\{([^\W\d][\w.-]*)\}")
_SPACED = re.compile(r"([,:，：、。！!?？])(?=\s|$)|([，：、。！？])")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence. `text` is as the person wrote it, parameters filled in; `skeleton` has a mark in place of each
    text of `quotes`, single spaces, and a space after each word; `line` counts from 1. `parameters` are the texts
    that stood bare as `{name}`; `raw` is the sentence before they were filled in; `secrets` are the names that stood in
    double braces, whose placeholders stay in the texts."""

    line: int
    text: str
    skeleton: str
    quotes: tuple[str, ...]
    parameters: tuple[tuple[int, str], ...] = ()
    raw: str = ""
    secrets: tuple[str, ...] = ()

    def flat(self, part: str) -> str:
        """A part of the skeleton with its texts put back, without quotes. One quoted text comes back exactly."""
        mark = part.strip()
        if re.fullmatch(MARK, mark):
            return self.quotes[ord(mark) - _FIRST_MARK]
        return re.sub(MARK, lambda mark: self.quotes[ord(mark[0]) - _FIRST_MARK], part).strip()

    def parameter(self, part: str) -> str | None:
        """The name, where a part is one bare `{name}` and nothing else."""
        mark = part.strip()
        return dict(self.parameters).get(ord(mark) - _FIRST_MARK) if len(mark) == 1 else None

    def is_quoted(self, part: str) -> bool:
        """True where a part is one quoted text and nothing else."""
        mark = part.strip()
        return re.fullmatch(MARK, mark) is not None and self.parameter(part) is None

    def shown(self, part: str) -> str:
        """The same, in quotes, for messages."""
        return re.sub(MARK, lambda mark: f'"{self.quotes[ord(mark[0]) - _FIRST_MARK]}"', part).strip()


@dataclass(frozen=True, slots=True)
class Separators:
    """Words that end a sentence, and those that begin one whose first such word belongs to it (`if … then …`)."""

    anywhere: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    leading: tuple[str, ...] = ()
    conditionals: tuple[str, ...] = ()


@dataclass
class _Building:
    line: int
    text: list[str] = field(default_factory=list[str])
    skeleton: list[str] = field(default_factory=list[str])
    quotes: list[str] = field(default_factory=list[str])
    parameters: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    secrets: dict[str, None] = field(default_factory=dict[str, None])

    def mark(self, text: str, parameter: str | None = None) -> None:
        if parameter is not None:
            self.parameters.append((len(self.quotes), parameter))
        if len(self.quotes) > _LAST_MARK - _FIRST_MARK:
            raise BadRequest(f"line {self.line}: more quoted texts than one sentence may hold")
        character = chr(_FIRST_MARK + len(self.quotes))
        # A parameter may be a part of a word, as in {folder}/note.txt; a quoted text never is.
        self.skeleton.append(character if parameter is not None else f" {character} ")
        self.quotes.append(text)


class Lexer:
    """Cuts a script into sentences.

    Args:
        separators: the words that end a sentence.
        values: what parameters stand for.
        deferred: names of parameters that get their value only while the script runs; they stay as they are. It is
            asked anew at each sentence, so whoever reads the sentences one by one may add to it.
    """

    def __init__(
        self, separators: Separators, values: Mapping[str, str] | None = None, deferred: Container[str] = ()
    ) -> None:
        self._values = dict(values or {})
        self._deferred = deferred
        self._conditional = _beginning(separators.conditionals)
        words = "|".join(re.escape(word) for word in sorted(separators.words, key=len, reverse=True))
        anywhere = "|".join(re.escape(word) for word in sorted(separators.anywhere, key=len, reverse=True))
        leading = "|".join(re.escape(word) for word in sorted(separators.leading, key=len, reverse=True))
        choices = [r"(?P<end>[;；])"]
        if words:
            choices.append(rf"(?<![^\s,.，。{chr(_FIRST_MARK)}-{chr(_LAST_MARK)}])(?P<word>{words})(?=[\s,]|$)")
        if anywhere:
            choices.append(f"(?P<anywhere>{anywhere})")
        if leading:
            choices.append(rf"(?P<leading>(?<=[，,])\s*(?:{leading})|(?<=\s)(?:{leading})(?=\s))")
        self._separator = re.compile("|".join(choices), re.IGNORECASE)

    def sentences(self, script: str) -> Iterator[Sentence]:
        """All sentences of a script, one by one.

        Raises:
            BadRequest: a quote is not closed, or a parameter has no value; the message names the line.
        """
        for number, line in enumerate(script.splitlines(), 1):
            yield from self._line(number, line)

    def one(self, line: int, text: str) -> Sentence:
        """A text that is one sentence already, whatever it holds."""
        return self._finish(self._read(line, text), text)

    def _line(self, number: int, line: str) -> Iterator[Sentence]:
        start = 0
        for end, after in [*self._cuts(number, line), (len(self._blanked(number, line)), -1)]:
            sentence = self.one(number, line[start:end])
            if sentence.skeleton:
                yield sentence
            start = after

    def _cuts(self, number: int, line: str) -> list[tuple[int, int]]:
        """Where sentences end on this line: (end of one, start of the next)."""
        bare = self._blanked(number, line)
        cuts: list[tuple[int, int]] = []
        start = 0
        spared = False
        for match in self._separator.finditer(bare):
            is_conditional = self._conditional.match(bare[start : match.start()]) is not None
            if match.lastgroup != "end" and is_conditional and not spared:
                spared = True
                continue
            cuts.append(match.span())
            start, spared = match.end(), False
        return cuts

    def _blanked(self, number: int, line: str) -> str:
        """The line up to its comment, every quoted text (and parameter) replaced by as many marks."""
        out: list[str] = []
        place = 0
        while place < len(line):
            closing = _opens(line, place)
            if closing is not None:
                end = _closing(line, place, closing, number)
                out.append(chr(_FIRST_MARK) * (end - place))
                place = end
                continue
            if line[place] == "#" and (place == 0 or line[place - 1].isspace()):
                break
            match = _PARAMETER.match(line, place)
            if match is not None:
                out.append(chr(_FIRST_MARK) * len(match[0]))
                place = match.end()
                continue
            out.append(line[place])
            place += 1
        return "".join(out)

    def _read(self, line: int, text: str) -> _Building:
        building = _Building(line)
        place = 0
        while place < len(text):
            closing = _opens(text, place)
            if closing is not None:
                end = _closing(text, place, closing, line)
                inner = text[place + 1 : end - 1]
                building.text.append(text[place] + self._fill(inner, line, escapes=False) + closing)
                building.mark(self._fill(inner, line, escapes=True, secrets=building.secrets))
                place = end
                continue
            secret = PLACEHOLDER.match(text, place)
            if secret is not None:
                building.secrets[secret[1]] = None
                building.text.append(secret[0])
                building.mark(secret[0])
                place = secret.end()
                continue
            parameter = _PARAMETER.match(text, place)
            if parameter is not None:
                value = self._value(parameter[1], line)
                building.text.append(value)
                building.mark(value, parameter[1])
                place = parameter.end()
                continue
            character = text[place]
            building.text.append(character)
            # A private-use character of the person's own would be read as one of ours.
            building.skeleton.append(
                "\N{REPLACEMENT CHARACTER}" if _FIRST_MARK <= ord(character) <= _LAST_MARK else character
            )
            place += 1
        return building

    def _finish(self, building: _Building, raw: str) -> Sentence:
        text = "".join(building.text).strip().strip(",，。").strip()
        skeleton = _SPACED.sub(lambda match: f" {match[0]} ", "".join(building.skeleton))
        skeleton = " ".join(skeleton.split())
        skeleton = skeleton.strip(" ,，。、")
        if skeleton.endswith(".") and not skeleton.endswith(".."):
            skeleton = skeleton[:-1].rstrip()
        return Sentence(
            building.line,
            text,
            f"{skeleton} " if skeleton else "",
            tuple(building.quotes),
            tuple(building.parameters),
            raw,
            tuple(building.secrets),
        )

    def _fill(self, inner: str, line: int, *, escapes: bool, secrets: dict[str, None] | None = None) -> str:
        out: list[str] = []
        place = 0
        while place < len(inner):
            numbered = read_number(inner, place)
            if numbered is not None:
                out.append(numbered[0] if escapes else inner[place : numbered[1]])
                place = numbered[1]
                continue
            if inner[place] == "\\" and place + 1 < len(inner):
                follower = inner[place + 1]
                if follower in _ESCAPES or follower in QUOTES or follower in QUOTES.values():
                    out.append(_ESCAPES.get(follower, follower) if escapes else inner[place : place + 2])
                    place += 2
                    continue
            secret = PLACEHOLDER.match(inner, place)
            if secret is not None:
                if secrets is not None:
                    secrets[secret[1]] = None
                out.append(secret[0])
                place = secret.end()
                continue
            parameter = _PARAMETER.match(inner, place)
            if parameter is not None:
                out.append(self._value(parameter[1], line))
                place = parameter.end()
                continue
            out.append(inner[place])
            place += 1
        return "".join(out)

    def _value(self, name: str, line: int) -> str:
        if name in self._values:
            return self._values[name]
        if name in self._deferred:
            return f"{{{name}}}"
        kept = self._deferred if isinstance(self._deferred, Iterable) else ()
        known = sorted({*self._values, *(str(name) for name in kept)})
        raise BadRequest(
            f"line {line}: the parameter {{{name}}} has no value",
            sought=f"{{{name}}}",
            near=[f"{{{other}}}" for other in known],
            next_step=f"give it one (--set {name}=…), or remember it in an earlier step",
        )


def _opens(text: str, place: int) -> str | None:
    """The closing quote where a quoted text begins here, else None. An apostrophe inside a word opens nothing."""
    character = text[place]
    if character not in QUOTES:
        return None
    if character in "'‘’" and place and text[place - 1].isalnum() and ord(text[place - 1]) < 0x2E80:
        return None
    return QUOTES[character]


def _closing(text: str, place: int, closing: str, line: int) -> int:
    """The position behind the closing quote."""
    at = place + 1
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        if text[at] == closing:
            inside_word = closing == "'" and at + 1 < len(text) and text[at + 1].isalnum() and text[at - 1].isalnum()
            if not (inside_word and ord(text[at + 1]) < 0x2E80):
                return at + 1
        at += 1
    raise BadRequest(
        f"line {line}: the quote {text[place]} before {text[place + 1 : place + 21]!r} is not closed",
        sought=closing,
        next_step=f"close it with {closing}, or write \\{text[place]} for the character itself",
    )


def _beginning(words: tuple[str, ...]) -> re.Pattern[str]:
    choices = "|".join(re.escape(word) for word in words)
    return re.compile(rf"[\s,，]*(?:{choices})" if choices else r"(?!)", re.IGNORECASE)
