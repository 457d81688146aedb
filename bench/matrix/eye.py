"""The display as a second client sees it: an X connection that Deskhand knows nothing of."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import xcffib
import xcffib.xproto as x


@dataclass(frozen=True, slots=True)
class Seen:
    """A client window: its own place and size in pixels, and the words of its state. `shown` False: put away."""

    xid: int
    title: str
    x: int
    y: int
    width: int
    height: int
    states: frozenset[str]
    shown: bool


class Eye:
    """Asks the X server; every answer is of this moment."""

    def __init__(self, display: str) -> None:
        self._link = xcffib.connect(display=display)
        self._core = self._link.core
        self._root = self._link.get_setup().roots[0].root
        self._atoms: dict[str, int] = {}

    def close(self) -> None:
        self._link.disconnect()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def pointer(self) -> tuple[int, int]:
        answer = self._core.QueryPointer(self._root).reply()
        return answer.root_x, answer.root_y

    def active(self) -> int:
        """The X id of the active window; 0 for none."""
        numbers = self._numbers(self._root, "_NET_ACTIVE_WINDOW")
        return numbers[0] if numbers else 0

    def owner(self) -> int:
        """The X id of the window that owns the clipboard; 0 for none."""
        return self._core.GetSelectionOwner(self._atom("CLIPBOARD")).reply().owner

    def clients(self) -> list[Seen]:
        """The windows that the window manager manages, oldest first."""
        found: list[Seen] = []
        for xid in self._numbers(self._root, "_NET_CLIENT_LIST"):
            try:
                found.append(self._seen(xid))
            except (x.WindowError, x.DrawableError):  # gone since it was listed
                continue
        return found

    def find(self, title: str) -> Seen | None:
        """The client window with this title or, failing that, whose title begins so."""
        clients = self.clients()
        exact = [window for window in clients if window.title == title]
        return next(iter(exact or [window for window in clients if window.title.startswith(title)]), None)

    def popups(self) -> int:
        """How many windows stand outside the window manager and are drawn (menus, lists, tips)."""
        count = 0
        for child in self._core.QueryTree(self._root).reply().children:
            try:
                facts = self._core.GetWindowAttributes(child).reply()
                size = self._core.GetGeometry(child).reply()
            except (x.WindowError, x.DrawableError):
                continue
            drawn = facts.map_state == x.MapState.Viewable and facts._class == x.WindowClass.InputOutput
            count += drawn and bool(facts.override_redirect) and size.width > 4 and size.height > 4 and size.x >= 0
        return count

    def _seen(self, xid: int) -> Seen:
        size = self._core.GetGeometry(xid).reply()
        place = self._core.TranslateCoordinates(xid, self._root, 0, 0).reply()
        shown = self._core.GetWindowAttributes(xid).reply().map_state == x.MapState.Viewable
        names = frozenset(self._name(atom) for atom in self._numbers(xid, "_NET_WM_STATE"))
        # A window that draws its own frame says how far its shadow reaches, which nobody means by the window.
        left, right, top, bottom = (*self._numbers(xid, "_GTK_FRAME_EXTENTS"), 0, 0, 0, 0)[:4]
        width, height = size.width - left - right, size.height - top - bottom
        return Seen(xid, self._title(xid), place.dst_x + left, place.dst_y + top, width, height, names, shown)

    def _title(self, xid: int) -> str:
        for name in ("_NET_WM_NAME", "WM_NAME"):
            value = self._property(xid, name)
            if value is not None and value.value_len:
                return value.value.buf().decode("utf-8", "replace")
        return ""

    def _numbers(self, xid: int, name: str) -> tuple[int, ...]:
        value = self._property(xid, name)
        if value is None or value.format != 32:
            return ()
        return struct.unpack(f"={value.value_len}I", value.value.buf())

    def _property(self, xid: int, name: str):
        return self._core.GetProperty(False, xid, self._atom(name), x.GetPropertyType.Any, 0, 4096).reply()

    def _atom(self, name: str) -> int:
        if name not in self._atoms:
            self._atoms[name] = self._core.InternAtom(False, len(name), name).reply().atom
        return self._atoms[name]

    def _name(self, atom: int) -> str:
        return self._core.GetAtomName(atom).reply().name.to_string()
