"""A few X11 requests spoken directly, for bringing a display up without starting a client program.

Layout of requests and replies: X Window System Protocol, version 11, appendix B. Standard library only.
"""

from __future__ import annotations

import os
import secrets
import socket
import struct

COOKIE_NAME = b"MIT-MAGIC-COOKIE-1"
_FAMILY_WILD = 65535
_FAMILY_SERVER_INTERPRETED = 5
_CHANGE_WINDOW_ATTRIBUTES, _INTERN_ATOM, _GET_PROPERTY, _CLEAR_AREA, _CHANGE_HOSTS = 2, 16, 20, 61, 109
_BACK_PIXEL = 0x2
_CHANGE_PROPERTY = 18
_ATOM_WINDOW, _ATOM_STRING, _ATOM_RESOURCE_MANAGER = 33, 31, 23


def write_cookie(path: str) -> bytes:
    """Write an authority file (mode 0600) with a new cookie that is good for any display number; returns the cookie."""
    cookie = secrets.token_bytes(16)
    entry = struct.pack(">H", _FAMILY_WILD) + b"".join(_counted(part) for part in (b"", b"", COOKIE_NAME, cookie))
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(fd, "wb") as file:
        file.write(entry)
    return cookie


class XWire:
    """One connection to a local X server. Raises OSError when the server is not there or refuses."""

    def __init__(self, display: int, cookie: bytes, timeout: float = 5.0) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._socket.settimeout(timeout)
            self._socket.connect(f"/tmp/.X11-unix/X{display}")
            self.root: int = self._greet(cookie)
        except BaseException:
            self._socket.close()
            raise

    def allow_user(self, uid: int) -> None:
        """Let this user's processes connect without the cookie (the server checks the peer's credentials)."""
        address = b"localuser\0#" + str(uid).encode()
        body = struct.pack("<BxH", _FAMILY_SERVER_INTERPRETED, len(address)) + _padded(address)
        self._request(_CHANGE_HOSTS, 0, body)

    def paint_root(self, pixel: int) -> None:
        """Give the root window a plain colour (0xRRGGBB)."""
        self._request(_CHANGE_WINDOW_ATTRIBUTES, 0, struct.pack("<III", self.root, _BACK_PIXEL, pixel))
        self._request(_CLEAR_AREA, 0, struct.pack("<IhhHH", self.root, 0, 0, 0, 0))

    def set_resources(self, text: str) -> None:
        """Put X resources (lines of `name: value`) on the root window, where toolkits look for `Xft.dpi`."""
        data = text.encode("ascii")
        head = struct.pack("<IIIBxxxI", self.root, _ATOM_RESOURCE_MANAGER, _ATOM_STRING, 8, len(data))
        self._request(_CHANGE_PROPERTY, 0, head + _padded(data))

    def window_manager(self) -> bool:
        """True when a window manager has announced itself (EWMH `_NET_SUPPORTING_WM_CHECK`)."""
        name = b"_NET_SUPPORTING_WM_CHECK"
        reply = self._ask(_INTERN_ATOM, 0, struct.pack("<Hxx", len(name)) + _padded(name))
        (atom,) = struct.unpack_from("<I", reply, 8)
        reply = self._ask(_GET_PROPERTY, 0, struct.pack("<IIIII", self.root, atom, _ATOM_WINDOW, 0, 1))
        return len(reply) >= 36

    def sync(self) -> None:
        """Return when the server has carried out everything sent so far."""
        self._ask(_INTERN_ATOM, 1, struct.pack("<Hxx", 4) + b"ATOM")

    def close(self) -> None:
        self._socket.close()

    def _greet(self, cookie: bytes) -> int:
        head = struct.pack("<BxHHHHxx", ord("l"), 11, 0, len(COOKIE_NAME), len(cookie))
        self._socket.sendall(head + _padded(COOKIE_NAME) + _padded(cookie))
        status, _, _, length = struct.unpack("<BBxxHH", self._read(8))
        rest = self._read(length * 4)
        if status != 1:
            raise ConnectionRefusedError(rest.decode(errors="replace").strip("\0 \n"))
        vendor, formats = struct.unpack_from("<HxxxB", rest, 16)
        (root,) = struct.unpack_from("<I", rest, 32 + (vendor + 3) // 4 * 4 + formats * 8)
        return root

    def _request(self, opcode: int, detail: int, body: bytes) -> None:
        self._socket.sendall(struct.pack("<BBH", opcode, detail, 1 + len(body) // 4) + body)

    def _ask(self, opcode: int, detail: int, body: bytes) -> bytes:
        self._request(opcode, detail, body)
        while True:
            packet = self._read(32)
            if packet[0] == 0:
                raise ConnectionError(f"X error {packet[1]} for request {packet[10]}")
            if packet[0] == 1:
                (length,) = struct.unpack_from("<I", packet, 4)
                return packet + self._read(length * 4)

    def _read(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            part = self._socket.recv(size - len(data))
            if not part:
                raise ConnectionError("the X server closed the connection")
            data += part
        return bytes(data)


def _counted(data: bytes) -> bytes:
    return struct.pack(">H", len(data)) + data


def _padded(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 4)
