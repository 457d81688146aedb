"""A lying and failing world: applications that say True and do nothing, hang, die, or lose their bus.

Each case acts on one fixture while another one on the same desktop is looked at and clicked all the time: no receipt
may say verified without the fixture's log saying the same, nothing may block beyond its deadline, and the other one is
served.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bench.common import Table
from deskhand.desktop import Desktop
from deskhand.errors import DeskhandError
from deskhand.model.action import Mode
from fixtures.running import FixtureApp

OVERRUN_BAR = 0.5
"""Seconds beyond its deadline after which an action must have answered."""

SERVED_BAR = 3.0
"""Seconds within which another application is looked at and clicked while one hangs (two busy cores allowed for)."""

DEADLINE = 4.0
HANG_SECONDS = 30
Event = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """`prepare` breaks the world (`meanwhile`: a moment after the act began). `deed` is what the log must hold for a
    `verified`; None: nothing can verify it, the application did not live to show an effect."""

    name: str
    toolkit: str
    verb: str
    target: str
    prepare: Callable[[FixtureApp], object]
    deed: Event | None = None
    args: dict[str, object] = field(default_factory=dict)
    meanwhile: bool = False
    mode: Mode | None = None


def cases() -> Iterator[Case]:
    """Every way to lie or fail, on every toolkit that can."""
    for mode in (None, "background"):
        yield Case("lies", "gtk3", "click", 'button "Promise"', _lie, ("clicked", "promise"), mode=mode)
        yield Case("lies", "gtk3", "set_value", 'field "Vow"', _lie, ("changed", "vow"), {"value": "kept"}, mode=mode)
        yield Case("lies", "gtk3", "type", 'field "Vow"', _lie, ("changed", "vow"), {"text": " and kept"}, mode=mode)
    for toolkit in ("gtk3", "gtk4", "qt"):
        save, name = 'button "Save"', 'field "Name"'
        yield Case("hangs before", toolkit, "click", save, _then("hang", seconds=HANG_SECONDS))
        yield Case("hangs before", toolkit, "set_value", name, _then("hang", seconds=HANG_SECONDS), args={"value": "x"})
        yield Case("hangs in its handler", toolkit, "click", save, _trap("hang", seconds=HANG_SECONDS))
        for by in ("exit", "kill", "segv"):
            yield Case(f"dies in its handler ({by})", toolkit, "click", save, _trap("die", by=by))
        yield Case("dies while typed into", toolkit, "type", name, _then("die", by="kill"), ("changed", "name"),
                   {"text": "a long line " * 30}, meanwhile=True)  # fmt: skip
        yield Case("drops its bus before", toolkit, "click", save, _then("drop_bus"), ("clicked", "save"))
        yield Case("drops its bus in its handler", toolkit, "click", save, _trap("drop_bus"), ("clicked", "save"))
        session = _then("drop_bus", which="session")
        yield Case("drops the session bus", toolkit, "click", save, session, ("clicked", "save"))


def _lie(app: FixtureApp) -> object:
    return app.control("lie")


def _then(command: str, **how: object) -> Callable[[FixtureApp], object]:
    return lambda app: app._ask(command, how, 10.0)  # `control` takes `seconds` for its own


def _trap(then: str, **how: object) -> Callable[[FixtureApp], object]:
    return _then("trap", widget="save", then=then, **how)


@dataclass(slots=True)
class Served:
    """How long another application had to wait, in seconds."""

    looks: list[float] = field(default_factory=list)
    acts: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


@contextmanager
def serving(desktop: Desktop, other: FixtureApp) -> Iterator[Served]:
    """Look at the other application and click in it, each by a thread of its own, until the block ends."""
    served, over = Served(), threading.Event()

    def go_on(waits: list[float], once: Callable[[], object]) -> None:
        while not over.is_set():
            began = time.monotonic()
            try:
                once()
            except DeskhandError as error:
                served.failures.append(f"{error.code}: {error.message}")
            waits.append(time.monotonic() - began)
            over.wait(0.1)

    locator = f'button "Save" in window "{other.title}"'
    jobs = (
        (served.looks, lambda: desktop.snapshot(window=other.title)),
        (served.acts, lambda: desktop.do("click", locator, mode="background")),
    )
    threads = [threading.Thread(target=go_on, args=job) for job in jobs]
    for thread in threads:
        thread.start()
    try:
        yield served
    finally:
        over.set()
        for thread in threads:
            thread.join()


@dataclass(slots=True)
class Findings:
    """What the cases came to."""

    claims: list[str] = field(default_factory=list)
    wrong_words: list[str] = field(default_factory=list)
    overruns: list[tuple[float, str]] = field(default_factory=list)
    looks: list[tuple[float, str]] = field(default_factory=list)
    acts: list[tuple[float, str]] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    count: int = 0


def run_world(table: Table, chosen: Callable[[Case], bool] = lambda _: True, deadline: float = DEADLINE) -> Findings:
    """All chosen cases on one desktop, a line for each."""
    found = Findings()
    with Desktop.start() as desktop, FixtureApp("gtk3", desktop.place.env, title="The other", seconds=60.0) as other:
        for case in filter(chosen, cases()):
            _run(desktop, other, case, found, deadline)
    _add_rows(table, found, deadline)
    return found


def _run(desktop: Desktop, other: FixtureApp, case: Case, found: Findings, deadline: float) -> None:
    title = f"Failing {case.toolkit}"
    with FixtureApp(case.toolkit, desktop.place.env, title=title, seconds=60.0) as app:
        desktop.wait(f'{case.target} in window "{title}" appears', 20.0)
        target = next(iter(desktop.find(f'{case.target} in window "{title}"')))
        known = len(app.events())
        if not case.meanwhile:
            case.prepare(app)
        with serving(desktop, other) as served:
            breaker = threading.Timer(0.05, lambda: case.prepare(app))
            if case.meanwhile:
                breaker.start()
            began = time.monotonic()
            word, delivery, seen = _act(desktop, case, target.ref, deadline)
            took = time.monotonic() - began
            if case.meanwhile:
                breaker.join()
        deeds = {(e.event, e.widget) for e in app.events()[known:]}
    found.count += 1
    label = f"{case.name}: {case.verb} on {case.toolkit}{' in the background' if case.mode else ''}"
    if word == "verified" and (case.deed is None or case.deed not in deeds):
        found.claims.append(f"{label}: {seen}")
    did = bool(deeds & {("clicked", "save"), ("changed", "name"), ("clicked", "promise"), ("changed", "vow")})
    if did and delivery == "not_delivered":
        found.wrong_words.append(label)
    found.overruns.append((took - deadline, label))
    found.looks += [(wait, label) for wait in served.looks]
    found.acts += [(wait, label) for wait in served.acts]
    found.failures += [f"{label}: {failure}" for failure in served.failures]
    slowest = f"another application: looks ≤ {max(served.looks):.2f} s, acts ≤ {max(served.acts):.2f} s"
    print(f"  {label} → {word} ({delivery}) in {took:.2f} s; {slowest}", file=sys.stderr, flush=True)


def _act(desktop: Desktop, case: Case, target: str, deadline: float) -> tuple[str, str, str]:
    try:
        receipt = desktop.do(case.verb, target, timeout=deadline, mode=case.mode, **case.args)
    except DeskhandError as error:
        return error.code, error.delivery, error.message
    return "verified" if receipt.verified else "unverified", receipt.delivery, receipt.effect.seen


def _add_rows(table: Table, found: Findings, deadline: float) -> None:
    how = f"{found.count} cases: lies, hangs of {HANG_SECONDS} s, deaths, lost buses"
    claims = "; ".join(found.claims) or how
    table.add("failing world: verified without a deed", len(found.claims), "cases", claims, bar=0)
    wrong = "; ".join(found.wrong_words) or how
    table.add("failing world: 'not delivered' although it arrived", len(found.wrong_words), "cases", wrong, bar=0)
    late, where = max(found.overruns)
    told = f"deadline {deadline:g} s; latest: {where}"
    table.add("failing world: answer after the deadline", max(0.0, late), "s", told, bar=OVERRUN_BAR)
    for name, waits in (("look", found.looks), ("click", found.acts)):
        slowest, where = max(waits)
        ordered = sorted(wait for wait, _ in waits)
        told = f"median {ordered[len(ordered) // 2]:.2f} s; slowest while: {where}"
        table.add(f"failing world: slowest {name} at another application", slowest, "s", told, bar=SERVED_BAR)
    why = found.failures[0] if found.failures else "looks and clicks while one fails"
    table.add("failing world: another application not served", len(found.failures), "times", why, bar=0)
