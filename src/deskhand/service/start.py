"""Start a service on demand, once: a lock settles races, the start is bounded, failure brings the log's last lines."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass
from typing import BinaryIO

from deskhand.desktops.runtime import runtime_folder
from deskhand.errors import DeskhandError, EnvironmentFault, error_from_json
from deskhand.service.address import make_private

START_SECONDS = 10.0
IDLE_SECONDS = 1800.0
"""A desktop that nobody asked for by `desktop start` ends after this long without a request."""

LOG_LINES = 12
LOGS_KEPT = 20


@dataclass(slots=True)
class Started:
    """A service that listens. `owner_fd` is the pipe of an ephemeral one: close it and the desktop ends."""

    desktop: str
    pid: int
    log: str
    owner_fd: int | None = None

    def let_go(self) -> None:
        """End an ephemeral service by closing its pipe."""
        if self.owner_fd is not None:
            os.close(self.owner_fd)
            self.owner_fd = None

    def wait_gone(self, seconds: float = 4.0) -> bool:
        """Wait until the service's process has ended; True where it has."""
        try:
            process = os.pidfd_open(self.pid)
        except ProcessLookupError:
            return True
        try:
            return bool(select.select([process], [], [], seconds)[0])
        finally:
            os.close(process)


@contextlib.contextmanager
def start_lock() -> Generator[None]:
    """Hold the lock under which desktops are chosen and started: two commands never start two where one was meant."""
    make_private(runtime_folder())
    path = os.path.join(runtime_folder(), "start.lock")
    fd = _locked(path)
    try:
        yield
    finally:
        os.unlink(path)  # before the lock goes: whoever waits for it sees that its file has lost its name
        os.close(fd)


def _locked(path: str) -> int:
    """A descriptor that holds the lock on the file of this name."""
    while True:
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            if os.path.exists(path) and os.path.samestat(os.stat(path), os.fstat(fd)):
                return fd
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(fd)
            raise
        os.close(fd)


def start_service(
    kind: str = "private",
    *,
    size: str = "1920x1080",
    scale: str = "1",
    input_method: str | None = None,
    name: str | None = None,
    foreground: bool = False,
    panic_key: str | None = None,
    idle: float | None = IDLE_SECONDS,
    asked: bool = False,
    ephemeral: bool = False,
    seconds: float = START_SECONDS,
) -> Started:
    """Start a service and wait until it listens.

    Raises:
        EnvironmentFault: it did not within `seconds`; `log` carries its last lines.
        DeskhandError: what the service itself said was wrong.
    """
    log_path = _new_log()
    ready_read, ready_write = os.pipe2(os.O_CLOEXEC)
    owner_read, owner_write = os.pipe2(os.O_CLOEXEC) if ephemeral else (None, None)
    words = [
        sys.executable,
        "-m",
        "deskhand.service",
        "--detach",
        f"--kind={kind}",
        f"--size={size}",
        f"--scale={scale}",
        f"--ready-fd={ready_write}",
    ]
    words += [f"--input-method={input_method}"] if input_method else []
    words += [f"--name={name}"] if name else []
    words += ["--foreground"] if foreground else []
    words += [f"--panic-key={panic_key}"] if panic_key else []
    words += ["--asked"] if asked else []
    words += [f"--idle={idle}"] if idle is not None and not ephemeral else []
    words += [f"--owner-fd={owner_read}"] if owner_read is not None else []
    passed = [ready_write] if owner_read is None else [ready_write, owner_read]
    try:
        with _opened_log(log_path) as log:
            subprocess.run(
                words,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                pass_fds=passed,
                start_new_session=True,
                check=False,
                timeout=seconds,
            )
        os.close(ready_write)
        ready_write = -1
        desktop, pid = _await_ready(ready_read, seconds, log_path)
        result = Started(desktop, pid, log_path, owner_write)
        owner_write = None
        return result
    except subprocess.TimeoutExpired as error:
        raise _not_started(seconds, log_path) from error
    finally:
        for fd in (ready_read, ready_write, owner_read, owner_write):
            if fd is not None and fd >= 0:
                os.close(fd)


def _await_ready(fd: int, seconds: float, log_path: str) -> tuple[str, int]:
    deadline = time.monotonic() + seconds
    held, pid = b"", 0
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([fd], [], [], left)[0]:
            if pid:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            raise _not_started(seconds, log_path)
        chunk = os.read(fd, 65536)
        held += chunk
        while b"\n" in held:
            line, _, held = held.partition(b"\n")
            message = json.loads(line)
            pid = message.get("pid", pid)
            if "desktop" in message:
                return str(message["desktop"]), pid
            if "error" in message:
                raise _with_log(error_from_json(message["error"]), log_path)
        if not chunk:
            raise _not_started(seconds, log_path, "its process ended")


def _not_started(seconds: float, log_path: str, seen: str | None = None) -> EnvironmentFault:
    what = f"was not ready within {seconds:g} s" if seen is None else f"did not start: {seen}"
    return EnvironmentFault(
        f"the desktop's service {what}",
        seen=next(reversed(log_tail(log_path)), None) or seen or "no answer",
        log=log_tail(log_path),
        next_step=f"`deskhand doctor` finds what is missing; the whole log is {log_path}",
    )


def _with_log(error: DeskhandError, log_path: str) -> DeskhandError:
    if not error.log:
        error.log = tuple(log_tail(log_path))
    return error


def log_tail(path: str, count: int = LOG_LINES) -> list[str]:
    """The last lines of a log; empty where there is none."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return [line.rstrip("\n") for line in file.readlines()[-count:]]
    except FileNotFoundError:
        return []


def log_folder() -> str:
    """`$XDG_STATE_HOME/deskhand/log`."""
    base = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(base, "deskhand", "log")


def _new_log() -> str:
    """Path of a fresh log; of the old ones the newest few are kept."""
    folder = log_folder()
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
    except OSError as error:
        raise _no_log(folder, error) from error
    logs = sorted(name for name in os.listdir(folder) if name.startswith("service-"))
    for name in logs[: max(0, len(logs) - LOGS_KEPT)]:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(os.path.join(folder, name))
    return os.path.join(folder, f"service-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.log")


def _opened_log(path: str) -> BinaryIO:
    try:
        return open(path, "ab")
    except OSError as error:
        raise _no_log(os.path.dirname(path), error) from error


def _no_log(folder: str, error: OSError) -> EnvironmentFault:
    return EnvironmentFault(
        f"no log can be written in {folder}: {error.strerror}",
        seen=str(error.strerror),
        next_step=f"make {folder} writable, or set XDG_STATE_HOME to a folder that is",
    )
