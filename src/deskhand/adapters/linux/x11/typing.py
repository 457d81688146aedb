"""Text as key events: exact for every layout and every Unicode character."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from deskhand.adapters.linux.x11.aim import Aim
from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.held import Held
from deskhand.adapters.linux.x11.keyboard import Keyboard
from deskhand.adapters.linux.x11.keymap import Keymap, Stroke
from deskhand.adapters.linux.x11.keysyms import RETURN, TAB, keysym_of_character
from deskhand.adapters.linux.x11.pacing import Pacer
from deskhand.adapters.linux.x11.spare_keys import SpareKeys
from deskhand.adapters.protocol import FocusGuard, Shown, Typed
from deskhand.errors import AppUnresponsive, BadRequest, EnvironmentFault
from deskhand.model.progress import Progress

CHUNK = 16
"""Characters between two looks at the focus, at most."""
_ASTRAY_SECONDS = 1.0
"""How long the focus may be elsewhere while its guard has nothing to say."""
_BASIC = 0xFFFF
_NAMED = {"\n": RETURN, "\t": TAB}


@dataclass(frozen=True, slots=True)
class Chunk:
    """Neighbouring characters of a text, and the keysyms they need lent keys for."""

    text: str
    lent: tuple[int, ...]


class Typist:
    """Types text over a keyboard. The connection's lock is held by the caller throughout."""

    def __init__(self, connection: Connection, keyboard: Keyboard, aim: Aim, held: Held | None = None) -> None:
        self._keyboard = keyboard
        self._aim = aim
        self._spare = SpareKeys(connection, held)
        self._pacer = Pacer(connection)

    def goes_through(self, processes: tuple[int, ...]) -> None:
        """Keys go through these processes before the application uses them. It may then use one that was sent later
        first (GTK 4 by IBus 1.5.27 writes a word from its end), so that each is waited for."""
        self._pacer.between = processes

    def type_text(
        self, text: str, progress: Progress, guard: FocusGuard | None, shown: Shown | None = None
    ) -> Typed:
        """Type `text`; see protocol.Input. `AppUnresponsive` (delivery uncertain) when the application stops
        taking keys."""
        text = _checked(text)
        started = reached = time.monotonic()
        done = 0
        keymap = self._keyboard.keymap()
        self._spare.use(keymap)
        self._pacer.start()
        self._keyboard.tell_group(keymap)
        try:
            with self._keyboard.plain(keymap):
                while done < len(text):
                    if guard is not None and guard(done) is not None:
                        break
                    progress.check()
                    if self._keyboard.group() != keymap.group:  # somebody has switched to another layout since
                        keymap = self._keyboard.keymap()
                    chunk = self._chunk(text, done, keymap)
                    end = done + len(chunk.text)
                    self._provide(chunk, text[end:], keymap, progress)
                    strokes = list(self._strokes(chunk, keymap))
                    with self._aim.held():
                        hits = self._aim.takes_keys()
                        if hits:
                            self._keyboard.strokes(strokes)
                    if not hits:
                        if time.monotonic() > reached + _ASTRAY_SECONDS:
                            break
                        continue
                    done, reached = end, time.monotonic()
                    self._settle(progress, done, len(text))
                    if self._pacer.between:
                        shown = shown if shown is not None and shown(done) else None
                    if (self._pacer.between and shown is None) or _overtaken(chunk.text[-1], text[done : done + 1]):
                        self._pacer.rest(progress)
                self._pacer.rest(progress)
        finally:
            self._pacer.stop()
            self._give_back(keymap)
        return Typed(done, done == len(text), (time.monotonic() - started) * 1000)

    def lend_for_chord(self, keysym: int, keymap: Keymap, progress: Progress) -> Stroke:
        """A lent key for one keysym; give it back by `finish_chord`."""
        self._spare.use(keymap)
        self._pacer.start()
        try:
            self._lend([keysym], keymap, progress)
        finally:
            self._pacer.stop()
        if keysym not in self._spare.lent:
            raise _no_keys()
        return self._spare.lent[keysym]

    def rest(self, progress: Progress) -> None:
        """Wait until the focused application has taken what was sent and rests, or the deadline."""
        self._pacer.start()
        try:
            if self._pacer.settle(progress):
                self._pacer.rest(progress)
        finally:
            self._pacer.stop()

    def finish_chord(self, keymap: Keymap, progress: Progress) -> None:
        self._pacer.start()
        try:
            self._pacer.settle(progress)
        finally:
            self._pacer.stop()
            self._give_back(keymap)

    def _give_back(self, keymap: Keymap) -> None:
        if self._spare.give_back():
            self._keyboard.tell_group(keymap)

    def _settle(self, progress: Progress, done: int, total: int) -> None:
        if self._pacer.settle(progress):
            return
        raise AppUnresponsive(
            f"the application took no keys any more after about {done} of {total} characters",
            seen="its window does not answer",
            delivery="uncertain",
            next_step="read how much of the text arrived before typing the rest",
            log=progress.log_lines,
        )

    def _provide(self, chunk: Chunk, rest: str, keymap: Keymap, progress: Progress) -> None:
        """Lend keys for a chunk, and in the same breath for as much of the text after it as there is room for. All
        events of earlier chunks have been taken by then, so that keys may be lent anew."""
        if all(keysym in self._spare.lent for keysym in chunk.lent):
            return
        wanted = dict.fromkeys(chunk.lent)
        for character in rest:
            if len(wanted) >= self._spare.capacity:
                break
            if _own_stroke(character, keymap) is None:
                wanted[_keysym(character)] = None
        if self._spare.lent:
            self._pacer.rest(progress)
        self._lend(list(wanted), keymap, progress)

    def _lend(self, keysyms: list[int], keymap: Keymap, progress: Progress) -> None:
        self._spare.lend(keysyms)
        self._keyboard.tell_group(keymap)
        # Chromium reads the new map in a task of its own: the first answer says that it heard, the second that it read.
        for _ in range(2):
            self._pacer.settle(progress)

    def _strokes(self, chunk: Chunk, keymap: Keymap) -> Iterator[Stroke]:
        for character in chunk.text:
            yield _own_stroke(character, keymap) or self._spare.lent[_keysym(character)]

    def _chunk(self, text: str, start: int, keymap: Keymap) -> Chunk:
        """At most `CHUNK` characters from `start` that need no more lent keys than there are. It ends after a newline
        or tab, which may take the focus elsewhere, and where the next character could overtake."""
        lent: dict[int, None] = {}
        end = start
        for character in text[start : start + (1 if self._pacer.between else CHUNK)]:
            if not _own_stroke(character, keymap):
                needed = _keysym(character)
                if self._spare.capacity == 0:
                    raise _no_keys()
                if needed not in lent and len(lent) >= self._spare.capacity:
                    break
                lent[needed] = None
            end += 1
            if _overtaken(character, text[end : end + 1]):
                break
        return Chunk(text[start:end], tuple(lent))


def _overtaken(character: str, after: str) -> bool:
    """True where an application must rest between two characters. A newline or tab is carried out later than it is
    taken; LibreOffice inserts characters beyond the basic plane at once, the others when no more keys wait."""
    return character in _NAMED or (after != "" and (ord(character) > _BASIC) != (ord(after) > _BASIC))


def _keysym(character: str) -> int:
    return _NAMED.get(character) or keysym_of_character(character)


def _own_stroke(character: str, keymap: Keymap) -> Stroke | None:
    """The stroke the layout itself has for a character."""
    if character in _NAMED:
        return keymap.by_keysym.get(_NAMED[character])
    return keymap.by_character.get(character)


def _checked(text: str) -> str:
    """Line ends as one newline; `BadRequest` for what no key can type."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    for position, character in enumerate(plain):
        code = ord(character)
        if (code < 0x20 and character not in _NAMED) or 0x7F <= code < 0xA0 or 0xD800 <= code <= 0xDFFF:
            raise BadRequest(
                f"character {position} of the text (U+{code:04X}) cannot be typed", sought=repr(character),
                next_step="leave control characters out; use `press` for keys",
            )  # fmt: skip
    return plain


def _no_keys() -> EnvironmentFault:
    return EnvironmentFault(
        "every key of this keyboard is taken, so that characters outside its layout cannot be typed",
        next_step="choose a layout that has the characters",
    )


