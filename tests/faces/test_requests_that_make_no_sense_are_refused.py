"""Whatever a program passes by mistake comes back as a `bad_request` with a next step, and nothing was delivered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from deskhand.engine import Engine
from deskhand.errors import BadRequest
from deskhand.model.action import Action
from deskhand.model.geometry import Point
from deskhand.perceive.scope import Scope
from deskhand.perceive.targets import as_target


def _action(**given: Any) -> Callable[[], object]:
    return lambda: Action("click", Point(1, 1), **given)


@pytest.mark.parametrize(
    "ask",
    [
        _action(mode="Background"), _action(mode="loud"),
        _action(timeout="5"), _action(timeout=float("nan")), _action(timeout=-1), _action(timeout=True),
        lambda: Scope(depth=-3),
        lambda: as_target((1, 2, 3)),  # pyright: ignore[reportArgumentType]
        lambda: as_target((1.5, 2)),  # pyright: ignore[reportArgumentType]
        lambda: as_target(7),  # pyright: ignore[reportArgumentType]
    ],
)  # fmt: skip
def test_it_is_refused_before_anything_is_looked_at(ask: Callable[[], object]) -> None:
    with pytest.raises(BadRequest) as caught:
        ask()
    assert caught.value.next_step
    assert caught.value.delivery == "not_delivered"


@pytest.mark.parametrize(
    "action",
    [
        Action("click", Point(10**7, 5)),
        Action("hover", Point(-5, 5)),
        Action("drag", Point(5, 5), {"to": [10**7, 5]}),
        Action("screenshot", args={"region": [10**6, 0, 10, 10]}),
    ],
)
def test_places_off_the_screen_are_named(engine: Engine, action: Action) -> None:
    with pytest.raises(BadRequest, match="screen") as caught:
        engine.act(action)
    assert caught.value.delivery == "not_delivered"
