"""Accepts connections and answers them: a thread per connection, and one per request that reports as it goes.

Whatever comes in, the server goes on: a bad line costs its sender an error and nobody else anything.
"""

from __future__ import annotations

import contextlib
import difflib
import logging
import os
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from deskhand.errors import BadRequest, DeskhandError, InternalError, LimitReached
from deskhand.service.address import EPHEMERAL_MARK, SOCKET_NAME, desktop_folder, make_private
from deskhand.service.bounded import REPLY_LIMIT, bounded
from deskhand.service.calls import Call, Method, Reply
from deskhand.service.client import SO_PEERCRED
from deskhand.service.host import Host
from deskhand.service.protocol import Overlong, Request, RequestId, Undecodable, decode, encode, failure, lines, success

MOST_CONNECTIONS = 64
SEND_SECONDS = 20
"""How long a caller may leave its reply unread."""

log: logging.Logger = logging.getLogger("deskhand.service")


def listen(desktop: str, *, ephemeral: bool = False) -> socket.socket:
    """A listening socket (mode 0600) in the desktop's folder (0700). A socket that is already there is replaced: the
    caller knows that no service lives behind it."""
    folder = desktop_folder(desktop)
    make_private(os.path.dirname(folder))
    make_private(folder)
    path = os.path.join(folder, SOCKET_NAME)
    if ephemeral:
        os.close(os.open(os.path.join(folder, EPHEMERAL_MARK), os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600))
    with contextlib.suppress(FileNotFoundError):
        os.unlink(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)
    before = os.umask(0o177)
    try:
        listener.bind(path)
    except OSError:
        listener.close()
        raise
    finally:
        os.umask(before)
    listener.listen(64)
    return listener


class Server:
    """Serves one host on a listening socket until `close`. `methods` is what may be asked."""

    def __init__(self, listener: socket.socket, host: Host, methods: Mapping[str, Method]) -> None:
        self._methods = methods
        self._listener = listener
        self._host = host
        self._lock = threading.Lock()
        self._connections: set[Connection] = set()
        self._thread = threading.Thread(target=self._accept, name="accept", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Take no more connections and end those there are."""
        with contextlib.suppress(OSError):  # some systems refuse that on a listening socket; closing is enough there
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        if self._thread.is_alive():
            self._thread.join(2)
        with self._lock:
            open_now = list(self._connections)
        for connection in open_now:
            connection.close()

    def _accept(self) -> None:
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError as error:
                if self._listener.fileno() < 0 or self._host.ending:
                    return
                log.warning("accept: %s", error)
                time.sleep(0.1)  # out of descriptors: accepting again at once would spin
                continue
            connection = Connection(peer, self._host, self._methods, self._forget)
            if not connection.trusted():
                connection.close()
                continue
            with self._lock:
                crowded = len(self._connections) >= MOST_CONNECTIONS
                if not crowded:
                    self._connections.add(connection)
            if crowded:
                connection.refuse(LimitReached(f"{MOST_CONNECTIONS} connections are open", next_step="close some"))
            else:
                connection.start()

    def _forget(self, connection: Connection) -> None:
        with self._lock:
            self._connections.discard(connection)


class Connection:
    """One caller. Replies leave whole; work that reports ends when its caller goes away."""

    def __init__(
        self, peer: socket.socket, host: Host, methods: Mapping[str, Method], forget: Callable[[Connection], None]
    ) -> None:
        self._methods = methods
        self._socket = peer
        self._host = host
        self._forget = forget
        self._sending = threading.Lock()
        self._reporting = 0
        self._counting = threading.Lock()
        self._gone = False
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", SEND_SECONDS, 0))

    def trusted(self) -> bool:
        """Whether the process at the other end runs as the same user."""
        _, uid, _ = struct.unpack("3i", self._socket.getsockopt(socket.SOL_SOCKET, SO_PEERCRED, 12))
        if uid != os.getuid():
            log.warning("refused a connection by user %d", uid)
        return uid == os.getuid()

    def start(self) -> None:
        threading.Thread(target=self._serve, name="connection", daemon=True).start()

    def refuse(self, error: DeskhandError) -> None:
        self._send(None, failure(error))
        self.close()

    def close(self) -> None:
        self._gone = True
        with contextlib.suppress(OSError):  # the other side was quicker
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()

    def _serve(self) -> None:
        try:
            for line in lines(self._socket):
                self._take(line)
        except OSError as error:
            log.info("connection: %s", error)
        finally:
            self.close()
            self._forget(self)
            if self._reporting:
                self._host.stop("whoever asked for the run went away")

    def _take(self, line: bytes | Overlong) -> None:
        if isinstance(line, Overlong):
            self._send(None, failure(line.error()))
            return
        if not line.strip():
            return
        try:
            request = decode(line)
        except Undecodable as error:
            self._send(error.id, failure(error.error))
            return
        method = self._methods.get(request.method)
        if method is None:
            near = difflib.get_close_matches(request.method, self._methods, n=3)
            known = "known: " + ", ".join(self._methods)
            unknown = BadRequest(f"there is no method {request.method[:80]!r}", seen=known, near=near)
            self._send(request.id, failure(unknown))
            return
        if method.reports:
            with self._counting:
                self._reporting += 1
            threading.Thread(target=self._report, args=(request, method), name=request.method, daemon=True).start()
        else:
            self._reply(request, method, self._envelope(request, method))

    def _report(self, request: Request, method: Method) -> None:
        try:
            envelope = self._envelope(request, method)
        finally:
            with self._counting:
                self._reporting -= 1  # before the reply: whoever has it may go away without stopping anything
        self._reply(request, method, envelope)

    def _envelope(self, request: Request, method: Method) -> dict[str, Any]:
        """Do what is asked; whatever comes of it is an envelope."""

        def emit(event: str, data: dict[str, Any]) -> None:
            self._send(request.id, {"event": event, **data})

        try:
            if method.control:
                result = method.call(Call(self._host, request.params, emit))
            else:
                if method.acts and not method.reports:  # a run waits for as long as they stay
                    self._host.check_free()
                with self._host.working(acts=method.acts):
                    result = method.call(Call(self._host, request.params, emit))
            reply = result if isinstance(result, Reply) else Reply(result)
            return success(bounded(reply.data, method.limit or REPLY_LIMIT), reply.receipt)
        except DeskhandError as error:
            return failure(error)
        except Exception as error:  # the outermost edge: one request's bug must not end the service
            log.exception("%s failed", request.method)
            what = f"{request.method} failed: {type(error).__name__}: {error}"
            return failure(InternalError(what, delivery="uncertain"))

    def _reply(self, request: Request, method: Method, envelope: dict[str, Any]) -> None:
        self._send(request.id, envelope)
        if method.after is not None:
            method.after(self._host)

    def _send(self, number: RequestId, envelope: dict[str, Any]) -> None:
        """Send one line; a caller that went away or does not read loses its connection."""
        if self._gone:
            return
        try:
            with self._sending:
                self._socket.sendall(encode(number, envelope))
        except OSError as error:
            log.info("reply not delivered: %s", error)
            self.close()
