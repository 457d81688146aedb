"""JSON into the model's own types: actions, targets, scopes."""

from __future__ import annotations

from typing import Any, get_args

from deskhand.errors import BadRequest
from deskhand.model.action import Action, Mode, Target
from deskhand.model.geometry import Point
from deskhand.model.ref import parse_ref
from deskhand.perceive.scope import Scope
from deskhand.perceive.targets import as_expect, as_target
from deskhand.service.params import Params

MODES: tuple[Mode, ...] = get_args(Mode)


def target_of(value: Any) -> Target | None:
    """A ref or locator sentence as text, or a screen point as `[x, y]`."""
    if value is None or isinstance(value, str):
        return None if value is None else as_target(value)
    if isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value):
        return Point(value[0], value[1])
    raise BadRequest("a target is a ref, a locator sentence or [x, y]", seen=repr(value)[:80])


def action_of(data: Any) -> Action:
    """`{"verb": "click", "target": "button \"Save\"", "args"?, "expect"?, "timeout"?, "mode"?, "secrets"?}`."""
    if not isinstance(data, dict):
        raise BadRequest(f"an action is an object, not {type(data).__name__}", seen=repr(data)[:80])
    params = Params(data, "an action's keys")
    action = Action(
        params.needed("verb"),
        target_of(params.anything("target")),
        params.mapping("args"),
        as_expect(params.text("expect")),
        params.seconds("timeout"),
        params.choice("mode", MODES),
        secrets=tuple(params.texts("secrets")),
    )
    params.done()
    return action


def scope_of(params: Params) -> Scope:
    """What to observe."""
    root = params.text("root")
    return Scope(
        window=params.text("window"),
        app=params.text("app"),
        root=None if root is None else parse_ref(root),
        skeleton=params.flag("skeleton"),
        depth=params.integer("depth"),
        everything=params.flag("all"),
        vision="all" if params.flag("vision") else "none",
    )
