"""scroll_to an entry of a long list that the tree does not show: by the list's scroll bar or by the wheel.

Most lists hold in the tree only what shows. Each look says which entries show; where they stand in an order, the way
to the one sought is reckoned from them, and corrected at each look; where they do not, the list is gone through page
by page from its top.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from deskhand.act.attempt import Attempt
from deskhand.act.checks import run_checks, toolkit_of, visible_part
from deskhand.act.lists import Entry, entries_of
from deskhand.act.movers import FIRST_NOTCHES, ROWS_A_NOTCH, Bar, Mover, Trough, Wheel
from deskhand.act.order import Key, direction, number_keys, word_key
from deskhand.act.verifying import proof_of
from deskhand.act.windowing import element_for
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import AmbiguousTarget, AppUnresponsive, NotFound, StaleRef
from deskhand.model.element import Element, Node
from deskhand.model.geometry import Bounds
from deskhand.model.locator import Locator, Relation
from deskhand.model.ref import Ref
from deskhand.perceive.names import plain

_SHOWN = ReadOptions(showing_only=True, max_nodes=4000, actions=False, value=False, fresh=True)
_BARS = ReadOptions(showing_only=True, max_nodes=400, actions=False, text=False, fresh=True)
_SETTLE_SECONDS = 1.6
_MORE_SECONDS = 1.5
"""How long a list that loads more at its end may take."""
_AROUND = 3
_GTK4 = "GTK"
_A_LOT = 1e8
_MOST_CLICKS = 12
_NEAR_PAGES = 2
_STILL_LOOKS = 2
"""Looks in a row that must be alike: a list that is behind with its wheel stands still for a moment only."""


def scroll_to_entry(attempt: Attempt, name: str) -> None:
    """Bring the entry `name` of the target list into view; the entry is what the receipt names then."""
    run_checks(attempt, ("visible",))
    search = _Search(attempt, name)
    found = search.showing()
    if found is not None:
        attempt.note("it was in view already; nothing was sent")
    else:
        bar = _bar_of(attempt)
        if bar is None and toolkit_of(attempt) == _GTK4:
            with attempt.progress.within(_SETTLE_SECONDS) as part:  # a new window shows its bars a moment later
                bar = next((late for _ in part.attempts() if (late := _bar_of(attempt)) is not None), None)

        def by_bar(attempt: Attempt) -> str | None:
            if bar is None:
                return "the list has no scroll bar in the tree"
            mover = Bar(attempt, bar)
            if not mover.works():
                return "its scroll bar does not move by the tree (read back)"
            with attempt.delivering("tree"):
                search.run(mover)
            return None

        def by_wheel(attempt: Attempt) -> str | None:
            area = visible_part(attempt, search.container)
            if area is None:
                return "no part of it shows"
            toolkit = toolkit_of(attempt)
            wheel = Wheel(attempt, area.center, pages=toolkit.casefold() == "qt", swings=toolkit == _GTK4)
            with attempt.delivering("pointer"):
                if bar is not None and bar.bounds is not None:
                    search.by_trough(Trough(attempt, bar.handle, bar.bounds, wheel))
                search.run(wheel)
            return None

        attempt.by_routes([("tree", by_bar), ("pointer", by_wheel)])
        found = search.showing()
        if found is None:
            if search.absent:
                raise NotFound(
                    f"{search.container.describe()} has no entry {name!r}: {search.seen()}",
                    sought=name,
                    seen=search.seen(),
                    near=search.nearest(),
                    delivery=attempt.delivery,
                )
            raise attempt.contradict(
                attempt.expected,
                search.seen(),
                f"entry {name!r} of {search.container.describe()} did not come into view: {search.seen()}",
                search.nearest(),
            )
    bounds = found.node.bounds
    _take_entry(attempt, search.container, found)
    seen = f"entry {found.name!r} is at {bounds.to_json() if bounds else '?'}, inside its list"
    attempt.prove(proof_of(attempt, seen, "fresh read of the list", "control", "read back"))


def _take_entry(attempt: Attempt, container: Element, found: Entry) -> None:
    """The entry as the receipt's target, with a ref that may be used at once."""
    window = attempt.window
    entry = element_for(found.node, window) if window is not None else None
    target = attempt.action.target
    if isinstance(target, Locator):
        sought = Locator(name=found.name, relations=(Relation("in", target),), window=target.window, app=target.app)
    else:
        sought = Locator(name=found.name, window=window.title if window is not None else None)
    try:
        seen = attempt.ctx.perception.find(sought, attempt.progress)
    except (NotFound, AppUnresponsive, StaleRef):
        seen = ()
    if len(seen) == 1:
        entry = seen[0]
    else:
        attempt.note("the entry has no ref yet: take a snapshot")
    if entry is not None:
        attempt.set_element(entry)
    if isinstance(target, Ref | Locator):
        attempt.result = {"item": found.name, "bounds": found.node.bounds.to_json() if found.node.bounds else None}


@dataclass(slots=True)
class _Search:
    """One search: what showed at the last look, and what the looks so far tell."""

    attempt: Attempt
    name: str
    container: Element = field(init=False)
    entries: list[Entry] = field(default_factory=list[Entry])
    absent: bool = False

    def __post_init__(self) -> None:
        self.container = self.attempt.target

    # -- looking

    def look(self) -> list[Entry]:
        read = self.attempt.ctx.adapter.tree.read(self.container.handle, _SHOWN, self.attempt.progress)
        area = self.area()
        entries = [entry for entry in entries_of(read.nodes) if entry.name]
        placed = any(entry.node.bounds is not None for entry in entries)
        self.entries = [
            entry
            for entry in entries
            if (not placed and entry.node.bounds is None) or _mostly_in(entry.node.bounds, area)
        ]
        return self.entries

    def area(self) -> Bounds:
        part = visible_part(self.attempt, self.container)
        return part if part is not None else Bounds(0, 0, 0, 0)

    def showing(self) -> Entry | None:
        """The entry, where it shows; AmbiguousTarget where two of that name do."""
        entries = self.look()
        found = [entry for entry in entries if entry.name == self.name]
        found = found or [entry for entry in entries if plain(entry.name) == plain(self.name)]
        rows = [entry for place, entry in enumerate(found) if not any(_beside(entry, one) for one in found[:place])]
        if len(rows) > 1:
            raise AmbiguousTarget(
                f"{len(rows)} entries that show are {self.name!r}", sought=self.name, near=self.nearest()
            )
        return found[0] if found else None

    def seen(self) -> str:
        names = [entry.name for entry in self.entries]
        return f"{names[0]!r} to {names[-1]!r} show" if names else "no entry shows"

    def nearest(self) -> list[str]:
        return [entry.name for entry in self.entries][:10]

    def _keys(self) -> tuple[list[Key], Key] | None:
        """Keys of what shows, in order, and of what is sought; None where no order can be told."""
        placed = [entry for entry in self.entries if entry.node.bounds is not None]
        inside = sorted(placed, key=lambda entry: (_top(entry), entry.node.bounds.x if entry.node.bounds else 0))
        inside = inside or self.entries
        numbers = number_keys([entry.name for entry in inside], self.name)
        if numbers is not None and numbers[-1] is not None:
            known: list[Key] = [number for number in numbers[:-1] if number is not None]
            if direction(known):
                return known, numbers[-1]
        left = min((entry.node.bounds.x for entry in inside if entry.node.bounds), default=0)
        column = [entry for entry in inside if entry.node.bounds is None or entry.node.bounds.x <= left + 4]
        keys: list[Key] = [word_key(entry.name) for entry in column]
        return (keys, word_key(self.name)) if direction(keys) else None

    # -- moving

    def by_trough(self, trough: Trough) -> None:
        """Come near by clicks into the scroll bar: half the way that is left each time, or reckoned by numbers. Ends
        where the clicks do not bring it nearer."""
        low, high = trough.low, trough.high
        known: list[tuple[float, float]] = []
        for _ in range(_MOST_CLICKS):
            if self.showing() is not None:
                return
            self.attempt.progress.check()
            told = self._keys()
            if told is None:
                return
            keys, sought = told
            sign = direction(keys)
            ahead = _ahead(keys, sought, sign)
            middle = keys[len(keys) // 2]
            if isinstance(middle, float) and isinstance(sought, float):
                if known and abs(sought - middle) >= abs(sought - known[-1][1]):
                    return
                if abs(sought - middle) <= _NEAR_PAGES * len(keys):
                    return
                known.append((trough.at, middle))
            if ahead == 0:
                return
            low, high = (max(low, trough.at), high) if ahead > 0 else (low, min(high, trough.at))
            position = (low + high) / 2
            if len(known) > 1 and known[-1][0] != known[-2][0] and isinstance(sought, float):
                (one, first), (other, second) = known[-2:]
                position = other + (sought - second) * (other - one) / (second - first)
                position = min(1.0, max(0.0, position))
            if not self._move(trough, position):
                if trough.clicked:
                    continue  # a list that is behind has moved by the next look, and ends this where it has not
                # It shows once the list has moved.
                self._move(trough.wheel, trough.wheel.at + (1 if ahead > 0 else -1))
                if not self._move(trough, position):
                    return

    def run(self, mover: Mover) -> None:
        """Move until it shows, or until it is plain that it is not there."""
        low: float | None = None
        high: float | None = None
        last: tuple[float, float] | None = None
        ends = 0
        while self.showing() is None:
            self.attempt.progress.check()
            told = self._keys()
            if told is None:
                self._page_by_page(mover)
                return
            keys, sought = told
            sign = direction(keys)
            ahead = _ahead(keys, sought, sign)
            if ahead == 0:
                self.absent = True  # it would stand between two that show
                return
            here = mover.at
            if ahead > 0:
                low = here
            else:
                high = here
            if self._turn_pages(mover, keys, sought, sign):
                last = None
                continue
            position = self._reckon(mover, keys, sought, sign, last, (low, high))
            if isinstance(keys[0], float):
                last = (here, keys[0])
            moved = self._move(mover, position)
            if isinstance(mover, Wheel) and isinstance(keys[0], float):
                self._pace(mover, mover.at - here, keys[0])
            if not moved:
                ends += 1
                if ends > 1 or not self._grows():
                    return
            else:
                ends = 0

    def _pace(self, wheel: Wheel, notches: float, before: float) -> None:
        told = self._keys()
        after = told[0][0] if told is not None else None
        if not isinstance(after, float) or not notches:
            return
        rate = (after - before) / notches
        steady = not wheel.rate or 0.6 < rate / wheel.rate < 1.6
        wheel.rate = rate or wheel.rate
        wheel.pace(steady)

    def _turn_pages(self, mover: Mover, keys: Sequence[Key], sought: Key, sign: int) -> bool:
        """Go most of a long way by pages."""
        first, end = keys[0], keys[-1]
        if not isinstance(mover, Wheel) or not (isinstance(first, float) and isinstance(end, float)):
            return False
        assert isinstance(sought, float)
        page = abs(end - first) or 1.0
        pages = int(sign * (sought - (end if _ahead(keys, sought, sign) > 0 else first)) / page)
        return abs(pages) > 1 and self._await(lambda: mover.by_pages(pages - (1 if pages > 0 else -1)), _SETTLE_SECONDS)

    def _reckon(
        self, mover: Mover, keys: Sequence[Key], sought: Key, sign: int, last: tuple[float, float] | None,
        bracket: tuple[float | None, float | None],
    ) -> float:
        """The position at which it should show, in the middle of what shows."""
        first, middle = keys[0], keys[len(keys) // 2]
        ahead = _ahead(keys, sought, sign)
        height = self._row_height()
        if isinstance(first, float) and isinstance(middle, float) and isinstance(sought, float):
            step = abs(float(keys[-1]) - first) / max(1, len(keys) - 1) or 1.0  # type: ignore[arg-type]
            rows = sign * (sought - middle) / step
            if last is not None and last[0] != mover.at and last[1] != first:
                rows_a_unit = sign * (first - last[1]) / step / (mover.at - last[0])
                if rows_a_unit > 0:
                    return mover.at + rows / rows_a_unit
            return mover.at + mover.units(rows, height)
        low, high = bracket
        if low is not None and high is not None:
            return (low + high) / 2
        if isinstance(mover, Bar):
            return (mover.at + (mover.high if ahead > 0 else mover.low)) / 2
        reach = max(2.0 * FIRST_NOTCHES, 2.0 * abs(mover.at))
        return mover.at + (reach if ahead > 0 else -reach)

    def _row_height(self) -> float:
        tops = sorted({entry.node.bounds.y for entry in self.entries if entry.node.bounds})
        gaps = [other - one for one, other in pairwise(tops)]
        return float(median(gaps)) if gaps else 20.0

    def _move(self, mover: Mover | Trough, position: float) -> bool:
        """Go there and wait until the list shows something else and stands still; False where it stays as it is."""
        return self._await(lambda: mover.to(position), _SETTLE_SECONDS)

    def _await(self, act: Callable[[], object], seconds: float) -> bool:
        before = _places(self.entries)
        act()
        last, still = before, 0
        with self.attempt.progress.within(seconds) as part:
            for _ in part.attempts():
                now = _places(self.look())
                still = still + 1 if now == last else 0
                if now != before and still >= _STILL_LOOKS:
                    break
                last = now
                part.log("the list has not moved yet")
        return last != before

    def _grows(self) -> bool:
        """A list that loads more when its end comes near gets time to do so."""
        return self._await(lambda: None, _MORE_SECONDS)

    def _page_by_page(self, mover: Mover) -> None:
        while self._await(lambda: mover.to(max(mover.low, mover.at - _A_LOT)), _SETTLE_SECONDS):
            pass  # each look keeps to the deadline
        here = mover.at
        moved = self._move(mover, here + mover.units(float(FIRST_NOTCHES), self._row_height()))
        page = max(1.0, (len({e.node.bounds.y for e in self.entries if e.node.bounds}) - _AROUND) / ROWS_A_NOTCH)
        while moved and self.showing() is None:
            step = mover.units(page * ROWS_A_NOTCH, self._row_height()) if isinstance(mover, Bar) else page
            moved = self._move(mover, mover.at + step) or self._grows()


def _beside(entry: Entry, other: Entry) -> bool:
    """Whether two stand in one row: a row and its first cell may both have the name."""
    one, two = entry.node.bounds, other.node.bounds
    return one is not None and two is not None and two.y <= one.center.y < two.bottom


def _top(entry: Entry) -> int:
    return entry.node.bounds.y if entry.node.bounds is not None else 0


def _ahead(keys: Sequence[Key], sought: Key, sign: int) -> int:
    """1 where the sought one comes after all that show, −1 before all, 0 among them."""
    after = sought > keys[-1] if sign > 0 else sought < keys[-1]  # type: ignore[operator]
    before = sought < keys[0] if sign > 0 else sought > keys[0]  # type: ignore[operator]
    return 1 if after else -1 if before else 0


def _places(entries: Sequence[Entry]) -> list[tuple[str, Bounds | None]]:
    return [(entry.name, entry.node.bounds) for entry in entries]


def _mostly_in(bounds: Bounds | None, area: Bounds) -> bool:
    return bounds is not None and area.contains(bounds.center)


def _bar_of(attempt: Attempt) -> Node | None:
    """The upright scroll bar of the pane the list stands in."""
    tree, target = attempt.ctx.adapter.tree, attempt.target
    area = target.bounds
    around = [node.handle for node in tree.ancestors(target.handle, attempt.progress)[:2]]
    for handle in (target.handle, *around):
        bars = [
            node
            for node in tree.read(handle, _BARS, attempt.progress).nodes
            if node.role == "scroll bar"
            and node.bounds is not None
            and not node.bounds.empty
            and node.bounds.height > node.bounds.width
            and (area is None or (node.bounds.y < area.bottom and area.y < node.bounds.bottom))
        ]
        near = [bar for bar in bars if area is None or _touches(bar.bounds, area)]
        if len(near) == 1:
            return near[0]
    return None


def _touches(bar: Bounds | None, area: Bounds) -> bool:
    return bar is not None and area.x <= bar.x and bar.x <= area.right + 24

