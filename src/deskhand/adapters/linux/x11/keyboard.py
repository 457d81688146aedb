"""The keyboard: key events by XTEST, with locks set aside and everything released at the end."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager

from xcffib import xkb, xtest

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.held import Held
from deskhand.adapters.linux.x11.keymap import CORE_KEYBOARD, Keymap, Stroke, read_keymap
from deskhand.errors import EnvironmentFault

_KEY_PRESS, _KEY_RELEASE = 2, 3
_LOCK = 2


class Keyboard:
    """Sends keys. The connection's lock is held by the caller throughout.

    `down` are the keys this object holds pressed; `release` lets go of them.
    """

    def __init__(self, connection: Connection, held: Held | None = None) -> None:
        self._link = connection
        for name in ("XTEST", "XKEYBOARD"):
            if not connection.extension_present(name):
                raise EnvironmentFault(
                    f"the X server of {connection.display!r} has no {name}",
                    next_step="use an X server with XTEST and XKEYBOARD (Xtigervnc, Xorg)",
                )
        self._test = connection.x(xtest.key)
        self._xkb = connection.x(xkb.key)
        self._xkb.UseExtension(1, 0).reply()
        self._held = held
        self._down: dict[int, None] = {}
        self._keymap: Keymap | None = None

    def group(self) -> int:
        """The layout group in force (0 based)."""
        return int(self._xkb.GetState(CORE_KEYBOARD).reply().group)

    def keymap(self) -> Keymap:
        """The keymap as it is now, in the group in force."""
        self._keymap = read_keymap(self._link, self.group())
        return self._keymap

    def tell_group(self, keymap: Keymap) -> None:
        """Have the server tell every client the group in force. Qt 5 takes the first group whenever the map changes,
        until it is next told; a modifier that no key sets, locked and freed at once, makes the server tell."""
        if keymap.group == 0:
            return
        state = self._xkb.GetState(CORE_KEYBOARD).reply()
        idle = keymap.idle_modifier & ~state.lockedMods
        for locked in (idle, 0):
            self._xkb.LatchLockState(CORE_KEYBOARD, idle, locked, 0, 0, 0, 0, 0)
        self._link.x.flush()

    def press(self, keycode: int) -> None:
        if self._held is not None:
            self._held.key(keycode, True)
        self._down[keycode] = None
        self._test.FakeInput(_KEY_PRESS, keycode, 0, 0, 0, 0, 0)

    def lift(self, keycode: int) -> None:
        self._test.FakeInput(_KEY_RELEASE, keycode, 0, 0, 0, 0, 0)
        self._down.pop(keycode, None)

    def tap(self, keycode: int) -> None:
        self.press(keycode)
        self.lift(keycode)

    def strokes(self, strokes: Iterable[Stroke]) -> None:
        """Tap keys one after the other; modifiers stay down between neighbours that share them."""
        held: tuple[int, ...] = ()
        for stroke in strokes:
            if stroke.holding != held:
                for code in reversed(held):
                    if code not in stroke.holding:
                        self.lift(code)
                for code in stroke.holding:
                    if code not in held:
                        self.press(code)
                held = stroke.holding
            self.tap(stroke.keycode)
        for code in reversed(held):
            self.lift(code)

    def release(self, also: Iterable[int] = ()) -> None:
        """Let go of every key this object holds, and of these."""
        for code in {**dict.fromkeys(also), **dict.fromkeys(reversed(list(self._down)))}:
            self.lift(code)
        self._link.x.flush()
        self._all_up()

    @contextmanager
    def plain(self, keymap: Keymap) -> Generator[None]:
        """No modifier held and caps lock off for the time of a block; the lock comes back, everything of ours
        is released.

        A modifier that was held down before is let go and stays so: pressing it again for somebody who has let go of it
        in between would leave it stuck.
        """
        state = self._xkb.GetState(CORE_KEYBOARD).reply()
        pressed = bytes(self._link.core.QueryKeymap().reply().keys.raw)
        for code in keymap.modifier_keys:
            if pressed[code // 8] & 1 << code % 8:
                self.lift(code)
        locked = state.lockedMods & _LOCK
        if self._held is not None:
            self._held.set_locks(locked)
        if locked or state.latchedMods:
            self._set_lock(_LOCK, 0)
        try:
            yield
        finally:
            self.release()
            if locked:
                self.lock(_LOCK)
            self._link.sync()
            if self._held is not None:
                self._held.set_locks(0)

    def lock(self, mask: int) -> None:
        """Lock these modifiers (caps lock)."""
        self._set_lock(mask, mask)

    def _all_up(self) -> None:
        """The server has been told to lift what this object held."""
        if self._held is not None:
            for code in self._held.keys:
                if code not in self._down:
                    self._held.key(code, False)

    def _set_lock(self, affected: int, locked: int) -> None:
        self._xkb.LatchLockState(CORE_KEYBOARD, affected, locked, 0, 0, 0xFF, 0, 0)
