"""Steps carried out one after the other, each with its record in the journal as it happens."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from deskhand.errors import ActionFailed, AppDied, DeskhandError, EnvironmentFault, LimitReached, Stopped
from deskhand.journal.journal import Journal
from deskhand.mind.before import stand_before
from deskhand.mind.cut_off import SETTLE_SECONDS, durable
from deskhand.mind.files import FileState, FileWatch, settled_state
from deskhand.mind.hands import Hands
from deskhand.mind.looking import Seen, look, wait_until
from deskhand.mind.moves import Check, Claim, Copy, Do, Move, Remember, Step, WaitFor, When, remaining
from deskhand.mind.options import RunOptions
from deskhand.mind.secrets import with_lent
from deskhand.mind.steps.script import Plan
from deskhand.mind.verdict import failed_verdict, receipt_proves
from deskhand.model.action import Action
from deskhand.model.receipt import Verdict
from deskhand.model.run import StepRecord, StepStatus

OnStep = Callable[[StepRecord], None]
"""Called when a step begins (status `intent`) and when it has ended (any other status)."""

REBUILDING_SECONDS = 5.0
"""How long a wait of a step that is done again is given."""


@dataclass
class Progressing:
    """What a run knows as it goes on. `proved` are the steps at which something outside the run proved something;
    `acting` is the last step that acted."""

    records: dict[int, StepRecord] = field(default_factory=dict[int, StepRecord])
    remembered: dict[str, str] = field(default_factory=dict[str, str])
    proved: set[int] = field(default_factory=set[int])
    acting: int | None = None


@dataclass
class _Step:
    """One step under way."""

    step: Step
    rebuilding: bool = False
    replacing: str | None = None
    unknown: bool = False
    skipped: bool = False
    acted: bool = False
    durable: list[FileState] = field(default_factory=list[FileState])


class Runner:
    """Carries out steps of one run on one desktop.

    Args:
        since: when the run first began, seconds since the epoch: what a new file is newer than.
        spent: seconds that earlier sittings took.
        lent: of a resumed run, stored secrets by the number of the step whose written password was not kept.
    """

    def __init__(
        self,
        hands: Hands,
        journal: Journal,
        run: str,
        plan: Plan,
        options: RunOptions,
        on_step: OnStep,
        *,
        since: float,
        spent: float = 0.0,
        state: Progressing | None = None,
        lent: Mapping[int, str] | None = None,
    ) -> None:
        self.hands = hands
        self.journal = journal
        self.run = run
        self.plan = plan
        self.options = options
        self.state: Progressing = state or Progressing()
        self._on_step = on_step
        self._lent = lent
        self._since = since
        self._spent = spent
        self._began = time.monotonic()
        self._watch = FileWatch(named_files(plan))

    @property
    def seconds(self) -> float:
        """What the run has taken, earlier sittings included."""
        return self._spent + time.monotonic() - self._began

    def carry_out(
        self, number: int, *, rebuilding: bool = False, completed: int = 0, replacing: str | None = None
    ) -> DeskhandError | None:
        """Do one step; the error that ended it, if one did. `completed` is how many of its actions are known to have
        been done in an earlier sitting, `replacing` a file of an earlier sitting that the step may write over."""
        began = time.monotonic()
        planned = self.plan.steps[number - 1]
        self.journal.begin_step(self.run, number)
        self._on_step(StepRecord(number, self.hands.redact(planned.sentence), "intent"))
        under_way = _Step(planned, rebuilding, replacing)
        error: DeskhandError | None = None
        try:
            self._check_limits()
            step = self.plan.with_values(number, self.state.remembered)
            under_way.step = step
            for move in remaining(step.moves, completed):
                self._move(under_way, move)
        except DeskhandError as caught:
            error = caught
        written: list[FileState] = []
        try:
            written = self._written(under_way)
        except Stopped as stop:
            error = error or stop
        status, verdict = _outcome(under_way, error, rebuilding=rebuilding)
        self._end(under_way, status, verdict, time.monotonic() - began, error, written)
        return error

    def pass_over(self, number: int, status: StepStatus, verdict: Verdict, why: str) -> None:
        """Settle a step without doing it."""
        self.journal.event(self.run, "passed_over", {"why": why}, number)
        record = StepRecord(number, self.hands.redact(self.plan.steps[number - 1].sentence), status, verdict)
        self.journal.end_step(self.run, record, [])
        self.state.records[number] = record
        self._on_step(record)

    def announce(self, record: StepRecord) -> None:
        """Tell whoever shows the run."""
        self._on_step(record)

    # -- moves

    def _move(self, at: _Step, move: Move) -> None:
        match move:
            case Do(action=action, writes=writes):
                self._do(at, action, writes)
            case Check(claim=claim):
                self._check(at, claim)
            case WaitFor(claim=claim):
                self._wait(at, claim)
            case Remember():
                self._remember(at, move)
            case Copy(locator=locator):
                text = self.hands.read_text(locator)
                self._do(at, Action("clipboard_write", None, {"text": text}), None)
            case When(claim=claim, seconds=seconds, then=then):
                seen = self._until(claim, seconds)
                self._note(at, "condition", claim, seen)
                if not seen.holds:
                    at.skipped = True
                    return
                for inner in then:
                    self._move(at, inner)

    def _do(self, at: _Step, action: Action, writes: str | None) -> None:
        number = at.step.number
        if self.options.foreground and action.mode is None:
            action = replace(action, mode="foreground")
        if self._lent is not None:
            action = with_lent(action, number, self._lent)
        if self.options.pictures and not action.pictures:
            action = replace(action, pictures=True)
        if action.verb == "screenshot" and "path" not in action.args:
            place = self.journal.artefacts(self.run) / f"step{number:03d}-screenshot.png"
            action = replace(action, args={**action.args, "path": str(place)})
        if writes is not None and writes == at.replacing:
            action = replace(action, args={**action.args, "overwrite": True})
        before = stand_before(self.hands, action, writes)
        if before is not None:
            self.journal.event(self.run, "before", before.to_json(), number)
        at.acted = True
        receipt = self.hands.act(action, run=self.run, step=number)
        if not receipt_proves(receipt):
            at.unknown = True
        elif receipt.effect.scope == "file" and writes is not None:
            self._prove(number, f"{receipt.effect.observer}: {receipt.effect.seen}")

    def _check(self, at: _Step, claim: Claim) -> None:
        seen = self._until(claim, self.options.check_seconds)
        self._note(at, "checked", claim, seen)
        if not seen.holds:
            raise ActionFailed(
                f"{claim}: that is not so",
                sought=str(claim),
                seen=f"{seen.what} ({seen.observer})",
                next_step="look at what the step before it did, mend it, and `deskhand resume` the run",
            )
        if seen.world:
            self._prove(at.step.number, f"{seen.observer}: {seen.what}")

    def _wait(self, at: _Step, claim: Claim) -> None:
        seconds = REBUILDING_SECONDS if at.rebuilding else self.options.wait_seconds
        with self.hands.progress(seconds, f"wait until {claim}").within(seconds) as part:
            seen = wait_until(self.hands, claim, part, self._since, frozenset(self.state.remembered))
            self._note(at, "waited", claim, seen)
            if seen.holds:
                return
            if not at.rebuilding:
                raise part.timeout()
            # It came once. Where a file was not written again, nothing announces it again either.
            at.unknown = True

    def _until(self, claim: Claim, seconds: float) -> Seen:
        known = frozenset(self.state.remembered)
        if seconds <= 0:
            return look(self.hands, claim, self._since, known)
        progress = self.hands.progress(seconds, str(claim))
        return wait_until(self.hands, claim, progress, self._since, known)

    def _remember(self, at: _Step, move: Remember) -> None:
        match move.source:
            case "cell":
                value = self.hands.read_cell(move.cell or "", move.window)
            case "clipboard":
                value = self.hands.clipboard()
            case "window":
                value = next((window.title for window in self.hands.windows() if window.active), "")
            case "locator":
                assert move.locator is not None
                value = self.hands.read_text(move.locator)
        if not value.strip():
            raise ActionFailed(
                f"there is nothing to remember as {move.name!r}: it is empty",
                sought=at.step.sentence,
                seen="an empty text",
                next_step="wait until it is there, or name another element",
            )
        self.state.remembered[move.name] = value.strip()
        self.journal.event(self.run, "remembered", {"name": move.name, "value": value.strip()}, at.step.number)

    # -- records

    def _note(self, at: _Step, kind: str, claim: Claim, seen: Seen) -> None:
        self.journal.event(
            self.run,
            kind,
            {"claim": str(claim), "holds": seen.holds, "effect": seen.effect(claim).to_json()},
            at.step.number,
        )

    def _prove(self, number: int, by: str) -> None:
        self.state.proved.add(number)
        self.journal.event(self.run, "proved", {"by": by}, number)

    def _written(self, at: _Step) -> list[FileState]:
        """Files of the script that changed. A step that did not act did not write them: the last that did, did."""
        writer = at.step.number if at.acted else self.state.acting
        found: list[FileState] = []
        for path in self._watch.changed():
            try:
                state = settled_state(path, self.hands.progress(SETTLE_SECONDS, f"{path} is written"))
            except EnvironmentFault as fault:
                self.journal.event(self.run, "not_read", {"path": path, "why": fault.message}, at.step.number)
                continue
            self._watch.note(state)
            if writer is None or not state.exists:
                continue
            self._prove(writer, f"file system: {path} was written, {state.size} bytes")
            if at.acted:
                found.append(state)
            else:
                self.journal.event(self.run, "durable", durable(state), writer)
        if at.acted:
            self.state.acting = at.step.number
        return found

    def _end(
        self,
        at: _Step,
        status: StepStatus,
        verdict: Verdict,
        seconds: float,
        error: DeskhandError | None,
        written: list[FileState],
    ) -> None:
        told = self.hands.redact(error.to_json()) if error is not None else None
        record = StepRecord(at.step.number, self.hands.redact(at.step.sentence), status, verdict, seconds, told)
        self.journal.end_step(self.run, record, [durable(state) for state in written])
        self.state.records[record.number] = record
        self._on_step(record)

    def _check_limits(self) -> None:
        if not self.hands.alive:
            raise AppDied("the desktop itself has ended", next_step=f"`deskhand resume {self.run}` builds it up again")
        if self.options.seconds is not None and self.seconds > self.options.seconds:
            raise LimitReached(
                f"the run has taken {self.seconds:.0f} s; it was given {self.options.seconds:.0f}",
                next_step="raise the limit and resume the run",
            )


def _outcome(at: _Step, error: DeskhandError | None, *, rebuilding: bool) -> tuple[StepStatus, Verdict]:
    if error is not None:
        return "failed", failed_verdict(error)
    if at.skipped:
        return "skipped", "unknown"
    return ("rebuilt" if rebuilding else "done"), ("unknown" if at.unknown else "verified")


def named_files(plan: Plan) -> list[str]:
    """Every file the script names."""
    found: dict[str, None] = {}
    for step in plan.steps:
        for move in step.all_moves():
            if isinstance(move, Do) and move.action.verb in ("launch", "choose_file"):
                _collect(found, move.action.args, move.writes)
            elif isinstance(move, (Check, WaitFor, When)) and move.claim.path is not None:
                found[move.claim.path] = None
    return list(found)


def _collect(found: dict[str, None], args: Mapping[str, object], writes: str | None) -> None:
    named = [writes, args.get("path"), args.get("app")]
    files = args.get("files")
    named.extend(files if isinstance(files, list) else [])
    for text in named:
        if isinstance(text, str) and text.startswith("/"):
            found[text] = None
