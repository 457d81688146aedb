"""One connection to a desktop's service. Imports `json`, `os` and `socket` only: every command pays for it."""

from __future__ import annotations

import json
import os
import socket
import struct

from deskhand.service.address import check_private, desktop_folder, socket_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SO_PEERCRED = 17
CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 30.0
"""How long a reply may take beyond what the request itself asks for, before the service counts as hung."""

SLACK_SECONDS = 10.0
"""How much later than a request's own deadline its reply may come."""

SILENCE_SECONDS = 20.0
ALIVE_SECONDS = 5.0
"""After so long a silence during a run the service is asked how it does, and has that long to say."""


class NotRunning(Exception):
    """Nobody listens at that desktop's address."""


class Client:
    """Ask one desktop's service. Close it, or use it as a context manager; not for several threads at once.
    `waiting` is True while `call` waits for its reply.

    Raises `NotRunning` where nobody listens, `EnvironmentFault` where somebody else does.
    """

    __slots__ = ("_buffer", "_number", "_socket", "desktop", "pid", "waiting")

    def __init__(self, desktop: str) -> None:
        self.desktop: str = desktop
        self.waiting: bool = False
        self._number = 0
        self._buffer = b""
        path = socket_path(desktop)
        try:
            check_private(desktop_folder(desktop))
        except FileNotFoundError:
            raise NotRunning(desktop) from None
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
        self._socket.settimeout(CONNECT_SECONDS)
        try:
            self._socket.connect(path)
        except (FileNotFoundError, ConnectionRefusedError):
            self._socket.close()
            raise NotRunning(desktop) from None
        except OSError as error:
            self._socket.close()
            raise _unreachable(desktop, str(error)) from error
        pid, uid, _ = struct.unpack("3i", self._socket.getsockopt(socket.SOL_SOCKET, SO_PEERCRED, 12))
        self.pid: int = pid
        if uid != os.getuid():
            self._socket.close()
            raise _unreachable(desktop, f"the process that listens there belongs to user {uid}")

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    def send(self, method: str, params: dict[str, Any] | None = None) -> int:
        """Send a request and return its number; replies come by `receive`."""
        self._number += 1
        request = {"id": self._number, "method": method, "params": params or {}}
        try:
            line = json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        except UnicodeEncodeError as error:
            raise _no_text(method) from error
        self._socket.settimeout(ANSWER_SECONDS)
        try:
            self._socket.sendall(line)
        except OSError as error:
            raise _gone(self.desktop, method, str(error), sent=False) from error
        return self._number

    def receive(self, method: str, seconds: float) -> bytes:
        """The next line, without its end; `Timeout` when it has not come within `seconds` of silence."""
        self._socket.settimeout(seconds)
        parts = [self._buffer]
        while b"\n" not in parts[-1]:
            try:
                chunk = self._socket.recv(262144)
            except TimeoutError as error:
                self._buffer = b"".join(parts)  # what came of the line is not lost to a caller who asks again
                raise _hung(self.desktop, method, seconds) from error
            except OSError as error:
                raise _gone(self.desktop, method, str(error)) from error
            if not chunk:
                raise _gone(self.desktop, method, "the connection ended")
            parts.append(chunk)
        line, _, self._buffer = b"".join(parts).partition(b"\n")
        return line

    def raw(self, method: str, params: dict[str, Any], seconds: float = ANSWER_SECONDS) -> bytes:
        """The reply's envelope as bytes, the id taken off: `{"ok":true,"data":…}`. Not for methods that report."""
        number = self.send(method, params)
        line = self.receive(method, seconds)
        prefix = b'{"id":%d,' % number
        if not line.startswith(prefix):
            raise _gone(self.desktop, method, f"an answer to something else: {line[:80]!r}")
        return b"{" + line[len(prefix) :]

    def call(
        self,
        method: str,
        params: dict[str, Any] | None = None,
        *,
        seconds: float | None = ANSWER_SECONDS,
        on_event: Callable[[dict[str, Any]], None] | None = None,
    ) -> dict[str, Any]:
        """The reply's envelope as data; events on the way go to `on_event`. Failures are in it, not raised. `seconds`
        None waits as long as the service shows signs of life."""
        number = self.send(method, params)
        self.waiting = True
        while True:
            line = self._receive_patiently(method) if seconds is None else self.receive(method, seconds)
            reply = json.loads(line)
            answered = reply.pop("id", None)
            if answered != number and (answered is not None or reply.get("ok", True)):
                continue  # an answer to a `stop` sent meanwhile; without a number it says that ours could not be read
            if "event" not in reply:
                self.waiting = False
                return reply
            if on_event is not None:
                on_event(reply)

    def _receive_patiently(self, method: str) -> bytes:
        """A run may be silent for long; a service that answers nothing else either is hung."""
        from deskhand.errors import Timeout

        while True:
            try:
                return self.receive(method, SILENCE_SECONDS)
            except Timeout:
                with Client(self.desktop) as other:
                    other.data("status", seconds=ALIVE_SECONDS)

    def data(self, method: str, params: dict[str, Any] | None = None, *, seconds: float = ANSWER_SECONDS) -> Any:
        """The reply's data; a failure is raised as the DeskhandError it is."""
        reply = self.call(method, params, seconds=seconds)
        if not reply.get("ok"):
            from deskhand.errors import error_from_json

            raise error_from_json(reply.get("error", {}), reply.get("receipt"))
        return reply.get("data")


def _no_text(method: str) -> Exception:
    from deskhand.errors import BadRequest

    return BadRequest(
        f"`{method}` was given bytes that are no UTF-8 text", next_step="write its words and paths in UTF-8"
    )


def _unreachable(desktop: str, why: str) -> Exception:
    from deskhand.errors import EnvironmentFault

    return EnvironmentFault(
        f"the service of desktop {desktop!r} cannot be used: {why}",
        seen=why,
        next_step="`deskhand desktop list`, then `deskhand desktop stop` the one that does not answer",
    )


def _gone(desktop: str, method: str, why: str, *, sent: bool = True) -> Exception:
    from deskhand.errors import EnvironmentFault

    return EnvironmentFault(
        f"the service of desktop {desktop!r} ended before it answered `{method}`",
        seen=why,
        delivery="uncertain" if sent else "not_delivered",
        next_step="look at what was done (`deskhand runs`), then `deskhand resume` or start again",
    )


def _hung(desktop: str, method: str, seconds: float) -> Exception:
    from deskhand.errors import Timeout

    return Timeout(
        f"the service of desktop {desktop!r} did not answer `{method}` within {seconds:g} s",
        delivery="uncertain",
        next_step="`deskhand stop` ends what it does; `deskhand desktop stop` ends the desktop",
    )
