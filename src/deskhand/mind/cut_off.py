"""Where a step was cut off: its last intent, and the file that it may have written before its desktop ended.

A save writes its file before anybody writes its receipt. On a desktop that is gone the file is all there is to look at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from deskhand.errors import EnvironmentFault
from deskhand.journal.records import IntentRecord, JournalStep, RunRecord
from deskhand.mind.before import Before
from deskhand.mind.files import FileState, file_state, is_whole, settled_state
from deskhand.mind.hands import Hands
from deskhand.mind.moves import Do, Step, next_action, remaining

SETTLE_SECONDS = 5.0
"""How long a file that is being written may take until two looks agree."""

LATE_SECONDS = 15.0
"""A file that a shortcut wrote is no newer than its intent by more than this: after that somebody else wrote it."""

CLOCK_SECONDS = 0.05
"""By how much the time of a file may lie before the journal's: file systems use a coarser clock."""

_MAY_SAVE = frozenset({"press", "menu", "click", "double_click"})


def completed(record: RunRecord, number: int, known: JournalStep) -> int:
    """Actions of the step's latest sitting that have a receipt."""
    begun = known.begun or 0.0
    return sum(1 for one in record.actions if one.step == number and one.at >= begun and one.error is None)


def last_intent(record: RunRecord, number: int, known: JournalStep) -> IntentRecord | None:
    """The newest intent of the step's latest sitting."""
    intents = [one for one in record.intents_of(number) if one.at >= (known.begun or 0.0)]
    return intents[-1] if intents else None


def open_intent(record: RunRecord, number: int, known: JournalStep) -> IntentRecord | None:
    """That intent where it has no receipt, or where its action failed after something was delivered."""
    last = last_intent(record, number, known)
    if last is None:
        return None
    delivered = last.error is not None and last.error.get("delivery") != "not_delivered"
    return last if last.uncertain or delivered else None


def before_intent(record: RunRecord, number: int, intent: IntentRecord) -> Before | None:
    """How things stood right before it; None where nobody looked."""
    looks = [
        event
        for event in record.events
        if event.kind == "before" and event.step == number and event.number < intent.number
    ]
    return Before.from_json(looks[-1].data) if looks else None


def saves_cut_off(
    hands: Hands, steps: Iterable[Step], record: RunRecord, named: Iterable[str]
) -> dict[int, list[FileState]]:
    """Files that steps without an end wrote, by step: each another one than before the step, settled and looked at
    twice. A file that its own format shows to be half written is in it too; `is_whole` tells.

    Args:
        named: every file the script names, for saves by a shortcut.
    """
    found: dict[int, list[FileState]] = {}
    for step in steps:
        known = record.step(step.number)
        if known is None or known.begun is None or known.finished or known.durable:
            continue
        written = [_settled(hands, path) for path in _written(step, known, record, named)]
        if states := [state for state in written if state is not None and state.exists]:
            found[step.number] = states
    return found


def with_saves(record: RunRecord, saves: dict[int, list[FileState]]) -> RunRecord:
    """The record in which these steps ended: done, with their files, and nobody saw it. A step that had written its
    files and is a question of a former sitting counts so as well, so that its files are looked at again."""
    return replace(record, steps=tuple(_ended(known, saves.get(known.record.number, [])) for known in record.steps))


def durable(state: FileState) -> dict[str, object]:
    """What the journal keeps of a file that was written."""
    return {"path": state.path, "size": state.size, "sha256": state.sha256}


def _ended(known: JournalStep, states: list[FileState]) -> JournalStep:
    if known.begun is None or known.finished:
        return known
    if not known.durable and not (states and all(is_whole(state.path) for state in states)):
        return known
    return replace(
        known,
        record=replace(known.record, status="done", verdict="unknown", error=None),
        durable=known.durable or tuple(durable(state) for state in states),
    )


def _written(step: Step, known: JournalStep, record: RunRecord, named: Iterable[str]) -> list[str]:
    """Paths that are other than they were when the step began, where the step may have been what wrote them."""
    intent = last_intent(record, step.number, known)
    if intent is None or (intent.error is not None and intent.error.get("delivery") == "not_delivered"):
        return []
    done = completed(record, step.number, known) + (open_intent(record, step.number, known) is not None)
    if next_action(remaining(step.moves, done)) is not None:
        # It has more to do than the save.
        return []
    begun = (known.begun or 0.0) - CLOCK_SECONDS
    meant = [move.writes for move in step.all_moves() if isinstance(move, Do) and move.writes is not None]
    try:
        if meant:
            before = before_intent(record, step.number, intent)
            old = before.file if before is not None else None
            return [path for path in meant if _differs(path, old, begun)]
        if intent.action.get("verb") not in _MAY_SAVE:
            return []
        return [path for path in named if Path(path).is_file() and begun <= _time(path) <= intent.at + LATE_SECONDS]
    except EnvironmentFault:
        # It cannot be read; doing the step says so by name.
        return []


def _differs(path: str, old: FileState | None, begun: float) -> bool:
    now = file_state(path)
    if not now.exists:
        return False
    if old is None:
        return now.mtime >= begun
    return (now.size, now.sha256, now.mtime) != (old.size, old.sha256, old.mtime)


def _time(path: str) -> float:
    return file_state(path, digest=False).mtime


def _settled(hands: Hands, path: str) -> FileState | None:
    try:
        return settled_state(path, hands.progress(SETTLE_SECONDS, f"{path} is written"))
    except EnvironmentFault:
        return None
