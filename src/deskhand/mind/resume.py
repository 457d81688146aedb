"""Which steps of an interrupted run are done, which are looked at, which are built up again.

The rules and their reasons: docs/decisions/0002-resume.md.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from deskhand.errors import DeskhandError, NeedsAnswer
from deskhand.journal.records import IntentRecord, JournalStep, RunRecord
from deskhand.mind.before import REPEATABLE, Before
from deskhand.mind.documents import Document, documents
from deskhand.mind.examine import examine
from deskhand.mind.files import file_state
from deskhand.mind.moves import Check, Copy, Do, Remember, Step, next_action, remaining
from deskhand.mind.runner import Runner
from deskhand.model.action import Action
from deskhand.model.locator import Locator
from deskhand.model.run import StepRecord

Answer = Literal["done", "again"]

_REACHES_OUT = re.compile(
    r"\b(send|submit|pay|buy|order|post|publish|delete|remove|print|transfer|confirm|sign up|book|upload)\b"
    r"|发送|提交|支付|付款|购买|下单|发布|删除|打印|转账|预订|上传",
    re.IGNORECASE,
)
"""Names of things whose effect may have left the desktop before it died."""


class Resumption:
    """Settles the steps of a run, one after the other.

    Args:
        record: the run as the journal had it before it was taken up again.
        answers: what a person said about steps that could not be told.
    """

    def __init__(self, runner: Runner, record: RunRecord, answers: dict[int, Answer]) -> None:
        self._runner = runner
        self._hands = runner.hands
        self._record = record
        self._answers = answers
        self._same_desktop = record.desktop == self._hands.desktop_id and self._hands.alive
        self._latest = _latest_files(record)
        self._documents = documents(runner.plan.steps, record)
        self._open_before: set[str] = set()

    def settle(self, number: int) -> DeskhandError | None:
        """Bring one step to its end; the error that ends the run, if there is one."""
        try:
            return self._settle(number)
        except NeedsAnswer as question:
            record = StepRecord(number, self._step(number).sentence, "uncertain", "unknown", 0.0, question.to_json())
            self._runner.journal.end_step(self._runner.run, record, [])
            self._runner.state.records[number] = record
            self._runner.announce(record)
            return question

    def _settle(self, number: int) -> DeskhandError | None:
        known = self._record.step(number)
        answer = self._answers.get(number)
        if answer == "again":
            return self._runner.carry_out(number)
        if answer == "done" and known is not None and not known.finished:
            self._runner.pass_over(number, "done", "unknown", "a person said that it was done")
            return None
        if known is None or known.begun is None:
            return self._runner.carry_out(number)
        if known.finished:
            return None if self._same_desktop else self._build_up(number, known)
        if self._same_desktop:
            return self._take_up(number, known)
        return self._begin_anew(number, known)

    # -- the desktop is the same

    def _take_up(self, number: int, known: JournalStep) -> DeskhandError | None:
        """A step that began and did not end: finished actions stand, an open one is looked at."""
        completed = self._completed(number, known)
        step = self._runner.plan.with_values(number, self._runner.state.remembered)
        intent = self._open_intent(number, known)
        if intent is not None:
            action, writes = _action_of(step, completed)
            if action is not None:
                found = examine(self._hands, action, writes, self._before(number, intent), intent.target)
                self._runner.journal.event(
                    self._runner.run, "looked_at", {"intent": intent.number, "found": found}, number
                )
                if found == "unknown":
                    raise self._question(
                        number, f"it was begun ({action.describe()}) and nobody saw whether it arrived"
                    )
                completed += found == "done"
        return self._runner.carry_out(number, completed=completed)

    def _completed(self, number: int, known: JournalStep) -> int:
        return sum(
            1
            for action in self._record.actions
            if action.step == number and action.at >= (known.begun or 0.0) and action.error is None
        )

    def _open_intent(self, number: int, known: JournalStep) -> IntentRecord | None:
        """The last intent of the step that has no receipt, or whose action failed after something was delivered."""
        intents = [one for one in self._record.intents_of(number) if one.at >= (known.begun or 0.0)]
        if not intents:
            return None
        last = intents[-1]
        delivered = last.error is not None and last.error.get("delivery") != "not_delivered"
        return last if last.uncertain or delivered else None

    def _before(self, number: int, intent: IntentRecord) -> Before | None:
        looks = [
            event
            for event in self._record.events
            if event.kind == "before" and event.step == number and event.number < intent.number
        ]
        return Before.from_json(looks[-1].data) if looks else None

    # -- the desktop is gone

    def _begin_anew(self, number: int, known: JournalStep) -> DeskhandError | None:
        """A step that began and did not end on a desktop that is gone. What it did there is gone with it; only a
        file it may have written, and what may have left the desktop, is left to look at."""
        intent = self._open_intent(number, known)
        if intent is not None:
            action, writes = _action_of(self._step(number), self._completed(number, known))
            before = self._before(number, intent)
            if writes is not None and before is not None and before.file is not None:
                now = file_state(writes)
                if now.exists and (now.size, now.sha256) != (before.file.size, before.file.sha256):
                    self._put_away_dialog()
                    self._runner.pass_over(number, "done", "unknown", f"{writes} was written: {now.size} bytes")
                    return None
            if action is not None and _may_reach_out(action):
                raise self._question(number, "it may have reached outside the desktop before that ended")
        return self._runner.carry_out(number)

    def _build_up(self, number: int, known: JournalStep) -> DeskhandError | None:
        """A finished step on a desktop that is gone."""
        step = self._step(number)
        answer = self._answers.get(number)
        if all(isinstance(move, (Check, Remember)) for move in step.moves):
            return None
        document = next((one for one in self._documents if one.opening <= number < one.end), None)
        if document is not None:
            settled, error = self._on_disk(document, number, known)
            if settled:
                return error
        if known.durable:
            self._check_files(number, known)
            self._put_away_dialog()
            self._runner.pass_over(number, "done", known.record.verdict, "its file is on disk as it was written")
            return None
        if known.record.status != "skipped" and answer != "done":
            for action in step.actions():
                if _may_reach_out(action):
                    raise self._question(number, "it may have reached outside the desktop, which has ended since")
        if answer == "done":
            return None
        self._open_before = {window.id for window in self._hands.windows()}
        return self._runner.carry_out(number, rebuilding=True)

    def _check_files(self, number: int, known: JournalStep) -> None:
        if self._answers.get(number) == "done":
            return
        for file in known.durable:
            path = str(file["path"])
            if self._latest.get(path, (0, ""))[0] != number:
                # A later step wrote it again: that one answers for it.
                continue
            now = file_state(path)
            if now.sha256 != file["sha256"]:
                what = "is gone" if not now.exists else f"has {now.size} bytes and other content"
                raise self._question(number, f"the file it wrote, {path}, {what} since")

    def _on_disk(self, document: Document, number: int, known: JournalStep) -> tuple[bool, DeskhandError | None]:
        """A step on a document that was saved. Its edits are in the file; they are not made once more where the file
        can be opened in their place. True when that settles the step."""
        if known.durable:
            self._check_files(number, known)
        opens_again = document.placed and (document.needed or not document.in_place)
        if document.in_place and document.needed and not document.placed and self._answers.get(number) != "done":
            raise self._question(
                number,
                f"it worked on {document.path}, which has been saved since, and what follows depends on the caret",
            )
        if not opens_again and not document.in_place:
            return False, None
        if opens_again and number > document.saved:
            return False, None
        verdict = known.record.verdict
        if opens_again and number == document.opening:
            self._check_saved(document)
            self._hands.act(document.reopen, run=self._runner.run, step=number)
            self._runner.pass_over(number, "rebuilt", verdict, f"opened again from {document.path}")
        else:
            self._runner.pass_over(number, "done", verdict, f"its work is in {document.path}")
        return True, None

    def _check_saved(self, document: Document) -> None:
        """Before a document is opened in place of its edits: is it still the one that was saved?"""
        known = self._record.step(document.saved)
        if known is not None:
            self._check_files(document.saved, known)

    def _put_away_dialog(self) -> None:
        """The dialog that a rebuilt step opened for a file that needs no writing."""
        for window in self._hands.windows():
            is_dialog = window.kind == "dialog" or window.modal
            if is_dialog and window.id not in self._open_before:
                self._hands.act(Action("dismiss", None, {"window": window.title}), run=self._runner.run)
                return

    # -- words

    def _step(self, number: int) -> Step:
        return self._runner.plan.steps[number - 1]

    def _question(self, number: int, why: str) -> NeedsAnswer:
        sentence = self._step(number).sentence
        return NeedsAnswer(
            f"step {number}, {sentence!r}: {why}",
            sought=sentence,
            near=[f"{number}=done: go on after it", f"{number}=again: do it again"],
            next_step=f"look, then `deskhand resume {self._runner.run} --answer {number}=done` (or {number}=again)",
        )


def _action_of(step: Step, completed: int) -> tuple[Action | None, str | None]:
    move = next_action(remaining(step.moves, completed))
    if isinstance(move, Do):
        return move.action, move.writes
    if isinstance(move, Copy):
        # Copied again, the clipboard holds the same.
        return Action("read", move.locator), None
    return None, None


def _may_reach_out(action: Action) -> bool:
    if action.verb in REPEATABLE or action.verb not in ("click", "double_click", "menu", "press", "drag"):
        return False
    name = action.target.name if isinstance(action.target, Locator) else None
    return _REACHES_OUT.search(f"{name or ''} {action.args.get('path', '')}") is not None


def _latest_files(record: RunRecord) -> dict[str, tuple[int, dict[str, Any]]]:
    """For each file the run wrote, the last step that wrote it."""
    found: dict[str, tuple[int, dict[str, Any]]] = {}
    for step in record.steps:
        for file in step.durable:
            found[str(file["path"])] = (step.record.number, file)
    return found
