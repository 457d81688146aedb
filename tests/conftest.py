"""What every test stands on: an isolated session, one private desktop, an engine on it, and applications that log.

Tests never see the person's display, buses or folders: the environment is replaced first. When the session ends,
nothing of it may be left: processes, displays and temporary folders are looked for, and the run fails.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from deskhand.desktops.office_sockets import socket_name
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.progress import Progress
from fixtures.running import FixtureApp, PageServer

if TYPE_CHECKING:
    from deskhand.desktop import Desktop
    from deskhand.engine import Engine

PERSONS_OWN = (
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    "AT_SPI_BUS_ADDRESS",
    "DESKHAND_DESKTOP",
    "PYTHONPATH",
)
GONE_WITHIN = 3.0
"""Seconds after which all of a desktop whose owner ended must be gone (the promise of `desktops/`)."""

_ROOT = pytest.StashKey[Path]()
_SEEN = pytest.StashKey[set[str]]()
_SOCKETS = pytest.StashKey[set[Path]]()


def pytest_configure(config: pytest.Config) -> None:
    root = Path(tempfile.mkdtemp(prefix="dh-"))
    config.stash[_ROOT] = root
    config.stash[_SEEN] = set()
    config.stash[_SOCKETS] = set()
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
    for name in PERSONS_OWN:
        os.environ.pop(name, None)
    folders = {"HOME": "home", "XDG_RUNTIME_DIR": "run", "TMPDIR": "tmp"}
    folders |= {f"XDG_{kind}_HOME": f"home/{kind.lower()}" for kind in ("CONFIG", "DATA", "CACHE", "STATE")}
    for name, folder in folders.items():
        (root / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ[name] = str(root / folder)
    tempfile.tempdir = None


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(config.stash[_ROOT], ignore_errors=True)


# --- nothing is left


@pytest.fixture(scope="session", autouse=True)
def no_leftovers(request: pytest.FixtureRequest) -> Iterator[None]:
    """Set up first and torn down last: fails the run when a process, display or folder of this session is left."""
    yield
    root, displays = request.config.stash[_ROOT], request.config.stash[_SEEN]
    deadline = time.monotonic() + GONE_WITHIN
    while (left := _left(root, displays, request.config.stash[_SOCKETS])) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in _processes(root):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert not left, "left after the session:\n" + "\n".join(left)


def _left(root: Path, displays: set[str], sockets: set[Path]) -> list[str]:
    left = [f"process {pid}: {_command(pid)}" for pid in _processes(root)]
    for display in displays:
        number = display.lstrip(":").partition(".")[0]
        lock = Path(f"/tmp/.X{number}-lock")
        with suppress(OSError, ValueError):
            # A server started since by somebody else may have the number now: it is alive.
            if not Path(f"/proc/{int(lock.read_text())}").exists():
                left.append(f"display {display}: {lock}")
    for folder in (root / "run" / "deskhand", root / "tmp"):
        left += [f"folder or file {path}" for path in sorted(folder.glob("*"))]
    return left + [f"socket {path}" for path in sorted(sockets) if path.exists()]


def _processes(root: Path) -> list[int]:
    """Processes of this session: every child inherits a folder under `root` in its environment."""
    mark, found = f"={root}/".encode(), []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with suppress(OSError):
                if mark in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
    return found


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200]
    return "(ended)"


@pytest.fixture(autouse=True)
def _remember_displays(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every desktop started in this process is looked for at the end of the session, with the socket that LibreOffice
    makes in /tmp for it, whatever TMPDIR says."""
    seen, sockets = request.config.stash[_SEEN], request.config.stash[_SOCKETS]
    start = PrivateDesktop.start.__func__

    def started(cls: type[PrivateDesktop], *args: object, **kwargs: object) -> PrivateDesktop:
        place = start(cls, *args, **kwargs)
        seen.add(place.display)
        sockets.add(Path("/tmp") / socket_name(place.profiles / "libreoffice"))
        return place

    monkeypatch.setattr(PrivateDesktop, "start", classmethod(started))


# --- places and hands


@pytest.fixture(scope="session")
def _shared_desktop(request: pytest.FixtureRequest, no_leftovers: None) -> Iterator[PrivateDesktop]:
    with PrivateDesktop.start(name="tests") as place:
        request.config.stash[_SEEN].add(place.display)
        request.config.stash[_SOCKETS].add(Path("/tmp") / socket_name(place.profiles / "libreoffice"))
        yield place


@pytest.fixture
def private_desktop(_shared_desktop: PrivateDesktop) -> Iterator[PrivateDesktop]:
    """The session's private desktop. What a test launched in it ends with the test; what it typed lets go."""
    yield _shared_desktop
    end_launched(_shared_desktop)
    if _shared_desktop._adapter is not None:
        _shared_desktop.adapter().input.release_all()


def end_launched(place: PrivateDesktop) -> None:
    """End every process launched in `place`, with its children."""
    progress = Progress(10.0, "ending what the test launched")
    for started in place.launches(progress):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(started.pid, signal.SIGKILL)
        while place.child(started, progress).exit is None:
            progress.check()
            progress.pause(0.01)


@pytest.fixture
def engine(private_desktop: PrivateDesktop) -> Engine:
    """An engine of the test's own on the shared desktop, without a journal; the adapter stays with the desktop."""
    from deskhand.engine import Engine

    return Engine(private_desktop)


@pytest.fixture
def desktop(private_desktop: PrivateDesktop, tmp_path: Path) -> Iterator[Desktop]:
    """The public face on the shared desktop, with a journal of the test's own. Do not close it."""
    from deskhand.desktop import Desktop
    from deskhand.journal.journal import Journal

    with Journal(tmp_path / "journal.db") as journal:
        yield Desktop(private_desktop, journal=journal)


@pytest.fixture
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A runtime and state folder of the test's own: its services are nobody else's, and none outlives it.

    Returns XDG_RUNTIME_DIR, whose name is short for the sockets' sake.
    """
    runtime = Path(tempfile.mkdtemp(prefix="dht-", dir="/tmp"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("DESKHAND_DESKTOP_ID", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1] / "src"))
    yield runtime
    from deskhand.cli.main import main

    main(["desktop", "stop", "--all"])
    left = [path.name for path in (runtime / "deskhand").glob("*/*")] if (runtime / "deskhand").exists() else []
    shutil.rmtree(runtime)
    assert not left, left


# --- applications that log what they received

StartFixture = Callable[..., FixtureApp]


@pytest.fixture
def fixture_app(private_desktop: PrivateDesktop) -> Iterator[StartFixture]:
    """`fixture_app("gtk3", "--page", "playground", title=…)` starts one on the shared desktop; ended with the test."""
    running: list[FixtureApp] = []

    def start(
        toolkit: str, *arguments: str, place: PrivateDesktop | None = None, title: str | None = None
    ) -> FixtureApp:
        where = place or private_desktop
        app = FixtureApp(toolkit, where.env, *arguments, title=title)
        running.append(app)
        windows = where.adapter().windows
        # It says that it is ready before the window manager has given its window a frame and the focus.
        for _ in Progress(10, f"{toolkit} has the focus").attempts():
            active, listed = windows.active(), windows.list(Progress(5))
            if active is not None and active.pid == app.pid and any(window.pid == app.pid for window in listed):
                break
        return app

    yield start
    for app in running:
        app.close()


@pytest.fixture
def page_server() -> Iterator[PageServer]:
    """The form page on loopback, with its own record of what it received."""
    with PageServer() as server:
        yield server
