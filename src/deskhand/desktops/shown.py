"""Waiting until a started application shows a window that can be used."""

from __future__ import annotations

import time
from dataclasses import dataclass

from deskhand.desktops.place import ChildState, Place, Started
from deskhand.desktops.processes import LAUNCH_MARK, descendants, marked, running
from deskhand.errors import AppDied, AppUnresponsive, StaleRef, Timeout
from deskhand.model.progress import Progress
from deskhand.model.world import Window

_LOOK_EVERY = 0.03
_TREE_GRACE = 4.0
"""Seconds a shown window may take to appear in the accessibility tree before it counts as one without."""
_TAKE_OVER_GRACE = 2.0
"""Seconds a running instance may take to open a window for a launch it took over."""

_WINDOW_KINDS = ("normal", "dialog")


@dataclass(frozen=True, slots=True)
class Shown:
    """The window to work with, and whether an instance that was running took the launch over."""

    window: Window
    handed_over: bool


class WindowWait:
    """Waits for the window of one launch of `name`. `before` are the ids of windows that were there already."""

    def __init__(self, place: Place, name: str, started: Started, before: frozenset[str]) -> None:
        self._place = place
        self._name = name
        self._started = started
        self._before = before
        self._since: dict[str, float] = {}

    def run(self, progress: Progress) -> Shown:
        """Raises AppDied when it ends without a window, Timeout when none comes."""
        last: str | None = None
        while True:
            progress.check()
            shown = self._look(progress)
            if shown is None:
                last = None
                progress.log(f"waiting for a window of {self._name} (process {self._started.pid})")
            elif shown.window.id != last:
                # Some applications replace their first window at once: it must be there twice.
                last = shown.window.id
            elif shown.window.root is not None or self._waited("tree", _TREE_GRACE):
                return shown
            else:
                progress.log(f"window {shown.window.title!r} is shown; waiting for its accessibility tree")
            progress.pause(_LOOK_EVERY)

    def _look(self, progress: Progress) -> Shown | None:
        own = members(self._started)
        try:
            listed = self._place.adapter().windows.list(progress)
        except (Timeout, AppUnresponsive, AppDied, StaleRef) as error:
            # An application that is coming up or going down answers late or half; it is looked at again.
            progress.check()
            progress.log(f"the windows could not be read: {error.message}")
            return None
        windows = [window for window in listed if window.kind in _WINDOW_KINDS and not window.minimised]
        mine = [window for window in windows if window.pid in own]
        if mine:
            return Shown(_topmost(mine), handed_over=False)
        state = self._place.child(self._started, progress)
        if state.exit is None or own:
            return None
        theirs = self._instance(progress) if state.exit == 0 else set[int]()
        if not theirs:
            raise self._died(state)
        new = [window for window in windows if window.pid in theirs and window.id not in self._before]
        if new:
            return Shown(_topmost(new), handed_over=True)
        if not self._waited("instance", _TAKE_OVER_GRACE):
            return None
        # It opened no window of its own for this: a tab, or the one it has was brought to the front.
        old = [window for window in windows if window.pid in theirs]
        if not old:
            raise self._died(state)
        return Shown(_topmost(old), handed_over=True)

    def _instance(self, progress: Progress) -> set[int]:
        """Processes of other launches of this application on this desktop."""
        found: set[int] = set()
        for launch in self._place.launches(progress):
            if launch.key == self._started.key and launch.token != self._started.token:
                found |= members(launch)
        return found

    def _waited(self, what: str, seconds: float) -> bool:
        """True once this has been asked for longer than `seconds`."""
        return time.monotonic() - self._since.setdefault(what, time.monotonic()) > seconds

    def _died(self, state: ChildState) -> AppDied:
        code = state.exit or 0
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        lines = [line for line in state.output.splitlines() if line.strip()][-5:]
        return AppDied(
            f"{self._name} {how} before it showed a window",
            sought=f"a window of process {self._started.pid}",
            seen=" / ".join(lines) or "it wrote nothing",
            next_step="read what it wrote, then launch it again",
        )


def members(started: Started) -> set[int]:
    """Running processes of one launch: by descent, and by the mark that daemonised ones keep (Chromium writes over
    its environment, so its own pid must count)."""
    own = {started.pid} if running(started.pid) else set[int]()
    return own | descendants(started.pid) | marked(LAUNCH_MARK, started.token)


def _topmost(windows: list[Window]) -> Window:
    return min(windows, key=lambda window: window.stacking)
