"""How things stood right before an action, so that after a crash somebody can see whether it arrived."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from deskhand.errors import CallerError, EnvironmentFault, WorldError
from deskhand.mind.files import FileState, file_state
from deskhand.mind.hands import Hands
from deskhand.mind.verdict import WITHOUT_EFFECT
from deskhand.model.action import Action
from deskhand.model.locator import Locator

REPEATABLE = frozenset(
    {*WITHOUT_EFFECT, "focus", "focus_window", "scroll_to", "move", "resize", "minimise", "maximise", "restore"}
)
"""Verbs that may be done again whatever came of them: once more changes nothing more."""


@dataclass(frozen=True, slots=True)
class Before:
    """`windows` are ids with titles, `states` and `value` those of the target (None where it was not found), `file`
    the one to be written."""

    windows: tuple[tuple[str, str], ...] = ()
    states: tuple[str, ...] | None = None
    value: str | None = None
    file: FileState | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "windows": [list(window) for window in self.windows],
            "states": None if self.states is None else list(self.states),
            "value": self.value,
            "file": None if self.file is None else self.file.to_json(),
        }

    @staticmethod
    def from_json(data: dict[str, Any]) -> Before:
        file = cast("dict[str, Any] | None", data.get("file"))
        states = cast("list[str] | None", data.get("states"))
        windows = cast("list[list[str]]", data.get("windows") or [])
        return Before(
            tuple((window[0], window[1]) for window in windows),
            None if states is None else tuple(states),
            cast("str | None", data.get("value")),
            None if file is None else FileState(file["path"], file["size"], file["mtime"], file["sha256"]),
        )


def stand_before(hands: Hands, action: Action, writes: str | None) -> Before | None:
    """Look, where the action's effect could not be told otherwise. What cannot be looked at is left out: the action
    itself will say what is wrong."""
    if action.verb in REPEATABLE:
        return None
    windows: tuple[tuple[str, str], ...] = ()
    states: tuple[str, ...] | None = None
    value: str | None = None
    try:
        windows = tuple((window.id, window.title) for window in hands.windows())
        if isinstance(action.target, Locator):
            found = hands.find(action.target)
            if len(found) == 1:
                states, value = tuple(sorted(found[0].states)), found[0].value
    except (CallerError, WorldError, EnvironmentFault):
        # The action, which comes next, meets the same fault and names it.
        pass
    return Before(windows, states, value, file_state(writes) if writes is not None else None)
