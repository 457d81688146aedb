"""The words of the matrix: what is tried, by whom it is judged, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from bench.matrix.scenes import Scene
from deskhand.model.action import Action, Expect, Mode, Target
from deskhand.perceive.expect_text import parse_expect
from deskhand.perceive.locator_text import parse_locator

Word = Literal["works", "unproven", "nothing", "refused", "failed", "denies", "claims"]
"""works: the receipt is verified and the observer agrees. unproven: it happened, and the receipt says only that it was
delivered. nothing: delivered, nothing claimed, nothing happened. refused: a named error, nothing was sent. failed: a
named error after something was sent, and indeed it did not happen. denies: an error says that it did not happen, and it
did. claims: verified, and the observer says no: CLAIMS MORE THAN HAPPENED."""

RANKS: dict[Word, int] = {"works": 5, "unproven": 4, "nothing": 2, "refused": 3, "failed": 2, "denies": 1, "claims": 0}


@dataclass(frozen=True, slots=True)
class Trial:
    """One deed of a cell. `limit` says in a line why nobody can do it in this toolkit; `behind` why not in the
    background. `person` False: there is nothing of the kind, and the right answer is a named refusal."""

    verb: str
    what: str
    action: Callable[[Scene], Action]
    happened: Callable[[Scene, Any], bool]
    prepare: Callable[[Scene], object] = lambda _: None
    limit: str = ""
    behind: str = ""
    person: bool = True
    anew: bool = False

    @property
    def fresh(self) -> bool:
        """Whether it needs a window built anew. Not where any change at all is the proof: what was built a moment ago
        is still changing by itself."""
        return self.anew or self.verb not in ("click", "double_click", "right_click", "press", "menu", "drag", "hover")


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one trial. `code` of the error; `detail` for whoever looks into it."""

    toolkit: str
    verb: str
    mode: Mode
    what: str
    word: Word
    code: str = ""
    route: str = ""
    limit: str = ""
    person: bool = True
    detail: str = ""
    seconds: float = 0.0

    @property
    def rank(self) -> int:
        return RANKS[self.word]

    @property
    def said(self) -> str:
        return f"{self.word} {self.code}".strip()


def do(
    verb: str, target: str | Target | Callable[[Scene], Target] | None = None, *, expect: str | None = None, **args: Any
) -> Callable[[Scene], Action]:
    """The action of a trial; arguments and targets that are functions are asked of the scene."""

    def made(scene: Scene) -> Action:
        goal = target(scene) if callable(target) else parse_locator(target) if isinstance(target, str) else target
        given = {name: value(scene) if callable(value) else value for name, value in args.items()}
        wanted: Expect | None = parse_expect(expect) if expect else None
        return Action(verb, goal, given, wanted)

    return made
