"""Runs and pictures in the words of an answer: read from the journal and from files, no desktop needed."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from PIL import Image

from deskhand.act.marks import MODEL_SIDE
from deskhand.errors import NotFound
from deskhand.journal.journal import Journal
from deskhand.mcp.answers import Answer
from deskhand.service.telling import step_line, trouble_lines


def step_words(step: dict[str, Any]) -> list[str]:
    """A step, and what went wrong in it with the next step."""
    error = step.get("error") or {}
    lines = [step_line(step), *trouble_lines(step)]
    if error:
        lines.append("     " + "; next: ".join(filter(None, (error["code"], error.get("next_step")))))
    return lines


def run_answer(result: dict[str, Any], told: list[str]) -> Answer:
    """What a run came to."""
    ok = result["verdict"] == "verified"
    head = f"run {result['run']}: {result['status']}, {result['verdict']}"
    lines = [head, *(line for line in told if line)]
    if result.get("report"):
        lines.append(f"report: {result['report']}")
    keys = ("run", "status", "verdict", "seconds", "report", "values")
    data: dict[str, Any] = {"ok": ok, "run": {key: result[key] for key in keys if result.get(key) is not None}}
    return Answer("\n".join(lines), data, failed=not ok)


def history(run: str | None, limit: int) -> Answer:
    """All runs, or one with its steps and receipts."""
    with Journal() as journal:
        if run is None:
            found = [summary.to_json() for summary in journal.runs(limit)]
            lines = [f"{one['run']} {one['status']} {one['verdict']} {one['finished']}/{one['steps']}" for one in found]
            return Answer("\n".join(lines) or "nothing was run yet", {"ok": True, "runs": found})
        if run == "last":
            newest = journal.runs(1)
            if not newest:
                raise NotFound("nothing was run yet", next_step="run_steps makes the first")
            run = newest[0].id
        record = journal.run(run).to_json()
    lines = [f"run {record['run']}: {record['status']}, {record['verdict']}"]
    for step in record["steps"]:
        lines += step_words(step.get("record", step))
    return Answer("\n".join(lines), {"ok": True, "run": record})


def for_model(path: Path) -> tuple[bytes, dict[str, Any]]:
    """PNG bytes of at most `MODEL_SIDE` pixels a side, and the frame: its size, and how many real pixels one stands
    for."""
    with Image.open(path) as picture:
        full = picture.size
        if max(full) > MODEL_SIDE:
            picture.thumbnail((MODEL_SIDE, MODEL_SIDE))
        buffer = io.BytesIO()
        picture.save(buffer, "PNG", optimize=True)
        return buffer.getvalue(), {"size": list(picture.size), "scale": round(full[0] / picture.size[0], 4)}
