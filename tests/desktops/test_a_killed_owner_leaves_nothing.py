"""kill -9 of the owner, the keeper, the display: all of the desktop is gone within three seconds, nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from deskhand.desktops.processes import start_time
from deskhand.desktops.registry import sweep
from tests.desktops.observing import left_of, owner_process, seconds_until

pytestmark = pytest.mark.desktop
APPS = ("chromium", "libreoffice --writer", "gedit", "pcmanfm")
WITHIN = 3.0


@pytest.mark.parametrize("victim", ["owner", "keeper"])
def test_everything_goes_with_the(victim: str) -> None:
    with owner_process(*APPS) as (process, facts), bystander() as other:
        assert len(left_of(facts)) > len(APPS)
        os.kill(process.pid if victim == "owner" else facts["keeper"], signal.SIGKILL)
        seconds_until(lambda: not left_of(facts), WITHIN)
        assert other.poll() is None, "a process that is none of ours was ended"


def test_a_desktop_ends_with_its_display() -> None:
    with owner_process("mousepad") as (_, facts):
        os.kill(facts["x"], signal.SIGKILL)
        seconds_until(lambda: not left_of(facts), WITHIN)


@pytest.mark.symptom(94)
def test_a_killed_window_manager_is_started_again() -> None:
    with owner_process() as (_, facts):
        first = window_managers(facts["id"])
        assert len(first) == 1
        os.kill(first[0], signal.SIGKILL)
        seconds_until(lambda: len(window_managers(facts["id"])) == 1 and window_managers(facts["id"]) != first, 5.0)


def test_what_both_keepers_left_is_swept_later() -> None:
    with owner_process("mousepad") as (process, facts):
        warden = next(pid for pid in children(facts["keeper"]) if b"deskhand.desktops.keeper" in command(pid))
        for pid in (warden, facts["keeper"], process.pid):
            os.kill(pid, signal.SIGSTOP)
        for pid in (warden, facts["keeper"], process.pid):
            os.kill(pid, signal.SIGKILL)
        seconds_until(lambda: start_time(facts["keeper"]) is None or not Path(facts["folder"], "lock").exists() or
                      bool(sweep()), 5.0)  # fmt: skip
        sweep()
        seconds_until(lambda: not left_of(facts), WITHIN)


class bystander:
    """A process beside the desktops, by a name that a careless clean-up would hit."""

    def __enter__(self) -> subprocess.Popen[bytes]:
        self._process = subprocess.Popen(["sleep", "600"], env={"DESKHAND_DESKTOP": "d00000000", "PATH": "/usr/bin"})
        return self._process

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def command(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def window_managers(desktop_id: str) -> list[int]:
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        try:
            ours = (
                entry.name.isdigit() and f"DESKHAND_DESKTOP={desktop_id}".encode() in (entry / "environ").read_bytes()
            )
            if ours and b"openbox" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue
    return found
