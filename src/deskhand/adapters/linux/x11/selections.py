"""Words and numbers that both sides of a selection transfer need (ICCCM, section 2)."""

from __future__ import annotations

from types import MappingProxyType

from xcffib import xproto

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.model.clipboard import Content, Piece, Selection

SELECTIONS: MappingProxyType[Selection, str] = MappingProxyType({"clipboard": "CLIPBOARD", "primary": "PRIMARY"})
TARGETS, TIMESTAMP, MULTIPLE, INCR = "TARGETS", "TIMESTAMP", "MULTIPLE", "INCR"
UTF8, LATIN = "UTF8_STRING", "STRING"
UNICODE_TARGETS = (UTF8, "text/plain;charset=utf-8", "TEXT", "text/plain")
"""Targets answered with UTF-8."""
NO_DATA = frozenset(
    {TARGETS, TIMESTAMP, MULTIPLE, "SAVE_TARGETS", "DELETE", "INSERT_SELECTION", "INSERT_PROPERTY"}
)
"""Targets that ask for something other than what was copied."""

ATOM_TYPE, INTEGER_TYPE = 4, 19
TRANSFER_PROPERTY = "_DESKHAND_TRANSFER"


def hidden_window(connection: Connection) -> int:
    """A window nobody sees, to own selections and receive them; it hears of changes of its properties."""
    window = int(connection.x.generate_id())
    connection.core.CreateWindow(
        0, window, connection.root, -10, -10, 1, 1, 0, xproto.WindowClass.InputOnly, 0,
        xproto.CW.OverrideRedirect | xproto.CW.EventMask, [1, xproto.EventMask.PropertyChange],
    )  # fmt: skip
    connection.x.flush()
    return window


def text_content(text: str) -> Content:
    """A text under every name that applications ask for one by; none where it is empty."""
    if not text:
        return Content()
    data = text.encode("utf-8", errors="replace")
    pieces = {target: Piece(UTF8 if target == "TEXT" else target, 8, data) for target in UNICODE_TARGETS}
    return Content({**pieces, LATIN: Piece(LATIN, 8, text.encode("latin-1", errors="replace"))})
