"""`deskhand doctor`: a line per trial, the line that mends each fault, the worst one's exit code."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from deskhand.cli.doctor.trials import Finding, examine
from deskhand.cli.grammar import Given
from deskhand.cli.output import clean, mark, print_json, say


def run(given: Given) -> int:
    as_json = given.flag("json")
    with tempfile.TemporaryDirectory(prefix="deskhand-doctor-") as folder:
        findings = examine(Path(folder), (lambda finding: None) if as_json else _tell)
    worst = max((finding.error.exit_code for finding in findings if finding.error is not None), default=0)
    well = worst == 0 and all(finding.ok for finding in findings)
    if as_json:
        envelope: dict[str, Any] = {"ok": well, "data": {"trials": [_row(finding) for finding in findings]}}
        fault = next((finding.error for finding in findings if finding.error is not None), None)
        if fault is not None:
            envelope = {"ok": False, "error": fault.to_json(), "data": envelope["data"]}
        print_json(envelope)
    else:
        say("all is well" if well else "not all is well: mend the first fault, then run the doctor again")
    return worst if worst or well else 1


def _tell(finding: Finding) -> None:
    sign = "✓" if finding.ok else "✗" if finding.tried else "–"
    say(f"{mark(sign, sys.stdout)} {finding.name:34} {finding.seconds:5.2f} s  {clean(finding.seen)}")
    if finding.error is not None:
        say(f"    {clean(finding.error.message)}")
        if finding.error.seen:
            say(f"    seen: {clean(finding.error.seen)}")
        for line in finding.error.near:
            say(f"    near: {clean(line)}")
        for line in finding.error.log[-6:]:
            say(f"    log: {clean(line)}")
        say(f"    mend: {finding.error.next_step}")


def _row(finding: Finding) -> dict[str, Any]:
    row: dict[str, Any] = {
        "trial": finding.name,
        "ok": finding.ok,
        "tried": finding.tried,
        "seconds": round(finding.seconds, 3),
        "seen": finding.seen,
    }
    if finding.error is not None:
        row["error"] = finding.error.to_json()
    return row
