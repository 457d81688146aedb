"""How many pixels a unit of a window's tree has: by the sizes that the tree and the display server give the window."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from deskhand.model.geometry import Bounds
from deskhand.model.world import Window

Area = Literal["surface", "bounds", "frame"]
"""Which of a window's rectangles its tree means: with the shadow drawn by itself, without it, with the manager's
decoration."""

_LARGEST = 4
_STEPS = (1, 2, 4, 3, 5, 8, 6, 10, 12, 20)
"""Denominators of scales that people set, most usual first."""
_FIRST_AGAIN, _LATEST_AGAIN = 0.1, 5.0
"""Seconds after which a window that fitted nothing is measured again; doubled each time."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Pixels per unit, and the rectangle of the window that the root's extents stand for."""

    scale: float
    area: Area


def fit_scale(root: Bounds, window: Window, known: float | None = None) -> Fit | None:
    """The scale at which the root's size is that of one of the window's rectangles; None where none fits (the window is
    changing its size). `known` is what other windows of the application have."""
    if root.empty:
        return None
    areas: list[tuple[Area, Bounds]] = [("bounds", window.bounds), ("frame", window.frame)]
    if window.surface is not None:
        areas.insert(0, ("surface", window.surface))
    tried = [1.0, *([known] if known not in (None, 1.0) else [])]
    for scale in tried:
        for area, box in areas:
            if _is_size(root, box, scale):
                return Fit(scale, area)
    for denominator in _STEPS:
        for area, box in areas:
            ratio = Fraction(round(box.width / root.width * denominator), denominator)
            if 1 < ratio <= _LARGEST and _is_size(root, box, float(ratio)):
                return Fit(float(ratio), area)
    return None


def fit_within(root: Bounds, window: Window, thickest: int) -> Fit | None:
    """The same for a tree that leaves out a border of equal width all around (GTK 4 without the manager's shadows)."""
    for scale in range(1, _LARGEST + 1):
        across = window.bounds.width - root.width * scale
        down = window.bounds.height - root.height * scale
        if 0 <= across <= 2 * thickest * scale and abs(across - down) <= 2 * scale:
            return Fit(float(scale), "bounds")
    return None


def _is_size(root: Bounds, box: Bounds, scale: float) -> bool:
    """Toolkits round a size to whole units, up or down."""
    slack = 0.5 if scale == 1 else scale
    return abs(root.width * scale - box.width) <= slack and abs(root.height * scale - box.height) <= slack


class Scales:
    """What is known of windows' scales (by window id) and of their applications' (by bus name)."""

    def __init__(self, thickest_border: int) -> None:
        self._thickest = thickest_border
        self._lock = threading.Lock()
        self._fits: dict[str, Fit] = {}
        self._applications: dict[str, float] = {}
        self._later: dict[str, tuple[float, float]] = {}

    def of(self, application: str) -> float:
        """Pixels per unit of an application's bounds, 1 where nothing else is known."""
        return self._applications.get(application, 1.0)

    def fit(self, window: str) -> Fit | None:
        return self._fits.get(window)

    def due(self, window: str) -> bool:
        """Whether the window is to be measured now."""
        later = self._later.get(window)
        return window not in self._fits and (later is None or time.monotonic() >= later[0])

    def learn(self, window: Window, application: str, root: Bounds) -> None:
        """Take what a window and its root say; nothing is learned from one that is changing its size."""
        known = self._applications.get(application)
        fit = fit_scale(root, window, known) or fit_within(root, window, self._thickest)
        if fit is None:
            self.put_off(window.id)
            return
        with self._lock:
            self._fits[window.id] = fit
            self._later.pop(window.id, None)
            if known is None or fit.scale != 1:
                self._applications[application] = fit.scale

    def put_off(self, window: str) -> None:
        """Measure the window later, and later still after each time."""
        with self._lock:
            pause = min(2 * self._later.get(window, (0.0, _FIRST_AGAIN / 2))[1], _LATEST_AGAIN)
            self._later[window] = (time.monotonic() + pause, pause)

    def forget(self, keep: Callable[[str], bool]) -> None:
        """Forget the windows that `keep` does not want."""
        with self._lock:
            for known in (self._fits, self._later):
                for name in [name for name in known if not keep(name)]:
                    del known[name]
