"""The end of a private desktop: its processes, its display's socket and lock, its folder. Nothing else.

The keeper calls this when its owner is gone, the second keeper when the keeper is, and the sweep when both are.
Standard library only.
"""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from deskhand.desktops.processes import DESKTOP_MARK, descendants, end, marked, running

_POLITE_SECONDS = 0.8
_FIRM_SECONDS = 1.2
_DISPLAY_SECONDS = 0.4


@dataclass(frozen=True, slots=True)
class Remains:
    """What there is to clear away. `display` is empty and `x_pid` 0 where no display came up; `root` is the process
    whose descendants belong to the desktop too, 0 for none; `inner` are the display, the buses and the window
    manager, which go last."""

    id: str
    folder: Path
    display: str
    x_pid: int
    root: int = 0
    inner: frozenset[int] = frozenset()


def clear_away(remains: Remains, spare: frozenset[int], reap: Callable[[], None] | None = None) -> None:
    """End everything of the desktop within about three seconds: applications politely first, so that they can remove
    their own lock files, then whatever is left, then the display."""
    spared = spare | {os.getpid()}

    def everything() -> set[int]:
        found = marked(DESKTOP_MARK, remains.id)
        if remains.root:
            found |= descendants(remains.root)
        return found - spared

    def applications() -> set[int]:
        return everything() - remains.inner

    if not end(applications, signal.SIGTERM, _POLITE_SECONDS, reap):
        end(applications, signal.SIGKILL, _FIRM_SECONDS, reap)
    if not end(everything, signal.SIGTERM, _DISPLAY_SECONDS, reap):
        end(everything, signal.SIGKILL, _FIRM_SECONDS, reap)
    _remove_display(remains)
    shutil.rmtree(remains.folder, ignore_errors=True)


def _remove_display(remains: Remains) -> None:
    """Remove the X socket and lock of a server that could not do it itself. The lock names its process: only when that
    was our server, and it no longer runs, are they ours."""
    number = remains.display.lstrip(":")
    if not number.isdigit() or not remains.x_pid:
        return
    lock = Path(f"/tmp/.X{number}-lock")
    try:
        holder = int(lock.read_text())
    except (OSError, ValueError):
        return
    if holder != remains.x_pid or running(holder):
        return
    for path in (Path(f"/tmp/.X11-unix/X{number}"), lock):
        path.unlink(missing_ok=True)
