"""JSON lines over a Unix socket.

Request: `{"id": 7, "method": "snapshot", "params": {…}}`. Reply: `{"id": 7, "ok": true, "data": …, "receipt"?: …}` or
`{"id": 7, "ok": false, "error": …, "receipt"?: …}`; before it, for methods that report as they go, any number of
`{"id": 7, "event": "step", …}`. `id` is what the caller chose (a number or text of at most 64 characters) and comes
first in the line.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from deskhand.errors import BadRequest, DeskhandError, TooLarge

LINE_LIMIT = 1 << 20
"""Bytes of one request."""

RequestId = int | str | None


@dataclass(frozen=True, slots=True)
class Request:
    id: RequestId
    method: str
    params: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Overlong:
    """A line beyond the limit; its bytes were thrown away as they came."""

    size: int

    def error(self) -> TooLarge:
        return TooLarge(
            f"a request has at most {LINE_LIMIT} bytes, this one had {self.size}",
            next_step="send it in parts, or name a file",
        )


def lines(connection: socket.socket, limit: int = LINE_LIMIT) -> Iterator[bytes | Overlong]:
    """Lines as they come, without their ends; never holds more than `limit` bytes. Ends when the other side does."""
    held = bytearray()
    dropped = 0
    while True:
        try:
            chunk = connection.recv(65536)
        except (ConnectionError, TimeoutError):
            return
        if not chunk:
            return
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            size = dropped + len(held) + end - start
            if size > limit:
                yield Overlong(size)
            else:
                held += chunk[start:end]
                yield bytes(held)
            held.clear()
            dropped = 0
            start = end + 1
        rest = len(chunk) - start
        if dropped or len(held) + rest > limit:
            dropped += len(held) + rest
            held.clear()
        else:
            held += chunk[start:]


def decode(line: bytes) -> Request:
    """Read one request, or raise `Undecodable`: it carries what is off, and the id where it could be read."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Undecodable(BadRequest(f"the line is not JSON: {error}", seen=repr(line[:80]))) from error
    if not isinstance(data, dict):
        raise Undecodable(BadRequest(f"a request is an object, not {type(data).__name__}", seen=repr(line[:80])))
    number = data.get("id")
    if number is not None and (isinstance(number, bool) or not isinstance(number, int | str) or len(str(number)) > 64):
        raise Undecodable(BadRequest("`id` is a number or text of at most 64 characters", seen=repr(number)[:80]))
    method, params = data.get("method"), data.get("params", {})
    if not isinstance(method, str):
        raise Undecodable(BadRequest("`method` is the name of a method", seen=repr(method)[:80]), number)
    if not isinstance(params, dict):
        raise Undecodable(BadRequest("`params` is an object", seen=repr(params)[:80]), number)
    unknown = sorted(set(data) - {"id", "method", "params"})
    if unknown:
        raise Undecodable(BadRequest(f"a request has no {unknown[0]!r}", sought="id, method, params"), number)
    return Request(number, method, params)


class Undecodable(Exception):
    """A line that is no request: the error to send back, and the id it had where that could be read."""

    def __init__(self, error: BadRequest, id: RequestId = None) -> None:
        super().__init__(error.message)
        self.error = error
        self.id = id


def encode(number: RequestId, envelope: dict[str, Any]) -> bytes:
    """One line. A lone surrogate, which no UTF-8 can carry, becomes `?`."""
    text = json.dumps({"id": number, **envelope}, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace") + b"\n"


def success(data: Any, receipt: dict[str, Any] | None = None) -> dict[str, Any]:
    envelope: dict[str, Any] = {"ok": True, "data": data}
    if receipt is not None:
        envelope["receipt"] = receipt
    return envelope


def failure(error: DeskhandError) -> dict[str, Any]:
    envelope: dict[str, Any] = {"ok": False, "error": error.to_json()}
    if error.receipt is not None:
        envelope["receipt"] = error.receipt
    return envelope
