"""Near misses: what a caller may have meant."""

from __future__ import annotations

from collections.abc import Iterable

from deskhand.perceive.names import plain


def near_names(name: str, names: Iterable[str], limit: int = 5) -> list[str]:
    """The names most like this one, best first, each once."""
    from rapidfuzz import fuzz, process

    pool = list(dict.fromkeys(other for other in names if other))
    found = process.extract(plain(name), pool, scorer=fuzz.WRatio, processor=plain, limit=limit, score_cutoff=60)
    return [text for text, _, _ in found]
