"""What the benchmarks share: rows with a bar, ratios of interleaved medians, and peers in other interpreters.

A speed means little on its own: machines differ and so does the minute. So everything is measured in turn with its peer
in one run, on the same windows, and what is compared with a bar is a ratio.
"""

from __future__ import annotations

import gc
import json
import math
import platform
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

ROOT = Path(__file__).resolve().parents[1]
BENCH_PYTHON = ROOT / ".bench-venv" / "bin" / "python"
SYSTEM_PYTHON = Path("/usr/bin/python3")
Sense = Literal["at most", "at least"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table. `bar` None: only told, never judged. `how` says in a sentence how it was measured."""

    name: str
    value: float
    unit: str
    bar: float | None
    sense: Sense
    ok: bool
    how: str

    @property
    def bar_text(self) -> str:
        return "" if self.bar is None else f"{'≤' if self.sense == 'at most' else '≥'} {_short(self.bar)}"


@dataclass(slots=True)
class Table:
    """The rows of one target. `finish` prints them, writes `build/<target>.json` and gives the exit code."""

    target: str
    rows: list[Row] = field(default_factory=list)

    def add(
        self, name: str, value: float, unit: str, how: str, *, bar: float | None = None, sense: Sense = "at most"
    ) -> Row:
        """Judge `value` by `bar`; a value that is not a number is never ok."""
        held = bar is None or (value <= bar if sense == "at most" else value >= bar)
        row = Row(name, value, unit, bar, sense, held and math.isfinite(value), how)
        self.rows.append(row)
        return row

    def failed(self, name: str, why: str) -> Row:
        """A row for what could not be measured: not ok, and it says why."""
        return self.add(name, math.nan, "", why)

    def finish(self) -> int:
        """0 when there are rows and all are ok, else 1."""
        ok = bool(self.rows) and all(row.ok for row in self.rows)
        print(self.text())
        folder = ROOT / "build"
        folder.mkdir(exist_ok=True)
        rows = [asdict(row) | {"value": row.value if math.isfinite(row.value) else None} for row in self.rows]
        machine = {"python": platform.python_version(), "system": platform.platform()}
        content = {"target": self.target, "ok": ok, "at": time.time(), "machine": machine, "rows": rows}
        (folder / f"{self.target}.json").write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")
        return 0 if ok else 1

    def text(self) -> str:
        head = ("", "what", "measured", "bar", "how")
        body = [("✓" if r.ok else "✗", r.name, f"{_short(r.value)} {r.unit}", r.bar_text, r.how) for r in self.rows]
        widths = [max(len(line[i]) for line in (head, *body)) for i in range(4)]
        return "\n".join(
            "  ".join([*(cell.ljust(width) for cell, width in zip(line, widths, strict=False)), line[4]]).rstrip()
            for line in (head, *body)
        )


def _short(value: float) -> str:
    if not math.isfinite(value):
        return "–"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


@dataclass(frozen=True, slots=True)
class Series:
    """Milliseconds of one subject, in the order they were taken."""

    ms: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.ms)

    @property
    def spread(self) -> str:
        return f"{_short(min(self.ms))}–{_short(max(self.ms))} ms"


Subject = Callable[[], float | None]
"""Does the thing once. It may return the milliseconds it measured itself (a peer in another process does), else the
whole call is timed."""


def interleaved(subjects: Mapping[str, Subject], rounds: int = 15, warm_up: int = 2) -> dict[str, Series]:
    """Run the subjects in turn, `rounds` times, every second round in reverse order, so that none has the quieter
    minute or the warmer cache. Garbage is collected between, not during, the calls."""
    taken: dict[str, list[float]] = {name: [] for name in subjects}
    order = list(subjects)
    gc.collect()
    gc.disable()
    try:
        for number in range(-warm_up, rounds):
            for name in order if number % 2 else reversed(order):
                started = time.perf_counter()
                own = subjects[name]()
                ms = (time.perf_counter() - started) * 1000 if own is None else own
                if number >= 0:
                    taken[name].append(ms)
            gc.collect()
    finally:
        gc.enable()
    return {name: Series(tuple(values)) for name, values in taken.items()}


def ratio(series: Mapping[str, Series], ours: str, peer: str) -> float:
    """Our median over the peer's: below 1 is faster."""
    return series[ours].median / series[peer].median


class PeerFailed(RuntimeError):
    """The peer's process ended or answered with an error."""


class Peer:
    """A peer in an interpreter of its own that does its thing once for every line and answers with a JSON line
    `{"ms": …}`; what it needs to start is not in the measure."""

    def __init__(self, words: Sequence[str | Path], env: Mapping[str, str]) -> None:
        self.name = Path(words[1]).name
        self._process = subprocess.Popen(
            [str(word) for word in words], env=dict(env), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.hello = self._answer()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise PeerFailed(f"{self.name} ended with {self._process.wait(10)}")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise PeerFailed(f"{self.name}: {answer['error']}")
        return answer

    def ask(self, request: str = "go") -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(request + "\n")
        self._process.stdin.flush()
        return self._answer()

    def once(self) -> float:
        """A `Subject`."""
        return float(self.ask()["ms"])

    def close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                with suppress(BrokenPipeError):
                    stream.close()
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(5)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
