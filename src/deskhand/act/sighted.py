"""What is only drawn, seen before and after, and who saw it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deskhand.act.watch import Proof
from deskhand.model.element import Node
from deskhand.model.geometry import Point
from deskhand.model.receipt import Effect

if TYPE_CHECKING:
    from deskhand.act.attempt import Attempt


def is_drawn(attempt: Attempt) -> bool:
    """Whether the element is only drawn."""
    return attempt.element is not None and attempt.element.source == "vision"


def stand_still(attempt: Attempt, point: Point) -> None:
    """What stands at the place right before the click, the pointer on it: its mark is no effect."""
    if is_drawn(attempt):
        attempt.watch.drawn_before = _at(attempt, point)


def words_change(attempt: Attempt) -> Proof | None:
    """Other words at the place that was clicked than right before."""
    before, point = attempt.watch.drawn_before, attempt.point
    if before is None or point is None:
        return None
    now = _at(attempt, point)
    if now is None or bare(now.name) == bare(before.name) or not now.name:
        return None
    seen = f"{before.name!r} became {now.name!r}"
    return Proof(Effect(attempt.expected, seen, "ocr", "pixels"), "ocr")


def _at(attempt: Attempt, point: Point) -> Node | None:
    window = attempt.window
    nodes = attempt.ctx.perception.drawn(window, attempt.progress) if window is not None else None
    here = [node for node in nodes or () if node.bounds is not None and node.bounds.contains(point)]
    return min(here, key=lambda node: node.bounds.width * node.bounds.height if node.bounds else 0, default=None)


def by_sight(proof: Proof, raw_role: str) -> Proof:
    """The proof with whoever really saw it: what is only drawn has no tree to be read from."""
    if proof.effect.observer != "fresh read of the target":
        return proof
    observer = "ocr" if raw_role == "text" else "pixels"
    return Proof(replace(proof.effect, observer=observer, scope="pixels"), "ocr")


def bare(text: str) -> str:
    """Letters alone: what is read off a picture may lack or gain a space."""
    return "".join(text.split()).casefold()
