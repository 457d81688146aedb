"""D-Bus values, read and written by their signature: the few that a notification daemon meets.

Layout: D-Bus Specification, "Marshaling". Little-endian only. Standard library only.
"""

from __future__ import annotations

import struct
from typing import Any

_FIXED = {
    "y": ("<B", 1), "b": ("<I", 4), "n": ("<h", 2), "q": ("<H", 2), "i": ("<i", 4), "u": ("<I", 4),
    "x": ("<q", 8), "t": ("<Q", 8), "d": ("<d", 8), "h": ("<I", 4),
}  # fmt: skip
_ALIGN = {"s": 4, "o": 4, "g": 1, "a": 4, "(": 8, "{": 8, "v": 1} | {code: size for code, (_, size) in _FIXED.items()}
_DEEPEST = 32


class Malformed(ValueError):
    """The bytes are no values of that signature."""


def read_values(signature: str, body: bytes) -> list[Any]:
    """The values of a body. Arrays become lists (of bytes: `bytes`), dictionaries dicts, structures tuples; variants
    their value. `Malformed` where they do not fit."""
    reader, values, at = _Reader(body), list[Any](), 0
    try:
        while at < len(signature):
            stop = _end(signature, at)
            values.append(reader.read(signature[at:stop]))
            at = stop
    except (struct.error, UnicodeDecodeError, IndexError) as error:
        raise Malformed(str(error)) from error
    return values


class _Reader:
    def __init__(self, body: bytes) -> None:
        self._body = body
        self._at = 0
        self._deep = 0

    def read(self, kind: str) -> Any:
        code = kind[0]
        if code not in _ALIGN:
            raise Malformed(f"no type {code!r}")
        self._at += -self._at % _ALIGN[code]
        if code in _FIXED:
            form, size = _FIXED[code]
            (value,) = struct.unpack_from(form, self._body, self._at)
            self._at += size
            return bool(value) if code == "b" else value
        if code in "sog":
            return self._text(1 if code == "g" else 4)
        self._deep += 1
        if self._deep > _DEEPEST:
            raise Malformed("too deep")
        try:
            if code == "v":
                held = self._text(1)
                if not held or _end(held, 0) != len(held):
                    raise Malformed(f"a variant of {held!r}")
                return self.read(held)
            if code == "a":
                return self._array(kind[1:])
            return tuple(self._members(kind))
        finally:
            self._deep -= 1

    def _text(self, width: int) -> str:
        (size,) = struct.unpack_from("<B" if width == 1 else "<I", self._body, self._at)
        start = self._at + width
        self._at = start + size + 1
        if self._at > len(self._body):
            raise Malformed("a text longer than its message")
        return self._body[start : start + size].decode("utf-8", "replace")

    def _array(self, item: str) -> Any:
        (size,) = struct.unpack_from("<I", self._body, self._at)
        self._at += 4
        self._at += -self._at % _ALIGN[item[0]]
        stop = self._at + size
        if stop > len(self._body):
            raise Malformed("an array longer than its message")
        if item == "y":
            data, self._at = self._body[self._at : stop], stop
            return data
        if item[0] == "{":
            pairs: dict[Any, Any] = {}
            while self._at < stop:
                self._at += -self._at % 8
                key, value = self._members(item)
                pairs[key] = value
            return pairs
        items: list[Any] = []
        while self._at < stop:
            items.append(self.read(item))
        return items

    def _members(self, kind: str) -> list[Any]:
        values, at = list[Any](), 1
        while at < len(kind) - 1:
            stop = _end(kind, at)
            values.append(self.read(kind[at:stop]))
            at = stop
        return values


def _end(signature: str, at: int) -> int:
    """Where the complete type that begins at `at` ends."""
    code = signature[at]
    if code == "a":
        return _end(signature, at + 1)
    if code not in "({":
        return at + 1
    close = ")" if code == "(" else "}"
    at += 1
    while signature[at] != close:
        at = _end(signature, at)
    return at + 1


def write_values(signature: str, *values: Any) -> bytes:
    """Texts (`s`, `o`, `g`), numbers (`u`, `i`), lists of texts (`as`) and the empty `a{sv}`, one after the other."""
    data, at = b"", 0
    for value in values:
        stop = _end(signature, at)
        kind, at = signature[at:stop], stop
        data += b"\0" * (-len(data) % _ALIGN[kind[0]])
        if kind in "so":
            data += _written_text(value)
        elif kind == "g":
            data += bytes([len(value)]) + value.encode() + b"\0"
        elif kind in _FIXED:
            data += struct.pack(_FIXED[kind][0], value)
        elif kind == "as":
            inner = b""
            for text in value:
                inner += b"\0" * (-len(inner) % 4) + _written_text(text)
            data += struct.pack("<I", len(inner)) + inner
        else:
            data += struct.pack("<I", 0) + b"\0" * (-(len(data) + 4) % 8)
    return data


def _written_text(text: str) -> bytes:
    raw = text.encode("utf-8", "replace").replace(b"\0", b"")
    return struct.pack("<I", len(raw)) + raw + b"\0"
