"""Known secret values taken out of whatever leaves: texts, records, errors. Pure; what a value is known by decides
what stands in its place."""

from __future__ import annotations

import base64
import html
import json
import re
import threading
import unicodedata
import urllib.parse
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, cast

MASK = "••••"
"""Stands for a secret that has no name."""

SHORTEST = 3
"""Characters a value has at least to be looked for: a shorter one cannot be told from ordinary text. One of exactly so
many is found only where it stands alone."""

_LONG = 6
"""Characters from which on a value is also found encoded, or in pieces."""

_JUNK = r"(?:<[^<>]{0,200}>|[\u00ad\u200b-\u200d\u2060\ufeff\ufffc\n\r])*"
_JUNK_RUN = re.compile(r"<[^<>]{0,200}>|[\u00ad\u200b-\u200d\u2060\ufeff\ufffc\n\r]")
_OWN_WORDS = frozenset(
    ["verb", "route", "delivery", "retry", "scope", "check", "code", "kind", "role", "status", "verdict", "ref",
     "fingerprint", "states", "pictures", "run", "desktop", "snapshot", "started", "sha256", "base64", "format"]
)  # fmt: skip
"""Keys whose values are words of our own: a password that happens to be one of them must not break a record."""


class _Known:
    """One value: how it may be written, and what is shown instead."""

    __slots__ = ("forms", "loose", "shown", "value")

    def __init__(self, value: str, shown: str) -> None:
        self.value = value
        self.shown = shown
        self.forms = tuple(sorted(_forms(value), key=lambda form: (-len(form), form)))
        pieces = _JUNK.join(re.escape(character) for character in value)
        self.loose = re.compile(pieces) if len(value) >= _LONG else None


class Redactor:
    """Replaces every known value wherever it stands, also escaped, encoded or split by markup. Longest first, so that a
    value that holds another one leaves nothing over. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: tuple[_Known, ...] = ()

    def __bool__(self) -> bool:
        return bool(self._known)

    def add(self, value: str, shown: str = MASK) -> bool:
        """From now on `shown` stands for this value. False where it is too short to be looked for, or known."""
        if len(value) < SHORTEST or not value.strip() or set(value) <= set("•*●"):
            return False
        with self._lock:
            known = {one.value: one for one in self._known}
            if value in known and (known[value].shown == shown or shown == MASK):
                return False
            known[value] = _Known(value, shown)
            self._known = tuple(sorted(known.values(), key=lambda one: (-len(one.value), one.value)))
        return True

    def values(self) -> list[tuple[str, str]]:
        """What is known, as (value, shown)."""
        return [(one.value, one.shown) for one in self._known]

    def text(self, text: str, *, cut: bool = False) -> str:
        """The text without the values. `cut` says that it may end in the middle of one: then its beginning goes too."""
        for one in self._known:
            text = _replaced(text, one)
            if cut:
                text = _without_beginning(text, one)
        return text

    def aligned(self, text: str) -> str:
        """The same with as many bullets in place of each value, so that every other character keeps its position."""
        for one in self._known:
            for form in one.forms:
                if form in text:
                    text = _plain(form, "•" * len(form), text)
            if one.loose is not None:
                text = one.loose.sub(lambda match: "•" * len(match[0]), text)
        return text

    def parts(self, texts: Sequence[str]) -> list[str] | None:
        """Texts that stand one behind the other, where a value reaches over several; None where none does."""
        whole = "".join(texts)
        ends = list(accumulate(len(text) for text in texts))
        plain = _JUNK_RUN.sub("", whole)
        spans = [
            (*match.span(), one.shown)
            for one in self._known
            if one.loose is not None and one.value in plain
            for match in one.loose.finditer(whole)
            if bisect_right(ends, match.start()) != bisect_left(ends, match.end())
        ]
        if not spans:
            return None
        found: list[str] = []
        for start, end, text in zip([0, *ends], ends, texts, strict=False):
            kept = text
            for first, last, shown in sorted(spans, reverse=True):
                low, high = max(first, start) - start, min(last, end) - start
                if low < high:
                    kept = kept[:low] + (shown if first >= start else MASK) + kept[high:]
            found.append(self.text(kept))
        return found

    def __call__(self, data: Any) -> Any:
        """JSON data with every text redacted, keys of mappings included; what our own words stand in is left."""
        if not self._known:
            return data
        if isinstance(data, str):
            return self.text(data)
        if isinstance(data, dict):
            pairs = cast("dict[Any, Any]", data).items()
            return {
                key if key in _OWN_WORDS else self(key): item if key in _OWN_WORDS and _is_word(item) else self(item)
                for key, item in pairs
            }
        if isinstance(data, (list, tuple, set, frozenset)):
            return [self(item) for item in cast("Iterable[Any]", data)]
        if data is None or isinstance(data, (bool, int, float)):
            return data
        return self(str(data))


def _is_word(item: object) -> bool:
    return isinstance(item, str) or (
        isinstance(item, (list, tuple)) and all(isinstance(part, str) for part in cast("Iterable[object]", item))
    )


def _replaced(text: str, one: _Known) -> str:
    for form in one.forms:
        if form in text:
            text = _plain(form, one.shown, text)
    if one.loose is not None and one.value in _JUNK_RUN.sub("", text):
        text = one.loose.sub(lambda _: one.shown, text)
    return text


def _plain(form: str, shown: str, text: str) -> str:
    if len(form) > SHORTEST:
        return text.replace(form, shown)
    return re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", lambda _: shown, text)


def _without_beginning(text: str, one: _Known) -> str:
    """A cut may leave the first half of a value at the end."""
    for length in range(min(len(one.value) - 1, len(text)), SHORTEST - 1, -1):
        if text.endswith(one.value[:length]):
            return text[:-length] + one.shown
    return text


def _forms(value: str) -> set[str]:
    """How a value is commonly written."""
    forms = {value, *(unicodedata.normalize(form, value) for form in ("NFC", "NFD"))}
    if len(value) < _LONG:
        return {form for form in forms if len(form) >= SHORTEST}
    raw = value.encode("utf-8", "surrogatepass")
    quoted = {urllib.parse.quote(raw, safe=""), urllib.parse.quote(raw), urllib.parse.quote_plus(raw)}
    forms |= quoted | {re.sub(r"%[0-9A-F]{2}", lambda match: match[0].lower(), form) for form in quoted}
    forms |= {html.escape(value), html.escape(value, quote=False), html.escape(value).replace("&#x27;", "&#39;")}
    forms |= {json.dumps(value)[1:-1], json.dumps(value, ensure_ascii=False)[1:-1], repr(value)[1:-1], raw.hex()}
    for before in range(3):
        # Where it begins inside what is encoded decides which characters of the result it alone determines.
        code = base64.b64encode(b"\0" * before + raw).decode("ascii")
        first = (before * 8 + 5) // 6
        whole = (before + len(raw)) * 8 // 6
        if whole - first >= _LONG:
            forms |= {code[first:whole], code[first:whole].replace("+", "-").replace("/", "_")}
    return forms
