"""A service and its desktop begin and end together, whoever dies first and however."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from deskhand.desktops.registry import list_desktops, read_record
from deskhand.errors import EnvironmentFault
from deskhand.service.address import listening_desktops
from deskhand.service.client import Client
from deskhand.service.start import start_service

pytestmark = pytest.mark.desktop

GONE_SECONDS = 3.0
LONG = 'wait until window "Never" appears'


def _deskhand(*words: str) -> subprocess.Popen[str]:
    code = "import sys; from deskhand.cli.main import main; sys.exit(main())"
    return subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def _run(*words: str) -> tuple[int, dict[str, Any]]:
    with _deskhand(*words, "--json") as process:
        out, _ = process.communicate(timeout=40)
    return process.returncode, json.loads(out)


def _processes_of(desktop: str) -> list[str]:
    """Command lines of the processes that carry the desktop's mark in their environment."""
    found: list[str] = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            environment = (folder / "environ").read_bytes()
            if desktop.encode() in environment:
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return found


def _alive(path: Path) -> bool:
    """Whether it is a display's socket that somebody else's server listens on by now: numbers are given out again."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
    return True


def _assert_gone(desktop: str, folder: Path, display: str) -> None:
    deadline = time.monotonic() + GONE_SECONDS
    door = Path("/tmp/.X11-unix/X" + display.lstrip(":"))
    while True:
        left = [str(path) for path in (folder, door) if path.exists() and not _alive(path)] + _processes_of(desktop)
        if not left:
            return
        assert time.monotonic() < deadline, left
        select.select([], [], [], 0.05)


def _facts(runtime: Path, desktop: str) -> tuple[Path, str]:
    folder = runtime / "deskhand" / desktop
    record = read_record(folder)
    assert record is not None
    return folder, record.display


def test_a_killed_service_takes_its_desktop_along(own_home: Path) -> None:
    started = start_service()
    folder, display = _facts(own_home, started.desktop)
    assert _run("launch", "mousepad", "--desktop", started.desktop)[0] == 0
    os.kill(started.pid, signal.SIGKILL)
    _assert_gone(started.desktop, folder, display)


def test_a_service_ends_with_its_desktop(own_home: Path) -> None:
    started = start_service()
    folder, display = _facts(own_home, started.desktop)
    record = read_record(folder)
    assert record is not None
    os.kill(record.x_pid, signal.SIGKILL)
    assert started.wait_gone(GONE_SECONDS)
    _assert_gone(started.desktop, folder, display)


def test_an_idle_service_ends_and_a_busy_one_does_not(own_home: Path) -> None:
    started = start_service(idle=0.8)
    begun = time.monotonic()
    with Client(started.desktop) as client:
        while time.monotonic() - begun < 1.5:
            client.data("windows")
            assert not started.wait_gone(0.1)
    assert started.wait_gone(4)


def test_a_run_and_its_desktop_end_with_the_command_that_is_killed(own_home: Path) -> None:
    with _deskhand("run", LONG) as process:
        desktop = _await_desktop(process)
        folder, display = _facts(own_home, desktop)
        _await_run()
        process.kill()
        process.communicate()
    _assert_gone(desktop, folder, display)
    deadline = time.monotonic() + GONE_SECONDS
    while _run("runs")[1]["data"]["runs"][0]["status"] not in ("stopped", "interrupted"):
        assert time.monotonic() < deadline


def test_ctrl_c_stops_a_run_cleanly(own_home: Path) -> None:
    with _deskhand("run", LONG, "--json") as process:
        desktop = _await_desktop(process)
        folder, display = _facts(own_home, desktop)
        _await_run()
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=10)
    assert process.returncode == 6
    reply = json.loads(out)
    assert reply["data"]["status"] == "stopped" if reply["ok"] else reply["error"]["code"] == "stopped"
    _assert_gone(desktop, folder, display)


def test_a_run_whose_service_is_killed_says_how_to_go_on(own_home: Path) -> None:
    with _deskhand("run", LONG, "--json") as process:
        desktop = _await_desktop(process)
        folder, display = _facts(own_home, desktop)
        _await_run()
        with Client(desktop) as client:
            os.kill(client.pid, signal.SIGKILL)
        out, _ = process.communicate(timeout=10)
    assert process.returncode == 5
    error = json.loads(out)["error"]
    assert (error["code"], error["delivery"]) == ("environment", "uncertain")
    run = _run("runs")[1]["data"]["runs"][0]
    assert run["status"] == "interrupted"
    assert f"deskhand resume {run['run']}" in error["next_step"]
    _assert_gone(desktop, folder, display)


def test_a_run_on_a_kept_desktop_stops_when_its_command_is_killed(own_home: Path) -> None:
    started = start_service()
    with _deskhand("run", LONG, "--desktop", started.desktop) as process:
        _await_run()
        process.kill()
        process.communicate()
    with Client(started.desktop) as client:
        deadline = time.monotonic() + GONE_SECONDS
        while client.data("status")["at_work"]:
            assert time.monotonic() < deadline
            select.select([], [], [], 0.05)
        assert client.data("windows") is not None


def test_an_application_that_starts_twice_at_once_shares_one_desktop(own_home: Path) -> None:
    with ThreadPoolExecutor(3) as pool:
        codes = [code for code, _ in pool.map(lambda app: _run("launch", app), ("mousepad", "mousepad", "mousepad"))]
    assert codes == [0, 0, 0]
    assert len(listening_desktops()) == 1
    assert len(list_desktops()) == 1


@pytest.mark.symptom(12)
def test_a_desktop_that_cannot_start_says_what_is_missing(own_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    begun = time.monotonic()
    with pytest.raises(EnvironmentFault) as caught:
        start_service()
    assert time.monotonic() - begun < 10
    assert "apt" in (caught.value.next_step or "")
    assert not listening_desktops()


def test_a_service_that_hangs_before_it_listens_is_ended_and_its_log_shown(own_home: Path) -> None:
    begun = time.monotonic()
    with pytest.raises(EnvironmentFault, match="was not ready within") as caught:
        start_service(seconds=0.05)
    assert time.monotonic() - begun < 5
    assert ".log" in (caught.value.next_step or "")


def _await_desktop(process: subprocess.Popen[str]) -> str:
    """The desktop an ephemeral run says it has."""
    assert process.stderr is not None
    line = process.stderr.readline()
    assert line.startswith("desktop "), line
    return line.split()[1].rstrip(":")


def _await_run() -> None:
    from deskhand.journal.journal import Journal

    deadline = time.monotonic() + 10
    with Journal() as journal:
        while not journal.runs(1):
            assert time.monotonic() < deadline
            select.select([], [], [], 0.02)


def test_a_service_that_hangs_is_told_apart_and_ended_hard(own_home: Path) -> None:
    started = start_service()
    folder, display = _facts(own_home, started.desktop)
    os.kill(started.pid, signal.SIGSTOP)
    code, reply = _run("desktop", "list")
    assert code == 0
    assert "did not answer" in reply["data"]["desktops"][0]["fault"]
    code, reply = _run("desktop", "stop")
    assert (code, reply["data"]["stopped"]) == (0, [{"desktop": started.desktop, "hard": True}])
    _assert_gone(started.desktop, folder, display)
    assert _run("desktop", "list")[1]["data"]["desktops"] == []
