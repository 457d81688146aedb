"""A warm command against the start of a bare interpreter (DESIGN 13).

    python bench/run.py command

`deskhand snapshot --json` on mousepad, as a shell would start it, through a service that runs already; in turn with
`python -c pass` of the same environment.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path

from bench.common import ROOT, PeerFailed, Table, interleaved, ratio
from bench.own_service import DESKHAND, every_element, own_service

PYTHON = ROOT / ".venv" / "bin" / "python"
BAR = 7.0
ROUNDS = 41


def measure(table: Table) -> None:
    with own_service() as service, tempfile.TemporaryDirectory() as folder:
        note = Path(folder) / "note.txt"
        note.write_text("A line to be read.\n" * 12, "utf-8")
        service.ask("launch", "mousepad", note)

        def command() -> None:
            answer = _output([str(DESKHAND), "snapshot", "--json"], service.env)
            if not json.loads(answer)["ok"]:
                raise PeerFailed(answer[-400:])

        def bare() -> None:
            _output([str(PYTHON), "-c", "pass"], service.env)

        series = interleaved({"command": command, "bare": bare}, rounds=ROUNDS)
        elements = len(every_element(service.ask("snapshot")["elements"]))
    told = ", ".join(f"{name} {one.median:.1f} ms ({one.spread})" for name, one in series.items())
    how = f"`deskhand snapshot --json` on mousepad ({elements} elements), `python -c pass`, in turn, {ROUNDS}: {told}"
    table.add("warm command over a bare interpreter", ratio(series, "command", "bare"), "×", how, bar=BAR)


def _output(words: list[str], env: dict[str, str]) -> str:
    return subprocess.run(words, env=env, check=True, capture_output=True, text=True, timeout=30).stdout
