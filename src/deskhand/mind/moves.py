"""What a sentence comes to: actions, claims to look at, values to keep. Pure values, made before anything runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from deskhand.model.action import Action
from deskhand.model.locator import Locator

ClaimAbout = Literal[
    "file", "window", "clipboard", "notification", "cell", "value", "element_text", "element", "element_state"
]
ClaimHow = Literal[
    "exists",
    "missing",
    "contains",
    "lacks",
    "lines",
    "is",
    "not",
    "empty",
    "filled",
    "more",
    "less",
    "new",
    "newer",
    "open",
    "closed",
    "active",
    "about",
    "matches",
    "state",
]
_IN_WORDS = {
    "is": "is",
    "not": "is not",
    "state": "is",
    "lines": "has lines:",
    "empty": "is empty",
    "filled": "is not empty",
    "more": "is more than",
    "less": "is less than",
}
Source = Literal["locator", "cell", "clipboard", "window"]


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that is so or is not: whom it is about, how, and what is wanted.

    `path` is absolute. `given` is the text a claim about a value looks at, and `given_name` that value's name.
    `want` of a state is a state word, with `!` for its absence. `notification` is an id or words of one.
    """

    about: ClaimAbout
    how: ClaimHow
    locator: Locator | None = None
    window: str | None = None
    path: str | None = None
    cell: str | None = None
    given: str | None = None
    given_name: str | None = None
    want: str = ""
    notification: str | None = None

    def __str__(self) -> str:
        names = {"file": f"file {self.path}", "window": f'window "{self.window}"', "cell": f"cell {self.cell}"}
        if self.about == "value":
            whom = f"{{{self.given_name}}}"
        elif self.about == "notification":
            whom = f'notification "{self.notification}"'
        elif self.about == "clipboard":
            whom = "clipboard"
        else:
            whom = names.get(self.about) or str(self.locator)
        how = _IN_WORDS.get(self.how, self.how)
        return f"{whom} {how}" + (f" {self.want!r}" if self.want else "")


@dataclass(frozen=True, slots=True)
class Do:
    """One action. `writes` is the file it is meant to write."""

    action: Action
    writes: str | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """A claim that must hold within `RunOptions.check_seconds`; false ends the run as contradicted."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class WaitFor:
    """A claim that is waited for, up to `RunOptions.wait_seconds`; it is enough that it is so already."""

    claim: Claim


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep what is read under a name."""

    name: str
    source: Source
    locator: Locator | None = None
    cell: str | None = None
    window: str | None = None


@dataclass(frozen=True, slots=True)
class Copy:
    """Read an element's text and put it on the clipboard."""

    locator: Locator


@dataclass(frozen=True, slots=True)
class When:
    """Moves that are made only where a claim holds within `seconds` (0: now)."""

    claim: Claim
    seconds: float
    then: tuple[Move, ...]


Move = Do | Check | WaitFor | Remember | Copy | When


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence understood. `does` is the vocabulary's word for its meaning."""

    number: int
    line: int
    sentence: str
    does: str
    moves: tuple[Move, ...]

    def all_moves(self) -> tuple[Move, ...]:
        """Its moves, those inside an `if` included."""
        found: list[Move] = []
        pending = list(reversed(self.moves))
        while pending:
            move = pending.pop()
            found.append(move)
            if isinstance(move, When):
                pending.extend(reversed(move.then))
        return tuple(found)

    def actions(self) -> tuple[Action, ...]:
        return tuple(move.action for move in self.all_moves() if isinstance(move, Do))


def remaining(moves: tuple[Move, ...], completed: int) -> tuple[Move, ...]:
    """The moves that are left when that many of their actions are done. Moves without an effect that stood before those
    actions are left out with them; an `if` that acted already has decided."""
    left, count = _drop(moves, completed)
    return left if count == 0 else ()


def _drop(moves: tuple[Move, ...], completed: int) -> tuple[tuple[Move, ...], int]:
    for place, move in enumerate(moves):
        if completed == 0:
            return moves[place:], 0
        if isinstance(move, (Do, Copy)):
            completed -= 1
        elif isinstance(move, When):
            inner, completed = _drop(move.then, completed)
            if completed == 0 and inner:
                return (*inner, *moves[place + 1 :]), 0
    return (), completed


def next_action(moves: tuple[Move, ...]) -> Do | Copy | None:
    """The first action that these moves would make."""
    for move in moves:
        if isinstance(move, (Do, Copy)):
            return move
        if isinstance(move, When):
            found = next_action(move.then)
            if found is not None:
                return found
    return None
