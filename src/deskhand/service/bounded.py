"""Replies that fit: what is too large is cut where it hurts least, and says so."""

from __future__ import annotations

import json
from typing import Any

REPLY_LIMIT = (1 << 20) - 4096
"""Bytes of one reply's data; the rest of the MiB is for its envelope."""

BATCH_LIMIT = (4 << 20) - 4096


def size(data: Any) -> int:
    """Bytes of `data` as JSON."""
    return len(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace"))


def bounded(data: Any, limit: int = REPLY_LIMIT) -> Any:
    """`data` itself where it fits; else a copy that does, with `truncated: true` in it.

    A snapshot loses its deepest elements first (their parents say so); anything else loses the end of its longest
    list or text.
    """
    if size(data) <= limit:
        return data
    if not isinstance(data, dict):
        return bounded({"value": data}, limit)
    if "snapshot" in data and isinstance(data.get("elements"), list):
        data = _shallower(data, limit)
    result: dict[str, Any] = {**data, "truncated": True}
    for _ in range(64):
        over = size(result) - limit
        if over <= 0:
            break
        key = _largest(result)
        result[key] = _cut(result[key], over)
    return result


def _largest(data: dict[str, Any]) -> str:
    return max(data, key=lambda name: size(data[name]))


def _cut(value: Any, over: int) -> Any:
    """`value` with about `over` bytes less (at least half of it gone where it cannot be cut finely)."""
    if isinstance(value, str):
        keep = len(value.encode("utf-8", "replace")) - over - 64
        return value.encode("utf-8", "replace")[: max(0, keep)].decode("utf-8", "ignore")
    if isinstance(value, list):
        kept = list(value)
        while kept and over > 0:
            over -= size(kept.pop()) + 1
        return kept
    if isinstance(value, dict) and value:
        key = _largest(value)
        return {**value, key: _cut(value[key], over)}
    return None


def _shallower(data: dict[str, Any], limit: int) -> dict[str, Any]:
    """The snapshot with its deepest levels cut, as many as must be; of the first level that does not fit whole, what
    comes first in reading order. Parents of what was cut are marked."""
    by_depth: list[int] = []
    _measure(data["elements"], 0, by_depth)
    room = limit - size({**data, "elements": []}) - 256
    whole = 0
    while whole < len(by_depth) and by_depth[whole] <= room:
        room -= by_depth[whole]
        whole += 1
    notes = [*data.get("notes", ()), f"the reply was cut at depth {whole}; ask for a window or a root"]
    elements = _Pruning(whole, room).kept(data["elements"], 0)
    return {**data, "elements": elements, "complete": False, "notes": notes}


_MARK = 90
"""Bytes that the mark of a cut may take."""


def _bare(element: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in element.items() if key != "children"}


def _weight(element: dict[str, Any]) -> int:
    """Bytes of the element alone, with its comma and the mark it may get."""
    return size(_bare(element)) + 1 + (_MARK if element.get("children") else 0)


def _measure(elements: list[dict[str, Any]], depth: int, by_depth: list[int]) -> None:
    if not elements:
        return
    if len(by_depth) <= depth:
        by_depth.append(0)
    for element in elements:
        by_depth[depth] += _weight(element)
        _measure(element.get("children", []), depth + 1, by_depth)


class _Pruning:
    """Levels above `whole` are kept whole; of that level as much as `room` bytes hold; below it nothing."""

    def __init__(self, whole: int, room: int) -> None:
        self.whole = whole
        self.room = room

    def kept(self, elements: list[dict[str, Any]], depth: int) -> list[dict[str, Any]]:
        result: list[dict[str, Any]] = []
        for element in elements:
            bare = _bare(element)
            if depth >= self.whole:
                self.room -= _weight(element)
                if depth > self.whole or self.room < 0:
                    self.room = min(self.room, 0)
                    break
            children = element.get("children", [])
            shown = self.kept(children, depth + 1) if depth < self.whole else []
            if len(shown) < len(children):
                bare = {"boundary": "reply limit", "child_count": len(children), **bare, "complete": False}
            result.append({**bare, "children": shown} if shown else bare)
        return result
