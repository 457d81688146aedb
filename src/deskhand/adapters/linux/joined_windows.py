"""Windows with their accessible roots: protocol.Windows of the Linux adapter."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from deskhand.adapters.linux.atspi.tree import AtspiTree
from deskhand.adapters.linux.atspi.window_places import WindowPlace
from deskhand.adapters.linux.joining import Candidate, Match, match_by_title, match_windows
from deskhand.adapters.linux.process_age import seconds_since_start
from deskhand.adapters.linux.scales import Fit, Scales
from deskhand.adapters.linux.x11.windows import X11Windows
from deskhand.adapters.protocol import Events
from deskhand.errors import AppDied, AppUnresponsive, EnvironmentFault, StaleRef, Timeout, TooLarge, Unsupported
from deskhand.model.element import Handle
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress
from deskhand.model.world import App, Window

_QUICK = 0.6
"""Seconds one application has to list its windows."""
_SECONDS_TO_JOIN = 1.5
_NOWHERE = Point(-100_000, -100_000)
"""Answered as origin while windows are being matched: bounds that are relative to a window then have the right size and
a place that nothing else has."""
_THICKEST_BORDER = 40
_NEWEST_EVENTS = 400
_MOST_POPUPS = 12
_POPUP_ROLES = frozenset({"menu", "list", "window", "tool tip", "panel", "filler", "dialog"})
_ONE_LOOK = 0.004
"""Seconds within which two lists are one look: resolving, checking and watching ask for the windows at one moment."""
_FIRST_AGAIN, _LATEST_AGAIN = 0.1, 2.0
"""Seconds after which a window without a tree is tried again; doubled each time. Not every toolkit sends an event when
it comes onto the bus."""

_TREE_COMES_WITHIN, _PROCESS_IS_NEW = 5.0, 30.0
"""Seconds in which a new window's tree comes; that of a process which has run for longer is there or never comes."""


@dataclass(frozen=True, slots=True)
class _Tried:
    """A try that found no tree for a window: its title and what had been heard then, when to try again, and until when
    a tree may be on its way."""

    title: str
    heard: int
    again_at: float
    pause: float
    awaited_until: float


@dataclass(frozen=True, slots=True)
class _Look:
    """A window list and when the display server gave it (monotonic seconds)."""

    at: float
    windows: Sequence[Window]


class JoinedWindows:
    """X11's windows, each with `root` and `app` from the accessibility tree.

    A window keeps its root for life. Windows without one are tried again whenever something was heard from the
    applications since the last try. `place_of` answers how a window's tree counts (for toolkits that count from the
    window or in units of several pixels).
    """

    def __init__(self, windows: X11Windows, tree: AtspiTree, heard: Events) -> None:
        self._windows = windows
        self._tree = tree
        self._heard = heard
        self._lock = threading.RLock()
        self._matches: dict[str, Match] = {}
        self._apps: dict[int, tuple[App, ...]] = {}
        self._tried: dict[str, _Tried] = {}
        self._borders: dict[tuple[str, int, int], Point] = {}
        self._scales = Scales(_THICKEST_BORDER)
        self._joining = threading.local()
        self._last: _Look | None = None

    def list(self, progress: Progress) -> Sequence[Window]:
        last = self._last
        if last is not None and time.monotonic() - last.at < _ONE_LOOK:
            return last.windows
        windows = self._windows.list(progress)
        at = time.monotonic()
        self._forget_closed(windows)
        self._join(windows, progress)
        self._measure(windows)
        found = [self._with_root(window) for window in windows]
        self._last = _Look(at, found)
        return found

    def at(self, point: Point) -> Window | None:
        return self._joined(self._windows.at(point))

    def active(self) -> Window | None:
        return self._joined(self._windows.active())

    def focus(self, window: Window, progress: Progress) -> None:
        self._windows.focus(window, progress)
        self._last = None

    def move(self, window: Window, x: int, y: int) -> None:
        self._windows.move(window, x, y)
        self._last = None

    def resize(self, window: Window, width: int, height: int) -> None:
        self._windows.resize(window, width, height)
        self._last = None

    def set_state(self, window: Window, state: Literal["minimised", "maximised", "restored"]) -> None:
        self._windows.set_state(window, state)
        self._last = None

    def close(self, window: Window) -> None:
        self._windows.close(window)
        self._last = None

    def place_of(self, root: Handle, from_window: bool) -> WindowPlace | None:
        """How the tree of this root counts now (`from_window`: from its window, not from the screen); None where that
        is not known."""
        if getattr(self._joining, "now", False):
            return WindowPlace(_NOWHERE, Point(0, 0)) if from_window else None
        for attempt in (0, 1):
            with self._lock:
                found = [name for name, match in self._matches.items() if match.candidate.node.handle == root]
            window = self._windows.get(found[0]) if found else None
            if window is not None:
                return self._place_in(window, root, from_window=from_window)
            if attempt == 0:
                self.list(Progress(_SECONDS_TO_JOIN, "finding the window of a tree"))
        # A popup that no window is known of: its units are those of the screen's corner.
        return None if from_window else WindowPlace(Point(0, 0), Point(0, 0), self._scales.of(root[0]))

    def is_scaled(self, application: str) -> bool:
        """Whether units of this application's trees (its bus name) are other than pixels."""
        return not getattr(self._joining, "now", False) and self._scales.of(application) != 1

    def _place_in(self, window: Window, root: Handle, *, from_window: bool) -> WindowPlace | None:
        fit = self._scales.fit(window.id) or Fit(self._scales.of(root[0]), "frame")
        if from_window:
            border = self._border(window, root, fit.scale)
            return WindowPlace(Point(window.bounds.x + border.x, window.bounds.y + border.y), Point(0, 0), fit.scale)
        surface = window.surface or window.bounds
        at = Point(*(window.bounds if fit.area == "bounds" else surface)[:2])
        said = self._said(root) if fit.area != "frame" else None
        if said is None:
            # GDK: the manager's frame is what the root stands for; the content counts from the rounded-down surface.
            return WindowPlace(at, Point(int(at.x / fit.scale), int(at.y / fit.scale)), fit.scale)
        return WindowPlace(at, Point(said.x, said.y), fit.scale)

    def popup_of(self, popover: Handle, width: int, height: int) -> Bounds | None:
        """Where the popup window lies that holds a popover of this size; None where none or no single one fits."""
        with self._lock:
            pids = {match.pid for match in self._matches.values() if match.candidate.node.handle[0] == popover[0]}
        spare: list[tuple[int, Bounds]] = []
        for window in self._windows.list(Progress(_QUICK, "the window of a popover")):
            bounds = window.bounds
            across, down = bounds.width - width, bounds.height - height
            own = window.override_redirect and window.pid in pids
            if own and 0 <= across <= 2 * _THICKEST_BORDER and 0 <= down <= 2 * _THICKEST_BORDER:
                spare.append((across + down, bounds))
        spare.sort(key=lambda item: item[0])
        if not spare or (len(spare) > 1 and spare[0][0] == spare[1][0]):
            return None
        return spare[0][1]

    def _border(self, window: Window, root: Handle, scale: float) -> Point:
        """How far inside the window its tree begins. GTK 4 draws a border of its own where the window manager knows no
        shadows; it shows only in the difference between the sizes of the window and of its root."""
        key = (window.id, window.bounds.width, window.bounds.height)
        known = self._borders.get(key)
        if known is not None:
            return known
        said = self._said(root)
        if said is None:
            return Point(0, 0)
        across = window.bounds.width - round(said.width * scale)
        down = window.bounds.height - round(said.height * scale)
        most = 2 * _THICKEST_BORDER * scale
        if not (0 <= across <= most and 0 <= down <= most):
            return Point(0, 0)
        if len(self._borders) > 1000:
            self._borders.clear()
        border = self._borders[key] = Point(across // 2, down // 2)
        return border

    def _said(self, root: Handle) -> Bounds | None:
        """A root's extents as its toolkit tells them (size only where it counts from the window)."""
        before = getattr(self._joining, "now", False)
        self._joining.now = True
        try:
            (node,) = self._tree.nodes([root], Progress(_QUICK, "the size of a tree"))
        except (AppDied, AppUnresponsive, StaleRef, Timeout):
            return None
        finally:
            self._joining.now = before
        return None if node is None else node.bounds

    def _joined(self, window: Window | None) -> Window | None:
        if window is None:
            return None
        match = self._matches.get(window.id)
        if match is None or match.pid != window.pid:
            # The whole list: which object a window has shows best when all windows of its process are known.
            self.list(Progress(_SECONDS_TO_JOIN, "finding the tree of a window"))
        return self._with_root(window)

    def _with_root(self, window: Window) -> Window:
        with self._lock:
            match = self._matches.get(window.id)
            apps = self._apps.get(window.pid, ())
        if match is not None and match.pid == window.pid:
            return replace(window, root=match.candidate.node.handle, app=match.candidate.app.name or window.app)
        tried = self._tried.get(window.id)
        awaited = tried is None or time.monotonic() < tried.awaited_until
        return replace(window, app=apps[0].name or window.app if apps else window.app, tree_awaited=awaited)

    def _forget_closed(self, windows: Sequence[Window]) -> None:
        with self._lock:
            present = {window.id: window.pid for window in windows}
            # The server gives the numbers of closed windows to new ones: the process tells them apart.
            # An accessibility bus that was started again knows nobody of the former one.
            lost = [
                name
                for name, match in self._matches.items()
                if present.get(name) != match.pid or not self._tree.is_present(match.candidate.node.handle)
            ]
            for name in lost:
                # One that began again has the process and the window's number of before, and another tree.
                self._apps.pop(self._matches.pop(name).pid, None)
                self._tried.pop(name, None)
            for name in [name for name in self._tried if name not in present]:
                del self._tried[name]
            self._scales.forget(lambda name: name in self._matches)

    def _join(self, windows: Sequence[Window], progress: Progress) -> None:
        heard = self._heard.cursor()
        with self._lock:
            missing = [
                window for window in windows if window.id not in self._matches and self._worth_trying(window, heard)
            ]
            if not missing:
                return
            self._joining.now = True
            try:
                self._look_for(windows, missing, progress)
            finally:
                self._joining.now = False
            for window in missing:
                before = self._tried.get(window.id)
                pause = _FIRST_AGAIN if before is None else min(2 * before.pause, _LATEST_AGAIN)
                awaited = self._awaited_until(window) if before is None else before.awaited_until
                self._tried[window.id] = _Tried(window.title, heard, time.monotonic() + pause, pause, awaited)

    def _awaited_until(self, window: Window) -> float:
        """Until when a window that is seen for the first time may still come onto the accessibility bus."""
        age = None if window.pid in self._apps else seconds_since_start(window.pid)
        left = _TREE_COMES_WITHIN if age is None else min(_TREE_COMES_WITHIN, _PROCESS_IS_NEW - age)
        return time.monotonic() + left

    def _measure(self, windows: Sequence[Window]) -> None:
        """The scale of windows that are new, or were changing their size when they were looked at last."""
        for window in windows:
            with self._lock:
                match = self._matches.get(window.id)
            if match is None or window.minimised or not self._scales.due(window.id):
                continue
            root = match.candidate.node.handle
            said = self._said(root)
            if said is not None:
                self._scales.learn(window, root[0], said)
            else:
                self._scales.put_off(window.id)

    def _worth_trying(self, window: Window, heard: int) -> bool:
        before = self._tried.get(window.id)
        if before is None or before.title != window.title or time.monotonic() >= before.again_at:
            return True
        return before.heard != heard

    def _look_for(self, windows: Sequence[Window], missing: Sequence[Window], progress: Progress) -> None:
        pids = {window.pid for window in missing}
        if not pids <= self._apps.keys():
            self._learn_apps(progress)
        taken = {match.candidate.node.handle for match in self._matches.values()}
        for pid in pids:
            own = [window for window in missing if window.pid == pid]
            found = list(self._candidates(pid, progress))
            if any(window.override_redirect for window in own):
                known = {one.node.handle for one in found}
                found += [one for one in self._heard_popups(pid, progress) if one.node.handle not in known]
            candidates = [one for one in found if one.node.handle not in taken]
            scales = {one.node.handle[0]: self._scales.of(one.node.handle[0]) for one in candidates}
            for match in match_windows(own, candidates, scales):
                self._matches[match.window] = match
        strangers = [window for window in missing if window.pid not in self._apps and window.title]
        if strangers:
            known = {window.pid for window in windows}
            others = [one for pid in self._apps.keys() - known for one in self._candidates(pid, progress)]
            for window in strangers:
                match = match_by_title(window, others)
                if match is not None:
                    self._matches[window.id] = match

    def _heard_popups(self, pid: int, progress: Progress) -> Sequence[Candidate]:
        """Popups that an application said it showed. Qt leaves them out of its list of windows."""
        found: list[Candidate] = []
        events = self._heard.since(max(0, self._heard.cursor() - _NEWEST_EVENTS))
        for app in self._apps.get(pid, ()):
            bus = app.handle[0] if app.handle is not None else ""
            shown = [
                event.source
                for event in reversed(events)
                if event.source[0] == bus and event.kind == "state-changed:showing" and event.detail1
            ]
            shown = list(dict.fromkeys(shown))[:_MOST_POPUPS]
            if not shown:
                continue
            with progress.within(_QUICK, f"popups of {app.name or pid}") as part:
                try:
                    nodes = self._tree.nodes(shown, part)
                except (AppDied, AppUnresponsive, StaleRef, Timeout, Unsupported) as reason:
                    progress.log(f"{app.name or pid}: {reason.message}")
                    continue
            found += [
                Candidate(app, node)
                for node in nodes
                if node is not None and node.role in _POPUP_ROLES and "showing" in node.states
            ]
        return found

    def _learn_apps(self, progress: Progress) -> None:
        by_pid: dict[int, tuple[App, ...]] = {}
        try:
            apps = self._tree.apps(progress)
        except (AppUnresponsive, EnvironmentFault, Timeout) as reason:
            progress.log(f"the applications: {reason.message}")
            return
        for app in apps:
            by_pid[app.pid] = (*by_pid.get(app.pid, ()), app)
        self._apps = by_pid

    def _candidates(self, pid: int, progress: Progress) -> Sequence[Candidate]:
        found: list[Candidate] = []
        for app in self._apps.get(pid, ()):
            with progress.within(_QUICK, f"windows of {app.name or pid}") as part:
                try:
                    found += [Candidate(app, node) for node in self._tree.toplevels(app, part)]
                except (AppDied, StaleRef):
                    self._apps.pop(pid, None)
                except (AppUnresponsive, EnvironmentFault, Timeout, TooLarge, Unsupported) as reason:
                    progress.log(f"{app.name or pid}: {reason.message}")
        return found
