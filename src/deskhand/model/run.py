"""Runs and steps: a task from words to verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from deskhand.model.receipt import Verdict

StepStatus = Literal["planned", "intent", "done", "failed", "skipped", "rebuilt", "uncertain"]
RunStatus = Literal["running", "verified", "contradicted", "unknown", "interrupted", "stopped"]


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One step of a run as the journal holds it. `sentence` is as the person wrote it (parameters filled in, secrets
    masked); `seconds` its duration; `error` the JSON of the error that ended it."""

    number: int
    sentence: str
    status: StepStatus
    verdict: Verdict = "unknown"
    seconds: float = 0.0
    error: dict[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "number": self.number,
            "sentence": self.sentence,
            "status": self.status,
            "verdict": self.verdict,
            "seconds": round(self.seconds, 3),
        }
        if self.error is not None:
            data["error"] = self.error
        return data


@dataclass(frozen=True, slots=True)
class RunResult:
    """How a run ended: its id, verdict, steps and the path of its report (None until one is drawn)."""

    id: str
    status: RunStatus
    verdict: Verdict
    steps: tuple[StepRecord, ...]
    seconds: float
    values: dict[str, str]
    report: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "run": self.id,
            "status": self.status,
            "verdict": self.verdict,
            "seconds": round(self.seconds, 2),
            "steps": [step.to_json() for step in self.steps],
            "values": self.values,
            "report": self.report,
        }
