"""A run from words to verdict: begun, carried out, ended, and taken up again after a crash."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from deskhand.errors import BadRequest, DeskhandError, LimitError, PersonError
from deskhand.journal.journal import Journal
from deskhand.mind.hands import Hands
from deskhand.mind.options import RunOptions
from deskhand.mind.resume import Answer, Resumption
from deskhand.mind.runner import OnStep, Progressing, Runner
from deskhand.mind.secrets import written_secrets
from deskhand.mind.steps.script import parse_script
from deskhand.mind.verdict import run_verdict
from deskhand.model.receipt import Verdict
from deskhand.model.run import RunResult, RunStatus, StepRecord


def run_steps(
    hands: Hands,
    journal: Journal,
    script: str,
    values: Mapping[str, str] | None = None,
    *,
    on_step: OnStep = lambda _: None,
    options: RunOptions | None = None,
    on_run: Callable[[str], None] = lambda _: None,
) -> RunResult:
    """Carry out a script of plain sentences on a desktop.

    Args:
        values: what `{parameters}` of the script stand for.
        on_step: called when a step begins (status `intent`) and when it has ended.
        on_run: called with the run's id once it is in the journal.

    Returns:
        How it ended; the step that ended it early carries the error.

    Raises:
        BadRequest, SecretMissing, TooLarge: the script as a whole is not understood. Nothing was done.
    """
    chosen = options or RunOptions()
    given = {str(name): str(value) for name, value in (values or {}).items()}
    plan = parse_script(script, given, chosen.folder)
    for name in plan.secrets:
        hands.require_secret(name)
    for text in written_secrets(plan):
        hands.learn_secret(text)
    since = time.time()
    journal.prune()
    run = journal.start_run(script, given, hands.desktop_id, chosen.to_json())
    journal.plan(run, [step.sentence for step in plan.steps])
    on_run(run)
    runner = Runner(hands, journal, run, plan, chosen, on_step, since=since)
    return _to_the_end(runner, runner.carry_out)


def resume_run(
    hands: Hands,
    journal: Journal,
    run_id: str,
    *,
    on_step: OnStep = lambda _: None,
    answers: Mapping[int, Answer] | None = None,
    seconds: float | None = None,
    secrets: Mapping[int, str] | None = None,
) -> RunResult:
    """Take a run up where it stopped (docs/decisions/0002-resume.md says how, and why).

    Args:
        answers: a person's word on steps that a former resume asked about: `done` or `again`.
        seconds: a new limit for the whole run, in place of the one it was started with.
        secrets: names of stored secrets for steps that typed a password which was written in the script: it was not
            kept.

    Raises:
        NotFound: there is no such run.
        BadRequest: it still runs, or is verified already.
        SecretMissing: a secret it types is not stored.
    """
    record = journal.run(run_id)
    if record.status == "verified":
        raise BadRequest(f"run {record.id} is verified; there is nothing to resume", next_step="run the script anew")
    options = RunOptions.from_json(record.options)
    if seconds is not None:
        options = replace(options, seconds=seconds)
    plan = parse_script(record.script, record.values, options.folder)
    for name in (*plan.secrets, *(secrets or {}).values()):
        hands.require_secret(name)
    record = journal.resume(record.id, hands.desktop_id)
    state = Progressing(
        {step.record.number: step.record for step in record.steps if step.finished},
        dict(record.remembered),
        {event.step for event in record.events if event.kind == "proved" and event.step is not None},
    )
    runner = Runner(
        hands,
        journal,
        record.id,
        plan,
        options,
        on_step,
        since=record.started,
        spent=record.seconds,
        state=state,
        lent=dict(secrets or {}),
    )
    resumption = Resumption(runner, record, dict(answers or {}))
    return _to_the_end(runner, resumption.settle)


def _to_the_end(runner: Runner, settle: Callable[[int], DeskhandError | None]) -> RunResult:
    error: DeskhandError | None = None
    try:
        for step in runner.plan.steps:
            error = settle(step.number)
            if error is not None:
                break
    except BaseException:
        # Whatever it is, the journal says that the run no longer goes on; the step it was in stays open.
        runner.journal.end_run(runner.run, "interrupted", "unknown", runner.state.remembered)
        raise
    records = _records(runner)
    verdict = run_verdict(records, runner.state.proved, ended=error is None)
    status = _status(verdict, error)
    runner.journal.end_run(runner.run, status, verdict, runner.state.remembered)
    values = runner.hands.redact({**runner.plan.given, **runner.state.remembered})
    return RunResult(runner.run, status, verdict, records, runner.seconds, values)


def _records(runner: Runner) -> tuple[StepRecord, ...]:
    return tuple(
        runner.state.records.get(step.number) or StepRecord(step.number, runner.hands.redact(step.sentence), "planned")
        for step in runner.plan.steps
    )


def _status(verdict: Verdict, error: DeskhandError | None) -> RunStatus:
    if isinstance(error, (LimitError, PersonError)):
        return "stopped"
    return verdict
