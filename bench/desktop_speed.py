"""How fast private desktops come up: one, and eight at once (DESIGN 13).

    python bench/run.py desktops

"Usable" is from the call until the desktop's windows were listed through its adapter, so that display, window manager
and accessibility bus all answered.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from bench.common import Table
from deskhand.desktops.launch import Launcher
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.progress import Progress

T = TypeVar("T")
ONE_BAR = 1.5
EIGHT_BAR = 6.0
GONE_BAR = 3.0
ROUNDS = 7


def usable() -> PrivateDesktop:
    """A desktop whose windows were listed."""
    desktop = PrivateDesktop.start()
    try:
        desktop.adapter().windows.list(Progress(10, "listing the windows"))
    except BaseException:
        desktop.stop()
        raise
    return desktop


def measure(table: Table) -> None:
    starts: list[float] = []
    launches: list[float] = []
    stops: list[float] = []
    for _ in range(ROUNDS):
        seconds, desktop = timed(usable)
        starts.append(seconds)
        launches.append(timed(lambda place=desktop: Launcher(place).launch("mousepad", Progress(30)))[0])
        stops.append(timed(desktop.stop)[0])
    with ThreadPoolExecutor(8) as pool:
        eight, desktops = timed(lambda: list(pool.map(lambda _: usable(), range(8))))
        eight_gone, _ = timed(lambda: list(pool.map(PrivateDesktop.stop, desktops)))
    how = f"call to windows listed, median of {ROUNDS}; slowest {max(starts):.2f} s"
    table.add("private desktop, call to usable", statistics.median(starts), "s", how, bar=ONE_BAR)
    table.add("eight desktops at once, to all usable", eight, "s", "from eight threads, once", bar=EIGHT_BAR)
    how = f"slowest of {ROUNDS}, with one application running"
    table.add("stop, to nothing left", max(stops), "s", how, bar=GONE_BAR)
    table.add("eight stopped at once", eight_gone, "s", "from eight threads, once", bar=GONE_BAR)
    how = f"launch of mousepad to its window in the tree, median of {ROUNDS}"
    table.add("first application, to usable", statistics.median(launches), "s", how)


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Seconds it took, and what it gave."""
    start = time.monotonic()
    result = work()
    return time.monotonic() - start, result
