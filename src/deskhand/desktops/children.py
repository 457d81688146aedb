"""The keeper's applications: who was started for what, how each ended, what each last wrote. Standard library only."""

from __future__ import annotations

import os
import selectors
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deskhand.desktops.processes import LAUNCH_MARK, start_time
from deskhand.desktops.spawn import Spawner
from deskhand.desktops.teardown import note_session

_OUTPUT_LIMIT = 16_384
_KEPT = 500


@dataclass(slots=True)
class Child:
    """One launch. `exit` is the exit code, negative for a signal, None while it runs; `output` the newest bytes
    it wrote."""

    pid: int
    started: int
    key: str
    token: str
    exit: int | None = None
    output: bytearray = field(default_factory=bytearray)


class Children:
    def __init__(self, folder: Path, spawner: Spawner, selector: selectors.BaseSelector) -> None:
        self._folder = folder
        self._spawner = spawner
        self._selector = selector
        self._launched: dict[int, Child] = {}
        self._others: dict[int, int] = {}
        self._number = 0

    def launch(self, argv: Sequence[str], env: Mapping[str, str], cwd: str, key: str) -> dict[str, Any]:
        """Start an application. `key` groups the launches of one application."""
        self._number += 1
        token = f"{env.get('DESKHAND_DESKTOP', '')}-{self._number}"
        reading, writing = os.pipe()
        os.set_blocking(reading, False)
        try:
            pid = self._spawner.start(argv, {**env, LAUNCH_MARK: token}, output=writing, cwd=cwd)
        except OSError:
            os.close(reading)
            raise
        finally:
            os.close(writing)
        child = Child(pid, start_time(pid) or 0, key, token)
        note_session(self._folder, pid, child.started)
        self._launched[pid] = child
        self._selector.register(reading, selectors.EVENT_READ, child)
        self._forget_old()
        return {"pid": pid, "started": child.started, "token": token}

    def describe(self, pid: int) -> dict[str, Any]:
        child = self._launched[pid]
        return {"pid": pid, "exit": child.exit, "output": child.output.decode(errors="replace"), "token": child.token}

    def launches(self) -> list[dict[str, Any]]:
        return [
            {"pid": c.pid, "started": c.started, "key": c.key, "token": c.token, "exit": c.exit}
            for c in self._launched.values()
        ]

    def read_output(self, key: selectors.SelectorKey) -> None:
        """Take what an application wrote; only the newest part is kept."""
        child: Child = key.data
        try:
            data = os.read(key.fd, 65536)
        except BlockingIOError:
            return
        child.output += data
        del child.output[:-_OUTPUT_LIMIT]
        if not data:
            self._selector.unregister(key.fd)
            os.close(key.fd)

    def reap(self) -> None:
        """Take the exit codes of processes that ended."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            code = os.waitstatus_to_exitcode(status)
            if pid in self._launched:
                self._launched[pid].exit = code
            else:
                self._others[pid] = code
                while len(self._others) > _KEPT:
                    del self._others[next(iter(self._others))]

    def ended(self, pid: int) -> bool:
        """True, once, when this process, not one of the launched, was reaped."""
        return self._others.pop(pid, None) is not None

    def _forget_old(self) -> None:
        ended = [pid for pid, child in self._launched.items() if child.exit is not None]
        for pid in ended[: max(0, len(self._launched) - _KEPT)]:
            del self._launched[pid]
