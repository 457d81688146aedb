"""Runs as a service carries them out: steps reported as they end, and the report drawn when all is done."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, get_args

from deskhand.desktop import Desktop
from deskhand.errors import BadRequest, DeskhandError
from deskhand.mind.options import RunOptions
from deskhand.mind.resume import Answer
from deskhand.model.run import RunResult, StepRecord
from deskhand.model.secret import check_name
from deskhand.service.calls import Emit

log: logging.Logger = logging.getLogger("deskhand.service")


def start_run(desktop: Desktop, script: str, values: dict[str, str], options: RunOptions, emit: Emit) -> dict[str, Any]:
    """Carry out a script; the run as JSON, with the path of its report. Events: `run` with its id, `step` as each
    begins and ends."""
    result = desktop.run(
        script, values, on_step=_reporter(emit), on_run=lambda run: emit("run", {"run": run}), options=options
    )
    return _reported(desktop, result)


def go_on_with_run(
    desktop: Desktop,
    run: str,
    answers: dict[int, Answer],
    secrets: dict[int, str],
    seconds: float | None,
    emit: Emit,
) -> dict[str, Any]:
    """Go on with an interrupted run; `answers` are a person's word on steps an earlier resume asked about, `secrets`
    name stored ones for steps whose written password was not kept."""
    result = desktop.resume(run, on_step=_reporter(emit), answers=answers, seconds=seconds, secrets=secrets)
    return _reported(desktop, result)


def secrets_of(data: dict[str, Any]) -> dict[int, str]:
    """`{"3": "mail.password"}`: that stored secret is what step 3 types."""
    for number, name in data.items():
        if not number.isdecimal() or not isinstance(name, str):
            raise BadRequest("that names no secret for a step", next_step="write the step's number and a secret's name")
    return {int(number): check_name(name) for number, name in data.items()}


def answers_of(data: dict[str, Any]) -> dict[int, Answer]:
    """`{"4": "done"}`: step 4 was done, whatever the journal could prove; `again`: do it again."""
    answers: dict[int, Answer] = {}
    for number, word in data.items():
        if not number.isdecimal() or word not in get_args(Answer):
            raise BadRequest(
                f"{number}={word} answers nothing", next_step="write the step's number and `done` or `again`"
            )
        answers[int(number)] = word
    return answers


def _reporter(emit: Emit) -> Callable[[StepRecord], None]:
    return lambda record: emit("step", {"step": record.to_json()})


def _reported(desktop: Desktop, result: RunResult) -> dict[str, Any]:
    data = result.to_json()
    if result.report is None:
        data["report"] = _draw(desktop, result.id)
    return data


def _draw(desktop: Desktop, run: str) -> str | None:
    """Path of the drawn report. A run's verdict stands also where its picture could not be drawn."""
    from deskhand.report import draw_report

    path = desktop.journal.artefacts(run) / "report.html"
    try:
        draw_report(desktop.journal, run, path)
    except (DeskhandError, OSError) as error:
        log.warning("report of %s: %s", run, error)
        return None
    return str(path)
