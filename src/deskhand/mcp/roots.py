"""The folders a client lets its agents touch (its roots): paths outside them are refused before anything is done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from deskhand.errors import Denied

_PATH_KEYS = frozenset({"path", "file", "folder", "files"})
_IN_WORDS = re.compile(r"(?<![\w:/.])(?:~?/|\.\.?/)[^\s\"'“”；;]+|(?<=[\"“])(?:~?/|\.\.?/)[^\"”]+(?=[\"”])")
"""Paths within a sentence: quoted ones may hold spaces."""


def folders_of(uris: Iterable[str]) -> tuple[Path, ...]:
    """`file:` URIs as real folders; others name nothing on this machine."""
    return tuple(Path(unquote(urlsplit(uri).path)).resolve() for uri in uris if uri.startswith("file:"))


def paths_in(data: Any, key: str = "") -> Iterator[str]:
    """Every path that arguments name: by their key, and within sentences."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from paths_in(value, str(name))
    elif isinstance(data, list):
        for item in data:
            yield from paths_in(item, key)
    elif isinstance(data, str) and key in _PATH_KEYS:
        yield data
    elif isinstance(data, str) and key in ("steps", "app", "expect", "for"):
        yield from _IN_WORDS.findall(data)


def check_paths(data: Any, roots: Sequence[Path] | None) -> None:
    """`Denied` for a path outside every root; None means that the client has named no roots."""
    if roots is None:
        return
    for words in paths_in(data):
        if "://" in words and not words.startswith("file:"):
            continue
        path = Path(words.removeprefix("file://")).expanduser().resolve()
        if not any(path == root or root in path.parents for root in roots):
            raise Denied(
                f"{words!r} lies outside the folders this client allows", sought=str(path),
                near=[str(root) for root in roots],
                next_step="use a path inside one of these, or have the client's roots changed",
            )  # fmt: skip
