"""What stands in a slot of a sentence, turned into values; `BadRequest` where it is none."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from deskhand.errors import BadRequest
from deskhand.mind.steps.lex import Sentence
from deskhand.mind.steps.vocabulary import Vocabulary, vocabularies

MODIFIERS = {
    "ctrl": "ctrl",
    "control": "ctrl",
    "shift": "shift",
    "alt": "alt",
    "super": "super",
    "win": "super",
    "windows": "super",
    "meta": "super",
    "cmd": "super",
    "option": "alt",
    "altgr": "altgr",
}
NAMED_KEYS = (
    "Return",
    "Escape",
    "Tab",
    "space",
    "BackSpace",
    "Delete",
    "Insert",
    "Home",
    "End",
    "Page_Up",
    "Page_Down",
    "Up",
    "Down",
    "Left",
    "Right",
    "plus",
    "minus",
    "Print",
    "Menu",
    *(f"F{number}" for number in range(1, 25)),
)


class Decided(BadRequest):
    """The sentence is this form and no other, and something in it is wrong."""


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{1,15}:")
_FILE_LIKE = re.compile(r".*\.[A-Za-z][A-Za-z0-9]{0,4}\Z", re.DOTALL)
_MENU_STEP = re.compile(r"\s*(?:->|[>›→▸»])\s*")
_MOST_TIMES = 50


def keys(sentence: Sentence, part: str, words: Vocabulary) -> str:
    """Chords separated by spaces, keys by their names of the X keyboard: `Ctrl + S` gives `ctrl+s`."""
    text = re.sub(r"\s*\+\s*(?=\S)", "+", sentence.flat(part)).strip()
    if not text:
        raise BadRequest("no key is named", sought=part)
    known = _known_keys(words)
    whole = known.get(text.lower())
    if whole is not None:
        return whole
    return " ".join(_chord(chord, known) for chord in _chords(text, known))


def _known_keys(words: Vocabulary) -> dict[str, str]:
    known = {key.lower(): key for key in NAMED_KEYS}
    for vocabulary in (*vocabularies(), words):
        known.update({word.lower(): key for word, key in vocabulary.keys.items()})
    return known


def _chords(text: str, known: dict[str, str]) -> Iterable[str]:
    """Split at spaces, but keep keys of two words (`page up`) together."""
    two_words = [word for word in known if " " in word]
    pattern = "|".join(re.escape(word) for word in sorted(two_words, key=len, reverse=True))
    held = re.sub(pattern, lambda match: match[0].replace(" ", "\x00"), text, flags=re.IGNORECASE)
    return [chord.replace("\x00", " ") for chord in held.split()]


def _chord(chord: str, known: dict[str, str]) -> str:
    parts = chord.split("+")
    if chord.endswith("++") or chord == "+":
        parts = [*[part for part in parts if part], "plus"]
    *modifiers, last = parts
    named: list[str] = []
    for modifier in modifiers:
        plain = modifier.strip().lower()
        if plain not in MODIFIERS:
            raise _no_key(Decided, modifier, [*MODIFIERS])
        named.append(MODIFIERS[plain])
    key = last.strip()
    if len(key) == 1:
        named.append(key.lower() if modifiers and key.isascii() else key)
    elif key.lower() in known:
        named.append(known[key.lower()])
    elif key.lower() in MODIFIERS and not modifiers:
        named.append(MODIFIERS[key.lower()])
    else:
        # With a modifier it can be nothing but keys; alone it may be the name of a button.
        raise _no_key(Decided if modifiers else BadRequest, key, known)
    return "+".join(named)


def _no_key(kind: type[BadRequest], key: str, known: Iterable[str]) -> BadRequest:
    from deskhand.mind.steps.nearest import nearest

    return kind(
        f"there is no key {key!r}",
        sought=key,
        near=nearest(key, known, 5),
        next_step="write keys like Ctrl+S, Return, F5",
    )


def number(sentence: Sentence, part: str, words: Vocabulary, *, most: int = 10_000_000) -> int:
    """A whole number, in digits or as one of the language's number words."""
    text = sentence.flat(part).strip()
    found = words.numbers.get(text.lower())
    if found is None and re.fullmatch(r"[0-9]{1,9}|[0-9]{1,3}(,[0-9]{3})+", text):
        found = int(text.replace(",", ""))
    if found is None or found > most:
        raise BadRequest(
            f"{text!r} is not a number I can use here", sought=text, next_step=f"a whole number up to {most}"
        )
    return found


def times(sentence: Sentence, part: str, words: Vocabulary) -> int:
    """How often keys are pressed."""
    found = number(sentence, part, words, most=_MOST_TIMES)
    if found < 1:
        raise BadRequest("keys are pressed once at least", sought=part)
    return found


def path(sentence: Sentence, part: str, folder: Path) -> str:
    """An absolute path: `~` is the home directory, a relative one starts in the folder given."""
    text = sentence.flat(part)
    if not text.strip() or "\x00" in text or "\n" in text:
        raise BadRequest(f"{text!r} is not a path", sought=text)
    try:
        expanded = Path(text).expanduser()
    except RuntimeError as error:
        raise BadRequest(f"{text!r} names a home directory that does not exist", sought=text) from error
    return str(expanded if expanded.is_absolute() else folder / expanded)


def is_address(text: str) -> bool:
    """`http://…`, `file:///…`: not a path."""
    return _SCHEME.match(text) is not None


def is_file_like(text: str) -> bool:
    """What a person means as a file rather than an application."""
    return "/" in text or text.startswith("~") or _FILE_LIKE.match(text) is not None


def menu(sentence: Sentence, part: str) -> str:
    """`File > Save As…` in the form that the menu verb takes."""
    names = [name.strip() for name in _MENU_STEP.split(sentence.flat(part))]
    if not names or not all(names):
        raise BadRequest(
            f"{sentence.shown(part)!r} is not a menu path", sought=part, next_step='like "File > Save As…"'
        )
    return " > ".join(names)


def cell(sentence: Sentence, part: str) -> str:
    text = sentence.flat(part).strip().upper().replace("$", "")
    if not re.fullmatch(r"[A-Z]{1,3}[1-9][0-9]{0,6}", text):
        raise BadRequest(f"{text!r} is not a cell", sought=text, next_step="a column and a row, like E202")
    return text


def name(sentence: Sentence, part: str) -> str:
    text = sentence.flat(part).strip().strip("{}")
    if not re.fullmatch(r"[^\W\d][\w.-]*", text):
        raise BadRequest(
            f"{text!r} is not a name for a value", sought=text, next_step="letters, digits and _, a letter first"
        )
    return text


def text(sentence: Sentence, part: str, what: str) -> str:
    """A text that must not be empty (a window's title, an application)."""
    found = sentence.flat(part)
    if not found.strip():
        raise BadRequest(f"{what} is empty", sought=part)
    return found
