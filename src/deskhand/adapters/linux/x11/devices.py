"""Which input devices are made of requests (XTEST), and which a person holds; what the former hold pressed.

The server keeps keys and buttons apart by device, so what a program pressed can be let go of without touching what a
person presses at the same time (X Input Extension, `XQueryDeviceState`).
"""

from __future__ import annotations

from typing import Any

from xcffib import xinput

from deskhand.adapters.linux.x11.connection import Connection

SLAVE_POINTER, SLAVE_KEYBOARD = 3, 4
_ALL_DEVICES = 0
_KEY_CLASS, _BUTTON_CLASS = 0, 1
_CLASSES_START = 32
_XTEST = b"XTEST"


class Devices:
    """The devices of a display. The connection's lock is held by the caller."""

    def __init__(self, connection: Connection) -> None:
        self._link = connection
        self._xi: Any = connection.x(xinput.key)
        self._xi.XIQueryVersion(2, 2).reply()

    def made(self) -> frozenset[int]:
        """Ids of the devices whose events are made by requests: the XTEST ones."""
        return frozenset(info.deviceid for info in self._slaves() if _XTEST in bytes(info.name.raw))

    def held(self) -> tuple[list[int], list[int]]:
        """Keycodes and physical buttons that XTEST devices hold pressed, whichever program pressed them."""
        keys: set[int] = set()
        buttons: set[int] = set()
        asked = [self._xi.QueryDeviceState(device) for device in self.made()]
        for cookie in asked:
            reply = self._link.raw_reply(cookie)
            at = _CLASSES_START
            for _ in range(reply[8]):
                kind, length = reply[at], reply[at + 1]
                if kind == _KEY_CLASS:
                    keys |= _set_bits(reply[at + 4 : at + 36])
                elif kind == _BUTTON_CLASS:
                    buttons |= _set_bits(reply[at + 4 : at + 36])
                at += length
        return sorted(keys), sorted(buttons)

    def _slaves(self) -> list[Any]:
        infos = self._xi.XIQueryDevice(_ALL_DEVICES).reply().infos
        return [info for info in infos if info.type in (SLAVE_POINTER, SLAVE_KEYBOARD)]


def _set_bits(data: bytes) -> set[int]:
    return {number for number in range(8 * len(data)) if data[number // 8] & 1 << number % 8}
