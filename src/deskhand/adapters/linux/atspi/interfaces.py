"""Interface lists, decoded once for each distinct list."""

from __future__ import annotations

from typing import NamedTuple

from deskhand.adapters.linux.atspi.wire import split_strings


class Interfaces(NamedTuple):
    """What an object can do: short names (`Action`, `Text`, …) and the ones that reading asks about."""

    names: frozenset[str]
    component: bool
    action: bool
    text: bool
    value: bool
    selection: bool
    table: bool


class InterfaceSets:
    """Bytes of an `as` → Interfaces, remembered."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[bytes, Interfaces] = {}

    def of(self, raw: bytes) -> Interfaces:
        found = self._known.get(raw)
        if found is None:
            names = frozenset(name.rpartition(".")[2] for name in split_strings(raw))
            found = self._known[raw] = Interfaces(
                names, "Component" in names, "Action" in names, "Text" in names, "Value" in names,
                "Selection" in names, "Table" in names,
            )
        return found
