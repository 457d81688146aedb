"""The steps of a run in words, the same for people and for models."""

from __future__ import annotations

from deskhand.visible import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

MARKS = {"verified": "✓", "unknown": "?", "contradicted": "✗"}
_ENDED_WELL = ("done", "skipped", "rebuilt")


def _as_it_is(sign: str) -> str:
    return sign


def step_line(step: dict[str, Any], paint: Callable[[str], str] = _as_it_is) -> str:
    """`  3. save as ~/hello.txt  ✓ 0.41 s`: number, sentence, ✓ ? or ✗, what became of it where that is neither done
    nor failed, seconds. `paint` colours the sign."""
    failed = step["status"] not in _ENDED_WELL or step["verdict"] == "contradicted"
    sign = "✗" if failed else MARKS.get(step["verdict"], "?")
    if step["status"] in ("planned", "intent", "uncertain"):
        sign = "·" if step["status"] == "planned" else "?"
    extra = "" if step["status"] in ("done", "failed") else f" ({step['status']})"
    return f"{step['number']:>3}. {visible(step['sentence'])}  {paint(sign)}{extra} {step.get('seconds') or 0:.2f} s"


def trouble_lines(step: dict[str, Any]) -> list[str]:
    """What went wrong in a step: the message, near misses; empty where nothing did."""
    error = step.get("error")
    if not error:
        return []
    lines = [str(error.get("message", "")), *(f"near: {near}" for near in error.get("near", ()))]
    return [f"     {visible(line)}" for line in lines]
