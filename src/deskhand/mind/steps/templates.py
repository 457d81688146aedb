"""Sentence templates of the vocabulary, compiled to regular expressions.

A template is words with `{slot}`, `[optional]` and `(one|other)` in it. In a spaced language every word stands
alone; in an unspaced one (Chinese) spaces do not count. What a slot may hold is decided by `SLOTS`; whether it makes
sense, by the grammar afterwards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from deskhand.errors import InternalError
from deskhand.mind.steps.lex import MARK

_NUMBER = r"[0-9]+(?:[.,][0-9]+)*|[^\W\d]+"
_CELL = r"\$?[A-Za-z]{1,3}\$?[0-9]{1,7}"

SLOTS = {
    "text": MARK,
    "secret": rf"(?:{MARK}|[^\W\d][\w.-]*)",
    "words": rf"{MARK}|[^{MARK[1:-1]}]+?",
    "name": rf"{MARK}|[^\W\d]\w*",
    "value": rf"{MARK}|[^{MARK[1:-1]}]+?",
    "number": rf"{MARK}|{_NUMBER}",
    "cell": rf"{MARK}|{_CELL}",
    "path": r".+?",
    "file": MARK,
    "app": r".+?",
    "window": rf"{MARK}|[^{MARK[1:-1]}]+?",
    "keys": r".+?",
    "menu": r".+?",
    "locator": r".+?",
    "other": r".+?",
    "condition": r".+?",
    "sentence": r".+",
    "state": r"[^\W\d]+(?: [^\W\d]+)?",
}
"""What each kind of slot may look like in a sentence whose quoted texts are marks."""

SLOT_MEANING = {
    "text": "a text in quotes",
    "words": "a text, in quotes or bare",
    "secret": "the name of a stored secret",
    "name": "a name for a value: letters, digits and `_`",
    "value": "a text in quotes, or a bare number or word",
    "number": "a number",
    "cell": "a cell such as `E202`",
    "path": "a file's path, in quotes where it has spaces",
    "file": "a file's path in quotes",
    "app": "an application's name or command",
    "window": "a window's title, in quotes, or a part of it",
    "keys": "keys such as `Ctrl+S` or `Return`",
    "menu": 'a menu path such as `"File > Save As…"`',
    "locator": 'an element: `button "Save" in dialog "Save As"`',
    "other": "a second element",
    "condition": "what follows `check that`",
    "sentence": "any other sentence",
    "state": "a state: enabled, checked, …",
}

_TOKENS = re.compile(
    r"\{(?P<slot>\w+)\}|(?P<open>[\[(])|(?P<close>[\])])|(?P<bar>\|)|(?P<space>\s+)|(?P<word>[^\s\[\](){}|]+)"
)


@dataclass(frozen=True)
class Template:
    """`source` as the vocabulary has it; `spaced` is False for a language written without spaces."""

    source: str
    spaced: bool

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(self._compiled() + r"\Z", re.IGNORECASE)

    @cached_property
    def slots(self) -> tuple[str, ...]:
        return tuple(match[1] for match in re.finditer(r"\{(\w+)\}", self.source))

    def match(self, skeleton: str) -> dict[str, str] | None:
        """The slots of a sentence that fits whole, else None."""
        found = self.pattern.match(skeleton)
        if found is None:
            return None
        slots = {slot: text.strip() for slot, text in found.groupdict().items() if text is not None}
        # Without spaces between words, a slot could be filled by a blank alone.
        return slots if all(slots.values()) else None

    def _compiled(self) -> str:
        gap = " " if self.spaced else r"\s*"
        out: list[str] = []
        closing: list[str] = []
        for token in _TOKENS.finditer(self.source):
            if token["slot"]:
                shape = SLOTS.get(token["slot"])
                if shape is None:
                    raise InternalError(f"the template {self.source!r} has the unknown slot {token['slot']!r}")
                out.append(f"(?P<{token['slot']}>{shape}){gap}")
            elif token["open"]:
                out.append("(?:")
                closing.append("?" if token["open"] == "[" else "")
            elif token["close"]:
                out.append(")" + closing.pop())
            elif token["bar"]:
                out.append("|")
            elif token["word"]:
                out.append(re.escape(token["word"]) + gap)
        return "".join(out)
