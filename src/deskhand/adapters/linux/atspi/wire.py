"""D-Bus marshalling for the few signatures that AT-SPI needs.

Calls are built from prepared pieces in which only serial and path vary; replies are decoded in place by functions
made for one signature. Little endian only: client and applications share a machine, and every message says its order.
Format: the D-Bus specification, "Message Protocol".
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

U32 = struct.Struct("<I")
I32 = struct.Struct("<i")
DOUBLE = struct.Struct("<d")
read_u32 = U32.unpack_from
read_i32 = I32.unpack_from
read_double = DOUBLE.unpack_from

METHOD_CALL, METHOD_RETURN, ERROR, SIGNAL = 1, 2, 3, 4
NULL_PATH = "/org/a11y/atspi/null"

Decoder = Callable[[bytes], Any]
"""Takes the body of a reply."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An error reply, in place of the value that was asked for."""

    name: str
    message: str = ""

    @property
    def peer_gone(self) -> bool:
        """The application has left the bus (or never was on it)."""
        return self.name in _GONE or (self.name == _NO_REPLY and "disconnected" in self.message)

    @property
    def object_gone(self) -> bool:
        return self.name in _OBJECT_GONE


_NO_REPLY = "org.freedesktop.DBus.Error.NoReply"
_GONE = frozenset(
    "org.freedesktop.DBus.Error." + name for name in ("ServiceUnknown", "NameHasNoOwner", "Disconnected")
)
_OBJECT_GONE = frozenset("org.freedesktop.DBus.Error." + name for name in ("UnknownObject", "UnknownMethod"))


class Method:
    """One method of one interface. `decode` reads its reply; `signature` is that of its arguments."""

    __slots__ = ("_heads", "decode", "interface", "member", "signature")

    def __init__(self, interface: str, member: str, decode: Decoder, signature: str = "") -> None:
        self.interface: str = interface
        self.member: str = member
        self.decode: Decoder = decode
        self.signature: str = signature
        self._heads: dict[tuple[str, int, int], tuple[bytes, bytes, bytes]] = {}

    def pieces(self, destination: str, path_length: int, body_length: int) -> tuple[bytes, bytes, bytes]:
        """What stands before the serial, between serial and path, and between path and body."""
        key = (destination, path_length, body_length)
        found = self._heads.get(key)
        if found is None:
            if len(self._heads) > 2000:
                self._heads.clear()
            found = self._heads[key] = self._build(destination, path_length, body_length)
        return found

    def _build(self, destination: str, path_length: int, body_length: int) -> tuple[bytes, bytes, bytes]:
        fields = b""
        for code, text in ((6, destination), (2, self.interface), (3, self.member)):
            if text:
                fields += _pad8(bytes((code, 1)) + b"s\0" + encode_string(text))
        if self.signature:
            text = self.signature.encode()
            fields += _pad8(b"\x08\x01g\0" + bytes((len(text),)) + text + b"\0")
        fields += b"\x01\x01o\0" + U32.pack(path_length)
        length = len(fields) + path_length + 1
        before = b"l\x01\x00\x01" + U32.pack(body_length)
        tail = b"\0" + b"\0" * (-length % 8)
        return before, U32.pack(length) + fields, tail


def _pad8(data: bytes) -> bytes:
    return data + b"\0" * (-len(data) % 8)


def encode_string(text: str) -> bytes:
    data = text.encode("utf-8", "replace").replace(b"\0", b"")
    return U32.pack(len(data)) + data + b"\0"


def encode_ints(*numbers: int) -> bytes:
    return struct.pack(f"<{len(numbers)}i", *numbers)


def encode_strings(*texts: str) -> bytes:
    """Strings one after the other, each 4-aligned."""
    data = b""
    for text in texts:
        data += b"\0" * (-len(data) % 4) + encode_string(text)
    return data


# --- decoders: body of a reply → value. A body starts 8-aligned in its message, so offsets in it align alike. ---


def nothing(body: bytes) -> None:
    return None


def string(body: bytes) -> str:
    return body[4 : 4 + read_u32(body)[0]].decode("utf-8", "replace")


def uint(body: bytes) -> int:
    return read_u32(body)[0]


def integer(body: bytes) -> int:
    return read_i32(body)[0]


def boolean(body: bytes) -> bool:
    return read_u32(body)[0] != 0


_RECT = struct.Struct("<iiii").unpack_from
_KIND = struct.Struct("<II").unpack_from
_PAIR = struct.Struct("<ii").unpack_from


def rectangle(body: bytes) -> tuple[int, int, int, int]:
    return _RECT(body)


def pair(body: bytes) -> tuple[int, int]:
    return _PAIR(body)


def state_words(body: bytes) -> bytes:
    """`au` of a state set, kept as its eight bytes."""
    return body[4:12]


def array_bytes(body: bytes) -> bytes:
    """The bytes of an array of strings: equal for equal arrays, so a key for what was decoded before."""
    return body[4 : 4 + read_u32(body)[0]]


def split_strings(raw: bytes) -> tuple[str, ...]:
    """The strings of what `array_bytes` returned (elements 4-aligned)."""
    at, found = 0, list[str]()
    while at < len(raw):
        (size,) = read_u32(raw, at)
        found.append(raw[at + 4 : at + 4 + size].decode("utf-8", "replace"))
        at = (at + 8 + size) & ~3
    return tuple(found)


def reference(body: bytes, at: int = 0) -> tuple[str, str]:
    """`(so)`: bus name and path."""
    (length,) = read_u32(body, at)
    name = body[at + 4 : at + 4 + length].decode()
    at = (at + 8 + length) & ~3
    (length,) = read_u32(body, at)
    return name, body[at + 4 : at + 4 + length].decode()


def references(body: bytes) -> list[tuple[str, str]]:
    """`a(so)`"""
    stop = 8 + read_u32(body)[0]
    at, found = 8, list[tuple[str, str]]()
    while at < stop:
        (size,) = read_u32(body, at)
        name = body[at + 4 : at + 4 + size].decode()
        at = (at + 8 + size) & ~3
        (size,) = read_u32(body, at)
        found.append((name, body[at + 4 : at + 4 + size].decode()))
        at = (at + 12 + size) & ~7
    return found


def relations(body: bytes) -> list[tuple[int, list[tuple[str, str]]]]:
    """`a(ua(so))`: relation types and their targets."""
    stop = 8 + read_u32(body)[0]
    at, found = 8, list[tuple[int, list[tuple[str, str]]]]()
    while at < stop:
        kind, length = _KIND(body, at)
        at += 8
        found.append((kind, references(U32.pack(length) + b"\0\0\0\0" + body[at : at + length])))
        at = (at + length + 7) & ~7
    return found


def first_strings(body: bytes) -> tuple[str, ...]:
    """`a(sss)`: the first string of each (action names)."""
    stop = 8 + read_u32(body)[0]
    at, found = 8, list[str]()
    while at < stop:
        (size,) = read_u32(body, at)
        found.append(body[at + 4 : at + 4 + size].decode("utf-8", "replace"))
        at = (at + 8 + size) & ~3
        at = (at + 8 + read_u32(body, at)[0]) & ~3
        at = (at + 12 + read_u32(body, at)[0]) & ~7
    return tuple(found)


def mapping(body: bytes) -> dict[str, str]:
    """`a{ss}`"""
    stop = 8 + read_u32(body)[0]
    at, found = 8, dict[str, str]()
    while at < stop:
        (size,) = read_u32(body, at)
        key = body[at + 4 : at + 4 + size].decode("utf-8", "replace")
        at = (at + 8 + size) & ~3
        (size,) = read_u32(body, at)
        found[key] = body[at + 4 : at + 4 + size].decode("utf-8", "replace")
        at = (at + 12 + size) & ~7
    return found


def variant(body: bytes) -> Any:
    """`v` holding one of the types that AT-SPI properties have; None for any other."""
    kind = body[1 : 1 + body[0]]
    if kind in (b"s", b"o"):
        return body[8 : 8 + read_u32(body, 4)[0]].decode("utf-8", "replace")
    if kind == b"i":
        return read_i32(body, 4)[0]
    if kind == b"u":
        return read_u32(body, 4)[0]
    if kind == b"b":
        return read_u32(body, 4)[0] != 0
    if kind == b"d":
        return read_double(body, 8)[0]
    if kind == b"(so)":
        return reference(body, 8)
    if kind == b"(ii)":
        return _PAIR(body, 8)
    return None


def variant_text(body: bytes) -> str:
    """`v` that must hold a string; empty where it does not."""
    if body[1:2] != b"s":
        return ""
    return body[8 : 8 + read_u32(body, 4)[0]].decode("utf-8", "replace")


def variant_int(body: bytes) -> int:
    """`v` that must hold an integer; 0 where it does not."""
    return read_i32(body, 4)[0] if body[1:2] in (b"i", b"u") else 0
