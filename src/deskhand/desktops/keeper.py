"""The keeper: one small process per private desktop that owns everything in it and outlives its owner only to clear up.

Run as `python -m deskhand.desktops.keeper`: the first line of stdin is the order (JSON), stdin then stays open for as
long as the owner wants the desktop. Stdout carries JSON lines: `log` lines, then `ready` (the record) or `error`.
Requests come as JSON lines on the `control` socket in the desktop's folder.

Three things end a desktop: a `stop` request, the end of the owner (its pidfd, or its end of the pipe), or the end
of the keeper itself, which a second process (the warden, forked at the start) watches for.
Standard library only, one thread only.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from deskhand.desktops.bringup import INNER_LOG, Brought, Screen, bring_accessibility_back, bring_up, listens
from deskhand.desktops.children import Children
from deskhand.desktops.input_method import start_input_method
from deskhand.desktops.notice_bus import NoticeBus
from deskhand.desktops.processes import same_process, start_time
from deskhand.desktops.registry import CONTROL, DesktopRecord, take_lock, write_record
from deskhand.desktops.spawn import Spawner
from deskhand.desktops.teardown import Remains, clear_away, socket_identity
from deskhand.errors import DeskhandError, EnvironmentFault

_REQUEST_LIMIT = 1 << 20
_MOST_REVIVALS = 20
"""How often the accessibility bus is started again before it is left alone."""


class Keeper:
    def __init__(self, order: dict[str, Any]) -> None:
        self._order = order
        self._id: str = order["id"]
        self._folder = Path(order["folder"])
        self._owner_pid, self._owner_started = int(order["owner"][0]), int(order["owner"][1])
        self._spawner = Spawner()
        self._selector = selectors.DefaultSelector()
        self._children = Children(self._folder, self._spawner, self._selector)
        self._remains = Remains(self._id, self._folder, "", "", root=os.getpid())
        self._warden = 0
        self._ending = False
        self._waiting: list[socket.socket] = []
        self._lines: dict[socket.socket, bytes] = {}
        self._record: DesktopRecord | None = None
        self._brought: Brought | None = None
        self._wm = 0
        self._launcher = 0
        self._launcher_ended = False
        self._revivals = 0
        self._listener: socket.socket | None = None
        self._notices: NoticeBus | None = None
        self._lock = -1

    def run(self) -> None:
        """Bring the desktop up, keep it until its end, clear it away."""
        os.umask(0o077)
        self._folder.mkdir(mode=0o700)
        lock = take_lock(self._folder)
        if lock is None:
            raise EnvironmentFault(f"{self._folder} is held by another process")
        self._lock = lock
        self._spawner.adopt_orphans()
        woken = self._wake_on_signals()
        try:
            self._fork_warden()
            self._start()
            self._serve(woken)
        finally:
            self._ending = True
            clear_away(self._remains, frozenset({self._warden}), self._children.reap)
            self._end_warden()
            self._children.reap()
            for connection in self._waiting:
                with suppress(OSError):
                    connection.sendall(b'{"stopped": true}\n')

    def _start(self) -> None:
        size = (int(self._order["size"][0]), int(self._order["size"][1]))
        scale = float(self._order["scale"])
        brought = bring_up(self._folder, self._order["env"], Screen(size, scale), self._spawn_inner, self._coming_up)
        if self._order["input_method"]:
            self._coming_up("the input method")
            pid = start_input_method(self._order["input_method"], brought.env, self._spawn_inner)
            brought = replace(brought, inner=brought.inner | {pid})
        self._brought, self._wm, self._launcher = brought, brought.wm_pid, brought.launcher_pid
        self._notices = NoticeBus(str(self._folder / "bus"))
        pid = os.getpid()
        x_socket = socket_identity(brought.display)
        self._remains = Remains(self._id, self._folder, brought.display, x_socket, pid, brought.inner)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(str(self._folder / CONTROL))
        self._listener.listen(64)
        self._record = DesktopRecord(
            id=self._id, name=self._order["name"], folder=str(self._folder), display=brought.display,
            session_bus=brought.env["DBUS_SESSION_BUS_ADDRESS"], a11y_bus=brought.a11y_bus, size=size,
            scale=scale,
            keeper_pid=pid, keeper_started=start_time(pid) or 0, owner_pid=self._owner_pid,
            owner_started=self._owner_started, x_pid=brought.x_pid, x_socket=x_socket, started_at=time.time(),
            env=brought.env,
        )  # fmt: skip
        write_record(self._record)
        _say(ready=True)

    def _coming_up(self, what: str) -> None:
        """Told before each part is waited for. `EnvironmentFault` where nobody wants the desktop any more."""
        if not same_process(self._owner_pid, self._owner_started):
            raise EnvironmentFault("whoever started the desktop is gone")
        _say(log=what)

    def _spawn_inner(self, argv: list[str], env: dict[str, str], keep: tuple[int, ...]) -> int:
        """Start a part of the desktop itself; what it writes goes to the desktop's log."""
        log = os.open(self._folder / INNER_LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            return self._spawner.start(argv, env, output=log, keep=keep)
        finally:
            os.close(log)

    def _serve(self, woken: int) -> None:
        assert self._listener is not None
        assert self._notices is not None
        owner = os.pidfd_open(self._owner_pid)
        if not same_process(self._owner_pid, self._owner_started):
            return
        # What the owner's pipe or pidfd shows is always its end: nothing is ever sent after the order.
        for source, name in ((owner, "owner"), (0, "owner"), (woken, "signal"), (self._listener, "caller")):
            self._selector.register(source, selectors.EVENT_READ, name)
        self._selector.register(self._notices, selectors.EVENT_READ, "notices")
        while not self._ending:
            for key, _ in self._selector.select(self._until_expiry()):
                match key.data:
                    case "owner":
                        self._ending = True
                    case "signal":
                        self._on_signals(os.read(woken, 256))
                    case "notices":
                        self._with_notices(NoticeBus.read)
                    case "caller":
                        connection, _ = self._listener.accept()
                        connection.setblocking(True)
                        connection.settimeout(2.0)
                        self._lines[connection] = b""
                        self._selector.register(connection, selectors.EVENT_READ, "request")
                    case "request":
                        assert isinstance(key.fileobj, socket.socket)
                        self._read_request(key.fileobj)
                    case _:
                        self._children.read_output(key)
            self._with_notices(NoticeBus.expire)

    def _until_expiry(self) -> float | None:
        return self._notices.due() if self._notices is not None else None

    def _with_notices(self, work: Callable[[NoticeBus], None]) -> None:
        """Notifications end with their bus, whose end the desktop does not outlive for long."""
        if self._notices is None:
            return
        try:
            work(self._notices)
        except OSError:
            self._selector.unregister(self._notices)
            self._notices.close()
            self._notices = None

    def _read_request(self, connection: socket.socket) -> None:
        try:
            data = connection.recv(65536)
            text = self._lines[connection] + data
            *lines, rest = text.split(b"\n")
            self._lines[connection] = rest
            for line in lines:
                reply = self._answer(connection, json.loads(line))
                if reply is not None:
                    connection.sendall(json.dumps(reply).encode() + b"\n")
            if data and len(rest) < _REQUEST_LIMIT:
                return
        except (OSError, ValueError, KeyError, TypeError) as error:
            with suppress(OSError):
                connection.sendall(json.dumps({"error": f"{type(error).__name__}: {error}"}).encode() + b"\n")
        if connection in self._waiting:
            return
        self._selector.unregister(connection)
        del self._lines[connection]
        connection.close()

    def _answer(self, connection: socket.socket, request: dict[str, Any]) -> dict[str, Any] | None:
        assert self._record is not None
        match request["op"]:
            case "spawn":
                env = {**self._record.env, **request.get("env", {})}
                return self._children.launch(request["argv"], env, request["cwd"], request["key"])
            case "child":
                return self._children.describe(int(request["pid"]))
            case "launches":
                return {"launches": self._children.launches()}
            case "notifications" | "notification_act" | "notification_dismiss":
                return self._answer_about_notices(request)
            case "stop":
                self._ending = True
                self._waiting.append(connection)
                return None
            case other:
                return {"error": f"unknown request {other!r}"}

    def _answer_about_notices(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._notices is None:
            return {"error": "the desktop's session bus has ended"}
        if request["op"] == "notification_act":
            return self._notices.act(int(request["number"]), str(request["key"]))
        if request["op"] == "notification_dismiss":
            return self._notices.dismiss(int(request["number"]))
        return {"notifications": self._notices.notices.listed(bool(request["history"]))}

    def _wake_on_signals(self) -> int:
        reading, writing = os.pipe()
        for fd in (reading, writing):
            os.set_blocking(fd, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(number, lambda _number, _frame: None)
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        return reading

    def _on_signals(self, numbers: bytes) -> None:
        if {signal.SIGTERM, signal.SIGINT, signal.SIGHUP} & set(numbers):
            self._ending = True
        self._children.reap()
        if self._children.ended(self._warden):
            self._fork_warden()
        if self._brought is not None:
            # Without its display or session bus a desktop is no more; a window manager can be started again.
            if self._children.ended(self._brought.x_pid) or self._children.ended(self._brought.bus_pid):
                self._ending = True
                return
            if self._children.ended(self._wm):
                self._wm = self._spawn_inner(self._brought.wm_line, self._brought.env, ())
            self._keep_accessibility(self._brought)

    def _keep_accessibility(self, brought: Brought) -> None:
        """Start the accessibility bus again when it has ended; a launcher that ended alone is not missed."""
        self._launcher_ended = self._launcher_ended or self._children.ended(self._launcher)
        if not self._launcher_ended or self._revivals >= _MOST_REVIVALS or listens(brought.a11y_bus):
            return
        self._revivals += 1
        self._launcher_ended = False
        try:
            self._launcher, address = bring_accessibility_back(self._folder, brought.env, self._spawn_inner)
        except (EnvironmentFault, OSError) as error:
            _say(log=f"the accessibility bus did not come back: {error}")
            return
        env = {**brought.env, "AT_SPI_BUS_ADDRESS": address}
        inner = brought.inner | {self._launcher}
        self._brought = replace(brought, a11y_bus=address, env=env, inner=inner)
        self._remains = replace(self._remains, inner=inner)
        if self._record is not None:
            self._record = replace(self._record, a11y_bus=address, env=env)
            write_record(self._record)

    def _fork_warden(self) -> None:
        """Fork the process that clears up should this one be killed."""
        keeper = os.getpid()
        started = start_time(keeper) or 0
        pid = os.fork()
        if pid:
            self._warden = pid
            return
        try:
            self._watch_keeper(keeper, started)
        finally:
            os._exit(0)

    def _watch_keeper(self, keeper: int, started: int) -> None:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        os.close(self._lock)
        null = os.open("/dev/null", os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        watched = os.pidfd_open(keeper)
        with selectors.DefaultSelector() as selector:
            selector.register(watched, selectors.EVENT_READ)
            while same_process(keeper, started):
                selector.select()
        record = read_remains(self._folder, self._id)
        if record is not None:
            clear_away(record, frozenset())

    def _end_warden(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._warden, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self._warden, 0)


def read_remains(folder: Path, desktop_id: str) -> Remains | None:
    """What a killed keeper left; None when the folder is gone, so that all was cleared away."""
    from deskhand.desktops.registry import read_record

    if not folder.is_dir():
        return None
    record = read_record(folder)
    return Remains(desktop_id, folder, record.display if record else "", record.x_socket if record else "")


def _say(**message: Any) -> None:
    with suppress(OSError):
        os.write(1, json.dumps(message).encode() + b"\n")


def main() -> int:
    """The keeper's process."""
    order = json.loads(os.read(0, _REQUEST_LIMIT))
    try:
        Keeper(order).run()
    except DeskhandError as error:
        _say(error=error.to_json())
        return error.exit_code
    except OSError as error:
        _say(error=EnvironmentFault(f"the desktop could not be started: {error}").to_json())
        return EnvironmentFault.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
