"""The bridge process from our side. See `bridge/main.py` for its frames."""

from __future__ import annotations

import fcntl
import json
import os
import selectors
import struct
import subprocess
import tempfile
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from deskhand.desktops.processes import wait_gone
from deskhand.errors import (
    AppDied,
    AppUnresponsive,
    DeskhandError,
    EnvironmentFault,
    InternalError,
    LimitError,
    Timeout,
    error_from_json,
)
from deskhand.model.progress import Progress
from deskhand.routes.office.running import RunningOffice

PYTHON = "/usr/bin/python3"
_START = "import sys; sys.path.insert(0, sys.argv[1]); from bridge.main import main; main(*sys.argv[2:])"
_START_SECONDS = 15.0
_BREAK_OFF_SECONDS = 6.0
"""How long the bridge may take to break off and take back, before it is killed."""
_LOOK_EVERY = 0.05
_AT_ONCE = 1 << 20
_DEATH_SECONDS = 1.5
"""How long LibreOffice's process may outlive the loss of its connection and still be the cause of it."""


class Bridge:
    """One bridge to one LibreOffice. Calls are made one at a time; safe to use from several threads."""

    def __init__(self, office: RunningOffice, progress: Progress, *, recover: bool = False) -> None:
        """Start it and wait until it is connected. `recover`: a former bridge was killed and may have left a step of
        a document's undo stack open.

        Raises:
            EnvironmentFault: no Python on this machine can import `uno`. AppUnresponsive: LibreOffice does not answer.
        """
        self.office = office
        self.version = ""
        self._turn = threading.Lock()
        self._number = 0
        self._rest = bytearray()
        self._errors: BinaryIO = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the bridge
        self._process = self._started(recover)
        assert self._process.stdout is not None
        self._out = self._process.stdout.fileno()
        os.set_blocking(self._out, False)
        with suppress(OSError):
            fcntl.fcntl(self._out, fcntl.F_SETPIPE_SZ, _AT_ONCE)
        try:
            self._connected(progress)
        except BaseException:
            self.kill()
            raise

    def _started(self, recover: bool) -> subprocess.Popen[bytes]:
        own = self.office.folder / "python"
        python = str(own) if own.exists() else PYTHON
        try:
            return subprocess.Popen(
                [python, "-I", "-B", "-c", _START, str(Path(__file__).parent), self.office.pipe,
                 *(["recover"] if recover else [])],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, cwd="/", start_new_session=True,
                env={**os.environ, "LANG": "C.UTF-8"},
            )  # fmt: skip
        except OSError as error:
            self._errors.close()
            raise EnvironmentFault(f"{python} cannot be started", seen=str(error), next_step=_INSTALL) from error

    def _connected(self, progress: Progress) -> None:
        progress.log("connecting to LibreOffice")
        with progress.within(_START_SECONDS, "connecting to LibreOffice") as part:
            frame = self._next(part)
        if frame is None:
            told = self._told()
            if "No module named 'uno'" in told:
                raise EnvironmentFault(f"{PYTHON} has no module `uno`", seen=told, next_step=_INSTALL)
            raise self._lost("not_delivered", told)
        if "error" in frame:
            raise error_from_json(frame["error"])
        self.version = frame["version"]

    @property
    def alive(self) -> bool:
        return self._process.poll() is None and self.office.alive

    @property
    def killed(self) -> bool:
        """Whether it ended otherwise than by itself."""
        code = self._process.poll()
        return code is not None and code < 0

    def ask(self, operation: str, arguments: dict[str, Any], progress: Progress) -> Any:
        """One operation and its answer.

        Raises:
            DeskhandError: as the bridge tells it, `delivery` told apart by whether anything had been changed. AppDied:
            LibreOffice ended meanwhile. Timeout, Stopped: it was broken off. AppUnresponsive: it could not be.
        """
        with self._taken(progress):
            self._number += 1
            call = _Call(self._number)
            try:
                self._tell({"id": call.number, "op": operation, "args": arguments, "seconds": progress.remaining})
            except OSError:
                raise self._lost("not_delivered", self._told()) from None
            try:
                return self._answer(call, progress)
            except LimitError as stop:
                raise self._broken_off(call, stop) from stop
            except Timeout as late:
                if late.delivery != "not_delivered" or call.answered:
                    raise
                return self._after_deadline(call, late)

    def _answer(self, call: _Call, progress: Progress) -> Any:
        while True:
            frame = self._next(progress)
            if frame is None:
                raise self._lost(call.delivery, self._told())
            if frame.get("id") != call.number:
                continue
            if frame.get("changing"):
                call.changing = True
                continue
            call.answered = True
            if "ok" in frame:
                return frame["ok"]
            raise self._error(frame["error"], progress)

    def _after_deadline(self, call: _Call, late: Timeout) -> Any:
        """The time is up: what it has broken off by itself meanwhile, or finished, is told as it is."""
        try:
            return self._answer(call, Progress(_BREAK_OFF_SECONDS, late.message))
        except Timeout as error:
            if call.answered:
                raise Timeout(late.message, delivery=error.delivery, log=late.log) from None
        self.kill()
        raise AppUnresponsive(
            "LibreOffice does not answer: the bridge to it was ended", seen=late.message, delivery=call.delivery,
            log=late.log, next_step="look at the document, and whether LibreOffice waits for something",
        )  # fmt: skip

    def _broken_off(self, call: _Call, stop: LimitError) -> DeskhandError:
        """A stop while it was under way: what the bridge says of it, or that it was killed."""
        with suppress(OSError):
            self._tell({"cancel": call.number})
        delivery = call.delivery
        try:
            self._answer(call, Progress(_BREAK_OFF_SECONDS, "breaking off"))
            delivery = "delivered_unverified" if call.changing else "not_delivered"
        except DeskhandError as error:
            delivery = error.delivery if call.answered else call.delivery
            if not call.answered:
                self.kill()
        return type(stop)(stop.message, delivery=delivery, log=stop.log)

    def _error(self, told: dict[str, Any], progress: Progress) -> DeskhandError:
        if told.pop("gone", False) and wait_gone(self.office.pid, self.office.started, _DEATH_SECONDS):
            return self._lost(told["delivery"], told.get("seen", ""))
        error = error_from_json(told)
        if isinstance(error, InternalError):
            error.log = progress.log_lines
        return error

    def _lost(self, delivery: str, seen: str) -> DeskhandError:
        """The connection is gone: because LibreOffice is, or the bridge alone."""
        dead = wait_gone(self.office.pid, self.office.started, _DEATH_SECONDS)
        self.kill()
        if dead:
            return AppDied(f"LibreOffice (process {self.office.pid}) ended", delivery=delivery, seen=seen or None)
        return AppUnresponsive("the bridge to LibreOffice ended", delivery=delivery, seen=seen or None)

    # -- frames

    @contextmanager
    def _taken(self, progress: Progress) -> Generator[None]:
        while not self._turn.acquire(timeout=_LOOK_EVERY):
            progress.log("waiting for another call of LibreOffice")
            progress.check()
        try:
            yield
        finally:
            self._turn.release()

    def _tell(self, frame: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        body = json.dumps(frame, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
        self._process.stdin.write(struct.pack(">I", len(body)) + body)
        self._process.stdin.flush()

    def _next(self, progress: Progress) -> dict[str, Any] | None:
        """The next frame; None when the bridge has ended."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            while True:
                if (frame := self._framed()) is not None:
                    return frame
                if not selector.select(_LOOK_EVERY):
                    progress.check()
                    continue
                if not self._read():
                    return None

    def _read(self) -> bool:
        with suppress(BlockingIOError):
            part = os.read(self._out, _AT_ONCE)
            self._rest += part
            return bool(part)
        return True

    def _framed(self) -> dict[str, Any] | None:
        if len(self._rest) < 4:
            return None
        (length,) = struct.unpack_from(">I", self._rest)
        if len(self._rest) < 4 + length:
            return None
        body = bytes(memoryview(self._rest)[4 : 4 + length])
        del self._rest[: 4 + length]
        return json.loads(body)

    def _told(self) -> str:
        """The end of what it wrote to stderr."""
        with suppress(ValueError, OSError):
            self._errors.seek(0)
            return self._errors.read()[-2000:].decode(errors="replace").strip()
        return ""

    # -- the end

    def close(self, seconds: float = _BREAK_OFF_SECONDS) -> None:
        """Let it end by itself, kill it where it does not. May be called twice."""
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        deadline = time.monotonic() + seconds
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, deadline - time.monotonic()))
        self.kill()

    def kill(self) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


class _Call:
    """How far one call has come: whether it was answered, and whether it had begun to change anything."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.changing = False
        self.answered = False

    @property
    def delivery(self) -> str:
        return "uncertain" if self.changing else "not_delivered"


_INSTALL = "apt-get install python3-uno"
