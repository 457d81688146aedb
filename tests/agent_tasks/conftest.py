"""One private desktop for all tasks; what a task launched ends with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from deskhand.cli.main import main
from deskhand.desktops.registry import read_record
from deskhand.model.progress import Progress
from deskhand.service.client import Client

NAME = "agent-tasks"


@pytest.fixture(scope="module")
def _tasks_desktop(no_leftovers: None) -> Iterator[str]:
    assert main(["desktop", "start", "--name", NAME]) == 0
    yield NAME
    main(["desktop", "stop", NAME])


@pytest.fixture
def desk(_tasks_desktop: str) -> Iterator[str]:
    """The desktop's name; every window is closed after the task, whatever became of it."""
    yield _tasks_desktop
    from deskhand.service.choosing import choose

    client = choose(_tasks_desktop, "")
    assert client is not None
    with client:
        end_applications(client)


def end_applications(client: Client) -> None:
    pids: set[int] = set()
    for _ in Progress(10, "the applications of a task to end").attempts():
        pids = {window["pid"] for window in client.data("windows")["windows"] if window["pid"]}
        if not pids:
            return
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
    raise AssertionError(f"{pids} do not end")


@pytest.fixture
def config(_tasks_desktop: str) -> Path:
    """Where the desktop's applications keep their settings."""
    folders = (Path(os.environ["XDG_RUNTIME_DIR"]) / "deskhand").glob("*/config")
    records = {folder: read_record(folder.parent) for folder in folders}
    (folder,) = (folder for folder, record in records.items() if record is not None and record.name == _tasks_desktop)
    return folder


SetSecret = Callable[[str, str, str], None]


@pytest.fixture
def secret() -> Iterator[SetSecret]:
    """`secret("mail", "…", "thunderbird")` stores one for an application; forgotten with the test."""
    names: list[str] = []
    command = [sys.executable, "-m", "deskhand.cli.main", "secret"]

    def store(name: str, value: str, app: str) -> None:
        names.append(name)
        subprocess.run([*command, "set", name, "--app", app], input=value, text=True, check=True, capture_output=True)

    yield store
    for name in names:
        subprocess.run([*command, "remove", name], check=True, capture_output=True)
