"""`make bench-hands`: thousands of mixed actions across six applications on one private desktop, with faults.

    python bench/hands.py [--actions 2000] [--seed N] [--first N] [--verbose]

Every action is judged by an observer that is not Deskhand. Prints a table with a bar for each promise and the time of
an action by verb, writes build/bench-hands.json, exits 1 when a row is not ok.
"""

from __future__ import annotations

import argparse
import collections
import os
import random
import signal
import statistics
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from bench.common import Table  # noqa: E402
from bench.hands_apps import BROKEN, Deed, Happened, Player, players  # noqa: E402
from bench.hands_faults import Fault, befall, draw, mend, under  # noqa: E402
from bench.safety_place import isolated, office_sockets, processes_of, unheard  # noqa: E402
from deskhand.desktop import Desktop  # noqa: E402
from deskhand.errors import DeskhandError  # noqa: E402

Outcome = Literal["right", "refused", "failed plainly", "wrong", "twice", "false claim", "false denial", "unseen"]
"""right: the deed and nothing else. refused: an error or "unverified", nothing happened, under a fault. failed plainly:
the same without a fault. wrong: something else happened. twice: it happened more than once. false claim: verified, and
nothing happened. false denial: "not delivered", and it happened. unseen: the observer died with its application."""

SECONDS_PER_ACT = 8.0
LANDS_WITHIN = 1.0
FAILED_BAR = 2.0
GONE_WITHIN = 5.0


@dataclass(slots=True)
class Tally:
    outcomes: collections.Counter[Outcome] = field(default_factory=collections.Counter)
    faults: collections.Counter[str] = field(default_factory=collections.Counter)
    words: collections.Counter[str] = field(default_factory=collections.Counter)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    plain: int = 0
    bad: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Answer:
    """`verified`, `unverified`, or an error's code; with its delivery, what it says, and the seconds it took."""

    word: str
    delivery: str
    detail: str
    seconds: float


def act(desktop: Desktop, deed: Deed) -> Answer:
    began = time.monotonic()
    try:
        receipt = desktop.do(deed.verb, deed.target, timeout=SECONDS_PER_ACT, **deed.args)
    except DeskhandError as error:
        return Answer(error.code, error.delivery, str(error), time.monotonic() - began)
    word = "verified" if receipt.verified else "unverified"
    return Answer(word, receipt.delivery, receipt.effect.seen, time.monotonic() - began)


def judge(deed: Deed, answer: Answer, happened: Happened, fault: Fault) -> Outcome:
    """What the observer says of the answer."""
    event, what, value = deed.wanted
    mine = [one for one in happened if one[:2] == (event, what)]
    if any(one[:2] not in deed.may | {(event, what)} for one in happened):
        return "wrong"
    counted = mine[-1:] if deed.steps else mine
    met = [one for one in counted if value is None or one[2] == value]
    if met:
        if len(met) > 1:
            return "twice"
        return "false denial" if answer.delivery == "not_delivered" else "right"
    if answer.word == "verified":
        return "false claim" if fault.judged else "unseen"
    if mine and answer.word == "unverified" and fault.kind == "none":
        return "wrong"
    if mine and answer.delivery == "not_delivered":
        return "false denial"
    return "failed plainly" if fault.kind == "none" else "refused"


def observed(player: Player, mark: object, deed: Deed, answer: Answer) -> Happened:
    """What happened, waited for as long as it may still be on its way."""
    deadline = time.monotonic() + (LANDS_WITHIN if answer.word in ("verified", "unverified") else 0.15)
    while True:
        happened = player.happened(mark)
        event, what, value = deed.wanted
        if any(one[:2] == (event, what) and value in (None, one[2]) for one in happened[-4:]):
            time.sleep(0.02)  # a second one would follow at once
            return player.happened(mark)
        if time.monotonic() > deadline:
            return happened
        time.sleep(0.02)


class Hands:
    """The rounds of one seed."""

    def __init__(self, desktop: Desktop, seed: int) -> None:
        self._desktop, self._seed = desktop, seed
        self._players = players(desktop)
        self.tally = Tally()

    def close(self) -> None:
        for player in self._players:
            player.close()

    def run(self, number: int) -> str:
        rng = random.Random(f"{self._seed}/{number}")
        for player in self._players:
            player.start()
        player = rng.choice(self._players)
        deed = player.draw(rng)
        fault = draw(rng, player)
        others = [other for other in self._players if other is not player]
        befall(fault, player, deed, others, rng)
        mark, elsewhere = player.mark(), {other.name: other.mark() for other in others}
        with under(fault, player):
            answer = act(self._desktop, deed)
        try:
            happened = observed(player, mark, deed, answer)
            outcome = judge(deed, answer, happened, fault)
        except BROKEN:
            happened, outcome = [], "unseen"
        astray = [(other.name, one) for other in others for one in other.happened(elsewhere[other.name])]
        if astray:
            outcome = "wrong"
        what = f"{player.name} {deed.verb} {deed.target or deed.args}"
        line = f"{number:>5} {what} · {fault.kind} → {answer.word} {outcome}"
        self._count(deed, fault, answer, outcome, f"{line}\n      {answer.detail[:300]}\n      {happened} {astray}")
        if fault.fatal:
            self._end(player)
        else:
            mend(fault, player, deed)
        return f"{line} {answer.seconds:.2f} s"

    def _end(self, player: Player) -> None:
        """Nothing of an application that was broken stays."""
        pid = player.pid
        player.forget()
        if pid:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        deadline = time.monotonic() + GONE_WITHIN
        while player.pid and time.monotonic() < deadline:
            time.sleep(0.02)

    def _count(self, deed: Deed, fault: Fault, answer: Answer, outcome: Outcome, told: str) -> None:
        tally = self.tally
        tally.outcomes[outcome] += 1
        tally.faults[fault.kind] += 1
        tally.words[answer.word] += 1
        if fault.kind == "none":
            tally.plain += 1
            tally.seconds.setdefault(deed.verb, []).append(answer.seconds)
        if outcome not in ("right", "refused", "unseen"):
            tally.bad.append(told)


def add_rows(table: Table, tally: Tally, wanted: int, seed: int, took: float, left: list[str]) -> None:
    how, count = f"judged by the applications' own observers, seed {seed}", tally.outcomes
    faults = ", ".join(f"{kind} {n}" for kind, n in tally.faults.most_common() if kind != "none")
    words = ", ".join(f"{word} {n}" for word, n in tally.words.most_common())
    table.add("actions", sum(count.values()), "actions", f"six applications, {took:.0f} s; {words}", bar=wanted,
              sense="at least")  # fmt: skip
    table.add("with a fault", sum(count.values()) - tally.plain, "actions", faults)
    table.add("verified, and nothing happened", count["false claim"], "actions", how, bar=0)
    table.add("something else happened", count["wrong"], "actions", how, bar=0)
    table.add("happened twice", count["twice"], "actions", how, bar=0)
    table.add("'not delivered', and it happened", count["false denial"], "actions", how, bar=0)
    table.add("left over afterwards", len(left), "things", ", ".join(left[:4]) or "processes, sockets, folders", bar=0)
    share = 100 * count["failed plainly"] / max(1, tally.plain)
    table.add("failed without a fault", share, "%", f"{count['failed plainly']} of {tally.plain}", bar=FAILED_BAR)
    table.add("right", count["right"], "actions", f"refused under a fault {count['refused']}, unseen {count['unseen']}")
    for verb, seconds in sorted(tally.seconds.items()):
        if len(seconds) > 1:
            slow = statistics.quantiles(seconds, n=20)[-1]
            words = f"95th percentile {slow * 1000:.0f} ms, {len(seconds)} actions without a fault"
            table.add(f"{verb}, median", statistics.median(seconds) * 1000, "ms", words)


def leftovers(root: Path, sockets: set[Path]) -> list[str]:
    """What is still there once its time is over."""
    deadline = time.monotonic() + GONE_WITHIN
    while True:
        left = [f"process {pid}" for pid in processes_of(root)]
        left += [f"folder or socket {path}" for path in sorted((root / "run" / "deskhand").glob("d*"))]
        left += [f"socket {path}" for path in unheard(office_sockets() - sockets)]
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(0.05)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--actions", type=int, default=2000)
    parser.add_argument("--seed", type=int, help="told when left out")
    parser.add_argument("--first", type=int, default=0, help="action to begin with, to look into one")
    parser.add_argument("--verbose", action="store_true", help="a line for every action")
    options = parser.parse_args()
    seed = random.randrange(10**6) if options.seed is None else options.seed
    print(f"{options.actions} actions, seed {seed}", file=sys.stderr, flush=True)
    table, began, sockets = Table("bench-hands"), time.monotonic(), office_sockets()
    with isolated() as root:
        with Desktop.start() as desktop:
            hands = Hands(desktop, seed)
            try:
                for number in range(options.first, options.first + options.actions):
                    known = len(hands.tally.bad)
                    line = hands.run(number)
                    if options.verbose or len(hands.tally.bad) > known:
                        print(hands.tally.bad[-1] if len(hands.tally.bad) > known else line, flush=True)
                    if (number + 1) % 100 == 0:
                        print(f"  {number + 1}, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
            finally:
                hands.close()
        left = leftovers(root, sockets)
    add_rows(table, hands.tally, options.actions, seed, time.monotonic() - began, left)
    return table.finish()


if __name__ == "__main__":
    sys.exit(main())
