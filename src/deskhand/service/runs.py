"""Runs as a service carries them out: steps reported as they end, and the report drawn when all is done."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from deskhand.desktop import Desktop
from deskhand.errors import DeskhandError
from deskhand.model.run import RunResult, StepRecord

Emit = Callable[[str, dict[str, Any]], None]

log = logging.getLogger("deskhand.service")


def start_run(
    desktop: Desktop, script: str, values: dict[str, str], folder: str | None, pictures: bool, emit: Emit
) -> dict[str, Any]:
    """Carry out a script; the run as JSON, with the path of its report."""
    return _reported(desktop, desktop.run(script, values, on_step=_reporter(emit), folder=folder, pictures=pictures))


def go_on_with_run(desktop: Desktop, run: str, emit: Emit) -> dict[str, Any]:
    """Go on with an interrupted run."""
    return _reported(desktop, desktop.resume(run, on_step=_reporter(emit)))


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
