"""Key chords as people write them: `ctrl+shift+s`, `Return`, `alt+f s`."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.adapters.linux.x11.keysyms import MODIFIERS, keysym_named
from deskhand.errors import BadRequest

_COMMANDS = frozenset({"ctrl", "control", "alt", "super", "win", "cmd", "meta", "option"})


@dataclass(frozen=True, slots=True)
class Chord:
    """Keysyms of the modifiers to hold, and of the key; `words` as written; `commands` is True with more than
    shift held."""

    holding: tuple[int, ...]
    key: int
    words: str
    commands: bool = False


def parse_chords(text: str) -> list[Chord]:
    """Chords separated by spaces. `BadRequest` names an unknown key or modifier."""
    chords = [_parse_chord(word) for word in text.split()]
    if not chords:
        raise BadRequest("no keys to press", sought=text, next_step="name at least one key: Return")
    return chords


def _parse_chord(word: str) -> Chord:
    if word == "+":
        parts = ["+"]
    elif word.endswith("++"):
        parts = [*word[:-2].split("+"), "+"]
    else:
        parts = word.split("+")
    *before, key = parts
    holding: list[int] = []
    for name in before:
        keysym = MODIFIERS.get(name.lower())
        if keysym is None:
            raise BadRequest(
                f"{name!r} in {word!r} is no modifier", sought=word, near=sorted(MODIFIERS),
                next_step="put modifiers first: ctrl+shift+s; separate chords by spaces",
            )  # fmt: skip
        if keysym not in holding:
            holding.append(keysym)
    # "Ctrl+S" is how people write ctrl and the S key; shift is meant only where it is said.
    commands = any(name.lower() in _COMMANDS for name in before)
    if len(key) == 1 and commands:
        key = key.lower()
    return Chord(tuple(holding), keysym_named(key), word, commands)
