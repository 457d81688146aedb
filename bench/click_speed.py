"""A click on a button by its element, verified, against xa11y's `press` on the same button (DESIGN 13).

    python bench/run.py click

Both press the button of the GTK 3 fixture that changes a label, in turn, in one run. Ours is `Desktop.click` on the
ref of a snapshot: resolved, checked, delivered by the tree, and proved by the change, which must be in the receipt.
xa11y presses through its locator, as its documentation recommends, and verifies nothing. Afterwards the fixture's own
log must hold every click of both.
"""

from __future__ import annotations

from bench.common import BENCH_PYTHON, ROOT, Peer, PeerFailed, Table, interleaved, ratio
from deskhand.desktop import Desktop
from fixtures.running import FixtureApp

BUTTON = "Save"
BAR = 0.1
ROUNDS, WARM_UP = 25, 3


def measure(table: Table) -> None:
    with Desktop.start() as desktop, FixtureApp("gtk3", desktop.place.env) as app:
        element = desktop.find(f'button "{BUTTON}" in window "{app.title}"')[0]
        sentence = f'button "{BUTTON}" in window "{app.title}"'
        words = [BENCH_PYTHON, ROOT / "bench" / "xa11y_press.py", str(app.pid), BUTTON]
        with Peer(words, desktop.place.env) as peer:

            def ours() -> None:
                _verified(desktop, element.ref)

            def ours_by_sentence() -> None:
                _verified(desktop, sentence)

            def held() -> float:
                return float(peer.ask("held")["ms"])

            subjects = {
                "ours": ours,
                "xa11y": peer.once,
                "ours, by a sentence": ours_by_sentence,
                "xa11y, element held": held,
            }
            series = interleaved(subjects, rounds=ROUNDS, warm_up=WARM_UP)
        expected = len(subjects) * (ROUNDS + WARM_UP)
        clicked = app.clicked().count("save")
    if clicked != expected:
        raise PeerFailed(f"the button was pressed {expected} times and clicked {clicked} times")
    told = ", ".join(f"{name} {one.median:.1f} ms" for name, one in series.items())
    how = f"GTK 3 fixture, in turn, medians of {ROUNDS}, each click in the fixture's log: {told}"
    table.add("verified click on an element over xa11y's press", ratio(series, "ours", "xa11y"), "×", how, bar=BAR)
    how = "the same named by a sentence, found anew each time"
    table.add("verified click by a sentence", ratio(series, "ours, by a sentence", "xa11y"), "×", how)
    how = "against xa11y pressing an element it found once, which resolves and checks nothing"
    table.add("verified click over xa11y's held press", ratio(series, "ours", "xa11y, element held"), "×", how)


def _verified(desktop: Desktop, target: str) -> None:
    receipt = desktop.click(target)
    if receipt.delivery != "delivered_verified" or receipt.route != "tree":
        raise PeerFailed(f"a click of ours was {receipt.delivery} by {receipt.route}")
