"""Actions on real applications of every toolkit; what they really received is asked of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from deskhand.act import ActContext, perform
from deskhand.act.context import OwnTimes
from deskhand.desktops.launch import Launcher
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.action import Action, Expect, Mode, Target
from deskhand.model.geometry import Bounds
from deskhand.model.progress import Progress
from deskhand.model.receipt import Receipt
from deskhand.perceive.locator_text import parse_locator
from deskhand.perceive.perception import Perception


@dataclass
class Hands:
    """`perform` on one desktop; `intents` is what was announced before each delivery."""

    place: PrivateDesktop
    perception: Perception
    own_times: OwnTimes = field(default_factory=OwnTimes)
    intents: list[tuple[dict[str, Any], str]] = field(default_factory=list)

    def __call__(
        self,
        verb: str,
        target: Target | str | None = None,
        *,
        mode: Mode = "foreground",
        expect: Expect | None = None,
        seconds: float = 10.0,
        **args: Any,
    ) -> Receipt:
        context = ActContext(
            self.place.adapter(),
            self.perception,
            Launcher(self.place),
            mode,
            Progress(seconds, verb),
            lambda target, route: self.intents.append((target, route)),
            self.own_times,
        )
        goal = parse_locator(target) if isinstance(target, str) else target
        return perform(Action(verb, goal, args, expect=expect), context)

    def pointer(self) -> tuple[int, int]:
        return tuple(self.place.adapter().input.pointer())

    def park(self) -> Bounds:
        """Put the pointer into a corner, so that a move would show."""
        from deskhand.model.geometry import Point

        self.place.adapter().input.move(Point(3, 3))
        return Bounds(3, 3, 1, 1)


@pytest.fixture
def act(private_desktop: PrivateDesktop) -> Hands:
    windows = private_desktop.adapter().windows
    for _ in Progress(3).attempts():
        # The windows of the test before are seen to be gone first: X gives their ids to the next application.
        if not windows.list(Progress(5)):
            break
    return Hands(private_desktop, Perception(private_desktop.adapter(), private_desktop.id))
