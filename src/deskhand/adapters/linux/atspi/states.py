"""AT-SPI state sets → canonical state words (`model.element.STATES`). Bit numbers: AtspiStateType."""

from __future__ import annotations

_BITS = {
    1: "active", 2: "armed", 3: "busy", 4: "checked", 5: "collapsed", 6: "defunct", 7: "editable", 8: "enabled",
    9: "expandable", 10: "expanded", 11: "focusable", 12: "focused", 15: "iconified", 16: "modal", 17: "multi_line",
    18: "multi_selectable", 19: "opaque", 20: "pressed", 21: "resizable", 22: "selectable", 23: "selected",
    24: "sensitive", 25: "showing", 26: "single_line", 27: "stale", 28: "transient", 30: "visible",
    31: "manages_descendants", 32: "indeterminate", 33: "required", 36: "invalid", 40: "visited", 41: "checkable",
    42: "has_popup", 43: "read_only",
}  # fmt: skip

SHOWING = 1 << 25
VISIBLE = 1 << 30


class StateWords:
    """Eight bytes of a state set → frozenset of words, remembered (an application uses a few dozen sets).

    GTK 4 (4.8) says SHOWING on the toplevel only: with `visible_is_showing` every visible object counts as showing.
    """

    __slots__ = ("_known", "_visible_is_showing")

    def __init__(self, *, visible_is_showing: bool = False) -> None:
        self._visible_is_showing = visible_is_showing
        self._known: dict[bytes, frozenset[str]] = {}

    def words(self, raw: bytes) -> frozenset[str]:
        found = self._known.get(raw)
        if found is None:
            found = self._known[raw] = self._decode(int.from_bytes(raw, "little"))
        return found

    def _decode(self, bits: int) -> frozenset[str]:
        if self._visible_is_showing and bits & VISIBLE:
            bits |= SHOWING
        return frozenset(word for bit, word in _BITS.items() if bits >> bit & 1)
