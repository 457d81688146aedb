"""A click on a button by its element, verified, against xa11y's `press` on the same button (DESIGN 13).

    python bench/run.py click

Both press the button of the GTK 3 fixture that changes a label, in turn, in one run. Ours is `Desktop.click` on the
ref of a snapshot: resolved, checked, delivered by the tree, and proved by the change, which must be in the receipt.
xa11y presses through its locator, as its documentation recommends, and verifies nothing. Afterwards the fixture's own
log must hold every click of both. The two take turns in small bursts: what changed a moment before by another hand is
noise to our observer and would rightly prove nothing, so that each burst of ours begins when the window was quiet.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from bench.common import BENCH_PYTHON, ROOT, Peer, PeerFailed, Table, interleaved, ratio
from deskhand.act.watch import NOISE_SECONDS
from deskhand.desktop import Desktop
from fixtures.running import FixtureApp

BUTTON = "Save"
BAR = 0.1
ROUNDS, WARM_UP, BURST = 8, 1, 5


def measure(table: Table) -> None:
    with Desktop.start() as desktop, FixtureApp("gtk3", desktop.place.env) as app:
        sentence = f'button "{BUTTON}" in window "{app.title}"'
        desktop.wait(f"{sentence} appears", 20)
        element = desktop.find(sentence)[0]
        words = [BENCH_PYTHON, ROOT / "bench" / "xa11y_press.py", str(app.pid), BUTTON]
        with Peer(words, desktop.place.env) as peer:

            def quietly(work: Callable[[], None]) -> Callable[[], float]:
                """A subject: a burst after the other hand's changes are old."""

                def subject() -> float:
                    time.sleep(NOISE_SECONDS + 0.1)
                    return statistics.median(_timed(work) for _ in range(BURST))

                return subject

            def pressing(request: str) -> Callable[[], float]:
                return lambda: statistics.median(float(peer.ask(request)["ms"]) for _ in range(BURST))

            subjects = {
                "ours": quietly(lambda: _verified(desktop, element.ref)),
                "xa11y": pressing("go"),
                "ours, by a sentence": quietly(lambda: _verified(desktop, sentence)),
                "xa11y, element held": pressing("held"),
            }
            series = interleaved(subjects, rounds=ROUNDS, warm_up=WARM_UP)
        expected = len(subjects) * (ROUNDS + WARM_UP) * BURST
        clicked = app.clicked().count("save")
    if clicked != expected:
        raise PeerFailed(f"the button was pressed {expected} times and clicked {clicked} times")
    told = ", ".join(f"{name} {one.median:.1f} ms" for name, one in series.items())
    how = f"GTK 3 fixture, in turn, medians of {ROUNDS} bursts of {BURST}, each click in the fixture's log: {told}"
    table.add("verified click on an element over xa11y's press", ratio(series, "ours", "xa11y"), "×", how, bar=BAR)
    how = "the same named by a sentence, found anew each time"
    table.add("verified click by a sentence", ratio(series, "ours, by a sentence", "xa11y"), "×", how)
    how = "against xa11y pressing an element it found once, which resolves and checks nothing"
    table.add("verified click over xa11y's held press", ratio(series, "ours", "xa11y, element held"), "×", how)


def _timed(work: Callable[[], None]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def _verified(desktop: Desktop, target: str) -> None:
    receipt = desktop.click(target)
    if receipt.delivery != "delivered_verified" or receipt.route != "tree":
        raise PeerFailed(f"a click of ours was {receipt.delivery} by {receipt.route}")
