"""Pointer and keyboard of the display: protocol.Input."""

from __future__ import annotations

import threading
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Protocol

from deskhand.adapters.linux.watchman import Watchman
from deskhand.adapters.linux.x11.aim import Aim
from deskhand.adapters.linux.x11.chords import Chord, parse_chords
from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.devices import Devices
from deskhand.adapters.linux.x11.held import Held
from deskhand.adapters.linux.x11.keyboard import Keyboard
from deskhand.adapters.linux.x11.keymap import Keymap, Stroke
from deskhand.adapters.linux.x11.keysyms import MODIFIERS, character_of_keysym
from deskhand.adapters.linux.x11.pointer import Pointer
from deskhand.adapters.linux.x11.typing import Typist
from deskhand.adapters.linux.x11.window_reading import xid_of
from deskhand.adapters.protocol import Button, FocusGuard, Shown, Typed
from deskhand.errors import BadRequest, DeskhandError, FocusLost
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.world import Window


class InputMethod(Protocol):
    """What keys go through on their way to the application, and may compose into other text."""

    def between(self, progress: Progress) -> tuple[int, ...]:
        """The processes that have keys in hand before the application gets them back; none where none runs."""
        ...

    def set_aside(self, progress: Progress, held: Held | None) -> None:
        """See that keys are not composed; `held` is where to write what has to come back after a kill."""
        ...

    def put_back(self, held: Held | None) -> None: ...


LONGEST_HOLD = 60.0
"""Seconds after which a drag that nobody goes on with is given up."""
_SECONDS_FOR_A_LENT_KEY = 3.0
_SECONDS_FOR_A_COMMAND = 3.0
_COUNTS_AS_PLAIN = frozenset(MODIFIERS.values())


class X11Input:
    """XTEST over a connection of its own, one action at a time. Every method leaves keys and buttons released, also one
    that is stopped half way; a `watchman` does so when this process is killed."""

    def __init__(
        self, connection: Connection, watchman: Watchman | None = None, method: InputMethod | None = None
    ) -> None:
        self._link = connection
        self._method = method
        self._watchman = watchman
        self._held = Held() if watchman is not None else None
        self._keyboard = Keyboard(connection, self._held)
        self._aim = Aim(connection)
        self._pointer = Pointer(connection, self._aim, self._held)
        self._typist = Typist(connection, self._keyboard, self._aim, self._held)
        self._devices = Devices(connection)
        self._timer: threading.Timer | None = None

    def aim(self, window: Window | None) -> None:
        """See protocol.Input."""
        self._aim.window = None if window is None else xid_of(window.id)

    def pointer(self) -> Point:
        with self._link.guarded():
            return self._pointer.position()

    def move(self, point: Point) -> None:
        with self._link.guarded():
            if self._pointer.dragged is not None:
                self._pointer.carry([point], 0.1, Progress())
            else:
                self._pointer.move(point)
            self._link.sync()

    def click(
        self,
        point: Point,
        button: Button = "left",
        count: int = 1,
        modifiers: Sequence[str] = (),
        progress: Progress | None = None,
    ) -> Point:
        """Returns where the pointer was when the button went down. `BadRequest` for a point off the screen."""
        with self._acting():
            self._hold_down(modifiers)
            return self._pointer.click(point, button, count, progress or Progress())

    def take(
        self,
        start: Point,
        way: Sequence[Point],
        button: Button = "left",
        seconds: float = 0.3,
        progress: Progress | None = None,
    ) -> None:
        """See protocol.Input. What is still held after `LONGEST_HOLD` seconds is put back."""
        with self._holding():
            self._pointer.put_back()
            self._pointer.take(start, way, button, seconds, progress or Progress())
            self._watch_hold()

    def carry(self, way: Sequence[Point], seconds: float = 0.3, progress: Progress | None = None) -> None:
        with self._holding():
            self._pointer.carry(way, seconds, progress or Progress())
            self._watch_hold()

    def let_go(self) -> None:
        with self._acting():
            self._pointer.let_go()

    def put_back(self) -> None:
        with self._acting():
            self._pointer.put_back()

    def held(self) -> bool:
        return self._pointer.dragged is not None

    def scroll(
        self, point: Point, dx: int, dy: int, progress: Progress | None = None, modifiers: Sequence[str] = ()
    ) -> None:
        with self._acting():
            self._hold_down(modifiers)
            self._pointer.scroll(point, dx, dy, progress or Progress())

    def press(self, keys: str, progress: Progress | None = None) -> None:
        """Chords separated by spaces. `BadRequest` names an unknown key before anything is pressed."""
        chords = parse_chords(keys)
        progress = progress or Progress()
        with self._acting():
            plain = any(character_of_keysym(chord.key) and not chord.commands for chord in chords)
            composed = self._mind_method(progress, set_aside=plain)
            for number, chord in enumerate(chords):
                progress.check()
                if not self._press(chord, self._keyboard.keymap()):
                    raise _astray(chord, number)
                self._link.sync()
                if composed and chord is not chords[-1]:
                    self._typist.rest(progress)
            # Applications carry commands out later than they take them; text typed next would overtake (Writer, Qt).
            with progress.within(_SECONDS_FOR_A_COMMAND, f"pressing {keys}") as part:
                self._typist.rest(part)

    def type_text(
        self, text: str, progress: Progress, guard: FocusGuard | None = None, shown: Shown | None = None
    ) -> Typed:
        """See protocol.Input. Raises `BadRequest` for control characters, `AppUnresponsive` when keys are no
        longer taken."""
        with self._acting():
            self._mind_method(progress)
            return self._typist.type_text(text, progress, guard, shown)

    def give_back(self) -> None:
        """See protocol.Input."""
        if self._method is not None:
            self._method.put_back(self._held)

    def release_all(self) -> None:
        """Let go of every key and button that a program pressed, this one or one that was killed. What a person holds
        pressed is theirs: nothing is sent where nothing of ours is down."""
        with self._link.guarded():
            self._pointer.put_back()
            keys, buttons = self._devices.held()
            self._keyboard.release(keys)
            self._pointer.release(buttons)
            self._link.sync()
        self.give_back()

    def close(self) -> None:
        """End the watchman, if there is one; may be called twice."""
        if self._timer is not None:
            self._timer.cancel()
        watchman, self._watchman = self._watchman, None
        if watchman is not None:
            watchman.close()
        held, self._held = self._held, None
        if held is not None:
            held.close()

    def _mind_method(self, progress: Progress, *, set_aside: bool = True) -> bool:
        """Whether keys go through an input method, which is set aside where it would compose them."""
        if self._method is None:
            return False
        between = self._method.between(progress)
        if between and set_aside:
            self._method.set_aside(progress, self._held)
            between = self._method.between(progress)
        self._typist.goes_through(between)
        return bool(between)

    def _hold_down(self, modifiers: Sequence[str]) -> None:
        keymap = self._keyboard.keymap() if modifiers else None
        for name in modifiers:
            keysym = MODIFIERS.get(name.lower())
            if keysym is None or keymap is None:
                raise BadRequest(f"{name!r} is no modifier", sought=name, near=sorted(MODIFIERS))
            self._keyboard.press(self._modifier_key(keysym, keymap))

    @contextmanager
    def _holding(self) -> Generator[None]:
        """As `_acting`, but the button stays down unless something fails."""
        if self._watchman is not None and self._held is not None:
            self._watchman.stand(self._held)
        with self._link.guarded():
            try:
                yield
            except BaseException:
                self._pointer.put_back()
                raise

    def _watch_hold(self) -> None:
        held = self._pointer.dragged

        def end() -> None:
            with suppress(DeskhandError), self._link.guarded():
                if self._pointer.dragged is held:
                    self._pointer.put_back()

        if self._timer is not None:
            self._timer.cancel()
        self._timer = threading.Timer(LONGEST_HOLD, end)
        self._timer.daemon = True
        self._timer.start()

    @contextmanager
    def _acting(self) -> Generator[None]:
        if self._watchman is not None and self._held is not None:
            self._watchman.stand(self._held)
        with self._link.guarded(), ExitStack() as after:
            after.callback(self._pointer.release)
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            after.callback(self._keyboard.release)
            yield

    def _press(self, chord: Chord, keymap: Keymap) -> bool:
        """False, and nothing sent, where it would go to another application."""
        settled = Progress(_SECONDS_FOR_A_LENT_KEY, f"pressing {chord.words}")
        stroke, lent = self._stroke(chord, keymap, settled)
        with ExitStack() as after:
            if lent:
                after.callback(self._typist.finish_chord, keymap, settled)
            if character_of_keysym(chord.key):
                after.enter_context(self._keyboard.plain(keymap))
            held = [self._modifier_key(keysym, keymap) for keysym in chord.holding]
            held += [code for code in stroke.holding if code not in held]
            with self._aim.held():
                if not self._aim.takes_keys():
                    return False
                for code in held:
                    self._keyboard.press(code)
                self._keyboard.tap(stroke.keycode)
                for code in reversed(held):
                    self._keyboard.lift(code)
        return True

    def _stroke(self, chord: Chord, keymap: Keymap, settled: Progress) -> tuple[Stroke, bool]:
        """The stroke for a chord's key, and whether its key had to be lent."""
        character = character_of_keysym(chord.key)
        own = keymap.by_character.get(character) if character else None
        own = own or keymap.by_keysym.get(chord.key)
        if own is None and chord.key in _COUNTS_AS_PLAIN and chord.key in keymap.any_level:
            own = Stroke(keymap.any_level[chord.key])
        if own is None and chord.commands and chord.key in keymap.any_group:
            # As a person presses ctrl+a on a Russian layout: the key of a, which every toolkit then takes for it.
            own = Stroke(keymap.any_group[chord.key])
        if own is not None:
            return own, False
        return self._typist.lend_for_chord(chord.key, keymap, settled), True

    def _modifier_key(self, keysym: int, keymap: Keymap) -> int:
        code = keymap.by_keysym[keysym].keycode if keysym in keymap.by_keysym else keymap.any_level.get(keysym)
        if code is None:
            raise BadRequest(
                "the keyboard layout has no key for one of these modifiers", sought=f"keysym {keysym:#x}",
                next_step="use another chord or another layout",
            )  # fmt: skip
        return code


def _astray(chord: Chord, number: int) -> FocusLost:
    """The focus went to another application between the look at it and the key."""
    return FocusLost(
        f"another application took the focus before {chord.words} was pressed",
        sought=chord.words,
        seen=f"{number} chords were pressed before",
        delivery="uncertain" if number else "not_delivered",
    )
