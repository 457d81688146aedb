"""The person at the display: when they last used their own keyboard or mouse, and whether they pressed the panic key.

Raw events of the X Input Extension come from every device, whatever has the focus and whoever has grabbed the keyboard,
and say which device they came from. Those of XTEST devices are made by programs and count for nothing here; events sent
by `XSendEvent` are never raw. So nothing that a program does can look like the person, or hide them.
"""

from __future__ import annotations

import io
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import xcffib
from xcffib import xinput

from deskhand.adapters.linux.x11.chords import Chord, parse_chords
from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.devices import Devices
from deskhand.adapters.linux.x11.keyboard import Keyboard
from deskhand.adapters.linux.x11.keymap import Keymap
from deskhand.adapters.linux.x11.keysyms import MODIFIERS, character_of_keysym
from deskhand.errors import BadRequest, EnvironmentFault

_KEY_DOWN, _KEY_UP, _BUTTON_DOWN, _MOTION = 13, 14, 15, 17
_HIERARCHY_CHANGED = 11
_HEADER = struct.Struct("=BBHIHHIIH")
_GENERIC = 35
_SELECT_EVENTS = 46
_ALL_DEVICES, _ALL_MASTERS, _MASTER_KEYBOARD = 0, 1, 3
_LOCKS = (0, 1 << 1, 1 << 4, 1 << 1 | 1 << 4)
"""Caps lock and num lock, in all combinations: a passive grab counts them as modifiers."""
_MASKS = {MODIFIERS["shift"]: 1, MODIFIERS["ctrl"]: 4, MODIFIERS["alt"]: 8, MODIFIERS["super"]: 64}
_LONGEST_WAIT = 0.5


class PersonWatch:
    """Listens from a thread of its own until closed.

    Args:
        panic: the chord that stops everything, `ctrl+alt+Escape`; one key with modifiers. `BadRequest` for others.
        on_panic: called in the listening thread, once each time the person presses it.
    """

    def __init__(self, connection: Connection, panic: str, on_panic: Callable[[], None]) -> None:
        self._link = connection
        self._on_panic = on_panic
        self._closing = threading.Event()
        self.last: float = 0.0
        with connection.guarded():
            self._devices = Devices(connection)
            self._xi: Any = connection.x(xinput.key)
            self._opcode = int(connection.core.QueryExtension(15, "XInputExtension").reply().major_opcode)
            self._made = self._devices.made()
            keymap = Keyboard(connection).keymap()
            self._chord = panic_chord(panic)
            self._key, self._modifiers = _codes(self._chord, keymap)
            self._down: set[int] = set()
            self._select()
            self.grabbed: bool = self._grab()
        self._thread = threading.Thread(target=self._run, name="deskhand-person", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread, then the connection; the grab goes with it."""
        if not self._closing.is_set():
            self._closing.set()
            self._thread.join(5)
            self._link.close()

    def _select(self) -> None:
        raw = 1 << _KEY_DOWN | 1 << _KEY_UP | 1 << _BUTTON_DOWN | 1 << _MOTION
        asked = struct.pack("=HHI", _ALL_MASTERS, 1, raw) + struct.pack(
            "=HHI", _ALL_DEVICES, 1, 1 << _HIERARCHY_CHANGED
        )
        request = struct.pack("=xx2xIH2x", self._link.root, 2) + asked
        self._xi.send_request(_SELECT_EVENTS, io.BytesIO(request))
        self._link.sync()

    def _grab(self) -> bool:
        """Keep the panic key from the applications. False where somebody else grabbed it first: it is seen anyway."""
        mask = sum(_MASKS[keysym] for keysym in self._chord.holding)
        wanted = [mask | lock for lock in _LOCKS]
        events = [1 << 2 | 1 << 3]  # XI_KeyPress, XI_KeyRelease
        with suppress(xcffib.Error):
            reply = self._xi.XIPassiveGrabDevice(
                0, self._link.root, 0, self._key, _MASTER_KEYBOARD, len(wanted), 1, 1, 1, 1, 0, events, wanted
            ).reply()
            return int(reply.num_modifiers) == 0
        return False

    def _run(self) -> None:
        with suppress(EnvironmentFault, xcffib.ConnectionException, OSError, ValueError):
            while not self._closing.is_set():
                with self._link.guarded():
                    for head in self._link.event_heads():
                        self._take(head)
                self._link.wait_readable(_LONGEST_WAIT)

    def _take(self, head: bytes) -> None:
        if head[0] & 0x7F != _GENERIC or head[1] != self._opcode:
            return
        _, _, _, _, kind, _, _, detail, source = _HEADER.unpack_from(head)
        if kind == _HIERARCHY_CHANGED:
            self._made = self._devices.made()
            return
        if kind not in (_KEY_DOWN, _KEY_UP, _BUTTON_DOWN, _MOTION) or source in self._made:
            return
        self.last = time.monotonic()
        if kind == _KEY_DOWN:
            self._down.add(detail)
            if detail == self._key and all(self._down & codes for codes in self._modifiers):
                self._on_panic()
        elif kind == _KEY_UP:
            self._down.discard(detail)


def panic_chord(words: str) -> Chord:
    """The panic key as people write it. `BadRequest` where it is no single key, or would hinder typing."""
    chords = parse_chords(words)
    chord = chords[0]
    if len(chords) > 1 or any(keysym not in _MASKS for keysym in chord.holding):
        raise BadRequest(
            f"{words!r} cannot be the panic key", sought=words, next_step="one key, with ctrl, alt, shift or super"
        )
    if character_of_keysym(chord.key) and not set(chord.holding) - {MODIFIERS["shift"]}:
        raise BadRequest(
            f"{words!r} cannot be the panic key: it types", sought=words, next_step="add ctrl, alt or super: ctrl+alt+q"
        )
    return chord


def _codes(chord: Chord, keymap: Keymap) -> tuple[int, list[set[int]]]:
    """The key's code, and for each modifier those of its left and right key."""
    key = keymap.any_level.get(chord.key)
    if key is None:
        raise BadRequest(f"this keyboard has no key for {chord.words!r}", sought=chord.words)
    sides = [{keymap.any_level[side] for side in (one, one + 1) if side in keymap.any_level} for one in chord.holding]
    return key, sides
