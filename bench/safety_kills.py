"""kill -9 at random moments of the demo: nothing is left, `resume` finishes, nothing lasting happens twice.

Who is killed: the command (its desktop ends with it), the service that carries the run, the keeper that owns the
desktop, and the command of a run on a desktop that lives on. Files are watched by inotify, results read by the demo's
own independent readers, leftovers looked for in /proc and on the disk.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from bench.common import ROOT, Table
from bench.safety_files import Writes
from bench.safety_place import fresh_environment, office_sockets, processes_of, unheard

DEMO = ROOT / "examples" / "demo"
sys.path.insert(0, str(DEMO))

from verify import verify  # noqa: E402 - the example is a script, found by the path above

Victim = Literal["command", "service", "keeper", "command, desktop lives on"]
VICTIMS: tuple[Victim, ...] = ("command", "service", "keeper", "command, desktop lives on")
GONE_WITHIN = 3.0

RUN_SECONDS = 240.0
_STEP = re.compile(r"^ *(\d+)\. ")
_COMMAND = (sys.executable, "-m", "deskhand.cli.main")


@dataclass(frozen=True, slots=True)
class Moment:
    """Whom to kill, `delay` seconds after step `step` was told (0: after the command began)."""

    number: int
    victim: Victim
    step: int
    delay: float


@dataclass(frozen=True, slots=True)
class Fault:
    """What did not hold: something `left`, something done `twice`, or a `resume` that did not end verified."""

    kind: Literal["left", "twice", "resume"]
    what: str


@dataclass(slots=True)
class Fate:
    """What came of one kill; `faults` is empty when all held."""

    moment: Moment
    gone: float = 0.0
    seconds: float = 0.0
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    told: str = ""


def draw(number: int, seed: int, steps: int) -> Moment:
    rng = random.Random(f"{seed}/{number}")
    return Moment(number, VICTIMS[number % len(VICTIMS)], rng.randrange(0, steps - 1), rng.uniform(0.0, 1.6))


class Job:
    """One demo in a session of its own below `root`."""

    def __init__(self, root: Path, live: bool) -> None:
        self.root = root
        self.env = fresh_environment(root)
        self.out = root / "job" / "results"
        self.out.mkdir(parents=True)
        self.orders = root / "job" / "orders.csv"
        shutil.copyfile(DEMO / "orders.csv", self.orders)
        self.desktop = ""
        if live:
            self.desktop = self.ask("desktop", "start")["data"]["desktop"]

    def ask(self, *words: str) -> dict[str, Any]:
        done = subprocess.run(
            [*_COMMAND, *words, "--json"], env=self.env, capture_output=True, timeout=60, text=True, check=False
        )
        try:
            return json.loads(done.stdout)
        except json.JSONDecodeError as error:
            raise RuntimeError(f"{words}: {done.stdout!r} {done.stderr!r}") from error

    def _begin(self, *words: str) -> subprocess.Popen[str]:
        chosen = ("--desktop", self.desktop) if self.desktop else ()
        return subprocess.Popen(
            [*_COMMAND, *words, *chosen, "--json"],
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self) -> subprocess.Popen[str]:
        sets = {"input": str(self.orders), "out": str(self.out), "folder": self.out.name}
        words = [word for name, value in sets.items() for word in ("--set", f"{name}={value}")]
        return self._begin("run", str(DEMO / "orders.steps"), *words)

    def resume(self) -> tuple[int, str]:
        """Exit code, and the lines that told it. A run that is not in the journal did nothing: it is begun anew."""
        deadline = time.monotonic() + GONE_WITHIN
        while (listed := self.ask("runs")["data"]["runs"]) and listed[0]["status"] == "running":
            if time.monotonic() > deadline:
                return -1, "the run whose command is gone still runs"
            time.sleep(0.1)
        if listed and listed[0]["status"] == "verified":
            return 0, "it was through"
        process = self._begin("resume", str(listed[0]["run"])) if listed else self.run()
        try:
            said, told = process.communicate(timeout=RUN_SECONDS)
            if '"error"' in said[:2000]:
                told += f"  {said[:600]}"
        except subprocess.TimeoutExpired:
            process.kill()
            return -1, "resume did not end: " + process.communicate()[1]
        return process.returncode, told

    # --- who is there

    def pid_of(self, module: str) -> int | None:
        for pid in processes_of(self.root):
            with suppress(OSError):
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                if module.encode() in words:
                    return pid
        return None

    def left(self) -> list[str]:
        """Processes, displays, sockets and folders of this session."""
        left = [f"process {pid} {_words(pid)}" for pid in processes_of(self.root)]
        base = self.root / "run" / "deskhand"
        left += [f"folder or socket {path}" for path in sorted(base.glob("*"))] if base.exists() else []
        return left


def _words(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:80]
    return ""


@contextmanager
def _told(process: subprocess.Popen[str]) -> Iterator[list[tuple[int, str]]]:
    """The run's lines as they come: (number of the step, line)."""
    lines: list[tuple[int, str]] = []

    def read() -> None:
        assert process.stderr is not None
        for line in process.stderr:
            match = _STEP.match(line)
            lines.append((int(match[1]) if match else 0, line.rstrip()))

    thread = threading.Thread(target=read, daemon=True)
    thread.start()
    yield lines
    thread.join(5)


def steps_of_demo() -> int:
    lines = (DEMO / "orders.steps").read_text(encoding="utf-8").splitlines()
    return sum(bool(line.strip()) and not line.startswith("#") for line in lines)


def kill_once(moment: Moment) -> Fate:
    """One demo, one kill, what is left, the resume and its results."""
    fate, began = Fate(moment), time.monotonic()
    root = Path(tempfile.mkdtemp(prefix="dhk-", dir="/tmp"))
    live = moment.victim == "command, desktop lives on"
    try:
        job = Job(root, live)
        displays, sockets = _displays(), office_sockets()
        with Writes(job.out) as writes:
            killed_at = _kill(job, moment, fate)
            if not live:
                _wait_gone(job, fate)
            code, told = job.resume()
            _judge(job, fate, code, told, writes, killed_at)
        if live:
            _look_for_twins(job, fate)
            job.ask("desktop", "stop", job.desktop)
        _wait_gone(job, fate, last=True)
        fate.faults += [Fault("left", f"display {name} is left") for name in _dead_displays(displays)]
        fate.faults += [Fault("left", f"socket {path} is left") for path in unheard(office_sockets() - sockets)]
    except (RuntimeError, KeyError, subprocess.TimeoutExpired) as error:
        fate.faults.append(Fault("resume", f"{type(error).__name__}: {error}"))
    finally:
        _end_all(root)
        shutil.rmtree(root, ignore_errors=True)
    fate.seconds = time.monotonic() - began
    return fate


def _kill(job: Job, moment: Moment, fate: Fate) -> float:
    process = job.run()
    with _told(process) as lines:
        deadline = time.monotonic() + RUN_SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            if moment.step <= max((number for number, _ in lines), default=0):
                break
            time.sleep(0.02)
        time.sleep(moment.delay)
        victims = {"service": "deskhand.service", "keeper": "deskhand.desktops.keeper"}
        module = victims.get(moment.victim)
        pid = process.pid if module is None else job.pid_of(module)
        if pid is None or process.poll() is not None:
            fate.notes.append("it had ended before" if process.poll() is not None else "nobody to kill yet")
            pid = process.pid
        killed_at = time.time()
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        if pid != process.pid:
            try:
                process.wait(GONE_WITHIN + 2.0)
            except subprocess.TimeoutExpired:
                fate.faults.append(Fault("left", "the command still waits for a run whose host is gone"))
                process.kill()
        process.wait(10)
    if process.stdout is not None:
        process.stdout.close()
    fate.notes.append(f"after {lines[-1][1].strip() if lines else 'its start'!r}")
    return killed_at


def _wait_gone(job: Job, fate: Fate, *, last: bool = False) -> None:
    began = time.monotonic()
    while left := job.left():
        if time.monotonic() - began > GONE_WITHIN:
            fate.faults += [Fault("left", f"after {GONE_WITHIN:g} s: {what}") for what in left[:4]]
            return
        time.sleep(0.05)
    if not last:
        fate.gone = time.monotonic() - began


def _judge(job: Job, fate: Fate, code: int, told: str, writes: Writes, killed_at: float) -> None:
    if code != 0:
        wrong = [line.strip() for line in told.splitlines() if "✗" in line or "x" in line[:8] or line.startswith("  ")]
        said = " | ".join(wrong[-4:])[-600:] or told[-400:]
        fate.faults.append(Fault("resume", f"resume ended with {code}: {said}"))
        fate.told = told
    try:
        findings = verify(job.orders, job.out)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        fate.faults.append(Fault("resume", f"the results cannot be read: {error}"))
        return
    fate.faults += [Fault("resume", f"{one.what}: {one.seen}") for one in findings if not one.ok]
    for name, times in writes.saves().items():
        finished = [at for at in times if not _interrupted(at, killed_at)]
        if len(finished) > 1:
            when = ", ".join(f"{at - killed_at:+.1f}" for at in times)
            fate.faults.append(Fault("twice", f"{name} was written {len(times)} times (around the kill: {when} s)"))


def _interrupted(at: float, killed_at: float) -> bool:
    """A save that the kill met half way may be made again; nobody saw it finished."""
    return killed_at - 2.5 <= at <= killed_at + 1.5


def _look_for_twins(job: Job, fate: Fate) -> None:
    """On a desktop that lived on, nothing was opened or typed a second time."""
    data = job.ask("windows", "--desktop", job.desktop)["data"]
    titles = [window["title"] for window in (data["windows"] if isinstance(data, dict) else data)]
    for word in ("orders", "note.txt"):
        found = [title for title in titles if word in title]
        if len(found) > 1:
            fate.faults.append(Fault("twice", f"{len(found)} windows for {word}: {', '.join(found)}"))
    note = job.out / "note.txt"
    if note.exists() and note.read_text(encoding="utf-8").count("Total of all") != 1:
        fate.faults.append(Fault("twice", f"the note was typed twice: {note.read_text(encoding='utf-8')!r}"))


def _displays() -> set[str]:
    return {path.name for path in Path("/tmp/.X11-unix").glob("X*")}


def _dead_displays(before: set[str]) -> list[str]:
    """Sockets and locks of displays that came since and whose server is gone."""
    dead: list[str] = []
    for name in _displays() - before:
        lock = Path(f"/tmp/.{name}-lock")
        with suppress(OSError, ValueError):
            if not Path(f"/proc/{int(lock.read_text())}").exists():
                dead.append(name)
    return dead


def _end_all(root: Path) -> None:
    """Whatever a failed round left: only what carries its folder in its environment."""
    for pid in processes_of(root):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def run_kills(table: Table, kills: int, seed: int, first: int = 0, seconds: float = 1500.0) -> list[Fate]:
    """The kills `first` … of a seed, a line for each; fewer when `seconds` run out."""
    steps, fates, began = steps_of_demo(), list[Fate](), time.monotonic()
    for number in range(first, first + kills):
        if time.monotonic() - began > seconds:
            break
        fate = kill_once(draw(number, seed, steps))
        fates.append(fate)
        moment = fate.moment
        told = "; ".join(fault.what for fault in fate.faults) or f"all gone in {fate.gone:.1f} s, resumed and verified"
        sign, when = "✗ " if fate.faults else "", f"{moment.delay:.1f} s {' '.join(fate.notes)}"
        line = f"  {number:>3} {moment.victim}, {when} → {sign}{told} ({fate.seconds:.0f} s)"
        print(line, file=sys.stderr, flush=True)
        if fate.told:
            print("\n".join(f"        {line}" for line in fate.told.splitlines()[-30:]), file=sys.stderr, flush=True)
    _add_rows(table, fates, kills, seed, time.monotonic() - began)
    return fates


def _add_rows(table: Table, fates: list[Fate], wanted: int, seed: int, took: float) -> None:
    counted: dict[str, list[str]] = {"left": [], "twice": [], "resume": []}
    for fate in fates:
        for fault in fate.faults:
            counted[fault.kind].append(f"{fate.moment.number}: {fault.what}")
    how = f"command, service, keeper in turn; seed {seed}; {took:.0f} s"
    table.add("kill -9 moments", len(fates), "kills", how, bar=wanted, sense="at least")
    slowest = max((fate.gone for fate in fates), default=0.0)
    table.add("kill -9: all of the desktop is gone", slowest, "s", "slowest, from the kill", bar=GONE_WITHIN)
    for kind, name in (
        ("left", "kill -9: processes, displays, sockets, folders left"),
        ("resume", "kill -9: resumes that did not end verified"),
        ("twice", "kill -9: lasting effects that happened twice"),
    ):
        table.add(name, len(counted[kind]), "cases", counted[kind][0] if counted[kind] else how, bar=0)
