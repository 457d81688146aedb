"""One connection to an X server: its lock, atoms and properties, with failures as Deskhand's errors."""

from __future__ import annotations

import select
import struct
import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import xcffib
import xcffib.xproto as xproto

from deskhand.errors import EnvironmentFault

ANY_PROPERTY_TYPE = 0
LONGEST_PROPERTY = 1 << 20
"""32-bit units asked for in one GetProperty: larger than any property read here."""
_PROPERTY_REPLY = struct.Struct("=xBxxxxxxIII")


@dataclass(frozen=True, slots=True)
class Property:
    """A window property: the atom of its type, bits per item (8, 16, 32), and its bytes."""

    type: int
    format: int
    data: bytes

    def numbers(self) -> tuple[int, ...]:
        """The items of a 32-bit property."""
        if self.format != 32:
            return ()
        return struct.unpack(f"={len(self.data) // 4}I", self.data)


@dataclass(frozen=True, slots=True)
class PropertyPart:
    """A part of a property, and how many bytes come after it."""

    found: Property
    left: int


class Pending:
    """A reply under way; `get` waits for it. None where the window or the object it asks about is gone."""

    __slots__ = ("_cookie",)

    def __init__(self, cookie: Any) -> None:
        self._cookie = cookie

    def get(self) -> Any:
        try:
            return self._cookie.reply()
        except xcffib.Error:
            return None


class Connection:
    """A connection with everything that several threads need to share it.

    Hold `lock` around a sequence whose parts belong together; single requests need none (xcb is thread-safe). Requests
    about windows that have gone give None, never an exception: windows go at any time. A display that is gone raises
    `EnvironmentFault` through `guarded`.
    """

    def __init__(self, display: str) -> None:
        self.display: str = display
        self.lock = threading.RLock()
        try:
            self.x: xcffib.Connection = xcffib.connect(display)
        except xcffib.ConnectionException as reason:
            raise EnvironmentFault(
                f"the display {display!r} cannot be opened",
                sought=display,
                seen=str(reason) or type(reason).__name__,
                next_step="start a private desktop, or set DISPLAY and XAUTHORITY to one that runs",
            ) from reason
        self.core: Any = self.x.core
        setup: Any = self.x.setup
        screen: Any = setup.roots[self.x.pref_screen]
        self.screen: Any = screen
        self.root: int = screen.root
        self._atoms: dict[str, int] = {}
        self._atom_names: dict[int, str] = {}
        self._closed = False

    @contextmanager
    def guarded(self) -> Generator[None]:
        """The lock, and a lost server as `EnvironmentFault`."""
        with self.lock:
            if self._closed:
                raise EnvironmentFault(f"the connection to display {self.display!r} was closed")
            try:
                yield
            except xcffib.ConnectionException as reason:
                raise EnvironmentFault(
                    f"the display {self.display!r} is gone", seen=str(reason) or type(reason).__name__
                ) from reason

    @property
    def file_descriptor(self) -> int:
        return int(self.x.get_file_descriptor())

    def atom(self, name: str) -> int:
        return self.atoms((name,))[0]

    def atoms(self, names: Sequence[str]) -> list[int]:
        """Atoms of these names, made where they do not exist; unknown ones in one round trip."""
        missing = [name for name in names if name not in self._atoms]
        cookies = [(name, self.core.InternAtom(False, len(name), name)) for name in missing]
        for name, cookie in cookies:
            value = int(cookie.reply().atom)
            self._atoms[name] = value
            self._atom_names[value] = name
        return [self._atoms[name] for name in names]

    def atom_names(self, atoms: Iterable[int]) -> list[str]:
        """Names of atoms, unknown ones in one round trip; empty for an atom that does not exist."""
        wanted = list(atoms)
        unknown = {atom for atom in wanted if atom and atom not in self._atom_names}
        asked = {atom: Pending(self.core.GetAtomName(atom)) for atom in unknown}
        for atom, pending in asked.items():
            reply = pending.get()
            self._atom_names[atom] = "" if reply is None else bytes(reply.name.raw).decode("latin-1")
        return [self._atom_names.get(atom, "") for atom in wanted]

    def ask_property(self, window: int, name: str) -> Callable[[], Property | None]:
        """Ask for a property now, collect it later: many together cost one round trip."""
        cookie = self.core.GetProperty(False, window, self.atom(name), ANY_PROPERTY_TYPE, 0, LONGEST_PROPERTY)

        def collect() -> Property | None:
            try:
                reply = self.raw_reply(cookie)
            except xcffib.Error:
                return None
            item_bits, kind, _, items = _PROPERTY_REPLY.unpack_from(reply)
            if item_bits == 0:
                return None
            return Property(kind, item_bits, reply[32 : 32 + items * item_bits // 8])

        return collect

    def property(self, window: int, name: str) -> Property | None:
        return self.ask_property(window, name)()

    def part_of_property(self, window: int, place: int, start: int, length: int) -> PropertyPart | None:
        """`length` 32-bit units of a property from `start` on; it is deleted with its last part. None where there is
        none."""
        reply = self.raw_reply(self.core.GetProperty(True, window, place, ANY_PROPERTY_TYPE, start, length))
        item_bits, kind, left, items = _PROPERTY_REPLY.unpack_from(reply)
        if item_bits == 0:
            return None
        return PropertyPart(Property(kind, item_bits, reply[32 : 32 + items * item_bits // 8]), left)

    def numbers(self, window: int, name: str) -> tuple[int, ...]:
        """Items of a 32-bit property, empty where there is none."""
        found = self.property(window, name)
        return found.numbers() if found else ()

    def raw_reply(self, cookie: Any) -> bytes:
        """The bytes of a reply, undecoded: xcffib's own decoding makes an object of every byte of a list."""
        unpacker = self.x.wait_for_reply(cookie.sequence)
        return unpacker.unpack(f"={unpacker.known_max}s")[0]

    def send_message(self, window: int, kind: str, data: Sequence[int], *, to_root: bool) -> None:
        """A 32-bit client message about `window`: to the window manager (`to_root`) or to the window itself."""
        padded = [value & 0xFFFFFFFF for value in [*data, 0, 0, 0, 0, 0][:5]]
        event = struct.pack("=BBHII5I", 33, 32, 0, window, self.atom(kind), *padded)
        mask = xproto.EventMask.SubstructureNotify | xproto.EventMask.SubstructureRedirect if to_root else 0
        self.core.SendEvent(False, self.root if to_root else window, mask, event)
        self.x.flush()

    def sync(self) -> None:
        """Wait until the server has carried out every request sent so far."""
        self.core.GetInputFocus().reply()

    def events(self) -> list[Any]:
        """Events that have arrived, without waiting; errors of unanswered requests are dropped here (they concern
        windows that went away in between)."""
        found: list[Any] = []
        while True:
            try:
                event = self.x.poll_for_event()
            except xcffib.Error:
                continue
            if event is None:
                return found
            found.append(event)

    def event_heads(self) -> list[bytes]:
        """The first 32 bytes of each event that has arrived, undecoded, for events that xcffib cannot decode: it
        miscounts the values of raw ones. Errors are among them (first byte 0)."""
        found: list[bytes] = []
        link: Any = self.x
        library: Any = vars(xcffib)
        ffi, lib = library["ffi"], library["lib"]
        while (event := lib.xcb_poll_for_event(link._conn)) != ffi.NULL:
            found.append(bytes(ffi.buffer(ffi.gc(event, lib.free), 32)))
        link.invalid()
        return found

    def wait_readable(self, seconds: float, wake: int | None = None) -> None:
        """Wait until the server sent something, or `wake` (a file descriptor) is readable."""
        descriptors = [self.file_descriptor] if wake is None else [self.file_descriptor, wake]
        select.select(descriptors, [], [], max(0.0, seconds))

    def extension_present(self, name: str) -> bool:
        return bool(self.core.QueryExtension(len(name), name).reply().present)

    def close(self) -> None:
        with self.lock:
            if not self._closed:
                self._closed = True
                self.x.disconnect()
