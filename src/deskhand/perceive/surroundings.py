"""The fingerprint of a desktop: what an observation was made in."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence

from deskhand.adapters.protocol import Adapter
from deskhand.errors import DeskhandError
from deskhand.model.element import Element
from deskhand.model.fingerprint import Fingerprint
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from deskhand.perceive.relations import is_popup


class Surroundings:
    """Takes fingerprints; asks for the applications' versions only when other ones are running."""

    def __init__(self, adapter: Adapter) -> None:
        self._adapter = adapter
        self._lock = threading.Lock()
        self._pids: frozenset[int] = frozenset()
        self._apps: tuple[tuple[str, str], ...] = ()

    def fingerprint(self, windows: Sequence[Window], elements: Sequence[Element], progress: Progress) -> Fingerprint:
        """`elements` tell which one has the focus, where they hold it."""
        width, height = self._adapter.screen.size()
        shown = sorted((window for window in windows if not is_popup(window)), key=lambda window: window.stacking)
        active = next((window for window in shown if window.active), None)
        focus = active.title if active is not None else ""
        for element in elements:
            if "focused" in element.states and (active is None or element.window_id == active.id):
                focus = f"{focus} · {element.describe()}"
        return Fingerprint(
            width=width,
            height=height,
            scale=self._adapter.screen.scale(),
            windows=tuple(f"{window.title} — {window.app}" for window in shown),
            focus=focus,
            locale=os.environ.get("LC_ALL") or os.environ.get("LANG") or "",
            keyboard=self._adapter.keyboard_layout(),
            apps=self._versions(frozenset(window.pid for window in shown), progress),
        )

    def _versions(self, pids: frozenset[int], progress: Progress) -> tuple[tuple[str, str], ...]:
        with self._lock:
            if pids == self._pids:
                return self._apps
        try:
            with progress.within(min(1.0, progress.remaining * 0.3), "list applications") as part:
                apps = self._adapter.tree.apps(part)
        except DeskhandError:
            # The versions are a nicety of the fingerprint; a bus that does not list them must not cost the observation.
            return self._apps
        found = tuple(sorted({(app.name, f"{app.toolkit} {app.version}".strip()) for app in apps}))
        with self._lock:
            self._pids, self._apps = pids, found
        return found
