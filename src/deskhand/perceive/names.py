"""When two names are the same name to a person."""

from __future__ import annotations

import re
from collections.abc import Callable

from deskhand.errors import BadRequest
from deskhand.model.locator import NameMatch
from deskhand.visible import CUT_AT, short_name

_MNEMONIC = re.compile(r"(?<![^\W_])[_&](?=[^\W_])")
_TAIL = re.compile(r"(?:\s*(?:…|\.\.\.|:|：))+\Z")

NameTest = Callable[[str], bool]


def plain(name: str) -> str:
    """Case, outer and doubled space, mnemonic marks and a trailing `…`, `...` or `:` do not count."""
    text = " ".join(name.replace("\ufffc", " ").split()).casefold()
    if "_" in text or "&" in text:
        text = _MNEMONIC.sub("", text)
    return (_TAIL.sub("", text) or text) if text[-1:] in "….:：" else text


def name_test(name: str, match: NameMatch) -> NameTest:
    """A test for names as a locator asks for them; `BadRequest` for a pattern that is none."""
    if match == "pattern":
        try:
            pattern = re.compile(name, re.IGNORECASE)
        except re.error as error:
            raise BadRequest(f"/{name}/ is not a regular expression: {error}", sought=name) from error
        return lambda text: bool(text) and pattern.search(text) is not None
    if match == "exact" and name.endswith("…") and len(name) >= CUT_AT:
        # A name as the compact text shows it, cut: what is shown can be asked for.
        start_of = plain(name[:-1])
        return lambda text: plain(text).startswith(start_of)
    wanted = plain(short_name(name.strip()))
    if match == "contains":
        return lambda text: bool(text) and wanted in plain(text)
    if not wanted:
        return lambda text: not text.strip()
    start = wanted[0]

    def same(text: str) -> bool:
        # Most names fail at their first letter; the full comparison is for the rest.
        head = text[:1]
        if head.isalnum() and head.isascii() and head.lower() != start:
            return False
        return bool(text) and plain(text) == wanted

    return same
