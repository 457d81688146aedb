"""Windows that change between look and act: hundreds of rounds, judged by the fixtures' own logs alone."""

from __future__ import annotations

import collections
import random
import sys
import time
from dataclasses import dataclass, field, replace

from bench.common import Table
from bench.safety_scene import KINDS, RACING, Answer, Change, Judgement, Kind, Outcome, Scene
from bench.safety_subjects import ROLES, Subject, choose
from deskhand.desktop import Desktop
from deskhand.errors import DeskhandError
from deskhand.model.action import Mode
from deskhand.model.element import Element
from deskhand.model.snapshot import Snapshot
from fixtures.running import FixtureApp, FixtureFailed, Logged

TOOLKITS = ("gtk3", "gtk4", "qt")
ROUNDS_PER_APP = {"gtk3": 60, "gtk4": 6, "qt": 60}
"""A fixture is started anew after so many rounds on it: each has a new window, and GTK 4 (4.8) keeps the accessible
objects of those before, so that it answers later and later."""

SECONDS_PER_ACT = 8.0
SECONDS_IN_VAIN = 1.8
"""How long an act may look for a way when none is expected: a refusal is as good then."""

NEEDLESS_BAR = 0.02


@dataclass(frozen=True, slots=True)
class Round:
    """One round in words, enough to run it again: `--seed S --only N`."""

    number: int
    toolkit: str
    subject: Subject
    kind: Kind
    racing: bool
    by_ref: bool
    mode: Mode | None


@dataclass(slots=True)
class Tally:
    """What the rounds came to."""

    outcomes: collections.Counter[Outcome] = field(default_factory=collections.Counter)
    refusals: collections.Counter[str] = field(default_factory=collections.Counter)
    plainly: int = 0
    unverified: int = 0
    unseen: int = 0
    slowest: float = 0.0
    bad: list[str] = field(default_factory=list)

    @property
    def rounds(self) -> int:
        return sum(self.outcomes.values())


def draw(number: int, seed: int) -> Round:
    """Round `number` of `seed`: the same words each time."""
    rng = random.Random(f"{seed}/{number}")
    toolkit = TOOLKITS[number % len(TOOLKITS)]
    subject = choose(rng)
    kind = rng.choice(KINDS[subject.family])
    if (toolkit, subject.family, kind) == ("qt", "row", "disabled"):
        kind = "hidden"  # Qt 5 tells nobody that a view of items is greyed out
    if kind == "exchanged" and subject.verb in ("check", "uncheck"):
        subject = replace(subject, verb="click")  # the other one is as wanted already: nothing would have to happen
    racing = kind in RACING and rng.random() < 0.2
    by_ref = subject.family != "menu" and rng.random() < 0.7
    mode: Mode | None = "background" if rng.random() < 0.2 else None
    return Round(number, toolkit, subject, kind, racing, by_ref, mode)


class Mutation:
    """All fixtures side by side on one private desktop, so that every name is there three times over."""

    def __init__(self, desktop: Desktop, seed: int) -> None:
        self._desktop = desktop
        self._seed = seed
        self._apps: dict[str, FixtureApp] = {}
        self._used: collections.Counter[str] = collections.Counter()
        self.tally = Tally()

    def app(self, toolkit: str) -> FixtureApp:
        known = self._apps.get(toolkit)
        if known is not None and known.alive and self._used[toolkit] < ROUNDS_PER_APP[toolkit]:
            return known
        if known is not None:
            known.close()
        self._used[toolkit] = 0
        self._apps[toolkit] = FixtureApp(toolkit, self._desktop.place.env, title=f"Window of {toolkit}", seconds=60.0)
        return self._apps[toolkit]

    def close(self) -> None:
        for app in self._apps.values():
            app.close()

    def run(self, number: int) -> str:
        """One round; the line that tells it."""
        drawn = draw(number, self._seed)
        for toolkit in TOOLKITS:
            self.app(toolkit)
        app = self.app(drawn.toolkit)
        self._used[drawn.toolkit] += 1
        others = [name for name in TOOLKITS if name != drawn.toolkit]
        rng = random.Random(f"{self._seed}/{number}/play")
        scene = Scene(app, [self._apps[name] for name in others], rng, lambda: self._raise(rng.choice(others)))
        began = time.monotonic()
        change, answer, judgement = self._play(scene, app, drawn)
        took = time.monotonic() - began
        self.tally.slowest = max(self.tally.slowest, took)
        line = self._line(drawn, change, answer, judgement, took)
        self._count(change, answer, judgement, line)
        return line

    def _raise(self, toolkit: str) -> None:
        self._desktop.focus_window(self._apps[toolkit].title)

    def _play(self, scene: Scene, app: FixtureApp, drawn: Round) -> tuple[Change, Answer, Judgement]:
        subject = drawn.subject
        scene.reset(subject, by_ref=drawn.by_ref)
        target: Element | str | None = None
        if drawn.by_ref:
            target = self._look(app, subject)
            if target is None:
                self.tally.unseen += 1
                self._used[drawn.toolkit] = ROUNDS_PER_APP[drawn.toolkit]
                change = Change("unchanged", (), plainly_there=True)
                return change, Answer("unseen", "not_delivered"), Judgement("refused_needlessly", ())
        elif subject.family != "menu":
            target = f'{subject.sentence_in(drawn.toolkit)} in window "{app.title}"'
        args = subject.args | ({"window": app.title} if subject.family == "menu" else {})
        try:
            change = scene.apply(drawn.kind, racing=drawn.racing)
        except FixtureFailed:  # this toolkit cannot do that to this widget
            change = scene.apply("unchanged", racing=False)
        seconds = SECONDS_PER_ACT if change.plainly_there or change.racing else SECONDS_IN_VAIN
        answer = self._act(subject.verb, target, args, drawn.mode, seconds)
        judgement = scene.judge(answer)
        if change.kind == "dialog_over":  # a modal dialog outlives the window it was opened over
            self._used[drawn.toolkit] = ROUNDS_PER_APP[drawn.toolkit]
        needs_hands = drawn.mode == "background" and answer.word in ("needs_foreground", "unsupported")
        if needs_hands and judgement.outcome == "refused_needlessly":
            change = replace(change, plainly_there=False)
            judgement = replace(judgement, outcome="refused")
        return change, answer, judgement

    def _look(self, app: FixtureApp, subject: Subject) -> Element | None:
        """The element as a person would pick it from a snapshot: by kind, name and place in reading order."""
        deadline = time.monotonic() + 5.0
        while True:
            try:
                found = self._pick(self._desktop.snapshot(window=app.title), subject)
            except DeskhandError:  # its window is on its way
                found = None
            if found is not None or time.monotonic() > deadline:
                return found

    def _pick(self, snapshot: Snapshot, subject: Subject) -> Element | None:
        roles = ROLES[subject.role]
        found = [e for e in snapshot.elements if e.role in roles and e.name == subject.name and e.showing]
        if subject.family == "named twice":
            return found[subject.key == "apply_vegetables"] if len(found) == 2 else None
        return found[0] if len(found) == 1 else None

    def _act(
        self, verb: str, target: Element | str | None, args: dict[str, object], mode: Mode | None, seconds: float
    ) -> Answer:
        try:
            receipt = self._desktop.do(verb, target, timeout=seconds, mode=mode, **args)
        except DeskhandError as error:
            return Answer(error.code, error.delivery, str(error))
        return Answer("verified" if receipt.verified else "unverified", receipt.delivery, receipt.effect.seen)

    # --- telling

    def _line(self, drawn: Round, change: Change, answer: Answer, judgement: Judgement, took: float) -> str:
        named = "ref" if drawn.by_ref else "path" if drawn.subject.family == "menu" else "locator"
        how = "racing" if change.racing else ""
        deeds = ", ".join(_deed_words(deed) for deed in judgement.deeds)
        what = f"{drawn.subject.verb} {drawn.subject.name!r} ({drawn.subject.key})"
        mode = "background" if drawn.mode else ""
        words = (f"{drawn.number:>4}", drawn.toolkit, what, named, mode, change.kind, how, "→", answer.word,
                 f"[{deeds[-120:]}]", judgement.outcome, f"{took:.1f} s")  # fmt: skip
        return " ".join(word for word in words if word)

    def _count(self, change: Change, answer: Answer, judgement: Judgement, line: str) -> None:
        tally, outcome = self.tally, judgement.outcome
        tally.outcomes[outcome] += 1
        tally.plainly += change.plainly_there
        if answer.refusal:
            tally.refusals[answer.word] += 1
        tally.unverified += outcome == "right" and answer.word == "unverified"
        if outcome not in ("right", "refused", "unsure"):
            answer = replace(answer, detail=answer.detail + judgement.raw)
            tally.bad.append(f"{line}\n       {answer.detail[:400]}")


def _deed_words(deed: Logged) -> str:
    return f"{deed.event} {deed.widget}" + ("" if deed.value is None else f"={deed.value}")


def run_mutation(
    table: Table, rounds: int, seed: int, seconds: float, first: int = 0, *, verbose: bool = False
) -> Tally:
    """The rounds `first` … `first + rounds - 1` of a seed, printed as they go; fewer when `seconds` run out."""
    began = time.monotonic()
    with Desktop.start() as desktop:
        mutation = Mutation(desktop, seed)
        try:
            for number in range(first, first + rounds):
                if time.monotonic() - began > seconds:
                    break
                known = len(mutation.tally.bad)
                line = mutation.run(number)
                bad = mutation.tally.bad[known:]
                if verbose or bad:
                    print(bad[0] if bad else line, flush=True)
                elif (number + 1) % 50 == 0:
                    _progress(mutation.tally, number + 1, began)
        finally:
            mutation.close()
    add_rows(table, mutation.tally, rounds, seed, time.monotonic() - began)
    return mutation.tally


def _progress(tally: Tally, number: int, began: float) -> None:
    counts = ", ".join(f"{count} {outcome}" for outcome, count in tally.outcomes.most_common())
    print(f"  {number} rounds, {time.monotonic() - began:.0f} s: {counts}", file=sys.stderr, flush=True)


def add_rows(table: Table, tally: Tally, wanted: int, seed: int, took: float) -> None:
    """The bars of the mutation test."""
    how = f"fixtures' own logs, seed {seed}"
    count = tally.outcomes
    table.add("rounds with a changed window", tally.rounds, "rounds", f"GTK 3, GTK 4, Qt; {took:.0f} s", bar=wanted,
              sense="at least")  # fmt: skip
    table.add("acts on a wrong element", count["wrong"], "rounds", how, bar=0)
    table.add("verified without the fixture having received it", count["false_claim"], "rounds", how, bar=0)
    table.add("'not delivered' although it arrived", count["false_denial"], "rounds", how, bar=0)
    table.add("neither the right element nor a named refusal", count["nothing"], "rounds", how, bar=0)
    share = 100 * count["refused_needlessly"] / max(1, tally.plainly)
    of = f"{count['refused_needlessly']} of {tally.plainly} rounds in which it was plainly there"
    table.add("needless refusals", share, "%", of, bar=100 * NEEDLESS_BAR)
    kinds = ", ".join(f"{code} {number}" for code, number in tally.refusals.most_common())
    more = f"{tally.unverified} of them unverified; {count['unsure']} rounds unsure; refusals: {kinds}"
    table.add("right element", count["right"], "rounds", more)


