"""Documents of a run whose desktop is gone: which are on disk as they were left, and may be opened again from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from deskhand.journal.records import RunRecord
from deskhand.mind.moves import Check, Do, Move, Remember, Step, WaitFor, When
from deskhand.model.action import Action

_EXPORTS = frozenset({".pdf", ".png", ".jpg", ".jpeg", ".svg", ".ps", ".eps", ".epub"})
"""What an application writes but does not work on: opening it again is not the document."""

_PLACING = frozenset({"click", "double_click", "select", "focus", "menu", "set_value"})


@dataclass(frozen=True, slots=True)
class Document:
    """A file that one step opened or made and a later one saved.

    `opening` and `saved` are step numbers, `end` the number behind its last step. `in_place` says that it was saved
    over the file it was opened from; `needed`, that a step which is not finished works on it; `placed`, that what
    follows the save says where it acts, so that the caret of the old desktop is not missed.
    """

    opening: int
    saved: int
    end: int
    path: str
    in_place: bool
    needed: bool
    placed: bool
    reopen: Action


def documents(steps: tuple[Step, ...], record: RunRecord) -> list[Document]:
    """The saved documents of a run, one for each opening step at most."""
    finished = {step.record.number for step in record.steps if step.finished}
    openings = [step.number for step in steps if _launch(step) is not None]
    found: list[Document] = []
    for place, opening in enumerate(openings):
        end = openings[place + 1] if place + 1 < len(openings) else len(steps) + 1
        launch = _launch(steps[opening - 1])
        assert launch is not None
        saves = [
            (number, path)
            for number in range(opening + 1, end)
            for path in _saved(record, number)
            if number in finished and Path(path).suffix.lower() not in _EXPORTS
        ]
        if not saves or opening not in finished:
            continue
        saved, path = saves[-1]
        later = [steps[number - 1] for number in range(saved + 1, end)]
        found.append(
            Document(
                opening,
                saved,
                end,
                path,
                path in opened_files(launch),
                any(step.number not in finished for step in later),
                _is_placed(later),
                _opening_again(launch, path),
            )
        )
    return found


def opened_files(launch: Action) -> list[str]:
    """Paths that a launch opens."""
    files = launch.args.get("files")
    named = [launch.args.get("app"), *(files if isinstance(files, (list, tuple)) else ())]
    return [name for name in named if isinstance(name, str) and name.startswith("/")]


def names_lost(document: Document, steps: tuple[Step, ...], record: RunRecord) -> int | None:
    """The first step behind the save that asks for a window by the name the save gave it, where the document is built
    up and not saved again; None where there is none."""
    new = Path(document.path).name.casefold()
    opening = _launch(steps[document.opening - 1])
    old = [Path(path).name.casefold() for path in opened_files(opening)] if opening is not None else []
    for number in range(document.saved + 1, document.end):
        known = record.step(number)
        finished = known is not None and known.finished
        for move in steps[number - 1].all_moves():
            wanted = (_window(move) or "").casefold()
            again = isinstance(move, Do) or not finished
            if wanted and again and (wanted in new or new in wanted) and not any(wanted in name for name in old):
                return number
    return None


def _window(move: Move) -> str | None:
    """The window that a move names."""
    match move:
        case Do(action=action):
            given = action.args.get("window")
            return given if isinstance(given, str) else getattr(action.target, "window", None)
        case Check(claim=claim) | WaitFor(claim=claim) | When(claim=claim):
            return None if claim.how == "closed" else claim.window or getattr(claim.locator, "window", None)
        case Remember(window=window, locator=locator):
            return window or getattr(locator, "window", None)
        case _:
            return getattr(move.locator, "window", None)


def _launch(step: Step) -> Action | None:
    return next((action for action in step.actions() if action.verb == "launch"), None)


def _saved(record: RunRecord, number: int) -> list[str]:
    step = record.step(number)
    return [str(file["path"]) for file in step.durable] if step is not None else []


def _opening_again(launch: Action, path: str) -> Action:
    if not launch.args.get("files") and str(launch.args.get("app", "")).startswith("/"):
        return replace(launch, args={"app": path})
    return replace(launch, args={**launch.args, "files": [path]})


def _is_placed(later: Iterable[Step]) -> bool:
    """False where something would be typed at a caret nobody placed since the document was saved."""
    for step in later:
        for move in step.all_moves():
            if not isinstance(move, Do):
                continue
            action = move.action
            if action.verb in _PLACING:
                return True
            if action.verb == "type" and not action.args.get("replace"):
                return False
            if action.verb == "press" and _at_the_caret(action.args):
                return False
    return True


def _at_the_caret(args: dict[str, Any]) -> bool:
    chords = str(args.get("keys", "")).lower().split()
    return any("+" not in chord or chord in ("ctrl+v", "ctrl+x", "ctrl+c") for chord in chords)
