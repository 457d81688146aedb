"""The private desktop: a display, buses and window manager of its own, gone when its owner is."""

from __future__ import annotations

import json
import os
import re
import secrets
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from deskhand.adapters.protocol import Adapter
from deskhand.desktops.environment import private_env
from deskhand.desktops.notifying import KeptNotifications
from deskhand.desktops.place import ChildState, PlaceKind, Started
from deskhand.desktops.processes import start_time
from deskhand.desktops.registry import CONTROL, DesktopRecord, base_folder, read_record, sweep
from deskhand.errors import AppDied, AppNotFound, BadRequest, EnvironmentFault, error_from_json
from deskhand.model.action import Mode
from deskhand.model.progress import Progress

_NAME = re.compile(r"[\w][\w .-]{0,63}")
_ENGINE = re.compile(r"[\w][\w:.+-]{0,63}")
_STOP_SECONDS = 6.0


class PrivateDesktop:
    """One private desktop; a `Place`. Built by `start` (this process owns it: when the process ends, so does the
    desktop) or by `join` (another process owns it)."""

    kind: PlaceKind = "private"
    default_mode: Mode = "foreground"

    def __init__(self, record: DesktopRecord, keeper: subprocess.Popen[bytes] | None = None) -> None:
        self.record = record
        self._keeper = keeper
        self._adapter: Adapter | None = None
        self._lock = threading.Lock()
        self._stopped = False

    @classmethod
    def start(
        cls,
        size: tuple[int, int] = (1920, 1080),
        name: str | None = None,
        progress: Progress | None = None,
        *,
        scale: float = 1.0,
        input_method: str | None = None,
    ) -> PrivateDesktop:
        """Bring one up and return when applications can be started in it.

        Args:
            size: width and height in pixels, 320×240 to 7680×4320.
            name: what people call it; the id where None.
            progress: deadline (20 s where None).
            scale: how many pixels applications draw for one, 1 to 4 (2 as on a HiDPI screen).
            input_method: an engine of IBus that composes what people type on it (`libpinyin`); none where None.

        Raises:
            BadRequest: size, name, scale or input method is off. EnvironmentFault: something is missing, `next_step`
                installs it.
        """
        if not (320 <= size[0] <= 7680 and 240 <= size[1] <= 4320):
            raise BadRequest(
                f"a desktop of {size[0]}×{size[1]} pixels cannot be made", next_step="use 320×240 to 7680×4320"
            )
        if not 1 <= scale <= 4:
            raise BadRequest(f"nothing is drawn at a scale of {scale:g}", next_step="use a scale from 1 to 4")
        if name is not None and not _NAME.fullmatch(name):
            raise BadRequest(f"{name!r} cannot be a desktop's name", next_step="use letters, digits, spaces and dots")
        if input_method is not None and not _ENGINE.fullmatch(input_method):
            raise BadRequest(
                f"{input_method!r} cannot be the name of an input method", next_step="name an engine of IBus: libpinyin"
            )
        progress = progress or Progress(20.0, "starting a private desktop")
        sweep()
        desktop_id = "d" + secrets.token_hex(4)
        folder = base_folder() / desktop_id
        order = {
            "id": desktop_id, "name": name or desktop_id, "folder": str(folder), "size": list(size),
            "scale": scale, "input_method": input_method or "",
            "env": private_env(os.environ, folder, desktop_id, scale, input_method=bool(input_method)),
            "owner": [os.getpid(), start_time(os.getpid())],
        }  # fmt: skip
        keeper = _start_keeper()
        try:
            _order(keeper, order, progress)
            record = read_record(folder)
            if record is None:
                raise EnvironmentFault("the desktop ended as soon as it was up")
        except BaseException:
            _dismiss(keeper)
            raise
        return cls(record, keeper)

    @classmethod
    def join(cls, record: DesktopRecord) -> PrivateDesktop:
        """Work in a desktop that another process owns."""
        return cls(record)

    @property
    def id(self) -> str:
        return self.record.id

    @property
    def name(self) -> str:
        return self.record.name

    @property
    def env(self) -> dict[str, str]:
        return dict(self._present.env)

    @property
    def _present(self) -> DesktopRecord:
        """As the keeper has written it last: the accessibility bus may have been started again."""
        return read_record(self.folder) or self.record

    @property
    def display(self) -> str:
        return self.record.display

    @property
    def session_bus(self) -> str:
        return self.record.session_bus

    @property
    def a11y_bus(self) -> str:
        return self._present.a11y_bus

    @property
    def folder(self) -> Path:
        """The desktop's own folder (mode 0700), gone with it."""
        return Path(self.record.folder)

    def locked(self) -> bool:
        return False

    @property
    def alive(self) -> bool:
        return not self._stopped and self.record.alive

    def adapter(self) -> Adapter:
        with self._lock:
            if self._adapter is None:
                if not self.alive:
                    raise EnvironmentFault(f"desktop {self.name!r} is not running", next_step="start another one")
                from deskhand.adapters.linux.adapter import open_linux

                self._adapter = open_linux(
                    self.display,
                    self.session_bus,
                    self.a11y_bus,
                    KeptNotifications(self.ask_keeper),
                    shared=self._keeper is None,
                )
            return self._adapter

    @property
    def profiles(self) -> Path:
        return self.folder / "profiles"

    def start_process(
        self, argv: Sequence[str], env: Mapping[str, str], cwd: str, key: str, progress: Progress
    ) -> Started:
        request = {"op": "spawn", "argv": list(argv), "env": dict(env), "cwd": cwd, "key": key}
        answer = self.ask_keeper(request, progress)
        if "error" in answer:
            raise AppNotFound(f"{argv[0]!r} could not be started", sought=argv[0], seen=answer["error"])
        return Started(answer["pid"], answer["token"], key)

    def child(self, started: Started, progress: Progress) -> ChildState:
        answer = self.ask_keeper({"op": "child", "pid": started.pid}, progress)
        if "error" in answer:
            raise AppDied(f"process {started.pid} is not known any more", seen=answer["error"])
        return ChildState(answer["exit"], answer["output"])

    def launches(self, progress: Progress) -> tuple[Started, ...]:
        answer = self.ask_keeper({"op": "launches"}, progress)
        return tuple(Started(row["pid"], row["token"], row["key"]) for row in answer["launches"])

    def ask_keeper(self, request: dict[str, Any], progress: Progress) -> dict[str, Any]:
        """One request to the keeper (see `keeper.py`) and its answer. `EnvironmentFault` when the keeper is gone."""
        return ask_keeper(self.record, request, progress)

    def stop(self) -> None:
        with self._lock:
            adapter, self._adapter = self._adapter, None
        if adapter is not None:
            adapter.close()
        if not self._stopped:
            self._stopped = True
            stop_desktop(self.record)
        if self._keeper is not None:
            _dismiss(self._keeper)
            self._keeper = None

    def __enter__(self) -> PrivateDesktop:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def ask_keeper(record: DesktopRecord, request: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """One request to a desktop's keeper and its answer, from any process of the same user."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(max(0.05, progress.remaining))
        try:
            connection.connect(str(Path(record.folder) / CONTROL))
            connection.sendall(json.dumps(request).encode() + b"\n")
            with connection.makefile("rb") as file:
                line = file.readline()
        except TimeoutError as error:
            raise progress.timeout() from error
        except OSError as error:
            raise EnvironmentFault(f"desktop {record.name!r} is not running", seen=str(error)) from error
    if not line:
        raise EnvironmentFault(f"desktop {record.name!r} ended while it was asked")
    return json.loads(line)


def stop_desktop(record: DesktopRecord) -> None:
    """End a desktop, whoever owns it, and return when all of it is gone."""
    # An EnvironmentFault says that its keeper is gone or going; what is left is swept below.
    with suppress(EnvironmentFault):
        ask_keeper(record, {"op": "stop"}, Progress(_STOP_SECONDS, f"stopping desktop {record.name!r}"))
    sweep()


def _start_keeper() -> subprocess.Popen[bytes]:
    package_root = Path(__file__).parents[2]
    env = {name: os.environ[name] for name in ("PATH", "LANG", "XDG_RUNTIME_DIR") if name in os.environ}
    return subprocess.Popen(
        [sys.executable, "-S", "-m", "deskhand.desktops.keeper"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**env, "PYTHONPATH": str(package_root)},
        cwd="/",
        start_new_session=True,
    )


def _order(keeper: subprocess.Popen[bytes], order: dict[str, Any], progress: Progress) -> None:
    """Send the order and wait for `ready`."""
    assert keeper.stdin is not None
    assert keeper.stdout is not None
    keeper.stdin.write(json.dumps(order).encode() + b"\n")
    keeper.stdin.flush()
    for message in _messages(keeper.stdout, progress):
        if "log" in message:
            progress.log(f"waiting for {message['log']}")
        elif "error" in message:
            raise error_from_json(message["error"])
        elif "ready" in message:
            return
    raise EnvironmentFault(f"the desktop's keeper ended with code {keeper.wait(5)} before the desktop was up")


def _messages(stream: IO[bytes], progress: Progress) -> Iterator[dict[str, Any]]:
    """JSON lines as they come; ends with the stream."""
    import select

    poller = select.poll()
    poller.register(stream, select.POLLIN)
    buffer = b""
    while True:
        progress.check()
        if not poller.poll(min(progress.remaining, 0.2) * 1000):
            continue
        part = os.read(stream.fileno(), 65536)
        if not part:
            return
        *lines, buffer = (buffer + part).split(b"\n")
        for line in lines:
            yield json.loads(line)


def _dismiss(keeper: subprocess.Popen[bytes]) -> None:
    """Let go of the keeper, which ends the desktop, and wait for it; kill it when it does not end."""
    if keeper.stdin is not None:
        keeper.stdin.close()
    try:
        keeper.wait(_STOP_SECONDS)
    except subprocess.TimeoutExpired:
        keeper.kill()
        keeper.wait()
    if keeper.stdout is not None:
        keeper.stdout.close()
