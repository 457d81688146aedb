"""Lock files that LibreOffice leaves beside a document when it is ended by a signal (`.~lock.NAME#`).

The next LibreOffice that opens the document, here or of the person, would say that somebody else is editing it.
Standard library only.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

_MOST_BYTES = 4096
_PROFILE = re.compile(rb"file://(/[^,;]*?/deskhand(?:-\d+)?/d[0-9a-f]{8})/profiles/")
"""A profile in a folder of ours in a lock's last field: the holder ran on that desktop."""


def folders_of_open_files(pids: Iterable[int]) -> frozenset[Path]:
    """Folders of the files that these processes hold open; LibreOffice holds its documents open."""
    found: set[Path] = set()
    for pid in pids:
        try:
            links = list(os.scandir(f"/proc/{pid}/fd"))
        except OSError:
            continue
        for link in links:
            try:
                target = os.readlink(link.path)
            except OSError:
                continue
            if target.startswith("/") and not target.startswith(("/dev/", "/proc/", "/usr/", "/memfd:")):
                found.add(Path(target).parent)
    return frozenset(found)


def remove_locks(folders: Iterable[Path], desktop: Path) -> None:
    """Remove the locks in `folders` whose holder's profile lies in the desktop's own folder; nobody else's."""
    mark = f"/{desktop.name}/profiles/".encode()
    for folder in folders:
        try:
            locks = list(folder.glob(".~lock.*#"))
        except OSError:
            continue
        for lock in locks:
            try:
                with lock.open("rb") as file:
                    ours = mark in file.read(_MOST_BYTES)
                if ours:
                    lock.unlink()
            except OSError:
                continue


def remove_dead_lock(document: Path) -> bool:
    """Before a document is opened: remove its lock where the holder ran on a private desktop that is gone, as when all
    of it was killed at once. True where one was removed; the lock of a living desktop or of a person stays."""
    lock = document.with_name(f".~lock.{document.name}#")
    try:
        with lock.open("rb") as file:
            holder = _PROFILE.search(file.read(_MOST_BYTES))
        if holder is None or os.path.exists(holder[1]):
            return False
        lock.unlink()
    except OSError:
        return False
    return True
