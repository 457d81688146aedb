"""`deskhand show`: one run as a page, or as lines with --text."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path

from deskhand.cli.grammar import Given
from deskhand.cli.output import mark, note, print_json, say
from deskhand.errors import NotFound
from deskhand.journal.journal import Journal
from deskhand.report import draw_report
from deskhand.service.telling import step_line


def run(given: Given) -> int:
    with Journal() as journal:
        record = journal.run(_id(journal, given.text("run") or "last"))
        if given.flag("text"):
            if given.flag("json"):
                print_json({"ok": True, "data": record.to_json()})
                return 0
            say(f"{record.id}: {record.status}, {record.verdict}, {record.seconds:.1f} s")
            for step in record.steps:
                say(step_line(step.record.to_json(), lambda sign: mark(sign, sys.stdout)))
            return 0
        output = given.text("output")
        path = Path(output).expanduser().absolute() if output else journal.artefacts(record.id) / "report.html"
        draw_report(journal, record.id, path)
    if given.flag("json"):
        print_json(
            {
                "ok": True,
                "data": {"run": record.id, "status": record.status, "verdict": record.verdict, "report": str(path)},
            }
        )
    else:
        say(str(path))
    if given.flag("open") and not webbrowser.open(path.as_uri()):
        note("no browser could be opened")
    return 0


def _id(journal: Journal, word: str) -> str:
    if word != "last":
        return word
    newest = journal.runs(1)
    if not newest:
        raise NotFound("nothing was run yet", next_step="`deskhand run '…'` makes the first")
    return newest[0].id
