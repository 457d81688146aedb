"""What the journal answers with: runs, steps, intents and events, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from deskhand.model.receipt import Verdict
from deskhand.model.run import RunStatus, StepRecord


@dataclass(frozen=True, slots=True)
class IntentRecord:
    """An action that was about to be delivered. `receipt` and `error` are both None while nobody has written what
    became of it: then its effect is uncertain. `at` is seconds since the epoch."""

    number: int
    run: str | None
    step: int | None
    action: dict[str, Any]
    target: dict[str, Any]
    route: str
    at: float
    receipt: dict[str, Any] | None = None
    error: dict[str, Any] | None = None

    @property
    def uncertain(self) -> bool:
        return self.receipt is None and self.error is None

    def to_json(self) -> dict[str, Any]:
        return {
            "intent": self.number,
            "run": self.run,
            "step": self.step,
            "action": self.action,
            "target": self.target,
            "route": self.route,
            "at": round(self.at, 3),
            "receipt": self.receipt,
            "error": self.error,
        }


@dataclass(frozen=True, slots=True)
class ActionRecord:
    """A receipt or an error as it was written, with the intent it answers (None for what was never delivered)."""

    step: int | None
    intent: int | None
    receipt: dict[str, Any] | None
    error: dict[str, Any] | None
    at: float

    def to_json(self) -> dict[str, Any]:
        return {
            "step": self.step,
            "intent": self.intent,
            "receipt": self.receipt,
            "error": self.error,
            "at": round(self.at, 3),
        }


@dataclass(frozen=True, slots=True)
class EventRecord:
    """Something that happened in a run. `number` orders events, intents and receipts of a journal among each other."""

    number: int
    kind: str
    data: dict[str, Any]
    at: float
    step: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "kind": self.kind,
            "step": self.step,
            "data": self.data,
            "at": round(self.at, 3),
        }


@dataclass(frozen=True, slots=True)
class JournalStep:
    """A step as the journal knows it now. `begun` and `ended` are seconds since the epoch, None where that never
    happened; `durable` are the files the step wrote: `path`, `size`, `sha256` each."""

    record: StepRecord
    begun: float | None = None
    ended: float | None = None
    durable: tuple[dict[str, Any], ...] = ()

    @property
    def finished(self) -> bool:
        return self.record.status in ("done", "skipped", "rebuilt")

    def to_json(self) -> dict[str, Any]:
        data = self.record.to_json()
        data.update(begun=self.begun, ended=self.ended, durable=list(self.durable))
        return data


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One line of `deskhand runs`. A run that says `running` although its process is gone is shown as `interrupted`."""

    id: str
    script: str
    desktop: str
    status: RunStatus
    verdict: Verdict
    started: float
    ended: float | None
    steps: int
    finished: int

    def to_json(self) -> dict[str, Any]:
        return {
            "run": self.id,
            "script": self.script,
            "desktop": self.desktop,
            "status": self.status,
            "verdict": self.verdict,
            "started": round(self.started, 3),
            "ended": None if self.ended is None else round(self.ended, 3),
            "steps": self.steps,
            "finished": self.finished,
        }


@dataclass(frozen=True, slots=True)
class RunRecord:
    """Everything the journal holds of one run. `values` are what the run was given; `remembered` what it learned;
    `seconds` what it has taken so far, all its sittings together."""

    id: str
    script: str
    values: dict[str, str]
    desktop: str
    options: dict[str, Any]
    status: RunStatus
    verdict: Verdict
    started: float
    ended: float | None
    steps: tuple[JournalStep, ...]
    intents: tuple[IntentRecord, ...]
    actions: tuple[ActionRecord, ...]
    events: tuple[EventRecord, ...]
    remembered: dict[str, str] = field(default_factory=dict[str, str])
    seconds: float = 0.0

    def step(self, number: int) -> JournalStep | None:
        return next((step for step in self.steps if step.record.number == number), None)

    def intents_of(self, step: int) -> tuple[IntentRecord, ...]:
        return tuple(intent for intent in self.intents if intent.step == step)

    def to_json(self) -> dict[str, Any]:
        return {
            "run": self.id,
            "script": self.script,
            "values": self.values,
            "remembered": self.remembered,
            "desktop": self.desktop,
            "options": self.options,
            "status": self.status,
            "verdict": self.verdict,
            "started": round(self.started, 3),
            "ended": self.ended,
            "seconds": round(self.seconds, 2),
            "steps": [step.to_json() for step in self.steps],
            "intents": [intent.to_json() for intent in self.intents],
            "actions": [action.to_json() for action in self.actions],
            "events": [event.to_json() for event in self.events],
        }
