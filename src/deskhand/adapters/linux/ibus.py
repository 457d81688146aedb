"""IBus, the input method framework of most Linux desktops: an engine that composes keys into other text (Pinyin,
Hangul, Kana) is set aside while text is typed, and put back afterwards.

Applications hand each key to the IBus daemon before they use it, and the daemon to its engine, one for the whole
desktop. Engines named `xkb:…` pass keys on as they are. Switching by D-Bus leaves the keyboard layout alone (only
IBus's own panel and command set that), so typing goes on as planned.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass

from deskhand.adapters.linux.atspi.calls import DBUS, DBUS_PATH, GET_PID, Call
from deskhand.adapters.linux.atspi.link import Link, LinkLost
from deskhand.adapters.linux.atspi.wire import Failure, Method, encode_string, encode_strings, nothing, read_u32
from deskhand.adapters.linux.atspi.wire import string as string_reply
from deskhand.adapters.linux.ibus_address import address_of, engines_of
from deskhand.adapters.linux.x11.held import Held
from deskhand.errors import DeskhandError
from deskhand.model.progress import Progress

DIRECT = "xkb:us::eng"
"""The engine that every IBus has and that composes nothing but dead keys."""
_PASSES_KEYS_ON = "xkb:"
_NAME, _PATH = "org.freedesktop.IBus", "/org/freedesktop/IBus"
_SECONDS = 2.0
"""For the daemon to answer; the first switch to an engine starts its process."""


def engine_name(body: bytes) -> str:
    """The engine's name in a reply that holds a serialized `IBusEngineDesc`; empty where it holds something else."""
    at = 0
    while True:
        signature = body[at + 1 : at + 1 + body[at]]
        at += 2 + body[at]
        if signature != b"v":
            break
    if not signature.startswith(b"(sa{sv}s"):
        return ""
    at += -at % 8
    at += 5 + read_u32(body, at)[0]  # the type's name
    at += -at % 4
    length = read_u32(body, at)[0]  # attachments
    at += 4
    at += -at % 8 + length
    at += -at % 4
    return body[at + 4 : at + 4 + read_u32(body, at)[0]].decode("utf-8", "replace")


_GET_OWNER = Method(DBUS, "GetNameOwner", string_reply, "s")
_GET = Method("org.freedesktop.DBus.Properties", "Get", engine_name, "ss")
_SET_ENGINE = Method(_NAME, "SetGlobalEngine", nothing, "s")


@dataclass(frozen=True, slots=True)
class SetAside:
    """An engine that has to come back, and the daemon's address."""

    address: str
    engine: str


@dataclass(frozen=True, slots=True)
class _Daemon:
    """IBus as it runs: its name on the session bus, process, address, and a connection to it."""

    owner: str
    pid: int
    address: str
    link: Link


class Ibus:
    """The input method of one desktop. Where no IBus runs, or it does not answer, nothing is done and typing goes on:
    what arrives is read back anyway."""

    def __init__(self, session_bus: str, display: str) -> None:
        self._session_bus = session_bus
        self._display = display
        self._lock = threading.Lock()
        self._session: Link | None = None
        self._daemon: _Daemon | None = None
        self._aside: SetAside | None = None

    def set_aside(self, progress: Progress, held: Held | None = None) -> None:
        """See that keys are not composed. `held`: where to write what must be put back should this process be
        killed."""
        with self._lock:
            try:
                with progress.within(_SECONDS, "setting the input method aside") as part:
                    daemon = self._reach(part)
                    if daemon is None:
                        return
                    engine = _engine(daemon.link, part)
                    if not engine or engine.startswith(_PASSES_KEYS_ON):
                        return
                    aside = SetAside(daemon.address, engine)
                    if held is not None:
                        held.set_aside(aside.address, aside.engine)
                    self._aside = aside
                    _switch(daemon.link, DIRECT, part)
            except (DeskhandError, LinkLost) as error:
                progress.log(f"the input method did not answer: {error}")
                self._forget()

    def between(self, progress: Progress) -> tuple[int, ...]:
        """Processes that have a key in hand before the application gets it back: the daemon and its engines."""
        with self._lock:
            try:
                with progress.within(_SECONDS, "looking for an input method") as part:
                    daemon = self._reach(part)
            except (DeskhandError, LinkLost) as error:
                progress.log(f"the input method did not answer: {error}")
                self._forget()
                return ()
            return (daemon.pid, *engines_of(daemon.pid)) if daemon is not None else ()

    def put_back(self, held: Held | None = None) -> None:
        """Switch the engine on again that was set aside; left alone where somebody has chosen another since."""
        with self._lock:
            aside, self._aside = self._aside, None
            if aside is None:
                return
            try:
                put_back(aside)
            finally:
                if held is not None:
                    held.set_aside("", "")

    def close(self) -> None:
        with self._lock:
            self._forget()

    def _reach(self, progress: Progress) -> _Daemon | None:
        """The IBus of this desktop's session bus; None where there is none."""
        if not self._session_bus:
            return None
        if self._session is None or self._session.closed:
            self._session = Link(self._session_bus, bus=True, label="the session bus", progress=progress)
        (owner,) = self._session.batch([Call(_GET_OWNER, DBUS_PATH, encode_string(_NAME), DBUS)], progress)
        if not isinstance(owner, str):
            return None
        known = self._daemon
        if known is not None and known.owner == owner and not known.link.closed:
            return known
        (pid,) = self._session.batch([Call(GET_PID, DBUS_PATH, encode_string(owner), DBUS)], progress)
        address = address_of(pid, self._display) if isinstance(pid, int) else None
        if address is None:
            return None
        if known is not None:
            known.link.close()
        link = Link(address, bus=True, label="the input method", progress=progress)
        self._daemon = _Daemon(owner, pid, address, link)
        return self._daemon

    def _forget(self) -> None:
        for link in (self._session, self._daemon.link if self._daemon else None):
            if link is not None:
                link.close()
        self._session = self._daemon = None


def put_back(aside: SetAside) -> None:
    """Switch an engine on again, unless somebody has chosen another since it was set aside."""
    progress = Progress(_SECONDS, "putting the input method back")
    try:
        link = Link(aside.address, bus=True, label="the input method", progress=progress)
        try:
            if _engine(link, progress) == DIRECT:
                _switch(link, aside.engine, progress)
        finally:
            link.close()
    except (DeskhandError, LinkLost):
        return  # it is gone, and its choice with it


def _engine(link: Link, progress: Progress) -> str:
    """The engine that has the keys now; empty where there is none."""
    (found,) = link.batch([Call(_GET, _PATH, encode_strings(_NAME, "GlobalEngine"), _NAME)], progress)
    return found if isinstance(found, str) else ""


def _switch(link: Link, engine: str, progress: Progress) -> None:
    (answer,) = link.batch([Call(_SET_ENGINE, _PATH, encode_string(engine), _NAME)], progress)
    if isinstance(answer, Failure):
        progress.log(f"the input method {engine} could not be switched on: {answer.message or answer.name}")
