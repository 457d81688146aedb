"""Changes of a fixture window between look and act, and the judgement by its own log of where the act landed.

The groundwork of `make bench-safety`: it knows the fixture and nothing of Deskhand. A round is

    scene = Scene(app, random.Random(seed))
    target = scene.target()            # look at this one (its name is on the window, its key is the log's word)
    change = scene.apply(kind)         # the world moves on
    …act on what was looked at; a refusal is a DeskhandError's code…
    outcome = scene.judge(refusal)     # right, wrong, refused, refused_needlessly, nothing or false_claim
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from fixtures.running import FixtureApp

Kind = Literal[
    "unchanged",
    "moved",
    "reordered",
    "renamed",
    "exchanged",
    "duplicated",
    "removed",
    "covered",
    "covered_by_glass",
    "covered_by_window",
    "disabled",
    "hidden",
    "window_replaced",
]
KINDS: tuple[Kind, ...] = Kind.__args__  # type: ignore[attr-defined]

Outcome = Literal["right", "wrong", "refused", "refused_needlessly", "nothing", "false_claim"]
"""right: the click landed on the element that was looked at. wrong: on another one, or on one that means something else
now. refused: a named refusal, and no click landed. refused_needlessly: one although the element was plainly there.
nothing: neither a refusal nor a click, and nothing was claimed. false_claim: success was claimed and nothing landed."""

FIELD = {"Alpha": "alpha", "Beta": "beta", "Gamma": "gamma", "Delta": "delta"}
QUEUE = {"First": "first", "Second": "second", "Third": "third", "Fourth": "fourth"}
NAMES = {**FIELD, **QUEUE}
_LANDS_WITHIN = 0.4
"""Seconds after the act in which a click may still reach the log (GTK 3 answers in 2 ms, Qt in 4)."""


@dataclass(frozen=True, slots=True)
class Target:
    """A button of the playground: its name on the window, its key in the log."""

    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Change:
    """What was done. A click may land on `right` and nowhere else; `plainly_there` when a refusal would be needless."""

    kind: Kind
    right: frozenset[str]
    plainly_there: bool


class Scene:
    """One round on one fixture showing its playground."""

    def __init__(self, app: FixtureApp, rng: random.Random) -> None:
        self.app = app
        self._rng = rng
        self._target = Target("", "")
        self._change = Change("unchanged", frozenset(), False)
        self._after = 0.0

    def reset(self) -> None:
        """A fresh window, as the fixture starts."""
        self.app.control("uncover")
        self.app.control("replace_window")
        self.app.control("page", name="playground")

    def target(self) -> Target:
        """Choose what to look at."""
        name = self._rng.choice(list(NAMES))
        self._target = Target(name, NAMES[name])
        return self._target

    def apply(self, kind: Kind, settle: bool = True) -> Change:
        """Change the window; with `settle` False the act may meet the change half way."""
        key = self._target.key
        doing: dict[Kind, Callable[[], Change]] = {
            "unchanged": lambda: self._same(kind),
            "moved": lambda: self._moved(key, settle),
            "reordered": lambda: self._reordered(key, settle),
            "renamed": lambda: self._renamed(key, settle),
            "exchanged": lambda: self._exchanged(key, settle),
            "duplicated": lambda: self._done(kind, {key}, "duplicate", settle, widget=key),
            "removed": lambda: self._done(kind, set(), "remove", settle, widget=key),
            "covered": lambda: self._done(kind, {key}, "cover", settle, widget=key, by="widget"),
            "covered_by_glass": lambda: self._done(kind, {key}, "cover", settle, widget=key, by="glass"),
            "covered_by_window": lambda: self._done(kind, {key}, "cover", settle, widget=key, by="window"),
            "disabled": lambda: self._done(kind, set(), "disable", settle, widget=key),
            "hidden": lambda: self._done(kind, set(), "hide", settle, widget=key),
            "window_replaced": lambda: self._done(kind, {key}, "replace_window", settle),
        }
        self._change = doing[kind]()
        self._after = time.time()
        return self._change

    def judge(self, refusal: str | None, claimed: bool) -> Outcome:
        """Where the act landed. `refusal` is the error's code, `claimed` whether the receipt said verified."""
        landed = self._landed(wait=refusal is None)
        if landed:
            return "right" if set(landed) <= self._change.right and len(landed) == 1 else "wrong"
        if refusal is not None:
            return "refused_needlessly" if self._change.plainly_there else "refused"
        return "false_claim" if claimed else "nothing"

    def _landed(self, wait: bool) -> list[str]:
        deadline = time.monotonic() + (_LANDS_WITHIN if wait else 0.05)
        while not (landed := self.app.clicked(after=self._after)) and time.monotonic() < deadline:
            time.sleep(0.01)
        return landed

    # --- the changes

    def _same(self, kind: Kind) -> Change:
        return Change(kind, frozenset({self._target.key}), plainly_there=True)

    def _done(self, kind: Kind, right: set[str], command: str, settle: bool, **arguments: str) -> Change:
        self.app.control(command, settle=settle, **arguments)
        return Change(kind, frozenset(right), plainly_there=False)

    def _moved(self, key: str, settle: bool) -> Change:
        if key in QUEUE.values():
            return self._reordered(key, settle)
        self.app.control("move", settle=settle, widget=key, x=self._rng.randrange(300, 900), y=self._rng.randrange(420))
        return self._same("moved")

    def _reordered(self, key: str, settle: bool) -> Change:
        """Another one stands where it stood: the trap for whoever goes by place or path."""
        if key in FIELD.values():
            other = self._rng.choice([k for k in FIELD.values() if k != key])
            here, there = self.app.where(key), self.app.where(other)
            field = self.app.where("field")
            for widget, place in ((key, there), (other, here)):
                self.app.control("move", settle=False, widget=widget, x=place.x - field.x, y=place.y - field.y)
            if settle:
                self.app.control("settle")
        else:
            self.app.control("reorder", settle=settle, widget=key, position=self._rng.randrange(4))
        return self._same("reordered")

    def _renamed(self, key: str, settle: bool) -> Change:
        """The same object says something else now: to click it would be another act."""
        self.app.control("rename", settle=settle, widget=key, name=f"{self._target.name} no more")
        return Change("renamed", frozenset(), plainly_there=False)

    def _exchanged(self, key: str, settle: bool) -> Change:
        """Two buttons swap their names: the name is right on the other object, which may be taken for it or refused."""
        group = FIELD if key in FIELD.values() else QUEUE
        other = self._rng.choice([name for name in group if group[name] != key])
        self.app.control("rename", settle=False, widget=key, name=other)
        self.app.control("rename", settle=settle, widget=group[other], name=self._target.name)
        return Change("exchanged", frozenset({group[other]}), plainly_there=False)
