"""One socket to an application or to the accessibility bus: batches of calls with a deadline."""

from __future__ import annotations

import os
import select
import socket
import struct
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

from deskhand.adapters.linux.atspi.calls import DBUS, DBUS_PATH, HELLO, Call
from deskhand.adapters.linux.atspi.wire import ERROR, METHOD_RETURN, SIGNAL, U32, Failure, read_u32, string
from deskhand.errors import AppUnresponsive
from deskhand.model.progress import Progress

IN_FLIGHT = 256
SLICE = 0.05
"""Longest wait in one go, in seconds, so that a stop is obeyed."""
PATIENCE = 5.0
"""Seconds without any reply after which an application counts as hung, also before the caller's deadline."""

_HEAD = struct.Struct("<xBxxIII").unpack_from
_REPLY_SERIAL = b"\x05\x01u\0"


class LinkLost(Exception):
    """The socket was closed by the other side. Never leaves this package."""


class Unanswered(AppUnresponsive):
    """No answer in time; `results` holds what had come by then (None for the rest)."""

    results: list[Any]


class Link:
    """A D-Bus connection used for method calls. Thread-safe: one batch at a time.

    Args:
        address: a D-Bus address (`unix:path=…` or `unix:abstract=…`).
        bus: whether a message bus is at the other end (Hello is said, destinations are named).
        label: whom this link is for, for messages.
        destination: whom calls that name nobody are for (on a bus).
    """

    def __init__(self, address: str, *, bus: bool, label: str, progress: Progress, destination: str = "") -> None:
        self.label: str = label
        self._destination = destination
        self._lock = threading.Lock()
        self._serial = 1
        self._buffer = b""
        self._reply_at = 0
        self._stalled = False
        self._closed = False
        self._socket = open_socket(address, progress, label)
        if bus:
            try:
                self.batch([Call(HELLO, DBUS_PATH, b"", DBUS)], progress)
            except BaseException:
                self.close()
                raise

    @property
    def closed(self) -> bool:
        return self._closed

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._closed = True
        self._socket.close()

    def batch(self, calls: Sequence[Call], progress: Progress, *, patience: float = PATIENCE) -> list[Any]:
        """Send all calls, return their values in order; a `Failure` stands where an error came back.

        Raises:
            Unanswered: nothing came for `patience` seconds, or the deadline passed without a recent reply.
            Timeout: the deadline passed while replies were still coming.
            LinkLost: the other side closed the connection.
        """
        if not calls:
            return []
        with self._held(progress):
            return self._run(calls, progress, patience)

    def drain(self) -> None:
        """Throw away what came unasked (signals on a peer-to-peer connection), so that the sender need not keep it."""
        if self._closed or not self._lock.acquire(blocking=False):
            return
        try:
            while self._receive():
                self._parse([], [], 0)
        except LinkLost:
            self.close()
        finally:
            self._lock.release()

    def take_signals(self) -> list[bytes]:
        """Whole signal messages that have arrived (for a connection that listens and calls nothing any more).

        Raises:
            LinkLost: the other side closed the connection.
        """
        while self._receive():
            pass
        data, at, found = self._buffer, 0, list[bytes]()
        while at + 16 <= len(data):
            kind, length, _, fields = _HEAD(data, at)
            end = at + 16 + ((fields + 7) & ~7) + length
            if end > len(data):
                break
            if kind == SIGNAL:
                found.append(data[at:end])
            at = end
        self._buffer = data[at:]
        return found

    @contextmanager
    def _held(self, progress: Progress) -> Generator[None]:
        while not self._lock.acquire(timeout=min(SLICE, progress.remaining)):
            if progress.remaining <= 0:
                raise self._unanswered(progress, "another call to it is still waiting", [])
            progress.check()
        try:
            yield
        finally:
            self._lock.release()

    def _run(self, calls: Sequence[Call], progress: Progress, patience: float) -> list[Any]:
        if self._closed:
            raise LinkLost(self.label)
        total = len(calls)
        base = self._serial + 1
        self._serial += total
        results: list[Any] = [None] * total
        sent = done = 0
        out = memoryview(b"")
        last_reply = time.monotonic()
        while done < total:
            room = (1 if self._stalled else IN_FLIGHT) - (sent - done)
            if not out and sent < total and (room >= IN_FLIGHT // 2 or room >= total - sent or sent == done):
                until = min(total, sent + room)
                out = memoryview(_encode(calls, sent, until, base, self._destination))
                sent = until
            if out:
                out = out[self._send(out) :]
            if self._receive():
                answered = self._parse(calls, results, base)
                if answered:
                    done += answered
                    self._stalled = False
                    last_reply = time.monotonic()
                continue
            if progress.cancellation.requested:
                self._leave(out)
                progress.check()
            now = time.monotonic()
            left = min(progress.remaining, last_reply + patience - now)
            if left <= 0:
                self._leave(out)
                if now - last_reply < 1.0 and done and progress.remaining <= 0:
                    raise progress.timeout()
                self._stalled = True
                waited = f"no answer for {now - last_reply:.1f} s, {done} of {total} calls answered"
                raise self._unanswered(progress, waited, results)
            select.select([self._socket], [self._socket] if out else [], [], min(SLICE, left))
        return results

    def _leave(self, unsent: memoryview) -> None:
        """A batch ends early: what is half sent cannot be taken back, so the connection goes."""
        if unsent:
            self.close()

    def _unanswered(self, progress: Progress, why: str, results: list[Any]) -> Unanswered:
        progress.log(f"{self.label}: {why}")
        error = Unanswered(
            f"{self.label} does not answer", sought=progress.what or None, seen=why, log=progress.log_lines
        )
        error.results = results
        return error

    def _send(self, data: memoryview) -> int:
        try:
            return self._socket.send(data)
        except BlockingIOError:
            return 0
        except OSError as error:
            self.close()
            raise LinkLost(str(error)) from error

    def _receive(self) -> bool:
        try:
            data = self._socket.recv(262_144)
        except BlockingIOError:
            return False
        except OSError as error:
            self.close()
            raise LinkLost(str(error)) from error
        if not data:
            self.close()
            raise LinkLost(f"{self.label} closed the connection")
        if len(self._buffer) > 1_000_000:
            data = self._gather(data)
        self._buffer = self._buffer + data if self._buffer else data
        return True

    def _gather(self, data: bytes) -> bytes:
        """Of a very large message take all there is at once, so that it is not copied for every piece."""
        pieces = [data]
        try:
            while piece := self._socket.recv(1_048_576):
                pieces.append(piece)
        except BlockingIOError:
            pass
        return b"".join(pieces)

    def _parse(self, calls: Sequence[Call], results: list[Any], base: int) -> int:
        """Take whole messages from the buffer, fill `results`; how many were answered."""
        data = self._buffer
        size = len(data)
        total = len(results)
        at = answered = 0
        reply_at = self._reply_at
        while at + 16 <= size:
            kind, length, _, fields = _HEAD(data, at)
            start = at + 16 + ((fields + 7) & ~7)
            end = start + length
            if end > size:
                break
            if kind in (METHOD_RETURN, ERROR):
                mark = at + reply_at
                if data[mark - 4 : mark] != _REPLY_SERIAL:
                    reply_at = _find_reply_serial(data, at, fields)
                    mark = at + reply_at
                index = read_u32(data, mark)[0] - base
                if 0 <= index < total:
                    body = data[start:end]
                    if kind == METHOD_RETURN:
                        try:
                            results[index] = calls[index].method.decode(body)
                        except (struct.error, ValueError, IndexError) as error:
                            results[index] = Failure("undecodable", f"{calls[index].method.member}: {error}")
                    else:
                        results[index] = _failure(data, at, fields, body)
                    answered += 1
            at = end
        self._reply_at = reply_at
        self._buffer = data[at:] if at else data
        return answered


def _encode(calls: Sequence[Call], start: int, stop: int, base: int, default: str) -> bytes:
    parts: list[bytes] = []
    add = parts.extend
    pack = U32.pack
    for index in range(start, stop):
        method, path, body, destination = calls[index]
        encoded = path.encode()
        before, middle, tail = method.pieces(destination or default, len(encoded), len(body))
        add((before, pack(base + index), middle, encoded, tail, body))
    return b"".join(parts)


def header_fields(data: bytes, at: int, length: int) -> Generator[tuple[int, str, int]]:
    """Code, signature and place of the value of each header field of the message at `at`."""
    place, stop = at + 16, at + 16 + length
    while place < stop:
        place += -(place - at) % 8
        code, kind = data[place], chr(data[place + 2])
        value = place + 4
        yield code, kind, value
        if kind in "so":
            place = value + 5 + read_u32(data, value)[0]
        elif kind == "g":
            place = value + 2 + data[value]
        else:
            place = value + 4


def _find_reply_serial(data: bytes, at: int, length: int) -> int:
    return next((value - at for code, _, value in header_fields(data, at, length) if code == 5), 16)


def _failure(data: bytes, at: int, fields: int, body: bytes) -> Failure:
    name = next((string(data[value:]) for code, _, value in header_fields(data, at, fields) if code == 4), "")
    return Failure(name, string(body) if len(body) > 4 else "")


def open_socket(address: str, progress: Progress, label: str) -> socket.socket:
    """Connect and authenticate as this user (EXTERNAL); the socket is non-blocking afterwards.

    Raises:
        LinkLost: nobody listens there. Unanswered: no greeting in time.
    """
    options = dict(item.split("=", 1) for item in address.partition(":")[2].split(";")[0].split(",") if "=" in item)
    place = options.get("path") or "\0" + options.get("abstract", "")
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    greeted = False
    try:
        client.setblocking(False)
        client.connect(_unescape(place))
        user = str(os.getuid()).encode().hex().encode()
        client.sendall(b"\0AUTH EXTERNAL " + user + b"\r\n")
        reply = b""
        while not reply.endswith(b"\r\n"):
            if not select.select([client], [], [], min(SLICE, progress.remaining))[0]:
                if progress.remaining <= 0:
                    raise Unanswered(f"{label} does not greet", seen="connected, no reply to AUTH")
                progress.check()
                continue
            piece = client.recv(1024)
            if not piece:
                raise LinkLost(f"{label} refused the connection")
            reply += piece
        if not reply.startswith(b"OK"):
            raise LinkLost(f"{label} refused this user: {reply!r}")
        client.sendall(b"BEGIN\r\n")
        greeted = True
    except OSError as error:
        raise LinkLost(f"{label} at {address!r}: {error}") from error
    finally:
        if not greeted:
            client.close()
    return client


def _unescape(text: str) -> str:
    """D-Bus addresses escape bytes as %XX."""
    head, *rest = text.split("%")
    return head + "".join(chr(int(piece[:2], 16)) + piece[2:] for piece in rest)
