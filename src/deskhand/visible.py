"""Text that applications wrote, fit to be shown: nothing in it steers a terminal, turns a line round or ends it.

What does not print (control, formatting and direction characters, lone surrogates) is written as `\\u{1b}`, by its
number. Locators and sentences read that form back, so what is shown can be asked for.
"""

from __future__ import annotations

import re
import unicodedata
import zlib

NAME_LIMIT = 300
"""Characters of a name that are kept; a longer one keeps its beginning, its length and a checksum of the whole."""

CUT_AT = 120
"""Characters of a name or value that are shown in a line."""

_ESCAPED = re.compile(r"\\u\{([0-9a-fA-F]{1,6})\}")
_JOINERS = "\u200c\u200d"
_LAST = 0x10FFFF


def visible(text: str, keep: str = "") -> str:
    """The text with each character that does not print written as `\\u{…}`; those in `keep` stay."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character in keep or _belongs(text, place) else _number(character)
        for place, character in enumerate(text)
    )


def _belongs(text: str, place: int) -> bool:
    """Spaces of every width, and joiners where a script or an emoji needs them."""
    character = text[place]
    if unicodedata.category(character) == "Zs":
        return True
    return character in _JOINERS and place > 0 and not text[place - 1].isascii()


def _number(character: str) -> str:
    return f"\\u{{{ord(character):x}}}"


def read_number(text: str, place: int) -> tuple[str, int] | None:
    """The character that `\\u{…}` at this place stands for and where the form ends; None where there is none."""
    found = _ESCAPED.match(text, place)
    if found is None or int(found[1], 16) > _LAST:
        return None
    return chr(int(found[1], 16)), found.end()


def quoted(text: str) -> str:
    """The text in double quotes as a locator has it: quotes and backslashes escaped, the rest visible."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{visible(escaped)}"'


def short(text: str, limit: int) -> str:
    """At most about `limit` characters; what was left out is said."""
    return text if len(text) <= limit else f"{text[:limit]}… ({len(text)} characters)"


def cut(text: str) -> str:
    """The beginning of a text, `CUT_AT` characters with the `…` that ends it."""
    return text if len(text) <= CUT_AT else f"{text[: CUT_AT - 1]}…"


def short_name(name: str) -> str:
    """A name of up to `NAME_LIMIT` characters as it is; a longer one told apart from others of the same beginning."""
    if len(name) <= NAME_LIMIT:
        return name
    mark = zlib.crc32(name.encode("utf-8", "surrogatepass"))
    return f"{name[: NAME_LIMIT - 40]}… ({len(name)} characters, {mark:08x})"
