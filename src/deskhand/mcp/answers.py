"""Answers made for a model: a short text first, the same as data beside it, bounded, errors with their next step."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

LIMIT = 25_000
"""Characters of an answer's text unless more was asked for."""

MOST = 200_000


@dataclass(slots=True)
class Answer:
    """What a tool answers. `pictures` are PNG files' bytes, `failed` makes it an error result."""

    text: str
    data: dict[str, Any] = field(default_factory=dict[str, Any])
    pictures: list[bytes] = field(default_factory=list[bytes])
    failed: bool = False

    def bounded(self, limit: int, more: str) -> Answer:
        """Cut at a line's end; says that it was cut, and how to get the rest (`more`)."""
        self.text, cut = cut_text(self.text, limit, more)
        self.data["truncated"] = cut
        return self


def cut_text(text: str, limit: int, more: str) -> tuple[str, bool]:
    if len(text) <= limit:
        return text, False
    kept = text[:limit].rpartition("\n")[0] or text[:limit]
    shown, lines = kept.count("\n") + 1, text.count("\n") + 1
    return f"{kept}\n… truncated: {shown} of {lines} lines. {more}", True


def receipt_line(receipt: dict[str, Any]) -> str:
    """`✓ click button "Save": verified; the window closed (seen by the window list, route tree, 41 ms)`."""
    effect = receipt.get("effect", {})
    delivery = receipt["delivery"]
    sign = {"delivered_verified": "✓ verified", "not_delivered": "✗ not delivered"}.get(
        delivery, "? delivered, unproven"
    )
    if receipt["verb"] == "api" and delivery == "not_delivered":
        return f"✓ read · {_named(receipt['target'])}\n  {json.dumps(receipt.get('result'), ensure_ascii=False)}"
    what = f"{receipt['verb']} {_named(receipt.get('target') or {})}".strip()
    seen = effect.get("seen") or f"expected: {effect.get('expected', '')}"
    by = f" by {effect['observer']}" if effect.get("observer") else ""
    notes = "".join(f"\n  note: {note}" for note in receipt.get("notes", ()))
    return f"{sign} · {what} · {seen}{by} · route {receipt['route']}{notes}{_read(receipt)}"


def _read(receipt: dict[str, Any]) -> str:
    """What was read, on a line of its own: a text, or whatever a function gave."""
    result = receipt.get("result")
    if isinstance(result, str):
        return f"\n  {result}"
    return f"\n  {json.dumps(result, ensure_ascii=False)}" if receipt["verb"] == "api" and result is not None else ""


def _named(target: dict[str, Any]) -> str:
    if target.get("function"):
        return str(target["function"])
    words = [str(target.get("role", "")), f'"{target["name"]}"' if target.get("name") else ""]
    if not any(words) and target.get("window"):
        words = [f'window "{target["window"]}"']
    ref = f"({target['ref']})" if target.get("ref") else ""
    return " ".join(word for word in (*words, ref) if word)


def short_receipt(receipt: dict[str, Any]) -> dict[str, Any]:
    """What a program needs of a receipt; the whole one is in the journal (`history`)."""
    keys = ("verb", "delivery", "retry", "route", "effect", "confidence", "point", "result", "notes")
    data = {key: receipt[key] for key in keys if key in receipt}
    target = receipt.get("target") or {}
    data["target"] = {key: target[key] for key in ("ref", "role", "name", "window", "app") if key in target}
    data["verified"] = receipt["delivery"] == "delivered_verified"
    data["ms"] = receipt.get("ms", {}).get("total")
    return data


def failure(error: dict[str, Any], receipt: dict[str, Any] | None = None, before: str = "") -> Answer:
    """An error as a model can use it: code, cause, near misses, whether a retry is safe, the next step."""
    lines = [before] if before else []
    lines.append(f"✗ {error['code']}: {error['message']}")
    if error.get("seen"):
        lines.append(f"  seen: {error['seen']}")
    lines += [f"  near: {near}" for near in error.get("near", ())]
    lines.append(f"  {error.get('delivery', 'not_delivered')}; a retry is {error.get('retry', 'safe')}")
    if error.get("next_step"):
        lines.append(f"  next: {error['next_step']}")
    data: dict[str, Any] = {"ok": False, "error": error}
    if receipt is not None:
        data["receipts"] = [short_receipt(receipt)]
    return Answer("\n".join(lines), data, failed=True)


def windows_line(window: dict[str, Any]) -> str:
    words = [word for word in ("active", "minimised", "modal") if window.get(word)]
    marks = f" [{', '.join(words)}]" if words else ""
    x, y, width, height = window["bounds"]
    return (
        f'window "{window["title"]}" of {window.get("app") or "?"}{marks} at {x},{y} {width}×{height} ({window["id"]})'
    )


def window_changes(before: Iterable[dict[str, Any]], after: Iterable[dict[str, Any]]) -> list[str]:
    """Windows that opened, closed or got another title."""
    old, new = {w["id"]: w for w in before}, {w["id"]: w for w in after}
    lines = [f"+ {windows_line(new[key])}" for key in new.keys() - old.keys()]
    lines += [f'- window "{old[key]["title"]}" closed' for key in old.keys() - new.keys()]
    for key in new.keys() & old.keys():
        if new[key]["title"] != old[key]["title"]:
            lines.append(f'~ window "{old[key]["title"]}" is now "{new[key]["title"]}"')
        if new[key].get("active") and not old[key].get("active"):
            lines.append(f'~ window "{new[key]["title"]}" is active now')
    return lines
