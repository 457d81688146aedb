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
    """The snapshot cut at the greatest depth that fits, `complete: false` where it was cut."""
    by_depth: list[int] = []
    _measure(data["elements"], 0, by_depth)
    room = limit - size({**data, "elements": []}) - 64
    depth = 0
    for depth, used in enumerate(by_depth):  # noqa: B007 (the depth at which it stopped is the result)
        room -= used
        if room < 0:
            break
    else:
        depth = len(by_depth)
    notes = [*data.get("notes", ()), f"the reply was cut below depth {depth}; ask for a window or a root"]
    elements = _prune(data["elements"], max(1, depth))
    return {**data, "elements": elements, "complete": False, "notes": notes}


def _measure(elements: list[dict[str, Any]], depth: int, by_depth: list[int]) -> None:
    if not elements:
        return
    if len(by_depth) <= depth:
        by_depth.append(0)
    for element in elements:
        bare = {key: value for key, value in element.items() if key != "children"}
        by_depth[depth] += size(bare) + 90  # room for the mark of a cut
        _measure(element.get("children", []), depth + 1, by_depth)


def _prune(elements: list[dict[str, Any]], levels: int) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = []
    for element in elements:
        children = element.get("children")
        if not children:
            kept.append(element)
        elif levels > 1:
            kept.append({**element, "children": _prune(children, levels - 1)})
        else:
            bare = {key: value for key, value in element.items() if key != "children"}
            kept.append({"boundary": "reply limit", "child_count": len(children), **bare, "complete": False})
    return kept
