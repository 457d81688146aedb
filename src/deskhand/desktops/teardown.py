"""The end of a private desktop: its processes, its display's socket and lock, its folder. Nothing else.

The keeper calls this when its owner is gone, the second keeper when the keeper is, and the sweep when both are.
Standard library only.
"""

from __future__ import annotations

import os
import select
import shutil
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from deskhand.desktops.document_locks import folders_of_open_files, remove_locks
from deskhand.desktops.office_sockets import remove_sockets
from deskhand.desktops.processes import DESKTOP_MARK, descendants, end, marked, session_members

_POLITE_SECONDS = 0.6
_FIRM_SECONDS = 1.2
_DISPLAY_SECONDS = 0.4
_FOLDER_SECONDS = 1.0
_SESSIONS = "sessions"


@dataclass(frozen=True, slots=True)
class Remains:
    """What there is to clear away. `display` and `x_socket` (see `socket_identity`) are empty where no display came up;
    `root` is the process whose descendants belong to the desktop too, 0 for none; `inner` are the display, the buses
    and the window manager, which go last."""

    id: str
    folder: Path
    display: str
    x_socket: str
    root: int = 0
    inner: frozenset[int] = frozenset()


def clear_away(remains: Remains, spare: frozenset[int], reap: Callable[[], None] | None = None) -> None:
    """End everything of the desktop within about two seconds: applications politely first, so that they can remove
    their own lock files, then whatever is left, then the display. Locks that were left beside documents go too."""
    spared = spare | {os.getpid()}

    sessions = _sessions(remains.folder)

    def everything() -> set[int]:
        found = marked(DESKTOP_MARK, remains.id)
        found |= session_members(sessions, str(remains.folder))
        if remains.root:
            found |= descendants(remains.root)
        return found - spared

    def applications() -> set[int]:
        return everything() - remains.inner

    documents = folders_of_open_files(applications())
    if not end(applications, signal.SIGTERM, _POLITE_SECONDS, reap):
        end(applications, signal.SIGKILL, _FIRM_SECONDS, reap)
    if not end(everything, signal.SIGTERM, _DISPLAY_SECONDS, reap):
        end(everything, signal.SIGKILL, _FIRM_SECONDS, reap)
    _remove_display(remains)
    remove_locks(documents, remains.folder)
    remove_sockets(remains.folder)
    _remove_folder(remains.folder)


def socket_identity(display: str) -> str:
    """Device, inode and birth of a display's socket file, as one word; empty where there is none."""
    try:
        facts = os.lstat(_socket_path(display))
    except OSError:
        return ""
    return f"{facts.st_dev}:{facts.st_ino}:{facts.st_ctime_ns}"


def note_session(folder: Path, leader: int, started: int) -> None:
    """Write down that a process started here leads a session. Some applications (Chromium) write over their
    environment, so that the mark is lost once their parents are gone; the session stays."""
    with open(folder / _SESSIONS, "a", encoding="ascii") as file:
        file.write(f"{leader} {started}\n")


def _sessions(folder: Path) -> dict[int, int]:
    try:
        lines = (folder / _SESSIONS).read_text(encoding="ascii").splitlines()
    except OSError:
        return {}
    pairs = [line.split() for line in lines]
    return {int(pair[0]): int(pair[1]) for pair in pairs if len(pair) == 2}


def _remove_folder(folder: Path) -> None:
    """Remove it, again while something that is just dying still writes into it."""
    deadline = time.monotonic() + _FOLDER_SECONDS
    while folder.is_dir():
        shutil.rmtree(folder, ignore_errors=True)
        if time.monotonic() > deadline:
            return
        if folder.is_dir():
            select.select([], [], [], 0.05)


def _remove_display(remains: Remains) -> None:
    """Remove the X socket of a server that was killed and could not do it itself: only the very file that our server
    made, and only when nobody answers on it. (A server that finds its own number makes no lock file.)"""
    if not remains.x_socket or socket_identity(remains.display) != remains.x_socket:
        return
    path = _socket_path(remains.display)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)
        except OSError:
            return


def _socket_path(display: str) -> str:
    return f"/tmp/.X11-unix/X{display.lstrip(':')}"
