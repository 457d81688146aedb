"""What this process holds down on a display, written where another process can read it after a kill -9."""

from __future__ import annotations

import mmap
import os

SIZE = 1024
_KEYS = range(256)
_BUTTONS_AT, _LOCKS_AT, _LENT_AT = 32, 33, 34
_ASIDE_AT, _BETWEEN = 64, b"\0"


class Held:
    """Keys and buttons that are down, locks set aside, whether keys are lent, the input method that is set aside. In
    shared memory: writing it costs nothing beside the request it goes with, and it outlives the writer."""

    def __init__(self, descriptor: int | None = None) -> None:
        """`descriptor`: a record that another process has written; a new one where None."""
        self.descriptor: int = os.memfd_create("deskhand-held") if descriptor is None else descriptor
        if descriptor is None:
            os.ftruncate(self.descriptor, SIZE)
        self._bytes = mmap.mmap(self.descriptor, SIZE)

    @property
    def keys(self) -> list[int]:
        """Keycodes that are down."""
        return [code for code in _KEYS if self._bytes[code // 8] & 1 << code % 8]

    @property
    def buttons(self) -> list[int]:
        """Physical buttons that are down (1 to 8)."""
        return [number + 1 for number in range(8) if self._bytes[_BUTTONS_AT] & 1 << number]

    @property
    def locks(self) -> int:
        """Modifier bits whose lock was set aside and has to come back."""
        return self._bytes[_LOCKS_AT]

    @property
    def lent(self) -> bool:
        """True while keys of the layout are lent to characters it does not have."""
        return bool(self._bytes[_LENT_AT])

    @property
    def anything(self) -> bool:
        return any(self._bytes[: _LENT_AT + 1])

    @property
    def aside(self) -> tuple[str, str] | None:
        """Address and engine of the input method that is set aside and has to come back."""
        address, engine = bytes(self._bytes[_ASIDE_AT:]).split(_BETWEEN, 2)[:2]
        return (address.decode(), engine.decode()) if engine else None

    def key(self, code: int, down: bool) -> None:
        self._set(code // 8, code % 8, down)

    def button(self, code: int, down: bool) -> None:
        if 1 <= code <= 8:
            self._set(_BUTTONS_AT, code - 1, down)

    def set_locks(self, mask: int) -> None:
        self._bytes[_LOCKS_AT] = mask

    def set_lent(self, lent: bool) -> None:
        self._bytes[_LENT_AT] = lent

    def set_aside(self, address: str, engine: str) -> None:
        """Both empty: it is back."""
        data = _BETWEEN.join((address.encode(), engine.encode(), b""))
        if len(data) <= SIZE - _ASIDE_AT:
            self._bytes[_ASIDE_AT:] = data.ljust(SIZE - _ASIDE_AT, b"\0")

    def close(self) -> None:
        self._bytes.close()
        os.close(self.descriptor)

    def _set(self, place: int, bit: int, on: bool) -> None:
        if on:
            self._bytes[place] |= 1 << bit
        else:
            self._bytes[place] &= ~(1 << bit) & 0xFF
