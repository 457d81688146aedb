"""How fast windows are read, against pyatspi on the same windows in the same run (DESIGN 13).

    python bench/run.py trees

For each window, in turn: pyatspi's obvious recursive read (a fresh process under the system's python3 each time, its
cache cold), our read of every node with the same details, a snapshot of what shows read afresh with elements and refs
built, and a snapshot again when nothing changed. Medians of the rounds; fast because of what was left out is not fast,
so a full read must have 98 % of pyatspi's nodes.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.common import SYSTEM_PYTHON, PeerFailed, Series, Table
from deskhand.adapters.protocol import Adapter, ReadOptions
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from deskhand.perceive.build import build_forest
from deskhand.perceive.perception import Perception
from deskhand.perceive.reading import read_options, read_windows
from deskhand.perceive.scope import Scope

FULL_BARS = {"gtk3": 2.5, "gtk4": 5.0, "chromium": 2.5, "firefox": 2.5}
SHOWING_BAR, SHOWING_AIM, AGAIN_AIM = 6.0, 10.0, 20.0
LEAST_NODES = 0.98
ROUNDS = 7
NAMES = {"gtk3": "GTK 3", "gtk4": "GTK 4", "chromium": "Chromium", "firefox": "Firefox"}
WINDOWS = Path(__file__).with_name("windows")


def page(rows: int) -> str:
    """A web page with a form in each row, most of it below the fold."""
    lines = "".join(
        f"<tr><td>Row {n}</td><td><input value='text {n}' aria-label='Field {n}'></td><td><label><input type=checkbox>"
        f"Choice {n}</label></td><td><button>Button {n}</button></td><td><a href='#{n}'>Link {n}</a></td></tr>"
        for n in range(rows)
    )
    return f"<!doctype html><meta charset=utf-8><title>tree speed page</title><h1>Rows</h1><table>{lines}</table>"


def command(kind: str, folder: Path) -> tuple[list[str], str]:
    """What to start, and a part of the window's name."""
    if kind in ("gtk3", "gtk4"):
        return [str(SYSTEM_PYTHON), str(WINDOWS / f"{kind}_rows.py")], f"tree speed {kind}"
    document = folder / "page.html"
    document.write_text(page(130), "utf-8")
    profile = folder / kind
    profile.mkdir()
    if kind == "firefox":
        return ["firefox-esr", "--no-remote", "--profile", str(profile), document.as_uri()], "tree speed page"
    flags = [
        "--force-renderer-accessibility",
        "--no-first-run",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--user-data-dir={profile}",
    ]
    if os.getuid() == 0:
        flags.append("--no-sandbox")
    return ["chromium", *flags, document.as_uri()], "tree speed page"


def settled(adapter: Adapter, title: str) -> Window:
    """The window once its tree has stopped growing."""
    progress = Progress(60, f"window {title!r}")
    size, steady = -1, 0
    while True:
        progress.check()
        progress.pause(0.3)
        found = [one for one in adapter.windows.list(progress) if title in one.title and one.root is not None]
        if not found or found[0].root is None:
            continue
        options = ReadOptions(showing_only=False, fresh=True)
        now = len(adapter.tree.read(found[0].root, options, progress).nodes)
        steady = steady + 1 if now == size else 0
        size = now
        if steady >= 4 and now > 100:
            return found[0]


@dataclass(slots=True)
class Taken:
    """Milliseconds of each subject, and how much each read saw."""

    theirs: list[float] = field(default_factory=list[float])
    full: list[float] = field(default_factory=list[float])
    showing: list[float] = field(default_factory=list[float])
    again: list[float] = field(default_factory=list[float])
    their_nodes: int = 0
    our_nodes: int = 0
    elements: int = 0


def pyatspi_read(env: Mapping[str, str], title: str) -> tuple[float, int]:
    """Milliseconds and nodes of one read in a fresh process."""
    words = [str(SYSTEM_PYTHON), str(Path(__file__).with_name("pyatspi_read.py")), title]
    done = subprocess.run(words, env=dict(env), capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise PeerFailed(f"pyatspi: {done.stdout.strip() or done.stderr[-400:]}")
    answer = json.loads(done.stdout)
    return answer["ms"], answer["nodes"]


def timed(work: Callable[[], int]) -> tuple[float, int]:
    started = time.perf_counter()
    count = work()
    return (time.perf_counter() - started) * 1000, count


def compare(adapter: Adapter, window: Window, env: Mapping[str, str], title: str, rounds: int) -> Taken:
    root = window.root
    assert root is not None
    perception = Perception(adapter, "bench")
    scope = Scope(window=window.title)
    taken = Taken()

    def every_node() -> int:
        options = ReadOptions(showing_only=False, fresh=True)
        return len(adapter.tree.read(root, options, Progress(60, "a full read")).nodes)

    def afresh() -> int:
        """What `Perception.snapshot` does, with a read that may not come from the mirror."""
        progress = Progress(30, "a fresh snapshot")
        windows = [one for one in adapter.windows.list(progress) if one.id == window.id]
        reads = read_windows(adapter, windows, read_options(scope, fresh=True), progress)
        return len(build_forest(reads, scope, "@s0000000:e").elements)

    def again() -> int:
        return len(perception.snapshot(scope, Progress(30, "a snapshot")).elements)

    for number in range(rounds + 1):
        theirs, taken.their_nodes = pyatspi_read(env, title)
        full, taken.our_nodes = timed(every_node)
        showing, taken.elements = timed(afresh)
        again()
        same = [timed(again)[0] for _ in range(3)]
        if number:  # the first round warms both sides up: lazy trees are made, connections opened
            taken.theirs.append(theirs)
            taken.full.append(full)
            taken.showing.append(showing)
            taken.again.extend(same)
    return taken


def tell(table: Table, kind: str, taken: Taken) -> None:
    base = statistics.median(taken.theirs)
    counts = f"{taken.their_nodes} nodes by pyatspi, {taken.our_nodes} by ours, {taken.elements} elements showing"
    whole = taken.our_nodes >= LEAST_NODES * taken.their_nodes

    def row(name: str, ours: list[float], bar: float | None, more: str = "") -> None:
        mine = Series(tuple(ours))
        times = f"pyatspi {base:.0f} ms, ours {mine.median:.1f} ms ({mine.spread}){more}"
        how = f"{times}; medians of {len(ours)}; {counts}"
        value = base / mine.median if whole else 0.0
        table.add(f"{NAMES[kind]}: {name}", value, "× pyatspi", how, bar=bar, sense="at least")

    row("full read", taken.full, FULL_BARS[kind])
    row("snapshot of what shows, afresh", taken.showing, SHOWING_BAR, f", aim {SHOWING_AIM:g} ×")
    row("snapshot again, unchanged", taken.again, None, f", aim {AGAIN_AIM:g} ×")


def measure(table: Table, kinds: Sequence[str] = tuple(FULL_BARS), rounds: int = ROUNDS) -> None:
    for kind in kinds:
        with PrivateDesktop.start() as desktop, tempfile.TemporaryDirectory() as folder:
            words, title = command(kind, Path(folder))
            application = subprocess.Popen(
                words, env=desktop.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
            try:
                adapter = desktop.adapter()
                window = settled(adapter, title)
                tell(table, kind, compare(adapter, window, desktop.env, title, rounds))
            finally:
                application.terminate()
                application.wait(10)
