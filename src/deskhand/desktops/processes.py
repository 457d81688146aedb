"""Facts about processes from /proc, and signals that cannot hit the wrong one.

Standard library only: the keeper imports this without the rest of the package's dependencies.
"""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

DESKTOP_MARK = "DESKHAND_DESKTOP"
"""Variable that every process of a private desktop inherits: the desktop's id."""

LAUNCH_MARK = "DESKHAND_LAUNCH"
"""Variable that every process of one launch inherits: the launch's token."""


def start_time(pid: int) -> int | None:
    """Clock ticks after boot at which `pid` started; None when there is no such process. With the pid it names one
    process for ever (proc(5), field 22)."""
    fields = _stat(pid)
    return None if fields is None else int(fields[19])


def same_process(pid: int, started: int) -> bool:
    """True while the process that had this pid and start time still runs (a zombie does not)."""
    fields = _stat(pid)
    return fields is not None and int(fields[19]) == started and fields[0] not in "ZX"


def running(pid: int) -> bool:
    fields = _stat(pid)
    return fields is not None and fields[0] not in "ZX"


def variable(pid: int, name: str) -> str | None:
    """A variable of the environment `pid` was started with; None when it has none or may not be read."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            block = file.read()
    except OSError:
        return None
    prefix = name.encode() + b"="
    for entry in block.split(b"\0"):
        if entry.startswith(prefix):
            return entry[len(prefix) :].decode(errors="replace")
    return None


def marked(name: str, value: str) -> set[int]:
    """Running processes of this user that carry `name=value`."""
    uid = os.getuid()
    found: set[int] = set()
    for pid in _pids():
        try:
            if os.stat(f"/proc/{pid}").st_uid != uid and uid != 0:
                continue
        except OSError:
            continue
        if variable(pid, name) == value and running(pid):
            found.add(pid)
    return found


def descendants(root: int) -> set[int]:
    """Running processes below `root`, itself not included."""
    below: dict[int, list[int]] = {}
    dead: set[int] = set()
    for pid in _pids():
        fields = _stat(pid)
        if fields is None:
            continue
        below.setdefault(int(fields[1]), []).append(pid)
        if fields[0] in "ZX":
            dead.add(pid)
    found: set[int] = set()
    pending = [root]
    while pending:
        for child in below.get(pending.pop(), ()):
            if child not in found:
                found.add(child)
                pending.append(child)
    return found - dead


def session_members(leaders: Mapping[int, int], folder: str) -> set[int]:
    """Running processes of the sessions that `leaders` (pid to start time) opened. Where a leader is gone its number
    could have been given out again, so then a member must also name `folder` on its command line."""
    if not leaders:
        return set()
    now = {leader: start_time(leader) for leader in leaders}
    found: set[int] = set()
    for pid in _pids():
        fields = _stat(pid)
        if fields is None or fields[0] in "ZX":
            continue
        leader = int(fields[3])
        started = leaders.get(leader)
        if started is None or now[leader] not in (None, started) or int(fields[19]) < started:
            continue
        if now[leader] is not None or folder.encode() in _command_line(pid):
            found.add(pid)
    return found


def end(
    find: Callable[[], set[int]], signal_number: int, seconds: float, reap: Callable[[], None] | None = None
) -> bool:
    """Signal what `find` names and wait until it names nothing; True when so within `seconds`.

    `find` is asked again after each round, since a dying application may start another process. Signals go through
    pidfds that are opened before `find` looks a second time, so that a reused pid is never hit.
    """
    deadline = time.monotonic() + seconds
    signalled: set[tuple[int, int]] = set()
    while True:
        held = {pid: fd for pid in find() if (fd := _open(pid)) is not None}
        try:
            still = find() & held.keys()
            for pid in still:
                key = (pid, start_time(pid) or 0)
                if key not in signalled:
                    signalled.add(key)
                    _send(held[pid], signal_number)
            if not still:
                return True
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                return False
            _wait_any([held[pid] for pid in still], min(remaining, 0.1))
        finally:
            for fd in held.values():
                os.close(fd)
        if reap is not None:
            reap()


def wait_gone(pid: int, started: int, seconds: float) -> bool:
    """Wait until the process is gone; True when it is."""
    fd = _open(pid)
    if fd is None:
        return True
    try:
        if same_process(pid, started):
            _wait_any([fd], seconds)
        return not same_process(pid, started)
    finally:
        os.close(fd)


def _pids() -> Iterable[int]:
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def _command_line(pid: int) -> bytes:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read()
    except OSError:
        return b""


def _stat(pid: int) -> list[str] | None:
    """Fields of /proc/PID/stat after the name: state, parent, …"""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            text = file.read().decode(errors="replace")
    except OSError:
        return None
    return text.rpartition(")")[2].split()


def _open(pid: int) -> int | None:
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def _send(fd: int, signal_number: int) -> None:
    # Gone already, or not ours to signal: whoever waits for it sees which.
    with suppress(ProcessLookupError, PermissionError):
        signal.pidfd_send_signal(fd, signal_number)


def _wait_any(fds: list[int], seconds: float) -> None:
    poller = select.poll()
    for fd in fds:
        poller.register(fd, select.POLLIN)
    poller.poll(max(1, int(seconds * 1000)))
