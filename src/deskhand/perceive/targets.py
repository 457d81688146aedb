"""Whatever a caller may name a target or an effect by, as the model's own types."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.errors import BadRequest
from deskhand.model.action import Expect
from deskhand.model.element import Element
from deskhand.model.geometry import Point
from deskhand.model.locator import Locator
from deskhand.model.ref import Ref, looks_like_ref, parse_ref
from deskhand.perceive.expect_text import parse_expect
from deskhand.perceive.locator_text import parse_locator

TargetLike = str | Ref | Locator | Element | Point | tuple[int, int]
"""A ref (`@s8f3k2p9:e12`), a locator sentence (`button "Save"`), an element of a snapshot, or a screen point."""

FrameLike = tuple[int, int] | tuple[int, int, float] | Sequence[float]
"""A picture's `frame`: where its top left corner lies on the screen, and its scale."""

ExpectLike = str | Expect


def as_target(target: TargetLike) -> Ref | Locator | Point:
    """Whatever a caller may name a target by, as the model's own types."""
    if isinstance(target, str):
        return parse_ref(target) if looks_like_ref(target) else parse_locator(target)
    if isinstance(target, Element):
        return parse_ref(target.ref)
    if isinstance(target, Ref | Locator):
        return target
    return _as_point(target)


def as_argument(target: TargetLike) -> str | list[int]:
    """A target as an argument of an action."""
    return list(target) if isinstance(target, tuple) else str(as_target(target))


def _as_point(target: object) -> Point:
    parts: tuple[object, ...] = tuple(target) if isinstance(target, tuple | list) else ()
    if len(parts) != 2 or any(isinstance(part, bool) or not isinstance(part, int) for part in parts):
        raise BadRequest(
            f"{target!r} names no target", next_step="a ref, a locator, an element, or two whole numbers (x, y)"
        )
    return Point(*(int(str(part)) for part in parts))


def as_expect(expect: ExpectLike | None) -> Expect | None:
    return parse_expect(expect) if isinstance(expect, str) else expect


def element_target(target: TargetLike) -> Ref | Locator:
    """A target that can be read; `BadRequest` for a bare position."""
    goal = as_target(target)
    if isinstance(goal, Point):
        raise BadRequest(
            f"a bare position {tuple(goal)} cannot be read", next_step="name the element: a ref or a locator"
        )
    return goal
