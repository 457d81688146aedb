"""Signals of the accessibility bus, decoded: `Event.*` of applications, `NameOwnerChanged` of the bus."""

from __future__ import annotations

import re
import struct
from typing import NamedTuple

from deskhand.adapters.linux.atspi.calls import REGISTRY
from deskhand.adapters.linux.atspi.link import Link, header_fields
from deskhand.adapters.linux.atspi.wire import read_i32, read_u32, string
from deskhand.model.element import Handle

_EVENT = "org.a11y.atspi.Event."
_WORD_START = re.compile(r"(?<=[a-z])([A-Z])")
_TEXT_LIMIT = 1024
REGISTRY_CAME = "registry-came"
"""Kind of the signal that somebody has taken the registry's name."""


class Signal(NamedTuple):
    """What `model.world.Event` carries, before it has a number."""

    kind: str
    source: Handle
    detail1: int
    detail2: int
    text: str


def read_signals(link: Link) -> list[Signal]:
    """Take what has arrived on a listening connection."""
    found: list[Signal] = []
    for message in link.take_signals():
        try:
            signal = _decode(message)
        except (struct.error, ValueError, IndexError):
            continue
        if signal is not None:
            found.append(signal)
    return found


def _decode(message: bytes) -> Signal | None:
    (body_length, _, fields_length) = struct.unpack_from("<III", message, 4)
    path = interface = member = sender = ""
    for code, _, value in header_fields(message, 0, fields_length):
        if code == 1:
            path = string(message[value:])
        elif code == 2:
            interface = string(message[value:])
        elif code == 3:
            member = string(message[value:])
        elif code == 7:
            sender = string(message[value:])
    body = message[len(message) - body_length :]
    if interface.startswith(_EVENT):
        return _event(interface[len(_EVENT) :], member, (sender, path), body)
    if member == "NameOwnerChanged":
        return _owner_changed(body)
    return None


def _owner_changed(body: bytes) -> Signal | None:
    name, at = _string_at(body, 0)
    _, at = _string_at(body, at)
    new, _ = _string_at(body, at)
    if new and name == REGISTRY:
        return Signal(REGISTRY_CAME, (name, ""), 0, 0, "")
    if new or not name.startswith(":"):
        return None
    return Signal("app-died", (name, "/org/a11y/atspi/accessible/root"), 0, 0, "")


def _event(family: str, member: str, source: Handle, body: bytes) -> Signal:
    detail, at = _string_at(body, 0)
    detail1, detail2 = read_i32(body, at)[0], read_i32(body, at + 4)[0]
    text = ""
    if body[at + 8 : at + 10] == b"\x01s":
        text = string(body[(at + 11 + 3) & ~3 :])[:_TEXT_LIMIT]
    return Signal(_kind(family, member, detail), source, detail1, detail2, text)


def _string_at(body: bytes, at: int) -> tuple[str, int]:
    """A string and where the next 4-aligned value stands."""
    (size,) = read_u32(body, at)
    return body[at + 4 : at + 4 + size].decode("utf-8", "replace"), (at + 8 + size) & ~3


def _kind(family: str, member: str, detail: str) -> str:
    """`StateChanged`, `focused` → `state-changed:focused`; windows keep their family: `window:activate`."""
    word = _WORD_START.sub(r"-\1", member).lower()
    if family == "Window":
        if word == "create":
            return "window-opened"
        if word in ("destroy", "close"):
            return "window-closed"
        return f"window:{word}"
    if family in ("Focus", "Document"):
        return f"{family.lower()}:{word}"
    return f"{word}:{detail.lower()}" if detail else word
