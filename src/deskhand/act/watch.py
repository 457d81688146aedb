"""Watching for an effect: what stood before the delivery, and whoever sees a difference after it.

The observer is never the actor: an application's answer to the request counts for nothing here. An event proves
something only when it came after the delivery from something that was quiet before it; where no event comes, a fresh
read and the window list are asked again and again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from deskhand.act.context import OwnTimes
from deskhand.act.passing import MENU_KINDS, MENU_ROLES, PARTS_OF_MENUS, closing, difference, event_words, passing
from deskhand.adapters.protocol import Adapter
from deskhand.errors import AppDied, AppUnresponsive, StaleRef
from deskhand.model.element import Element, Handle, Node
from deskhand.model.progress import Progress
from deskhand.model.receipt import Effect, Scope
from deskhand.model.world import Event, Window

NOISE_SECONDS = 1.5
"""What fired in this time before the delivery goes on firing by itself and proves nothing."""

_NOISE_EVENTS = 2000
_OPENED_KINDS = frozenset({"normal", "dialog", "alert"})
_FLEETING = frozenset({"tooltip", "notification"})
_LISTING_SECONDS = 0.5
_ANNOUNCING_SECONDS = 0.1
_DIALOG_SECONDS = 0.3
_SETTLE_SECONDS = 0.15
_FIRST_PAUSE, _LAST_PAUSE = 0.015, 0.12


@dataclass(frozen=True, slots=True)
class Proof:
    """An effect with the kind of observer it comes from (a key of `confidence.STRENGTH`)."""

    effect: Effect
    kind: str


@dataclass(slots=True)
class Watch:
    """One action's eyes. `arm` right before the delivery; then `until` a proof comes. `focus_counts` where a change
    of the focus is an effect (keys), not a side show (clicks); `silent` when the application did not answer the last
    read. `also` are buses of further applications in which the effect may show, `ignored` kinds of events that are none
    of it, and `popups_count` is False where a popup that opens is only a means (the picture under a drag)."""

    adapter: Adapter
    progress: Progress
    windows: dict[str, Window] = field(default_factory=dict[str, Window])
    element: Element | None = None
    window: Window | None = None
    cursor: int = 0
    before: Node | None = None
    focus_counts: bool = False
    armed_at: float = 0.0
    silent: bool = False
    also: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    popups_count: bool = True
    drawn_before: Node | None = None
    own_times: OwnTimes = field(default_factory=OwnTimes)
    _past: list[Event] | None = None
    _menus: dict[Handle, bool] = field(default_factory=dict[Handle, bool])
    _noise: dict[tuple[str, Handle], bool] = field(default_factory=dict[tuple[str, Handle], bool])

    def arm(self) -> None:
        """Remember what stands now. Events up to here, and those of sources that fired just now, prove nothing."""
        self.cursor = self.adapter.events.cursor()
        self.armed_at = time.monotonic()
        self._past = None
        self._noise.clear()

    def came_up(self) -> list[Window]:
        """Dialogs and windows that stand there now and did not before the delivery; menus and the like left out."""
        now = self.adapter.windows.list(Progress(_LISTING_SECONDS, "what came up"))
        return [
            window
            for window in now
            if window.id not in self.windows and window.kind in _OPENED_KINDS and not window.override_redirect
        ]

    def _before(self) -> list[Event]:
        """Events of the last moment before the delivery that were not our own doing; looked up when first asked for."""
        if self._past is None:
            horizon = self.own_times.horizon(self.armed_at, NOISE_SECONDS)
            self._past = []
            for event in reversed(self.adapter.events.since(max(0, self.cursor - _NOISE_EVENTS))):
                if event.at < horizon:
                    break
                if event.number <= self.cursor and not self.own_times.owned(event.at):
                    self._past.append(event)
        return self._past

    def _is_noise(self, event: Event) -> bool:
        """Whether this source fired the same kind just before, by itself."""
        key = (event.kind, event.source)
        known = self._noise.get(key)
        if known is None:
            known = any(past.kind == event.kind and past.source == event.source for past in self._before())
            self._noise[key] = known
        return known

    @property
    def noisy(self) -> bool:
        """True when the target's application was already changing by itself."""
        bus = self.element.handle[0] if self.element else None
        return any(event.source[0] == bus and not passing(event.kind) for event in self._before())

    def release(self) -> None:
        """The action is over: what changed while it was under way was its own doing, and so is what settles just
        after."""
        if self.armed_at:
            self.own_times.add(self.armed_at, time.monotonic() + _SETTLE_SECONDS)

    def until(self, look: Callable[[], Proof | None], seconds: float) -> Proof | None:
        """The first proof within `seconds` (cut by the deadline), looked for at every event and between them too.

        Raises AppDied when the target's application ended meanwhile.
        """
        for _ in self.moments(seconds):
            proof = look()
            if proof is not None:
                return proof
            self.still_alive()
        return None

    def moments(self, seconds: float) -> Iterator[int]:
        """Moments at which to look: now, at each event, and at growing intervals; the last one at the end."""
        end = time.monotonic() + min(seconds, self.progress.remaining)
        seen, pause, number = self.cursor, _FIRST_PAUSE, 0
        while True:
            newest = self.adapter.events.cursor()
            yield number
            if self.progress.cancellation.requested:
                self.progress.check()
            left = end - time.monotonic()
            if left <= 0:
                return
            seen = max(seen, newest)
            if not self.adapter.events.wait(seen, min(pause, left)):
                pause = min(pause * 1.6, _LAST_PAUSE)
            number += 1

    def fresh(self) -> Node | None:
        """The target read again from its application; None where it is gone or does not answer."""
        if self.element is None:
            return None
        try:
            with self.progress.within(1.0) as part:
                node = self.adapter.tree.nodes([self.element.handle], part)[0]
        except AppUnresponsive:
            self.silent = True
            return None
        except StaleRef:
            return None
        self.silent = False
        return node

    def still_alive(self) -> None:
        """Raise AppDied when the target's application has left its bus or its last window is gone without one."""
        if self.died():
            app = self.element.app if self.element else ""
            raise AppDied(f"{app or 'the application'} ended after the delivery", sought=app, delivery="uncertain")

    def answering(self) -> None:
        """Raise AppDied unless the target's application still answers: a window that went with its process was not
        closed by it."""
        if self.element is None:
            return
        try:
            with self.progress.within(1.0) as part:
                self.adapter.tree.nodes([self.element.handle], part)
        except (StaleRef, AppUnresponsive):
            self.still_alive()
        except AppDied as error:
            error.delivery = "uncertain"
            raise

    def died(self) -> bool:
        bus = self.element.handle[0] if self.element else None
        return bus is not None and any(
            event.kind == "app-died" and event.source[0] == bus for event in self.adapter.events.since(self.cursor)
        )

    def window_change(self, expected: str, pid: int = 0, *, opened: bool = False) -> Proof | None:
        """A window that opened or closed since (or only one that `opened`), as the window list says; of the process
        `pid`, else of the target's application where one is known."""
        now = {window.id: window for window in self.adapter.windows.list(self.progress)}
        pid = pid or (self.window.pid if self.window and not self.also else 0)
        now = {id_: window for id_, window in now.items() if window.kind not in _FLEETING or id_ in self.windows}
        for window in now.values():
            if window.override_redirect and not self.popups_count:
                continue
            if window.id not in self.windows and (pid in (0, window.pid) or window.transient_for in self.windows):
                seen = f"{_kind_word(window)} {window.title!r} opened"
                return _proof(expected, seen, "window list", "window", "window list")
        if opened:
            return None
        for window in self.windows.values():
            if not self._goes_by_itself(window) and window.id not in now and pid in (0, window.pid):
                self.answering()
                seen = f"{_kind_word(window)} {window.title!r} closed"
                return _proof(expected, seen, "window list", "window", "window list")
        for window in now.values():
            old = self.windows.get(window.id)
            if old is not None and pid in (0, window.pid) and old.title != window.title:
                seen = f"window title {old.title!r} became {window.title!r}"
                return _proof(expected, seen, "window list", "window", "window list")
        return None

    def _goes_by_itself(self, window: Window) -> bool:
        """Whether a window that is no more proves nothing: a hint, or a popup that any click closes. Of popups only
        the one that the target stood in counts, and not for the entry of a menu, which closes whatever it does."""
        if window.kind in _FLEETING:
            return True
        if not window.override_redirect or (self.element is None and self.popups_count):
            return False
        return self.element is None or self.element.role in MENU_ROLES or self.element.window_id != window.id

    def node_change(self, expected: str) -> Proof | None:
        """A difference of the target itself between the read before the delivery and a fresh one."""
        if self.before is None:
            return None
        node = self.fresh()
        unseen = frozenset(kind.removeprefix("state-changed:") for kind in self.ignored)
        seen = difference(self.before, node, unseen) if node is not None else None
        return None if seen is None else _proof(expected, seen, "fresh read of the target", "control", "read back")

    def event_change(self, expected: str) -> Proof | None:
        """The most telling event since the delivery from a source that was quiet before."""
        best: tuple[int, Event] | None = None
        for event in self.adapter.events.since(self.cursor):
            rank = self._rank(event)
            if rank and (best is None or rank >= best[0]):
                best = (rank, event)
        if best is None:
            return None
        rank, event = best
        if rank == 2:
            return _proof(expected, event_words(event), "event of the target", "control", "event of the target")
        if self._in_window(event.source):
            return _proof(expected, event_words(event), "event of its window", "window", "event of its window")
        whose = "event of its application"
        return _proof(expected, event_words(event), whose, "application", whose)

    def _rank(self, event: Event) -> int:
        own = self.element is not None and event.source[0] == self.element.handle[0]
        if not own and event.source[0] not in self.also:
            return 0
        if event.kind == "app-died" or event.kind in self.ignored:
            return 0
        if passing(event.kind) and not (self.focus_counts and event.kind == "state-changed:focused" and event.detail1):
            return 0
        role = self.element.role if self.element is not None else ""
        if role in MENU_ROLES and (event.kind in MENU_KINDS or closing(event.kind)):
            return 0
        if self._is_noise(event) or self._announced(event):
            return 0
        handle = self.element.handle if self.element is not None else None
        if role in MENU_ROLES and event.source != handle and self._of_menus(event.source):
            return 0
        return 2 if event.source == handle else 1

    def _announced(self, event: Event) -> bool:
        """GTK 4 says the names of whatever takes the focus and of what that stands in, though they are what they were;
        a name that did change is seen by the fresh read."""
        if not event.kind.startswith("property-change:"):
            return False
        return any(
            other.kind == "state-changed:focused"
            and other.detail1
            and other.source[0] == event.source[0]
            and abs(other.at - event.at) < _ANNOUNCING_SECONDS
            for other in self.adapter.events.since(self.cursor)
        )

    def _of_menus(self, source: Handle) -> bool:
        """Whether an object is a part of menus, or one that is gone with them."""
        known = self._menus.get(source)
        if known is None:
            try:
                node = self.adapter.tree.nodes([source], self.progress)[0]
            except (StaleRef, AppUnresponsive):
                node = None
            known = self._menus[source] = node is None or node.role in PARTS_OF_MENUS
        return known

    def _in_window(self, source: Handle) -> bool:
        """Whether an object stands in the target's own window."""
        root = self.window.root if self.window else None
        if root is None:
            return False
        owned = [window for window in self.windows.values() if self.window and window.pid == self.window.pid]
        if source == root or len(owned) == 1:
            # The only window of its application: asking for the way up to it would cost more than the click.
            return True
        try:
            return any(node.handle == root for node in self.adapter.tree.ancestors(source, self.progress))
        except (StaleRef, AppUnresponsive):
            return False

    def clipboard_change(self, expected: str) -> Proof | None:
        """The target's application has put something on the clipboard, as the display tells; the clipboard itself is
        left alone."""
        if not self.armed_at or self.window is None or not self.window.pid:
            return None
        for change in self.adapter.clipboard.changes(self.armed_at):
            if change.pid == self.window.pid:
                return _proof(expected, change.words(), "display server", "application", "display server")
        return None

    def any_change(self, expected: str) -> Proof | None:
        """Anything attributable: an event, a window, the target itself; the cheap look first."""
        copied = self.clipboard_change(expected)
        if copied is not None:
            return copied
        event = self.event_change(expected)
        if event is not None and event.effect.scope != "application":
            return event
        other = self.window_change(expected) or self.node_change(expected)
        if other is not None or event is None:
            return other
        # Objects outside the window are often a dialog on its way; its window says more when it is there.
        return event if time.monotonic() - self.armed_at > _DIALOG_SECONDS else None


def _proof(expected: str, seen: str, observer: str, scope: Scope, kind: str) -> Proof:
    return Proof(Effect(expected, seen, observer, scope), kind)


def _kind_word(window: Window) -> str:
    return "window" if window.kind in ("normal", "other") else window.kind
