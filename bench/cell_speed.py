"""A Calc window with data in a million cells: `deskhand snapshot --json` answers in time and says what it did not read.

    python bench/run.py cells
"""

from __future__ import annotations

import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from bench.common import PeerFailed, Table
from bench.memory import spreadsheet
from bench.own_service import DESKHAND, every_element, own_service

ROWS, COLUMNS = 20_000, 50
BAR = 2.0
ROUNDS = 5


def measure(table: Table) -> None:
    with own_service() as service, tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / "million.fods"
        # One cell of a row is its name; the others are seven numbers, each seven columns wide.
        document.write_text(spreadsheet(ROWS, 7, repeated=(COLUMNS - 1) // 7), "utf-8")
        service.ask("launch", "libreoffice", "--arg=--calc", "--timeout", "120", document, seconds=180)
        taken: list[float] = []
        answer = ""
        for _ in range(ROUNDS):
            started = time.perf_counter()
            line = [DESKHAND, "snapshot", "--json"]
            done = subprocess.run(line, env=service.env, check=True, capture_output=True, text=True, timeout=60)
            answer = done.stdout
            taken.append(time.perf_counter() - started)
        last = service.ask("read", "--range", f"A{ROWS}:B{ROWS}")["rows"]
    data = json.loads(answer)["data"]
    elements = every_element(data["elements"])
    said = [one["boundary"] for one in elements if one["role"] == "table" and "rows" in one.get("boundary", "")]
    if data["complete"] or not said:
        raise PeerFailed("the snapshot does not say what it did not read")
    if last[0][0] != f"Row {ROWS}":
        raise PeerFailed(f"the sheet's last row reads {last!r}")
    how = f"slowest of {ROUNDS} (median {statistics.median(taken):.2f} s), {len(elements)} elements; says: {said[0]}"
    table.add("snapshot of a Calc window with a million cells", max(taken), "s", how, bar=BAR)
