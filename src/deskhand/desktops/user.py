"""The user's own desktop: attached to, never owned."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from deskhand.adapters.protocol import Adapter
from deskhand.desktops.buswire import BusWire
from deskhand.desktops.place import ChildState, PlaceKind, Started
from deskhand.desktops.processes import LAUNCH_MARK
from deskhand.desktops.session_lock import session_locked, socket_of
from deskhand.errors import AppNotFound, EnvironmentFault
from deskhand.model.action import Mode
from deskhand.model.progress import Progress

_OUTPUT_LIMIT = 16_384


class UserDesktop:
    """The display and buses of the session this process belongs to; a `Place`. Actions default to background mode, and
    `stop` lets go without ending anything."""

    id = "user"
    name = "user"
    kind: PlaceKind = "user"
    default_mode: Mode = "background"
    profiles: Path | None = None

    def __init__(self, env: dict[str, str], display: str, session_bus: str, a11y_bus: str) -> None:
        self._env = env
        self.display = display
        self.session_bus = session_bus
        self.a11y_bus = a11y_bus
        self._adapter: Adapter | None = None
        self._lock = threading.Lock()
        self._launches: dict[int, tuple[Started, IO[bytes]]] = {}
        self._exits: dict[int, int] = {}

    @classmethod
    def attach(cls, source: Mapping[str, str] = os.environ) -> UserDesktop:
        """Attach to the desktop that `source` (the environment) names.

        Raises:
            EnvironmentFault: no X display, a Wayland session, no session bus, or no accessibility bus.
        """
        display = source.get("DISPLAY", "")
        if source.get("WAYLAND_DISPLAY") or source.get("XDG_SESSION_TYPE") == "wayland":
            # With XWayland there is a DISPLAY, too: it shows some windows only, the others' places are their own, and
            # its pointer reaches none of them.
            raise EnvironmentFault(
                "this is a Wayland session: where its windows are cannot be known, nor can they be clicked",
                seen="an XWayland display" if display else "no X display",
                next_step="log in to an X11 session, or use a private desktop",
            )
        if not display:
            raise EnvironmentFault("DISPLAY is not set: there is no desktop here", next_step="use a private desktop")
        session = source.get("DBUS_SESSION_BUS_ADDRESS") or _default_bus(source)
        # The session bus knows; AT_SPI_BUS_ADDRESS may come from a sandbox or a session that has ended.
        address = _a11y_address(session)
        env = {**source, "DBUS_SESSION_BUS_ADDRESS": session}
        if "AT_SPI_BUS_ADDRESS" in env:
            env["AT_SPI_BUS_ADDRESS"] = address
        return cls(env, display, session, address)

    @property
    def env(self) -> dict[str, str]:
        return dict(self._env)

    @property
    def alive(self) -> bool:
        number = self.display.rpartition(":")[2].split(".")[0]
        return not self.display.startswith(":") or os.path.exists(f"/tmp/.X11-unix/X{number}")

    def start_process(
        self, argv: Sequence[str], env: Mapping[str, str], cwd: str, key: str, progress: Progress
    ) -> Started:
        with self._lock:
            token = f"user-{os.getpid()}-{len(self._launches) + 1}"
            output = open(os.memfd_create("output"), "w+b")  # noqa: SIM115 - read as long as the application may write
            full = {**self._env, **env, LAUNCH_MARK: token, "PWD": cwd}
            actions = [
                (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, output.fileno(), 1),
                (os.POSIX_SPAWN_DUP2, output.fileno(), 2),
            ]
            try:
                pid = os.posix_spawnp(argv[0], list(argv), full, file_actions=actions, setsid=True)
            except OSError as error:
                output.close()
                raise AppNotFound(f"{argv[0]!r} could not be started", sought=argv[0], seen=str(error)) from error
            started = Started(pid, token, key)
            self._launches[pid] = (started, output)
            return started

    def child(self, started: Started, progress: Progress) -> ChildState:
        with self._lock:
            _, output = self._launches[started.pid]
            if started.pid not in self._exits:
                pid, status = os.waitpid(started.pid, os.WNOHANG)
                if pid:
                    self._exits[pid] = os.waitstatus_to_exitcode(status)
            size = os.fstat(output.fileno()).st_size
            text = os.pread(output.fileno(), _OUTPUT_LIMIT, max(0, size - _OUTPUT_LIMIT))
            return ChildState(self._exits.get(started.pid), text.decode(errors="replace"))

    def launches(self, progress: Progress) -> tuple[Started, ...]:
        with self._lock:
            return tuple(started for started, _ in self._launches.values())

    def adapter(self) -> Adapter:
        with self._lock:
            if self._adapter is None:
                from deskhand.adapters.linux.adapter import open_linux

                self._adapter = open_linux(self.display, self.session_bus, self.a11y_bus, shared=True)
            return self._adapter

    def locked(self) -> bool:
        """A locker or screen saver covers the display, or the session says that it is locked."""
        return self.adapter().locked() or session_locked(self.session_bus, self._env)

    def stop(self) -> None:
        with self._lock:
            adapter, self._adapter = self._adapter, None
            for _, output in self._launches.values():
                output.close()
            self._launches.clear()
        if adapter is not None:
            adapter.close()


def _default_bus(source: Mapping[str, str]) -> str:
    path = f"{source.get('XDG_RUNTIME_DIR', '')}/bus"
    if not source.get("XDG_RUNTIME_DIR") or not os.path.exists(path):
        raise EnvironmentFault(
            "there is no session bus (DBUS_SESSION_BUS_ADDRESS)",
            next_step="start this from a terminal inside the desktop session",
        )
    return f"unix:path={path}"


def _a11y_address(session: str) -> str:
    """The accessibility bus that the session bus names; asking starts it where the package is installed."""
    missing = EnvironmentFault(
        "the session has no accessibility bus", next_step="sudo apt-get install -y at-spi2-core, then log in again"
    )
    path = socket_of(session)
    if not path:
        raise EnvironmentFault(f"the session bus address {session!r} is not a local socket")
    try:
        bus = BusWire(path)
    except OSError as error:
        raise EnvironmentFault("the session bus does not answer", seen=str(error)) from error
    try:
        address = bus.a11y_address()
        bus.set_flag("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status", "IsEnabled", True)
    except OSError as error:
        raise missing from error
    finally:
        bus.close()
    return address
