"""Refs: `@s8f3k2p9:e12` names one element of one snapshot."""

from __future__ import annotations

import re
from dataclasses import dataclass

from deskhand.errors import BadRequest

_PATTERN = re.compile(r"@(s[0-9a-z]{7}):e([1-9][0-9]*)\Z")


@dataclass(frozen=True, slots=True)
class Ref:
    """`snapshot` is the snapshot's id (`s` and seven characters), `number` counts from 1 within it."""

    snapshot: str
    number: int

    def __str__(self) -> str:
        return f"@{self.snapshot}:e{self.number}"


def looks_like_ref(text: str) -> bool:
    """True for anything that starts as a ref does, well formed or not."""
    return text.startswith("@")


def parse_ref(text: str) -> Ref:
    """Read a ref; `BadRequest` when it is not of the form `@sXXXXXXX:eN`."""
    match = _PATTERN.match(text.strip())
    if match is None:
        raise BadRequest(f"{text!r} is not a ref", sought=text, next_step="copy a ref from a snapshot: @s8f3k2p9:e12")
    return Ref(match[1], int(match[2]))
