"""Keys that no layout uses, lent to characters the layout does not have, and given back."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.held import Held
from deskhand.adapters.linux.x11.keymap import Keymap, Stroke
from deskhand.adapters.linux.x11.keysyms import SHIFT
from deskhand.adapters.linux.x11.symbol_map import set_symbols

LENT_PROPERTY = "_DESKHAND_LENT_KEYS"
"""On the root window: keycodes that are lent, so that whoever comes after a killed process knows they are
nobody's."""
_FIRST_USABLE = 9
_CARDINAL = "CARDINAL"


class SpareKeys:
    """Lends spare keycodes to keysyms, two to a key (plain and with shift). The connection's lock is held by the caller
    throughout.

    A key must not be lent anew before the client has taken the events made with its former symbols: clients look a key
    up when they get to the event, in the keymap the server has then.
    """

    def __init__(self, connection: Connection, held: Held | None = None) -> None:
        self._link = connection
        self._held = held
        self._lent: dict[int, Stroke] = {}
        self._codes: tuple[int, ...] = ()
        self._shift: int | None = None

    @property
    def lent(self) -> Mapping[int, Stroke]:
        """Keysym → stroke of what is lent now."""
        return self._lent

    @property
    def capacity(self) -> int:
        """How many keysyms can be lent at a time."""
        return len(self._codes) * (1 if self._shift is None else 2)

    def use(self, keymap: Keymap) -> None:
        """Take the spare keys of this keymap as the ones to lend, and those a killed process left lent."""
        left = self._link.numbers(self._link.root, LENT_PROPERTY)
        own = (stroke.keycode for stroke in self._lent.values())
        self._codes = tuple(sorted({code for code in (*keymap.spare, *left, *own) if code >= _FIRST_USABLE}))
        shift = keymap.by_keysym.get(SHIFT)
        self._shift = shift.keycode if shift is not None and not shift.holding else None

    def lend(self, keysyms: Sequence[int]) -> None:
        """Bind as many of these keysyms as there is room for, in order, replacing what was lent."""
        wanted = list(dict.fromkeys(keysyms))[: self.capacity]
        plain = wanted[: len(self._codes)]
        shifted = dict(zip(self._codes, wanted[len(plain) :], strict=False))
        # A symbol alone fills both levels: a capital letter by itself would be taken for the shifted half of
        # its pair.
        symbols = {code: (one, shifted.get(code, one)) for code, one in zip(self._codes, plain, strict=False)}
        lent = {one: Stroke(code) for code, one in zip(self._codes, plain, strict=False)}
        if self._shift is not None:
            lent |= {two: Stroke(code, (self._shift,)) for code, two in shifted.items()}
        if self._held is not None:
            self._held.set_lent(True)
        self._remember(list(symbols))
        unused = {stroke.keycode: None for stroke in self._lent.values()}
        set_symbols(self._link, {**unused, **symbols})
        self._lent = lent

    def give_back(self) -> bool:
        """Leave the keys without a symbol again, as they were. False where none was lent."""
        left = self._link.numbers(self._link.root, LENT_PROPERTY)
        codes = {*(stroke.keycode for stroke in self._lent.values()), *left}
        if not codes:
            return False
        set_symbols(self._link, dict.fromkeys(codes))
        self._lent = {}
        self._link.core.DeleteProperty(self._link.root, self._link.atom(LENT_PROPERTY))
        self._link.sync()
        if self._held is not None:
            self._held.set_lent(False)
        return True

    def _remember(self, codes: Sequence[int]) -> None:
        data = struct.pack(f"={len(codes)}I", *codes)
        self._link.core.ChangeProperty(
            0, self._link.root, self._link.atom(LENT_PROPERTY), self._link.atom(_CARDINAL), 32, len(codes), data
        )
