"""Hints (tool tips) as a person reads them."""

from __future__ import annotations

import re
from html import unescape

_RICH = re.compile(r"\s*<[A-Za-z!][^>]*>")
_TAG = re.compile(r"<[^>]*>")


def plain_hint(text: str) -> str:
    """The words of a hint that Qt draws as rich text, which it does where the text begins with a tag."""
    return " ".join(unescape(_TAG.sub(" ", text)).split()) if _RICH.match(text) else text
