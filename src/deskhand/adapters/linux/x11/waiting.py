"""Waiting for the server or a client to get somewhere."""

from __future__ import annotations

from collections.abc import Callable

from deskhand.model.progress import Progress

_FIRST_PAUSE, _LONGEST_PAUSE = 0.001, 0.02


def wait_until(condition: Callable[[], bool], progress: Progress, what: str) -> bool:
    """Look at `condition` (at least once) until it holds; False when the deadline came first. A stop raises
    `Stopped`."""
    pause = _FIRST_PAUSE
    progress.log(f"waiting for {what}")
    while not condition():
        if progress.remaining <= 0:
            return False
        progress.pause(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)
    return True
