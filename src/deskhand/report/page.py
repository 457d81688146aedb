"""One run as one HTML file that needs nothing else: no scripts, no network, pictures inside."""

from __future__ import annotations

from datetime import datetime
from importlib import resources
from pathlib import Path
from typing import Any

from deskhand.journal.journal import Journal
from deskhand.journal.records import RunRecord
from deskhand.report.pictures import Pictures
from deskhand.report.plot import Bar, timeline
from deskhand.report.story import ActionStory, StepStory, tell
from deskhand.visible import visible

MARKS = {"verified": "✓", "contradicted": "✗", "unknown": "?"}


def draw_report(journal: Journal, run: str, path: Path | None = None) -> Path:
    """Draw a run; returns the file's path.

    Args:
        run: its id or the beginning of it.
        path: where the file goes; default `report.html` beside the run's pictures.

    Raises:
        NotFound: there is no such run.
    """
    record = journal.run(run)
    folder = journal.artefacts(record.id)
    target = path or folder / "report.html"
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f".{target.name}.partial")
    partial.write_text(render(record, folder), encoding="utf-8")
    partial.replace(target)
    return target


def render(record: RunRecord, folder: Path) -> str:
    """The page as text; `folder` holds the run's pictures."""
    from jinja2 import Environment
    from markupsafe import Markup

    pictures = Pictures(folder)
    steps = tell(record, pictures)
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, finalize=_shown)
    files = resources.files("deskhand.report")
    template = environment.from_string(files.joinpath("page.html.j2").read_text(encoding="utf-8"))
    return template.render(
        run=record,
        steps=steps,
        pictures=pictures.shown,
        style=Markup(files.joinpath("page.css").read_text(encoding="utf-8")),
        plot=timeline([Bar(step.number, step.sentence, step.seconds, step.verdict) for step in steps]),
        marks=MARKS,
        last=next(
            (action.after for step in reversed(steps) for action in reversed(step.actions) if action.after), None
        ),
        started=datetime.fromtimestamp(record.started).astimezone().strftime("%Y-%m-%d %H:%M:%S %Z"),
        totals=_totals(steps),
    )


def _shown(value: Any) -> Any:
    """What applications wrote neither turns the page's lines round nor holds characters that a page may not have."""
    return visible(value, keep="\n\t") if type(value) is str else value


def _totals(steps: list[StepStory]) -> dict[str, Any]:
    actions: list[ActionStory] = [action for step in steps for action in step.actions]
    return {
        "steps": len(steps),
        "done": sum(step.status in ("done", "rebuilt", "skipped") for step in steps),
        "actions": len(actions),
        "verified": sum(action.delivery == "delivered_verified" for action in actions),
        "seconds": sum(step.seconds for step in steps),
    }
