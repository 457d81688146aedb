"""Firefox's text: behind each character outside the basic plane stands U+FEFF, so that its offsets, which count UTF-16
units, fit the characters of the answer."""

from __future__ import annotations

_FILLER = "\ufeff"
_BEYOND = 0xFFFF


def plain(raw: str) -> str:
    """The text itself."""
    if _FILLER not in raw:
        return raw
    kept: list[str] = []
    before = ""
    for character in raw:
        if not (character == _FILLER and before and ord(before) > _BEYOND):
            kept.append(character)
        before = character
    return "".join(kept)


def plain_offset(raw: str, offset: int) -> int:
    """Firefox's offset as one in the text itself."""
    return len(plain(raw[:offset])) if offset > 0 else offset


def raw_offset(text: str, offset: int) -> int:
    """An offset in the text itself as Firefox's."""
    return offset + sum(ord(character) > _BEYOND for character in text[: max(0, offset)])
