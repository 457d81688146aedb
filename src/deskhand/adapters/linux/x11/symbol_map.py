"""Writing symbols of single keys into the server's keymap, in one request whatever keys they are.

Core ChangeKeyboardMapping takes neighbouring keys only, and each request makes every client read the whole map anew
(openbox then binds all its keys again). XkbSetMap takes a range; the keys in between are sent back as they are.
Layout: The X Keyboard Extension, protocol specification, GetMap and SetMap.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping

from xcffib import xkb

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.keymap import CORE_KEYBOARD

_SYMS = 2
_SET_MAP = 9
_RECORDS_AT = 40
_TWO_LEVEL = 1
"""Index of the type that every map has for keys with a plain and a shifted symbol, caps lock without effect."""
_EMPTY = struct.pack("=4BBBH", 0, 0, 0, 0, 0, 0, 0)

Symbols = tuple[int, int] | None
"""Plain and shifted keysym of a key; None for no symbol at all."""


def set_symbols(connection: Connection, symbols: Mapping[int, Symbols]) -> None:
    """Give keys (by keycode) these symbols in all groups. The connection's lock is held by the caller."""
    if not symbols:
        return
    extension = connection.x(xkb.key)
    # Nobody may change the map between the reading and the writing: the keys in between would go back to what
    # they were.
    connection.core.GrabServer()
    try:
        reply = connection.raw_reply(extension.GetMap(CORE_KEYBOARD, _SYMS, 0, *[0] * 8, 0, *[0] * 6))
        records = _records(reply)
        first, last = min(symbols), max(symbols)
        run = [_record(symbols[code]) if code in symbols else records[code] for code in range(first, last + 1)]
        total = sum((len(record) - 8) // 4 for record in run)
        header = struct.pack(
            "=xx2x3H6BH2BH3B3B3B3BH", CORE_KEYBOARD, _SYMS, 0, reply[10], reply[11], 0, 0, first, len(run), total,
            0, 0, 0, *[0] * 12, 0,
        )  # fmt: skip
        extension.send_request(_SET_MAP, io.BytesIO(header + b"".join(run)))
    finally:
        connection.core.UngrabServer()
        connection.x.flush()


def _records(reply: bytes) -> dict[int, bytes]:
    """The bytes that describe each key in a GetMap reply, by keycode."""
    found: dict[int, bytes] = {}
    offset = _RECORDS_AT
    for code in range(reply[17], reply[17] + reply[20]):
        (count,) = struct.unpack_from("=H", reply, offset + 6)
        found[code] = reply[offset : offset + 8 + 4 * count]
        offset += 8 + 4 * count
    return found


def _record(symbols: Symbols) -> bytes:
    if symbols is None:
        return _EMPTY
    return struct.pack("=4BBBH2I", _TWO_LEVEL, 0, 0, 0, 1, 2, 2, *symbols)
