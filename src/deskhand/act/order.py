"""In which order the entries of a list stand, as far as those that show tell it: numbers in alike names, or names
sorted as people sort them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_NUMBER = re.compile(r"\d+")
_MOST_WORDS = 12

Key = float | tuple[tuple[int, int, str], ...]


def pattern_of(name: str) -> tuple[str, ...]:
    """The name without its numbers."""
    return tuple(_NUMBER.split(name.casefold()))


def number_keys(names: Sequence[str], sought: str) -> list[float | None] | None:
    """For each name the number that tells it from the others, and last that of `sought`; None for a name made
    differently; None altogether where there is no such number."""
    wanted = pattern_of(sought)
    numbers = [
        [int(part) for part in _NUMBER.findall(name)] if pattern_of(name) == wanted else None
        for name in (*names, sought)
    ]
    alike = [found for found in numbers if found is not None]
    if len(wanted) < 2 or len(alike) < 2:
        return None
    differing = [place for place in range(len(wanted) - 1) if len({found[place] for found in alike}) > 1]
    if len(differing) != 1:
        return None
    place = differing[0]
    return [float(found[place]) if found is not None else None for found in numbers]


def word_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts names as people do: 9 before 10, capitals beside small letters."""
    parts = re.findall(r"\d+|\D+", name.casefold())[:_MOST_WORDS]
    return tuple((0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts)


def direction(keys: Sequence[Key]) -> int:
    """1 where the keys rise, −1 where they fall, 0 where they do neither or are too few to say."""
    if len(keys) < 3:
        return 0
    if all(one <= other for one, other in pairwise(keys)) and keys[0] != keys[-1]:  # type: ignore[operator]
        return 1
    if all(one >= other for one, other in pairwise(keys)) and keys[0] != keys[-1]:  # type: ignore[operator]
        return -1
    return 0
