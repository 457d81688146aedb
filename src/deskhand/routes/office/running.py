"""Which LibreOffice runs on a desktop, and telling it to listen.

A running LibreOffice takes `--accept` from a second call with the same profile (measured with 7.4: 55 ms, no window, no
other effect), so that one started by hand is reached like one that Deskhand started. The pipe is a socket in /tmp
with mode 0700.
"""

from __future__ import annotations

import os
import stat
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from deskhand.desktops.office_sockets import pipe_name, pipe_paths
from deskhand.desktops.processes import start_time
from deskhand.errors import AppUnresponsive, EnvironmentFault
from deskhand.model.progress import Progress

_PROGRAM = "soffice.bin"
_PROFILE = "-env:UserInstallation="
_CALL_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class RunningOffice:
    """One LibreOffice. `started` tells its process from a later one with the same number; `folder` holds its programs;
    `profile` is the argument that names its profile, empty for the usual one."""

    pid: int
    started: int
    folder: Path
    profile: str
    pipe: str

    @property
    def alive(self) -> bool:
        return start_time(self.pid) == self.started

    @property
    def accept(self) -> str:
        return f"pipe,name={self.pipe};urp;"


def offices_of(pids: Iterable[int], desktop: str) -> list[RunningOffice]:
    """Those of these processes (owners of windows) that are LibreOffice, oldest first."""
    found: list[RunningOffice] = []
    for pid in sorted(set(pids)):
        with suppress(OSError):
            program = Path(os.readlink(f"/proc/{pid}/exe"))
            started = start_time(pid)
            if program.name != _PROGRAM or started is None:
                continue
            words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="surrogateescape").split("\0")
            profile = next((word for word in words if word.startswith(_PROFILE)), "")
            found.append(RunningOffice(pid, started, program.parent, profile, pipe_name(desktop, pid)))
    return sorted(found, key=lambda office: office.started)


def listen(office: RunningOffice, env: dict[str, str], progress: Progress) -> None:
    """Return once LibreOffice listens on its pipe.

    Raises:
        AppUnresponsive: it does not take the request. EnvironmentFault: somebody else's socket has the name.
    """
    if _listens(office):
        return
    progress.log("telling LibreOffice to listen")
    _call(office, f"--accept={office.accept}", env, progress)
    for _ in progress.attempts():
        if _listens(office):
            return
        progress.log("waiting for LibreOffice to listen")
    raise AppUnresponsive("LibreOffice does not listen although it was told to", log=progress.log_lines)


def deafen(office: RunningOffice, env: dict[str, str], progress: Progress) -> None:
    """Take it back: a person's own LibreOffice listens no longer than it is used."""
    if office.alive:
        _call(office, f"--unaccept={office.accept}", env, progress)


def _listens(office: RunningOffice) -> bool:
    for path in pipe_paths(office.pipe):
        with suppress(FileNotFoundError):
            facts = path.lstat()
            if not stat.S_ISSOCK(facts.st_mode) or facts.st_uid != os.getuid():
                raise EnvironmentFault(
                    f"{path} is not LibreOffice's socket", seen=f"owner {facts.st_uid}", next_step=f"remove {path}"
                )
            return True
    return False


def _call(office: RunningOffice, word: str, env: dict[str, str], progress: Progress) -> None:
    """A second call of the same program with the same profile, which hands its words over and ends. Where the first has
    just ended it would start LibreOffice anew: then it does not end, and is ended."""
    words = [str(office.folder / "soffice"), *filter(None, [office.profile]), "--nologo", "--norestore", word]
    process = subprocess.Popen(
        words, env=_environment(office.pid) or env, cwd="/", stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    try:
        process.wait(min(_CALL_SECONDS, max(0.1, progress.remaining)))
    except subprocess.TimeoutExpired as error:
        raise AppUnresponsive("LibreOffice does not take words from a second call", log=progress.log_lines) from error
    finally:
        if process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, 9)
            process.wait()


def _environment(pid: int) -> dict[str, str]:
    """What the running one was started with, which decides where its profile lies."""
    with suppress(OSError):
        words = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        pairs = (os.fsdecode(word).partition("=") for word in words if b"=" in word)
        return {name: value for name, _, value in pairs}
    return {}
