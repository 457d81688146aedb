"""Waiting until an effect is there, seen in the present state or in what happened since.

Events only say when to look: they are never trusted alone for what is still to be seen, and a poll runs beside them.
What came and went (a window that opened and closed again) is taken from the events, and the observer says so.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from pathlib import Path

from deskhand.adapters.protocol import Adapter
from deskhand.errors import AmbiguousTarget, AppUnresponsive, BadRequest, NotFound, WindowNotFound
from deskhand.model.action import Expect
from deskhand.model.element import VISION, Element
from deskhand.model.locator import Locator
from deskhand.model.progress import Progress
from deskhand.model.receipt import Effect
from deskhand.model.world import Window
from deskhand.perceive.beside import Beside
from deskhand.perceive.names import plain
from deskhand.perceive.reading import read_options, read_windows
from deskhand.perceive.relations import is_popup
from deskhand.perceive.resolve_locator import LocatorResolver, Look
from deskhand.perceive.scope import Scope as ReadScope
from deskhand.perceive.seen import Seen, observer_of, reach
from deskhand.perceive.states import has_state
from deskhand.perceive.windows import active_window, matching_windows, with_belongings

TREE, WINDOWS, EVENTS, FILES = "accessibility tree", "window list", "accessibility events", "file system"

QUIET_SECONDS = 0.3
"""Without an event and without a change for so long an application counts as idle."""

LONGEST_PAUSE = 0.25
SHORTEST_PAUSE = 0.02
MAX_FILE = 8 * 1_048_576
FILE_CLOCK = 0.02
"""Seconds by which the times of files may lag behind the clock (they are stamped at the kernel's ticks)."""


class Watcher:
    """One wait for one effect."""

    def __init__(
        self,
        adapter: Adapter,
        locators: LocatorResolver,
        expect: Expect,
        since: int | None,
        after: float | None = None,
    ) -> None:
        self._adapter = adapter
        self._locators = locators
        self._expect = expect
        self._cursor = adapter.events.cursor() if since is None else since
        self._looked_back = since is not None
        self._beside = Beside(adapter, expect, after, newly=self._looked_back)
        self._first: str | None = None
        self._since = time.time() - (0.0 if after is None else time.monotonic() - after) - FILE_CLOCK
        self._quiet_since = time.monotonic()
        looks: dict[str, Callable[[Progress], Seen]] = {
            "element_appears": self._appears,
            "element_disappears": self._disappears,
            "window_opens": self._window_opens,
            "window_closes": self._window_closes,
            "menu_closed": self._menu_closed,
            "text": self._text,
            "value": self._value,
            "state": self._state,
            "focus": self._focus,
            "file": self._file,
            "notification": self._beside.notification,
            "notification_gone": self._beside.notification_gone,
            "clipboard": self._beside.clipboard,
            "changes": self._changes,
            "idle": self._idle,
        }
        if expect.kind not in looks:
            raise BadRequest(f"there is nothing to wait for in {expect}", sought=str(expect))
        self._look = looks[expect.kind]

    def wait(self, progress: Progress) -> Effect:
        """The effect as it was seen; `Timeout` with the log when it was not."""
        newest = self._adapter.events.cursor()
        refusal: AmbiguousTarget | None = None
        pause = SHORTEST_PAUSE
        while True:
            try:
                seen = self._look(progress)
                refusal = None
            except AmbiguousTarget as error:
                refusal, seen = error, Seen(False, str(error), TREE, "control")
            except (AppUnresponsive, NotFound, WindowNotFound) as error:
                seen = Seen(False, error.message, TREE, "control")
            if seen.met:
                return Effect(str(self._expect), seen.words, seen.observer, seen.scope)
            progress.log(f"waiting for {self._expect}: {seen.words}")
            if progress.remaining <= 0 and refusal is not None:
                raise refusal
            progress.check()
            # At least a breath between looks, even in a storm of events.
            progress.pause(SHORTEST_PAUSE)
            if self._adapter.events.wait(newest, min(pause, progress.remaining)):
                newest, pause = self._adapter.events.cursor(), SHORTEST_PAUSE
            else:
                pause = min(LONGEST_PAUSE, pause * 2)

    # -- elements

    def _locator(self) -> Locator:
        if self._expect.locator is None:
            raise BadRequest(f"{self._expect.kind} needs an element to watch", sought=str(self._expect))
        return self._expect.locator

    def _lookup(self, progress: Progress) -> Look:
        return self._locators.look(self._locator(), progress, self._expect.window)

    def _one(self, progress: Progress) -> Element:
        return self._locators.resolve(self._locator(), progress, self._expect.window)

    def _appears(self, progress: Progress) -> Seen:
        look = self._lookup(progress)
        found = look.elements
        if self._expect.locator is not None and self._expect.locator.nth is not None:
            found = found[self._expect.locator.nth - 1 :]
        if found:
            return Seen(True, f"{found[0].describe()} in {found[0].window!r}", observer_of(found[0]), reach(found[0]))
        return Seen(False, "not there", TREE, "window")

    def _disappears(self, progress: Progress) -> Seen:
        try:
            look = self._lookup(progress)
        except WindowNotFound:
            return Seen(True, f"the window of {self._expect.locator} is closed", WINDOWS, "window")
        if look.elements:
            return Seen(False, f"{look.elements[0].describe()} is still there", TREE, "window")
        if look.forest.unread:
            return Seen(False, "not everything answered, so it cannot be said to be gone", TREE, "window")
        if look.blind:
            return Seen(False, f"{look.bare[0].title!r} shows no accessibility tree to see that in", TREE, "window")
        if look.by_sight:
            return Seen(True, f"{self._expect.locator} is not drawn there", "ocr", "pixels")
        return Seen(True, f"{self._expect.locator} is not there", TREE, "window")

    def _state(self, progress: Progress) -> Seen:
        element = self._one(progress)
        want = self._expect.want or "enabled"
        words = f"{element.describe()} is {', '.join(sorted(element.states & _TELLING)) or 'plain'}"
        if has_state(element, want):
            met = f"{element.describe()} is {want.replace('!', 'not ')}"
            return Seen(True, met, observer_of(element), reach(element, "control"))
        return Seen(False, words, TREE, "control")

    def _value(self, progress: Progress) -> Seen:
        element = self._one(progress)
        value = element.value if element.value is not None else element.name
        return Seen(_same_value(value, self._expect.want or ""), f"{element.describe()} = {value!r}", TREE, "control")

    def _text(self, progress: Progress) -> Seen:
        want = self._expect.want or ""
        if self._expect.locator is not None:
            element = self._one(progress)
            text = element.value if element.value is not None else element.name
            words = f"{element.describe()} says {text[:200]!r}"
            return Seen(_holds(text, want), words, observer_of(element), reach(element, "control"))
        scope = ReadScope(vision="bare" if self._locators.sees else "none")
        windows = self._windows_meant(progress)
        for read in read_windows(self._adapter, windows, read_options(scope, fresh=True), progress):
            for node in read.read.nodes if read.read is not None else ():
                if _holds(node.name, want) or (node.text is not None and _holds(node.text, want)):
                    drawn = node.handle[0] == VISION
                    words = f"{want!r} in {read.window.title!r}"
                    return Seen(True, words, "ocr" if drawn else TREE, "pixels" if drawn else "window")
        return Seen(False, f"{want!r} is not shown", TREE, "window")

    def _focus(self, progress: Progress) -> Seen:
        if self._expect.locator is None:
            active = active_window(self._adapter.windows.list(progress))
            words = self._expect.window or ""
            met = active is not None and active.active and active in matching_windows([active], words)
            return Seen(met, f"active window: {active.title if active is not None else 'none'!r}", WINDOWS, "window")
        element = self._one(progress)
        return Seen(
            "focused" in element.states,
            f"{element.describe()} is {'' if 'focused' in element.states else 'not '}focused",
            TREE,
            "control",
        )

    # -- windows

    def _windows_meant(self, progress: Progress) -> list[Window]:
        windows = self._adapter.windows.list(progress)
        if self._expect.window is not None:
            chosen: dict[str, Window] = {}
            for window in matching_windows(windows, self._expect.window):
                chosen.update({one.id: one for one in with_belongings(windows, window)})
            return list(chosen.values())
        active = active_window(windows)
        return with_belongings(windows, active) if active is not None else list(windows)

    def _window_opens(self, progress: Progress) -> Seen:
        words = self._expect.window or self._expect.want or ""
        found = matching_windows(self._adapter.windows.list(progress), words)
        if found:
            return Seen(True, f"window {found[0].title!r} is open", WINDOWS, "window")
        for event in self._adapter.events.since(self._cursor) if self._looked_back else ():
            if event.kind in {"window-opened", "window:create"} and words and plain(words) in plain(event.text):
                return Seen(True, f"window {event.text!r} opened and is closed again", EVENTS, "window")
        return Seen(False, f"no window {words!r}", WINDOWS, "window")

    def _window_closes(self, progress: Progress) -> Seen:
        words = self._expect.window or self._expect.want or ""
        found = matching_windows(self._adapter.windows.list(progress), words)
        if found:
            return Seen(False, f"window {found[0].title!r} is still open", WINDOWS, "window")
        return Seen(True, f"no window {words!r} is open", WINDOWS, "window")

    def _menu_closed(self, progress: Progress) -> Seen:
        windows = self._adapter.windows.list(progress)
        popups = [window for window in windows if is_popup(window) and window.kind != "tooltip"]
        if popups:
            return Seen(False, f"{len(popups)} menus are open", WINDOWS, "window")
        for read in read_windows(
            self._adapter, self._windows_meant(progress), read_options(ReadScope(), fresh=True), progress
        ):
            if read.read is None:
                return Seen(False, f"{read.window.title!r}: {read.boundary}", TREE, "window")
            nodes = read.read.nodes
            for node in nodes:
                parent = nodes[node.parent].role if node.parent >= 0 else ""
                if (
                    node.role in {"menu item", "check menu item", "radio menu item"}
                    and parent == "menu"
                    and "showing" in node.states
                ):
                    return Seen(False, f"menu item {node.name!r} is showing", TREE, "window")
        return Seen(True, "no menu is open", WINDOWS, "window")

    # -- files and the whole

    def _file(self, progress: Progress) -> Seen:
        if self._expect.path is None:
            raise BadRequest("a file to wait for needs its path", sought=str(self._expect))
        path = Path(self._expect.path).expanduser()
        try:
            stat = path.stat()
        except FileNotFoundError:
            if self._expect.want == "changed" and self._first is None:
                self._first = "none"
            return Seen(self._expect.want == "gone", f"{path} does not exist", FILES, "file")
        except OSError as error:
            return Seen(False, f"{path}: {error.strerror}", FILES, "file")
        words = f"{path} exists, {stat.st_size} bytes"
        want = self._expect.want
        if want == "written":
            new = max(stat.st_mtime, stat.st_ctime) >= self._since
            return Seen(new, words if new else f"{words}, as it was before", FILES, "file")
        if want is None or want == "exists":
            return Seen(True, words, FILES, "file")
        if want == "gone":
            return Seen(False, f"{path} is still there", FILES, "file")
        if want == "changed":
            mark = f"{stat.st_mtime_ns} {stat.st_size} {stat.st_ino}"
            first, self._first = self._first, self._first or mark
            return Seen(first is not None and first != mark, words, FILES, "file")
        if stat.st_size > MAX_FILE or not path.is_file():
            return Seen(False, f"{words}; too large to look into", FILES, "file")
        text = path.read_bytes().decode("utf-8", "replace")
        return Seen(want in text, f"{words}{'' if want in text else f', without {want!r}'}", FILES, "file")

    def _changes(self, progress: Progress) -> Seen:
        mark = self._mark(progress)
        if self._first is None:
            self._first = mark
            if self._looked_back and self._telling_events():
                return Seen(True, self._telling_events(), EVENTS, "window")
            return Seen(False, "nothing changed yet", TREE, "window")
        return Seen(
            mark != self._first, "something changed" if mark != self._first else "nothing changed", TREE, "window"
        )

    def _telling_events(self) -> str:
        for event in self._adapter.events.since(self._cursor):
            if event.kind.startswith(
                ("window", "children-changed", "text-changed", "state-changed", "property-change")
            ):
                return f"{event.kind} {event.text}".strip()
        return ""

    def _idle(self, progress: Progress) -> Seen:
        windows = self._windows_meant(progress)
        if not windows:
            raise WindowNotFound(f"no window {self._expect.window!r} is open", sought=str(self._expect))
        busses = {window.root[0] for window in windows if window.root is not None}
        cursor = self._adapter.events.cursor()
        talk = [event for event in self._adapter.events.since(self._cursor) if event.source[0] in busses]
        self._cursor = cursor
        mark = self._mark(progress)
        now = time.monotonic()
        if talk or mark != self._first:
            self._first, self._quiet_since = mark, now
            return Seen(False, "it is still changing", TREE, "application")
        quiet = now - self._quiet_since
        if "does not answer" in mark or quiet < QUIET_SECONDS:
            return Seen(False, f"quiet for {quiet:.2f} s", TREE, "application")
        return Seen(True, f"answers, and nothing changed for {quiet:.1f} s", TREE, "application")

    def _mark(self, progress: Progress) -> str:
        """A digest of what the windows meant show now; it says so where one does not answer."""
        digest = hashlib.sha256()
        silent = ""
        for read in read_windows(
            self._adapter, self._windows_meant(progress), read_options(ReadScope(), fresh=True), progress
        ):
            digest.update(f"{read.window.id} {read.window.title} {read.window.bounds}".encode())
            silent = silent or read.boundary
            for node in read.read.nodes if read.read is not None else ():
                states = " ".join(sorted(node.states))
                digest.update(f"{node.role}|{node.name}|{node.text}|{node.value}|{states}|{node.bounds}".encode())
        return f"{digest.hexdigest()[:16]} {silent}"


_TELLING = frozenset(
    {"enabled", "checked", "selected", "focused", "expanded", "pressed", "showing", "editable", "read_only"}
)


def _holds(text: str, want: str) -> bool:
    return " ".join(want.split()) in " ".join(text.split()) if want else not text.strip()


def _same_value(value: str, want: str) -> bool:
    if value.strip() == want.strip():
        return True
    try:
        return float(value) == float(want)
    except ValueError:
        return False
