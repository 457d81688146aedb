"""Keys that no layout uses, lent to characters the layout does not have, and given back."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.keysyms import NO_SYMBOL

LENT_PROPERTY = "_DESKHAND_LENT_KEYS"
"""On the root window: keycodes that are lent, so that whoever comes after a killed process knows they are
nobody's."""
_FIRST_USABLE = 9
_CARDINAL = "CARDINAL"


class SpareKeys:
    """Lends spare keycodes to keysyms. The connection's lock is held by the caller throughout.

    A keycode must not be lent anew before the client has taken the events made with its former symbol: clients
    look a key
    up when they get to the event, in the keymap the server has then.
    """

    def __init__(self, connection: Connection) -> None:
        self._link = connection
        self._lent: dict[int, int] = {}
        self._codes: tuple[int, ...] = ()

    @property
    def lent(self) -> dict[int, int]:
        """Keysym → keycode of what is lent now."""
        return dict(self._lent)

    @property
    def capacity(self) -> int:
        return len(self._codes)

    def use(self, spare: Sequence[int]) -> None:
        """Take these spare keycodes as the ones to lend, and those a killed process left lent."""
        left = self._link.numbers(self._link.root, LENT_PROPERTY)
        codes = {code for code in (*spare, *left, *self._lent.values()) if code >= _FIRST_USABLE}
        self._codes = tuple(sorted(codes))

    def lend(self, keysyms: Sequence[int]) -> dict[int, int]:
        """Bind as many of these keysyms as there are keys, in order, replacing what was lent. Returns keysym →
        keycode."""
        wanted = list(dict.fromkeys(keysyms))[: len(self._codes)]
        symbols = dict(zip(self._codes, wanted, strict=False))
        self._remember(list(symbols))
        for code in self._lent.values():
            symbols.setdefault(code, NO_SYMBOL)
        self._bind(symbols)
        self._lent = {keysym: code for code, keysym in symbols.items() if keysym != NO_SYMBOL}
        return self.lent

    def give_back(self) -> None:
        """Leave the keys without a symbol again, as they were."""
        left = self._link.numbers(self._link.root, LENT_PROPERTY)
        codes = {*self._lent.values(), *left}
        if not codes:
            return
        self._bind(dict.fromkeys(codes, NO_SYMBOL))
        self._lent = {}
        self._link.core.DeleteProperty(self._link.root, self._link.atom(LENT_PROPERTY))
        self._link.sync()

    def _bind(self, symbols: dict[int, int]) -> None:
        """One request for each run of neighbouring keycodes. Each symbol fills both shift levels: a capital
        letter alone
        would be taken for the shifted half of its pair."""
        codes = sorted(symbols)
        start = 0
        while start < len(codes):
            end = start + 1
            while end < len(codes) and codes[end] == codes[end - 1] + 1:
                end += 1
            run = codes[start:end]
            values = [symbol for code in run for symbol in (symbols[code], symbols[code])]
            self._link.core.ChangeKeyboardMapping(len(run), run[0], 2, values)
            start = end

    def _remember(self, codes: Sequence[int]) -> None:
        data = struct.pack(f"={len(codes)}I", *codes)
        self._link.core.ChangeProperty(
            0, self._link.root, self._link.atom(LENT_PROPERTY), self._link.atom(_CARDINAL), 32, len(codes), data
        )
