"""The keyboard as XKB describes it: which key, with which modifiers, gives which keysym in the group in force.

Layout of the replies: The X Keyboard Extension, protocol specification, GetMap.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from xcffib import xkb

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.keysyms import (
    LEVEL3_SHIFT,
    LEVEL5_SHIFT,
    MODE_SWITCH,
    NO_SYMBOL,
    SHIFT,
    character_of_keysym,
)

CORE_KEYBOARD = 0x100
_TYPES, _SYMS, _MODIFIER_MAP = 1, 2, 4
_HOLDABLE = frozenset({SHIFT, SHIFT + 1, LEVEL3_SHIFT, LEVEL5_SHIFT, MODE_SWITCH})
_KEYPAD = range(0xFF80, 0xFFBF)
_MOD3 = 1 << 5
_MODIFIERS = (_MOD3, 1 << 7, 1 << 6, 1 << 4, 1 << 3)
"""Mod3, Mod5, Mod4, Mod2, Mod1: those that a keyboard is likeliest to do without first."""


_Name = TypeVar("_Name", int, str)


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key and the modifier keys to hold with it, as keycodes."""

    keycode: int
    holding: tuple[int, ...] = ()


@dataclass(slots=True)
class Keymap:
    """Strokes of one keymap in one group.

    `by_keysym` has the cheapest stroke (fewest modifiers) for each keysym, `by_character` for each character a key
    types, `any_group` the key that gives a keysym without modifiers in whatever group. `spare` are keycodes without any
    symbol and without a modifier, `modifier_keys` all keys that are modifiers, `idle_modifier` is the mask of a real
    modifier that no key sets (Mod3, if there is none).
    """

    minimum: int
    maximum: int
    group: int
    by_keysym: dict[int, Stroke] = field(default_factory=dict[int, Stroke])
    by_character: dict[str, Stroke] = field(default_factory=dict[str, Stroke])
    any_level: dict[int, int] = field(default_factory=dict[int, int])
    any_group: dict[int, int] = field(default_factory=dict[int, int])
    spare: tuple[int, ...] = ()
    modifier_keys: frozenset[int] = frozenset()
    idle_modifier: int = _MOD3


@dataclass(frozen=True, slots=True)
class _KeyType:
    """`levels`: for each level the smallest set of modifiers (a mask of real modifiers) that reaches it."""

    levels: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class _Key:
    code: int
    types: tuple[int, int, int, int]
    group_info: int
    width: int
    symbols: tuple[int, ...]

    def in_group(self, group: int) -> tuple[int, tuple[int, ...]]:
        """Type index and symbols (by level) in a group, the key's own rule applied where it has fewer groups."""
        count = self.group_info & 0x0F
        if count == 0:
            return 0, ()
        if group >= count:
            rule = self.group_info & 0xC0
            if rule == 0x40:
                group = count - 1
            elif rule == 0x80:
                group = min((self.group_info >> 4) & 3, count - 1)
            else:
                group %= count
        return self.types[group], self.symbols[group * self.width : (group + 1) * self.width]


def read_keymap(connection: Connection, group: int) -> Keymap:
    """Read the map of the core keyboard. The connection's lock is held by the caller."""
    extension = connection.x(xkb.key)
    parts = _TYPES | _SYMS | _MODIFIER_MAP
    reply = connection.raw_reply(extension.GetMap(CORE_KEYBOARD, parts, 0, *[0] * 8, 0, *[0] * 6))
    minimum, maximum, type_count, first_key, key_count, modified_count = _read_header(reply)
    types, offset = _read_types(reply, 40, type_count)
    keys, offset = _read_keys(reply, offset, first_key, key_count)
    modifiers = {reply[offset + 2 * i]: reply[offset + 2 * i + 1] for i in range(modified_count)}
    return _build(minimum, maximum, group, types, keys, modifiers)


def _read_header(reply: bytes) -> tuple[int, int, int, int, int, int]:
    """Lowest and highest keycode, number of types, first key, number of keys, number of modifier keys."""
    return reply[10], reply[11], reply[15], reply[17], reply[20], reply[33]


def _read_types(reply: bytes, offset: int, count: int) -> tuple[list[_KeyType], int]:
    found: list[_KeyType] = []
    for _ in range(count):
        _, _, _, _, entries, preserves, _ = struct.unpack_from("=BBHBBBB", reply, offset)
        offset += 8
        levels = {0: 0}
        for number in range(entries):
            active, mask, level = struct.unpack_from("=BBB", reply, offset + 8 * number)
            if active and (level not in levels or mask.bit_count() < levels[level].bit_count()):
                levels[level] = mask
        offset += 8 * entries + (4 * entries if preserves else 0)
        found.append(_KeyType(levels))
    return found, offset


def _read_keys(reply: bytes, offset: int, first: int, count: int) -> tuple[list[_Key], int]:
    found: list[_Key] = []
    for number in range(count):
        one, two, three, four, info, width, symbols = struct.unpack_from("=BBBBBBH", reply, offset)
        values = struct.unpack_from(f"={symbols}I", reply, offset + 8)
        found.append(_Key(first + number, (one, two, three, four), info, width, values))
        offset += 8 + 4 * symbols
    return found, offset


def _build(
    minimum: int, maximum: int, group: int, types: list[_KeyType], keys: list[_Key], modifiers: Mapping[int, int]
) -> Keymap:
    holders = _holders(keys, modifiers)
    result = Keymap(minimum, maximum, group)
    spare = set(range(minimum, maximum + 1)) - {code for code, mask in modifiers.items() if mask}
    for key in keys:
        if any(key.symbols):
            spare.discard(key.code)
        for start in range(0, len(key.symbols), max(1, key.width)):
            result.any_group.setdefault(key.symbols[start], key.code)
        kind, symbols = key.in_group(group)
        levels = types[kind].levels if kind < len(types) else {0: 0}
        for level, keysym in enumerate(symbols):
            if keysym == NO_SYMBOL:
                continue
            result.any_level.setdefault(keysym, key.code)
            holding = _holding(levels.get(level), holders)
            if holding is None:
                continue
            _offer(result.by_keysym, keysym, Stroke(key.code, holding))
            character = character_of_keysym(keysym)
            if character and keysym not in _KEYPAD:
                _offer(result.by_character, character, Stroke(key.code, holding))
    result.spare = tuple(sorted(spare))
    result.modifier_keys = frozenset(code for code, mask in modifiers.items() if mask)
    set_by_keys = {1 << number for mask in modifiers.values() for number in range(8) if mask & 1 << number}
    result.idle_modifier = next((bit for bit in _MODIFIERS if bit not in set_by_keys), _MOD3)
    return result


def _offer(strokes: dict[_Name, Stroke], name: _Name, stroke: Stroke) -> None:
    known = strokes.get(name)
    if known is None or len(stroke.holding) < len(known.holding):
        strokes[name] = stroke


def _holders(keys: list[_Key], modifiers: Mapping[int, int]) -> dict[int, int]:
    """For each real modifier bit that selects levels, a key that sets it while it is held (never one that locks)."""
    found: dict[int, int] = {}
    for key in keys:
        mask = modifiers.get(key.code, 0)
        if mask.bit_count() == 1 and key.symbols and key.symbols[0] in _HOLDABLE:
            found.setdefault(mask, key.code)
    return found


def _holding(mask: int | None, holders: Mapping[int, int]) -> tuple[int, ...] | None:
    """Keys to hold for a set of modifiers; None where a level cannot be reached by holding keys."""
    if mask is None:
        return None
    bits = [1 << number for number in range(8) if mask & 1 << number]
    if any(bit not in holders for bit in bits):
        return None
    return tuple(holders[bit] for bit in bits)

