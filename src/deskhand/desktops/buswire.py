"""A D-Bus connection spoken directly, for bringing a session up, and serving it, without starting a client program.

Layout: D-Bus Specification, "Message Protocol" and "Marshaling". Little-endian only. `call` waits for its reply;
whoever serves uses `send` and `receive`, which do not.
Standard library only.
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Mapping

_CALL, _RETURN, _ERROR = 1, 2, 3
_PATH, _INTERFACE, _MEMBER, _REPLY_SERIAL, _DESTINATION, _SIGNATURE = 1, 2, 3, 5, 6, 8
_FIELD_TYPES = {_PATH: "o", _REPLY_SERIAL: "u", _SIGNATURE: "g"}
_NO_REPLY = 1


class BusError(OSError):
    """The bus or the service answered with an error; the text is its name."""


class BusWire:
    """One connection to a message bus at a socket path. Raises OSError where there is none."""

    def __init__(self, path: str, timeout: float = 5.0) -> None:
        self._serial = 0
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(timeout)
            self._socket.connect(path)
            self._sign_in()
            hello = self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")
            self.name: str = hello[4:-1].decode()
        except BaseException:
            self._socket.close()
            raise

    def has_owner(self, name: str) -> bool:
        """True when some process owns this bus name."""
        body = self.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", "s", text_of(name)
        )
        return struct.unpack_from("<I", body)[0] == 1

    def a11y_address(self) -> str:
        """Address of the accessibility bus."""
        body = self.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
        (length,) = struct.unpack_from("<I", body)
        return body[4 : 4 + length].decode()

    def set_flag(self, name: str, path: str, interface: str, property_name: str, value: bool) -> None:
        """Set a boolean property."""
        body = text_of(interface)
        body += b"\0" * (-len(body) % 4) + text_of(property_name)
        body += b"\1b\0"
        body += b"\0" * (-len(body) % 4) + struct.pack("<I", value)
        self.call(name, path, "org.freedesktop.DBus.Properties", "Set", "ssv", body)

    def call(self, name: str, path: str, interface: str, member: str, signature: str = "", body: bytes = b"") -> bytes:
        """Call and return the reply's body."""
        fields = {_PATH: path, _INTERFACE: interface, _MEMBER: member, _DESTINATION: name}
        if signature:
            fields[_SIGNATURE] = signature
        self.send(_CALL, fields, body)
        return self._await_reply(self._serial)

    def send(self, kind: int, fields: Mapping[int, str | int], body: bytes) -> int:
        """Send a message with these header fields (by code) and return its serial. Only calls ask for a reply."""
        self._serial += 1
        block = b""
        for code, value in fields.items():
            block += b"\0" * (-len(block) % 8)
            kind_of = _FIELD_TYPES.get(code, "s")
            block += bytes([code, 1, ord(kind_of), 0])
            if isinstance(value, int):
                block += struct.pack("<I", value)
            else:
                block += _signature(value) if kind_of == "g" else text_of(value)
        flags = 0 if kind == _CALL else _NO_REPLY
        head = struct.pack("<cBBBIII", b"l", kind, flags, 1, len(body), self._serial, len(block)) + block
        self._socket.sendall(head + b"\0" * (-len(head) % 8) + body)
        return self._serial

    def receive(self) -> bytes:
        """Bytes that have come, without waiting; empty at the end of the connection. BlockingIOError where none."""
        return self._socket.recv(65536, socket.MSG_DONTWAIT)

    def fileno(self) -> int:
        return self._socket.fileno()

    def close(self) -> None:
        self._socket.close()

    def _sign_in(self) -> None:
        identity = str(os.getuid()).encode().hex()
        self._socket.sendall(b"\0AUTH EXTERNAL " + identity.encode() + b"\r\n")
        line = b""
        while not line.endswith(b"\r\n"):
            line += self._read(1)
        if not line.startswith(b"OK"):
            raise ConnectionRefusedError(line.decode(errors="replace").strip())
        self._socket.sendall(b"BEGIN\r\n")

    def _await_reply(self, serial: int) -> bytes:
        while True:
            kind, body_size, fields_size = struct.unpack("<xBxxI4xI", self._read(16))
            fields = self._read(fields_size + (-(16 + fields_size) % 8))[:fields_size]
            body = self._read(body_size)
            answered, name = _reply_fields(fields)
            if kind in (_RETURN, _ERROR) and answered == serial:
                if kind == _ERROR:
                    raise BusError(name)
                return body

    def _read(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            part = self._socket.recv(size - len(data))
            if not part:
                raise ConnectionError("the bus closed the connection")
            data += part
        return bytes(data)


def text_of(value: str) -> bytes:
    """A string as it is marshalled."""
    data = value.encode()
    return struct.pack("<I", len(data)) + data + b"\0"


def _signature(value: str) -> bytes:
    return bytes([len(value)]) + value.encode() + b"\0"


def _reply_fields(block: bytes) -> tuple[int, str]:
    """(serial answered, error name) of a reply's header fields; 0 and empty where absent."""
    answered, error, at = 0, "", 0
    while at < len(block):
        at += -at % 8
        if at + 4 > len(block):
            break
        code, kind = block[at], chr(block[at + 2])
        at += 4
        if kind == "u":
            (number,) = struct.unpack_from("<I", block, at)
            answered = number if code == _REPLY_SERIAL else answered
            at += 4
        elif kind == "g":
            at += block[at] + 2
        else:
            (length,) = struct.unpack_from("<I", block, at)
            error = block[at + 4 : at + 4 + length].decode() if code == 4 else error
            at += 4 + length + 1
    return answered, error
