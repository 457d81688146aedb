"""Which steps of an interrupted run are done, which are looked at, which are built up again.

The rules and their reasons: docs/decisions/0002-resume.md.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from deskhand.errors import DeskhandError, NeedsAnswer
from deskhand.journal.records import JournalStep, RunRecord
from deskhand.mind.before import REPEATABLE
from deskhand.mind.cut_off import before_intent, completed, durable, open_intent, saves_cut_off, with_saves
from deskhand.mind.documents import Document, documents, names_lost, opened_files
from deskhand.mind.examine import examine
from deskhand.mind.files import file_state, is_whole
from deskhand.mind.looking import PAUSE
from deskhand.mind.moves import Check, Copy, Do, Remember, Step, next_action, remaining
from deskhand.mind.runner import Runner, named_files
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


DIALOG_SECONDS = 5.0
"""How long the file dialog that a rebuilt step asked for may take to come."""


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
        self._documents: list[Document] = []
        self._half_written: dict[int, str] = {}
        self._looked = False
        self._open_before: set[str] = set()
        self._opened_dialog = False

    def settle(self, number: int) -> DeskhandError | None:
        """Bring one step to its end; the error that ends the run, if there is one."""
        try:
            if not self._looked:
                self._looked = True
                self._look_at_files()
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
            return self._runner.carry_out(number, replacing=self._own_file(known))
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

    def _look_at_files(self) -> None:
        """Files first: what a save that was cut off wrote decides how the steps before it are built up."""
        if not self._same_desktop:
            steps = self._runner.plan.steps
            saves = saves_cut_off(self._hands, steps, self._record, named_files(self._runner.plan))
            self._record = with_saves(self._record, saves)
            for number, states in saves.items():
                known = self._record.step(number)
                if known is not None and known.finished:
                    for state in states:
                        self._runner.journal.event(self._runner.run, "durable", durable(state), number)
                else:
                    self._half_written[number] = next(one.path for one in states if not is_whole(one.path))
        self._latest = _latest_files(self._record)
        self._documents = documents(self._runner.plan.steps, self._record)

    def _own_file(self, known: JournalStep | None) -> str | None:
        """The file that the step wrote, where it is still as this run left it."""
        for file in known.durable if known is not None else ():
            if file_state(str(file["path"])).sha256 == file["sha256"]:
                return str(file["path"])
        return None

    # -- the desktop is the same

    def _take_up(self, number: int, known: JournalStep) -> DeskhandError | None:
        """A step that began and did not end: finished actions stand, an open one is looked at."""
        done = completed(self._record, number, known)
        step = self._runner.plan.with_values(number, self._runner.state.remembered)
        intent = open_intent(self._record, number, known)
        if intent is not None:
            action, writes = _action_of(step, done)
            if action is not None:
                before = before_intent(self._record, number, intent)
                found = examine(self._hands, action, writes, before, intent.target)
                self._runner.journal.event(
                    self._runner.run, "looked_at", {"intent": intent.number, "found": found}, number
                )
                if found == "unknown":
                    raise self._question(
                        number, f"it was begun ({action.describe()}) and nobody saw whether it arrived"
                    )
                done += found == "done"
        return self._runner.carry_out(number, completed=done)

    # -- the desktop is gone

    def _begin_anew(self, number: int, known: JournalStep) -> DeskhandError | None:
        """A step that began and did not end on a desktop that is gone. What it did there is gone with it; a file that
        it wrote has settled it already, so only what may have left the desktop is left to look at."""
        if open_intent(self._record, number, known) is not None:
            action, _ = _action_of(self._step(number), completed(self._record, number, known))
            if action is not None and _may_reach_out(action):
                raise self._question(number, "it may have reached outside the desktop before that ended")
        return self._runner.carry_out(number, replacing=self._half_written.get(number))

    def _build_up(self, number: int, known: JournalStep) -> DeskhandError | None:
        """A finished step on a desktop that is gone."""
        step = self._step(number)
        answer = self._answers.get(number)
        self._check_unbroken(number)
        if all(isinstance(move, (Check, Remember)) for move in step.moves):
            return None
        document = next((one for one in self._documents if one.opening <= number < one.end), None)
        if document is not None:
            settled, error = self._on_disk(document, number, known)
            if settled:
                return error
        if known.durable:
            self._check_files(number, known)
            self._check_named(document, number)
            if any(action.verb == "choose_file" for action in step.actions()):
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
        self._opened_dialog = True
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

    def _check_named(self, document: Document | None, number: int) -> None:
        """A document that is built up and not saved again keeps its old name. What follows may name the new one."""
        if document is None or number != document.saved or self._answers.get(number) == "done":
            return
        if later := names_lost(document, self._runner.plan.steps, self._record):
            raise self._question(
                number,
                f"it gave the document its name, which step {later} asks for; {document.path} is on disk, and what "
                "follows depends on the caret, so that it cannot be opened in place of the edits",
            )

    def _check_unbroken(self, number: int) -> None:
        """Before a file is opened: was it left half written by the save over it that was cut off?"""
        if self._answers.get(number) == "done":
            return
        for action in self._step(number).actions():
            for path in opened_files(action) if action.verb == "launch" else ():
                if path in self._half_written.values():
                    raise self._question(number, f"{path} was left half written when a save over it was cut off")

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
        """The dialog that a rebuilt step opened for a file that needs no writing; it may take a while to come."""
        if not self._opened_dialog:
            return
        progress = self._hands.progress(DIALOG_SECONDS, "the dialog of a file that is on disk")
        while True:
            for window in self._hands.windows():
                is_dialog = window.kind == "dialog" or window.modal
                if is_dialog and window.id not in self._open_before:
                    self._hands.act(Action("dismiss", None, {"window": window.title}), run=self._runner.run)
                    self._opened_dialog = False
                    return
            if progress.remaining <= 0:
                return
            progress.pause(PAUSE)

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
