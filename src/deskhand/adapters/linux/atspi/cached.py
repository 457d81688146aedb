"""Structure from Cache.GetItems: `a((so)(so)(so)iiassusau)`.

Each item: object, application, parent, index in parent, child count, interfaces, name, role, description, states.
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from deskhand.adapters.linux.atspi.wire import read_u32

_NUMBERS = struct.Struct("<iiI").unpack_from
_ROLE = struct.Struct("<II").unpack_from


class Item(NamedTuple):
    """One object as the application's cache tells it; interfaces and states still as bytes."""

    path: str
    parent: str
    position: int
    child_count: int
    interfaces: bytes
    name: str
    role: int
    description: str
    states: bytes


class Cached(NamedTuple):
    """Items by path, and the paths of each parent's known children in order."""

    items: dict[str, Item]
    children: dict[str, list[str]]


EMPTY = Cached({}, {})


def decode_items(body: bytes) -> Cached:
    """Decode the reply; a body of another shape gives nothing (the walk then reads everything)."""
    try:
        return _decode(body)
    except (struct.error, ValueError, IndexError):
        return EMPTY


def _decode(body: bytes) -> Cached:
    stop = 8 + read_u32(body)[0]
    items: dict[str, Item] = {}
    grouped: dict[str, list[Item]] = {}
    u32 = read_u32
    new = tuple.__new__
    at = 8
    while at < stop:
        at = (at + 8 + u32(body, at)[0]) & ~3  # bus name of the object
        (size,) = u32(body, at)
        path = body[at + 4 : at + 4 + size].decode()
        at = (at + 12 + size) & ~7
        at = (at + 8 + u32(body, at)[0]) & ~3  # application
        at = (at + 12 + u32(body, at)[0]) & ~7
        at = (at + 8 + u32(body, at)[0]) & ~3  # parent
        (size,) = u32(body, at)
        parent = body[at + 4 : at + 4 + size].decode()
        at = (at + 8 + size) & ~3
        index, count, size = _NUMBERS(body, at)
        at += 12
        interfaces = body[at : at + size]
        at = (at + size + 3) & ~3
        (size,) = u32(body, at)
        name = body[at + 4 : at + 4 + size].decode("utf-8", "replace") if size else ""
        at = (at + 8 + size) & ~3
        role, size = _ROLE(body, at)
        description = body[at + 8 : at + 8 + size].decode("utf-8", "replace") if size else ""
        at = (at + 12 + size) & ~3
        states = body[at + 4 : at + 12]
        item: Item = new(Item, (path, parent, index, count, interfaces, name, role, description, states))
        at = (at + 19) & ~7
        items[path] = item
        siblings = grouped.get(parent)
        if siblings is None:
            grouped[parent] = [item]
        else:
            siblings.append(item)
    children = {parent: _ordered(found) for parent, found in grouped.items()}
    return Cached(items, children)


def _ordered(found: list[Item]) -> list[str]:
    if len(found) > 1:
        found.sort(key=lambda item: item[2])
    return [item[0] for item in found]
