"""Bringing a private desktop up: display, buses, window manager; as much at once as depends on nothing.

Runs in the keeper. Standard library only.
"""

from __future__ import annotations

import os
import select
import shutil
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from deskhand.desktops.buswire import BusWire
from deskhand.desktops.xwire import XWire, write_cookie
from deskhand.errors import EnvironmentFault

Spawn = Callable[[list[str], dict[str, str], "tuple[int, ...]"], int]
"""Start a program with this environment and these descriptors kept open; returns its pid."""

ROOT_COLOUR = 0x3A5A78
INNER_LOG = "inner.log"
"""File in the desktop's folder that holds what the display, the buses and the window manager wrote."""

_STEP_SECONDS = 10.0
_A11Y_LAUNCHERS = (
    "/usr/libexec/at-spi-bus-launcher",
    "/usr/lib/at-spi2-core/at-spi-bus-launcher",
    "/usr/lib/at-spi2/at-spi-bus-launcher",
)
_FOLDERS = ("run", "config", "data", "cache", "state", "tmp", "rfb", "services", "profiles")


@dataclass(frozen=True, slots=True)
class Brought:
    """A desktop that is up."""

    display: str
    a11y_bus: str
    env: dict[str, str]
    x_pid: int
    bus_pid: int
    wm_pid: int
    wm_line: list[str]
    launcher_pid: int
    inner: frozenset[int]


@dataclass(frozen=True, slots=True)
class Screen:
    """The display to be made: width and height in physical pixels, and how many of them applications draw for one."""

    size: tuple[int, int]
    scale: float = 1.0

    @property
    def dpi(self) -> int:
        return round(96 * self.scale)


def bring_up(folder: Path, env: Mapping[str, str], screen: Screen, spawn: Spawn, log: Callable[[str], None]) -> Brought:
    """Start everything and return when applications can be started. `EnvironmentFault` names what is missing."""
    server, bus, wm, launcher = _programs()
    _write_settings(folder, env)
    cookie = write_cookie(str(folder / "xauth"))
    full = dict(env)
    log("the display and the session bus")
    reading, writing = os.pipe()
    try:
        x_pid = spawn(_server_line(server, folder, screen, writing), full, (writing,))
        bus_pid = spawn([bus, f"--config-file={folder / 'bus.conf'}", "--nofork", "--nopidfile"], full, ())
        os.close(writing)
        writing = -1
        number = _read_display(reading, folder)
    finally:
        os.close(reading)
        if writing >= 0:
            os.close(writing)
    full["DISPLAY"] = f":{number}"
    wm_line = [wm, "--sm-disable", "--config-file", str(folder / "openbox.xml")]
    wm_pid = spawn(wm_line, full, ())
    session = _connect_bus(str(folder / "bus"))
    try:
        launcher_pid = spawn([launcher, "--launch-immediately"], full, ())
        wire = XWire(number, cookie)
        try:
            wire.allow_user(os.getuid())
            wire.paint_root(ROOT_COLOUR)
            if screen.scale != 1:
                wire.set_resources(f"Xft.dpi:\t{screen.dpi}\n")
            wire.sync()
            log("the accessibility bus")
            address = _accessibility(session)
            log("the window manager")
            _until(wire.window_manager, "the window manager", "openbox")
        finally:
            wire.close()
    finally:
        session.close()
    full["AT_SPI_BUS_ADDRESS"] = address
    inner = frozenset({x_pid, bus_pid, wm_pid, launcher_pid})
    return Brought(f":{number}", address, full, x_pid, bus_pid, wm_pid, wm_line, launcher_pid, inner)


def bring_accessibility_back(folder: Path, env: Mapping[str, str], spawn: Spawn) -> tuple[int, str]:
    """Start the accessibility bus of a desktop again; its launcher's pid and the bus's address.

    Applications that were on the former one stay without a tree: toolkits do not come back by themselves.
    """
    full = {name: value for name, value in env.items() if name != "AT_SPI_BUS_ADDRESS"}
    pid = spawn([_program(_A11Y_LAUNCHERS, "at-spi2-core"), "--launch-immediately"], full, ())
    session = _connect_bus(str(folder / "bus"))
    try:
        return pid, _accessibility(session)
    finally:
        session.close()


def _accessibility(session: BusWire) -> str:
    """The accessibility bus's address once it is up, applications told that it is wanted."""
    _until(lambda: session.has_owner("org.a11y.Bus"), "the accessibility bus", "at-spi2-core")
    for flag in ("IsEnabled", "ScreenReaderEnabled"):
        session.set_flag("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status", flag, True)
    return session.a11y_address()


def listens(address: str) -> bool:
    """Whether somebody listens at a D-Bus address of a socket in a folder."""
    path = address.partition("unix:path=")[2].split(",")[0]
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
        client.setblocking(False)
        try:
            client.connect(path)
        except BlockingIOError:
            return True  # its queue is full: it is there, and slow
        except OSError:
            return False
    return True


def _programs() -> tuple[str, str, str, str]:
    """Paths of the X server, the bus, the window manager and the accessibility launcher."""
    found = [
        _program(("Xtigervnc", "Xvnc"), "tigervnc-standalone-server"),
        _program(("dbus-daemon",), "dbus"),
        _program(("openbox",), "openbox"),
        _program(_A11Y_LAUNCHERS, "at-spi2-core"),
    ]
    return found[0], found[1], found[2], found[3]


def _program(names: tuple[str, ...], package: str) -> str:
    for name in names:
        if path := shutil.which(name):
            return path
    raise EnvironmentFault(f"{Path(names[0]).name} is not installed", next_step=f"sudo apt-get install -y {package}")


def _server_line(server: str, folder: Path, screen: Screen, fd: int) -> list[str]:
    width, height = screen.size
    return [
        server, "-displayfd", str(fd), "-geometry", f"{width}x{height}", "-depth", "24", "-dpi", str(screen.dpi),
        "-auth", str(folder / "xauth"), "-nolisten", "tcp", "-noreset", "-s", "0",
        "-rfbport", "-1", "-rfbunixpath", str(folder / "rfb" / "socket"), "-rfbunixmode", "0600",
        "-SecurityTypes", "None", "-AlwaysShared", "-AcceptSetDesktopSize=0", "-SendPrimary=0", "-SetPrimary=0",
        "-desktop", "Deskhand",
    ]  # fmt: skip


def _write_settings(folder: Path, env: Mapping[str, str]) -> None:
    for name in _FOLDERS:
        (folder / name).mkdir(mode=0o700)
    bus = _setting("bus.conf").replace("@SOCKET@", str(folder / "bus")).replace("@SERVICES@", str(folder / "services"))
    places = {
        "bus.conf": bus,
        "openbox.xml": _setting("openbox.xml").replace("@MENU@", str(folder / "menu.xml")),
        "menu.xml": _setting("menu.xml"),
        "config/gtk-3.0/settings.ini": _setting("gtk3.ini"),
        "config/gtk-4.0/settings.ini": _setting("gtk4.ini"),
        "config/glib-2.0/settings/keyfile": _setting("gsettings.ini"),
    }
    for place, text in places.items():
        path = folder / place
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    # Where the person keeps documents and downloads, so that file dialogs show the same places.
    named_places = Path(env["HOME"], ".config", "user-dirs.dirs")
    if named_places.is_file():
        shutil.copyfile(named_places, folder / "config" / "user-dirs.dirs")


def _setting(name: str) -> str:
    return (Path(__file__).parent / "settings" / name).read_text(encoding="utf-8")


def _read_display(fd: int, folder: Path) -> int:
    """The display number that the server found free."""
    poller = select.poll()
    poller.register(fd, select.POLLIN | select.POLLHUP)
    text = b""
    deadline = time.monotonic() + _STEP_SECONDS
    while not text.endswith(b"\n"):
        left = deadline - time.monotonic()
        if left <= 0 or not poller.poll(left * 1000):
            raise EnvironmentFault(f"the X server did not come up in {_STEP_SECONDS:g} s", seen=_last_line(folder))
        part = os.read(fd, 20)
        if not part:
            raise EnvironmentFault("the X server ended before its display was up", seen=_last_line(folder))
        text += part
    return int(text)


def _last_line(folder: Path) -> str:
    lines = (folder / INNER_LOG).read_text(errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def _connect_bus(path: str) -> BusWire:
    held: list[BusWire] = []

    def connected() -> bool:
        try:
            held.append(BusWire(path))
        except OSError:
            return False
        return True

    _until(connected, "the session bus", "dbus")
    return held[0]


def _until(ready: Callable[[], bool], what: str, package: str) -> None:
    deadline = time.monotonic() + _STEP_SECONDS
    pause = 0.002
    while not ready():
        if time.monotonic() > deadline:
            raise EnvironmentFault(
                f"{what} did not come up in {_STEP_SECONDS:g} s", next_step=f"sudo apt-get install -y {package}"
            )
        select.select([], [], [], pause)
        pause = min(pause * 1.5, 0.02)
