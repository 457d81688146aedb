"""What applications say happened: a listener on a connection of its own, and a ring to look back into."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from itertools import islice

from deskhand.adapters.linux.atspi.address import BusAddress
from deskhand.adapters.linux.atspi.calls import (
    ADD_MATCH,
    DBUS,
    DBUS_PATH,
    REGISTER_EVENT,
    REGISTRY,
    REGISTRY_PATH,
    Call,
)
from deskhand.adapters.linux.atspi.link import Link, LinkLost
from deskhand.adapters.linux.atspi.signals import REGISTRY_CAME, Signal, read_signals
from deskhand.adapters.linux.atspi.wire import encode_string
from deskhand.adapters.open_texts import OpenTexts
from deskhand.errors import AppUnresponsive, Timeout
from deskhand.model.element import Node
from deskhand.model.progress import Progress
from deskhand.model.world import Event

RING = 10_000
_WANTED = ("object:", "window:", "focus:", "document:")
_MATCHES = (
    "type='signal',interface='org.a11y.atspi.Event.Object'",
    "type='signal',interface='org.a11y.atspi.Event.Window'",
    "type='signal',interface='org.a11y.atspi.Event.Focus'",
    "type='signal',interface='org.a11y.atspi.Event.Document'",
    "type='signal',interface='org.freedesktop.DBus',member='NameOwnerChanged',sender='org.freedesktop.DBus'",
)
_REGISTRATIONS = tuple(Call(REGISTER_EVENT, REGISTRY_PATH, encode_string(kind), REGISTRY) for kind in _WANTED)
_TELLS_TEXT = ("text-changed", "property-change:accessible-value")
IDLE = 0.5
"""Seconds between calls of `idle` while nothing happens."""


class AtspiEvents:
    """protocol.Events, fed by one thread.

    Args:
        address: of the accessibility bus.
        on_gone: called with the bus name of an application that left (in the listener's thread).
        idle: called about every half second (in the listener's thread).
    """

    def __init__(
        self, address: BusAddress, *, on_gone: Callable[[str], None], idle: Callable[[], None], progress: Progress
    ) -> None:
        self._address = address
        self._on_gone = on_gone
        self._idle = idle
        self._ring: deque[Event] = deque(maxlen=RING)
        self._news = threading.Condition()
        self._number = 0
        self._activity: Counter[str] = Counter()
        self._open = OpenTexts()
        self._listening = True
        self._link = self._connect(progress)
        self._registered: Link | None = None
        self._stop_read, self._stop_write = socket.socketpair()
        self._thread = threading.Thread(target=self._listen, name="deskhand-atspi-events", daemon=True)
        self._thread.start()

    def cursor(self) -> int:
        return self._number

    def since(self, cursor: int) -> Sequence[Event]:
        with self._news:
            missing = self._number - cursor
            if missing <= 0:
                return []
            start = max(0, len(self._ring) - missing)
            return list(islice(self._ring, start, None))

    def wait(self, cursor: int, seconds: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: self._number > cursor, timeout=seconds)

    def activity(self, name: str) -> int:
        """How many events the application of this bus name has sent; −1 while nobody listens."""
        return self._activity[name] if self._listening else -1

    def know(self, nodes: Sequence[Node]) -> None:
        """Objects that were read: what an event says of a text is carried only where it is known to be no secret."""
        self._open.know(nodes)

    def recent_focus(self, name: str) -> list[Event]:
        """Where this application said the focus went, newest first."""
        with self._news:
            newest = list(islice(reversed(self._ring), 2000))
        return [
            event
            for event in newest
            if event.source[0] == name
            and (event.kind == "focus:focus" or (event.kind == "state-changed:focused" and event.detail1))
        ][:8]

    def close(self) -> None:
        if self._thread.is_alive():
            self._stop_write.send(b"x")
            self._thread.join(timeout=5)
        self._link.close()
        if self._registered is not None:
            self._registered.close()
        self._stop_read.close()
        self._stop_write.close()

    def _connect(self, progress: Progress) -> Link:
        link = Link(self._address.now, bus=True, label="the accessibility bus", progress=progress, destination=DBUS)
        calls = [Call(ADD_MATCH, DBUS_PATH, encode_string(rule)) for rule in _MATCHES]
        calls += _REGISTRATIONS
        try:
            link.batch(calls, progress)
        except BaseException:
            link.close()
            raise
        return link

    def _register(self) -> None:
        """Tell a registry that was started again what is wanted: applications that come later ask it."""
        with contextlib.suppress(LinkLost, AppUnresponsive, Timeout):
            progress = Progress(2.0, "registering with the accessibility registry")
            link = Link(self._address.now, bus=True, label="the accessibility registry", progress=progress)
            self._registered, former = link, self._registered
            if former is not None:
                former.close()
            link.batch(_REGISTRATIONS, progress)

    def _listen(self) -> None:
        try:
            self._listen_on()
        finally:
            self._listening = False  # also where it broke: nobody may take silence for nothing new

    def _listen_on(self) -> None:
        last_idle = time.monotonic()
        while True:
            try:
                ready, _, _ = select.select([self._link, self._stop_read], [], [], IDLE)
                if self._stop_read in ready:
                    return
                if ready:
                    self._take(read_signals(self._link))
            except LinkLost:
                self._listening = False
                if not self._reconnect():
                    return
            if time.monotonic() - last_idle > IDLE:
                self._idle()
                last_idle = time.monotonic()

    def _reconnect(self) -> bool:
        """Try again until the bus is there or the client is closed."""
        while True:
            if select.select([self._stop_read], [], [], IDLE)[0]:
                return False
            progress = Progress(5.0, "listening to the accessibility bus")
            with contextlib.suppress(LinkLost, AppUnresponsive, Timeout):
                try:
                    self._link = self._connect(progress)
                except LinkLost:
                    if not self._address.look_again(progress):
                        raise
                    self._link = self._connect(progress)
                self._activity.clear()
                self._listening = True
                return True

    def _take(self, signals: Sequence[Signal]) -> None:
        if not signals:
            return
        now = time.monotonic()
        gone: list[str] = []
        came = False
        with self._news:
            for kind, origin, detail1, detail2, text in signals:
                if kind == REGISTRY_CAME:
                    came = True
                    continue
                source = (self._address.told_apart(origin[0]), origin[1])
                if kind == "app-died":
                    gone.append(source[0])
                if text and kind.startswith(_TELLS_TEXT) and source not in self._open:
                    text = ""
                self._activity[source[0]] += 1
                self._number += 1
                self._ring.append(Event(self._number, now, kind, source, detail1, detail2, text))
            self._news.notify_all()
        if came:
            self._register()
        for name in gone:
            self._activity.pop(name, None)
            self._open.forget(name)
            self._on_gone(name)
