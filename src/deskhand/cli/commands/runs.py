"""`deskhand runs`: what was run, newest first. Reads the journal; needs no desktop."""

from __future__ import annotations

import sys
import time

from deskhand.cli.grammar import Given
from deskhand.cli.output import clean, mark, print_json, say
from deskhand.errors import BadRequest
from deskhand.journal.journal import Journal
from deskhand.journal.records import RunSummary
from deskhand.service.telling import MARKS

DEFAULT_LIMIT = 20


def run(given: Given) -> int:
    asked = given.number("limit")
    if asked is not None and (asked < 1 or asked != int(asked)):
        raise BadRequest(f"--limit {asked:g} lists nothing", next_step="a whole number from 1")
    limit = DEFAULT_LIMIT if asked is None else int(asked)
    with Journal() as journal:
        runs = journal.runs(limit)
    if given.flag("json"):
        print_json({"ok": True, "data": {"runs": [summary.to_json() for summary in runs]}})
        return 0
    for summary in runs:
        say(_line(summary))
    if not runs:
        say("nothing was run yet")
    return 0


def _line(summary: RunSummary) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(summary.started))
    first = next(
        (line for line in summary.script.splitlines() if line.strip() and not line.strip().startswith("#")), ""
    )
    first = clean(first if len(first) <= 60 else first[:59] + "…")
    sign = mark(MARKS.get(summary.verdict, "?"), sys.stdout)
    return f"{summary.id}  {when}  {sign} {summary.status:12} {summary.finished}/{summary.steps}  {first}"
