"""How fast a region of the screen is captured, against python-xlib's GetImage of the same region (DESIGN 13).

    python bench/run.py capture

Both in turn in one run, in bursts, so that neither pays for the other's process being woken up; medians of the bursts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from bench.common import BENCH_PYTHON, Peer, Table, interleaved, ratio
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.geometry import Bounds

REGION = Bounds(100, 100, 300, 300)
BAR = 0.2
ROUNDS, BURST = 60, 20


def measure(table: Table) -> None:
    with PrivateDesktop.start() as place:
        screen = place.adapter().screen
        peer_words: list[str | Path] = [BENCH_PYTHON, Path(__file__).with_name("xlib_capture.py")]
        peer_words += [*map(str, REGION), str(BURST)]

        def capture() -> None:
            screen.capture(REGION)

        def capture_as_rgb() -> None:
            assert len(screen.capture(REGION).data) == REGION.width * REGION.height * 3

        with Peer(peer_words, place.env) as peer:
            subjects = {"ours": burst(capture), "ours as RGB": burst(capture_as_rgb), "python-xlib": peer.once}
            series = interleaved(subjects, rounds=ROUNDS)
    told = ", ".join(f"{name} {one.median:.3f} ms" for name, one in series.items())
    how = f"the server's bytes on both sides, medians of {ROUNDS} bursts of {BURST}: {told}"
    table.add("capture of 300×300 over python-xlib's GetImage", ratio(series, "ours", "python-xlib"), "×", how, bar=BAR)
    how = "the same with the conversion to RGB, which python-xlib does not make"
    table.add("capture of 300×300 as RGB", ratio(series, "ours as RGB", "python-xlib"), "×", how)


def burst(once: Callable[[], None]) -> Callable[[], float]:
    """A subject that does it `BURST` times and tells the milliseconds of one."""

    def subject() -> float:
        started = time.perf_counter()
        for _ in range(BURST):
            once()
        return (time.perf_counter() - started) * 1000 / BURST

    return subject
