"""What goes wrong around an action in `make bench-hands`: drawn from a seed, done to the real process or window."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Literal

from bench.hands_apps import Deed, Fixture, Player
from fixtures.running import FixtureFailed

Kind = Literal[
    "none", "stopped", "killed", "dies in its handler", "covered", "disabled", "hidden", "removed", "dialog",
    "bus dropped", "another raised", "other closed",
]  # fmt: skip
ANYWHERE: tuple[Kind, ...] = ("stopped", "stopped", "killed", "another raised")
IN_FIXTURES: tuple[Kind, ...] = (
    *ANYWHERE, "covered", "disabled", "hidden", "removed", "dialog", "bus dropped", "dies in its handler",
)  # fmt: skip
FATAL: frozenset[Kind] = frozenset({"killed", "removed", "dialog", "bus dropped", "dies in its handler", "hidden"})
"""After these the application is started anew."""

SHARE = 0.15
LONGEST_STOP = 1.5
"""Seconds for which a stopped process stands still."""


@dataclass(frozen=True, slots=True)
class Fault:
    """`kind` as drawn; `delay` seconds after the action began, `seconds` for how long."""

    kind: Kind
    delay: float
    seconds: float

    @property
    def fatal(self) -> bool:
        return self.kind in FATAL

    @property
    def judged(self) -> bool:
        """Whether the observer outlives it, so that what was claimed can be held against what happened."""
        return self.kind != "killed"


def draw(rng: random.Random, player: Player) -> Fault:
    """No fault most of the time."""
    if rng.random() >= SHARE:
        return Fault("none", 0.0, 0.0)
    kind = rng.choice(IN_FIXTURES if isinstance(player, Fixture) else ANYWHERE)
    return Fault(kind, rng.uniform(0.0, 0.12), rng.uniform(0.2, LONGEST_STOP))


def befall(fault: Fault, player: Player, deed: Deed, others: list[Player], rng: random.Random) -> None:
    """What is broken before the action begins; what that does is logged before this returns."""
    if fault.kind == "another raised":
        other = rng.choice(others)
        other.desktop.focus_window(other.title)
    elif fault.kind not in ("none", "stopped", "killed"):
        assert isinstance(player, Fixture)
        _break(fault.kind, player, deed)


@contextmanager
def under(fault: Fault, player: Player) -> Iterator[None]:
    """The action happens within; on leaving, what stood still goes on."""
    threads = [_later(fault, player.pid)] if fault.kind in ("stopped", "killed") else []
    try:
        yield
    finally:
        for thread in threads:
            thread.join()


def _later(fault: Fault, pid: int) -> threading.Thread:
    def run() -> None:
        time.sleep(fault.delay)
        with suppress(ProcessLookupError):
            if fault.kind == "killed":
                os.kill(pid, signal.SIGKILL)
            else:
                os.kill(pid, signal.SIGSTOP)
                time.sleep(fault.seconds)
                os.kill(pid, signal.SIGCONT)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def _break(kind: Kind, player: Fixture, deed: Deed) -> None:
    app = player.running
    with suppress(FixtureFailed):  # this toolkit cannot do that to this widget: a round without a fault
        if kind == "covered":
            app.control("cover", widget=deed.key)
        elif kind == "disabled":
            app.control("disable", widget=deed.key)
        elif kind == "hidden":
            app.control("hide", widget=deed.key)
        elif kind == "removed":
            app.control("remove", widget=deed.key)
        elif kind == "dialog":
            known = len(app.events("opened", "question"))
            app.control("open_dialog")
            app.wait_event("opened", "question", count=known + 1)
        elif kind == "bus dropped":
            app.control("drop_bus")
        elif kind == "dies in its handler":
            app.control("trap", widget="save", then="die", by="kill")


def mend(fault: Fault, player: Player, deed: Deed) -> None:
    """Put right what can be put right without starting the application anew."""
    if not isinstance(player, Fixture) or fault.fatal:
        return
    if fault.kind == "covered":
        player.running.control("uncover")
    elif fault.kind == "disabled":
        with suppress(FixtureFailed):
            player.running.control("enable", widget=deed.key)
