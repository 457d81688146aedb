"""From the log to what is: the entries of one run folded into its record."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any, cast

from deskhand.journal.owner import still_running
from deskhand.journal.records import (
    ActionRecord,
    EventRecord,
    IntentRecord,
    JournalStep,
    RunRecord,
    RunSummary,
)
from deskhand.model.receipt import Verdict
from deskhand.model.run import RunStatus, StepRecord, StepStatus

Row = tuple[Any, ...]


@dataclass
class _Fold:
    status: RunStatus = "running"
    verdict: Verdict = "unknown"
    ended: float | None = None
    owner: dict[str, Any] = field(default_factory=dict[str, Any])
    desktop: str = ""
    steps: dict[int, JournalStep] = field(default_factory=dict[int, JournalStep])
    intents: dict[int, IntentRecord] = field(default_factory=dict[int, IntentRecord])
    actions: list[ActionRecord] = field(default_factory=list[ActionRecord])
    events: list[EventRecord] = field(default_factory=list[EventRecord])
    remembered: dict[str, str] = field(default_factory=dict[str, str])
    seconds: float = 0.0
    sitting: float = 0.0
    last: float = 0.0

    def take(self, row: Row) -> None:
        number, at, run, step, kind, answers, text = row
        data = cast("dict[str, Any]", json.loads(text))
        match kind:
            case "plan":
                for place, sentence in enumerate(data["steps"], 1):
                    self.steps.setdefault(place, JournalStep(StepRecord(place, sentence, "planned")))
            case "step_begun":
                old = self.steps.get(step) or JournalStep(StepRecord(step, "", "planned"))
                # What was durable stays on disk, whatever becomes of this sitting.
                self.steps[step] = replace(
                    old, record=replace(old.record, status="intent", error=None), begun=at, ended=None
                )
            case "step_ended":
                old = self.steps.get(step) or JournalStep(StepRecord(step, "", "planned"))
                self.steps[step] = replace(
                    old, record=_step(data), ended=at, durable=tuple(data["durable"]) or old.durable
                )
            case "intent":
                self.intents[number] = IntentRecord(
                    number, run, step, data["action"], data["target"], data["route"], at
                )
            case "receipt":
                self.actions.append(ActionRecord(step, answers, data["receipt"], data["error"], at))
                if answers in self.intents:
                    self.intents[answers] = replace(self.intents[answers], receipt=data["receipt"], error=data["error"])
            case "run_ended":
                self.status, self.verdict, self.ended = data["status"], data["verdict"], at
                self.remembered.update(data["values"])
                self.seconds, self.sitting = self.seconds + at - self.sitting, at
            case "run_resumed":
                if self.status == "running":
                    self.seconds += self.last - self.sitting
                self.status, self.verdict, self.ended = "running", "unknown", None
                self.owner, self.desktop, self.sitting = data["owner"], data["desktop"], at
                self.events.append(EventRecord(number, kind, data, at, step))
            case _:
                if kind == "durable" and step in self.steps:
                    # A file that turned out to be written only after its step had ended.
                    old = self.steps[step]
                    kept = [file for file in old.durable if file["path"] != data["path"]]
                    self.steps[step] = replace(old, durable=(*kept, data))
                if kind == "remembered":
                    self.remembered[str(data["name"])] = str(data["value"])
                self.events.append(EventRecord(number, kind, data, at, step))
        self.last = at


def fold_run(row: Row, entries: list[Row]) -> RunRecord:
    """`row` of `runs`, `entries` of the same run in order."""
    run, started, desktop, script, given, options, owner = row
    fold = _Fold(desktop=desktop, owner=json.loads(owner), sitting=started, last=started)
    for entry in entries:
        fold.take(entry)
    status = fold.status
    if status == "running":
        fold.seconds += fold.last - fold.sitting
        if not still_running(fold.owner):
            status = "interrupted"
    return RunRecord(
        id=run,
        script=script,
        values=json.loads(given),
        desktop=fold.desktop,
        options=json.loads(options),
        status=status,
        verdict=fold.verdict,
        started=started,
        ended=fold.ended,
        steps=tuple(fold.steps[number] for number in sorted(fold.steps)),
        intents=tuple(fold.intents.values()),
        actions=tuple(fold.actions),
        events=tuple(fold.events),
        remembered=fold.remembered,
        seconds=fold.seconds,
    )


def summarise(record: RunRecord) -> RunSummary:
    return RunSummary(
        record.id,
        record.script,
        record.desktop,
        record.status,
        record.verdict,
        record.started,
        record.ended,
        len(record.steps),
        sum(1 for step in record.steps if step.finished),
    )


def _step(data: dict[str, Any]) -> StepRecord:
    return StepRecord(
        int(data["number"]),
        str(data["sentence"]),
        cast(StepStatus, data["status"]),
        cast(Verdict, data["verdict"]),
        float(data["seconds"]),
        data.get("error"),
    )
