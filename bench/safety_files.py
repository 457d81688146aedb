"""Who wrote which file, and how often: a folder watched by inotify, without asking anybody else."""

from __future__ import annotations

import ctypes
import os
import select
import struct
import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

_MODIFY, _CLOSE_WRITE, _MOVED_TO, _CREATE = 0x2, 0x8, 0x80, 0x100
_EVENTS = _MODIFY | _CLOSE_WRITE | _MOVED_TO | _CREATE
_HEAD = struct.Struct("iIII")
ONE_SAVE = 1.5
"""Seconds within which the steps of one save follow each other (an application writes, closes, renames)."""


class Writes:
    """`with Writes(folder) as writes: …`; then `writes.saves()`: name → when each save of it ended (epoch seconds)."""

    def __init__(self, folder: Path) -> None:
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._fd: int = self._libc.inotify_init1(os.O_CLOEXEC | os.O_NONBLOCK)
        if self._fd < 0 or self._libc.inotify_add_watch(self._fd, os.fsencode(folder), _EVENTS) < 0:
            raise OSError(ctypes.get_errno(), f"{folder} cannot be watched")
        self._folder = folder
        self._last: dict[str, tuple[int, int, int]] = {}
        self._over = threading.Event()
        self._seen: list[tuple[float, str]] = []
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        os.close(self._fd)

    def _watch(self) -> None:
        while not self._over.is_set():
            if not select.select([self._fd], [], [], 0.1)[0]:
                continue
            data, at = os.read(self._fd, 65536), time.time()
            while data:
                _, _, _, length = _HEAD.unpack_from(data)
                name = data[_HEAD.size : _HEAD.size + length].rstrip(b"\0").decode(errors="replace")
                self._note(at, name)
                data = data[_HEAD.size + length :]

    def _note(self, at: float, name: str) -> None:
        """A closed file that was open for writing is not a written one: only other content counts."""
        try:
            facts = (self._folder / name).stat()
        except FileNotFoundError:
            return
        state = (facts.st_ino, facts.st_mtime_ns, facts.st_size)
        if self._last.get(name) != state and facts.st_size:
            self._last[name] = state
            self._seen.append((at, name))

    def saves(self) -> dict[str, list[float]]:
        """Lock and temporary files left out."""
        found: dict[str, list[float]] = {}
        for at, name in self._seen:
            if name.startswith(".") or name.endswith((".tmp", "~", "#")):
                continue
            times = found.setdefault(name, [])
            if times and at - times[-1] < ONE_SAVE:
                times[-1] = at
            else:
                times.append(at)
        return found
