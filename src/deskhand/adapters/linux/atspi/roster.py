"""Which applications are on the accessibility bus, and the way to each."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from deskhand.adapters.linux.atspi.address import BusAddress, fault
from deskhand.adapters.linux.atspi.calls import (
    DBUS,
    DBUS_PATH,
    GET_CHILDREN,
    GET_PID,
    HAS_OWNER,
    NAME,
    REGISTRY,
    ROOT_PATH,
    TOOLKIT_NAME,
    TOOLKIT_VERSION,
    Call,
)
from deskhand.adapters.linux.atspi.link import Link, LinkLost, Unanswered
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.wire import Failure, encode_string
from deskhand.errors import AppDied, EnvironmentFault, Timeout
from deskhand.model.progress import Progress
from deskhand.model.world import App

QUICK = 0.4
"""Seconds an application has to say its name before it is listed as not responsive."""

REGISTRY_START = 2.0
"""Seconds the registry has to come (back): the bus starts it when it is called."""


class Roster:
    """Owns one control connection (registry and bus daemon only ever get their own calls on it) and the peers."""

    def __init__(self, address: str | BusAddress) -> None:
        self.bus: BusAddress = address if isinstance(address, BusAddress) else BusAddress(address)
        self._lock = threading.Lock()
        self._control: Link | None = None
        self._peers: dict[str, Peer] = {}
        self._closed = False
        self._ended: set[str] = set()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            peers, self._peers = list(self._peers.values()), {}
            control, self._control = self._control, None
        for peer in peers:
            peer.close()
        if control is not None:
            control.close()

    def drain(self) -> None:
        """Throw away what applications sent unasked."""
        with self._lock:
            peers = list(self._peers.values())
        for peer in peers:
            peer.drain()

    @property
    def address(self) -> str:
        return self.bus.now

    def forget(self, name: str) -> None:
        """The application has left the bus."""
        with self._lock:
            self._ended.add(name)
            peer = self._peers.pop(name, None)
        if peer is not None:
            peer.close()

    def has_ended(self, name: str) -> bool:
        """Whether the application of this name was found to be gone; a bus gives no name out twice."""
        return name in self._ended

    def ask(self, calls: Sequence[Call], progress: Progress) -> list[Any]:
        """Calls to the registry or the bus daemon.

        Raises:
            EnvironmentFault: the accessibility bus is gone.
        """
        for attempt in (0, 1):
            try:
                return self._control_link(progress).batch(calls, progress)
            except Unanswered as late:
                raise fault("the accessibility bus does not answer", self.address, late.seen or "") from late
            except LinkLost as error:
                if attempt:
                    raise fault("the accessibility bus is gone", self.address, str(error)) from error
                self._find_again(progress)
        raise AssertionError

    def _find_again(self, progress: Progress) -> None:
        """The bus may have been started again, at another address: nobody of the former one is known there."""
        if self.bus.look_again(progress):
            with self._lock:
                peers, self._peers = list(self._peers.values()), {}
            for peer in peers:
                peer.close()

    def _control_link(self, progress: Progress) -> Link:
        with self._lock:
            link = self._control
            if self._closed:
                raise EnvironmentFault("this accessibility client is closed", next_step="open a new one")
            if link is None or link.closed:
                link = self._control = Link(
                    self.address, bus=True, label="the accessibility bus", progress=progress, destination=REGISTRY
                )
            return link

    def roots(self, progress: Progress) -> list[tuple[str, str]]:
        """Bus name and root path of each application."""
        found: Any = None
        with progress.within(REGISTRY_START, "waiting for the accessibility registry") as part:
            for _ in part.attempts():
                (found,) = self.ask([Call(GET_CHILDREN, ROOT_PATH)], progress)
                if not isinstance(found, Failure):
                    break
                part.log(f"the accessibility registry: {found.message}")
        if isinstance(found, Failure):
            raise fault("the accessibility registry does not answer", REGISTRY, f"{found.name}: {found.message}")
        return [(name, path) for name, path in found if name]

    def hears(self, progress: Progress) -> bool:
        """Whether the bus answers now, so that no event is held back by it."""
        try:
            link = self._control_link(progress)
            link.batch([Call(HAS_OWNER, DBUS_PATH, encode_string(REGISTRY), DBUS)], progress, patience=QUICK)
        except (LinkLost, Unanswered, Timeout):
            return False
        return True

    def alive(self, name: str, progress: Progress) -> bool:
        if not self.bus.is_present(name):
            return False
        name = name.partition("/")[0]
        (owned,) = self.ask([Call(HAS_OWNER, DBUS_PATH, encode_string(name), DBUS)], progress)
        return owned is True

    def peer(self, name: str, progress: Progress) -> Peer:
        """The application of this unique bus name, its connections opened on first use.

        Raises:
            AppDied: nobody has that name.
        """
        with self._lock:
            known = self._peers.get(name)
        if known is not None and self.bus.is_present(name):
            return known
        if not self.alive(name, progress):
            self._ended.add(name)
            raise AppDied("the application is gone", sought=name, seen="its bus connection ended")
        with self._lock:
            return self._peers.setdefault(name, Peer(self, name))

    def apps(self, progress: Progress) -> list[App]:
        """All applications; each has `QUICK` seconds to say what it is, all at the same time."""
        roots = self.roots(progress)
        pids = self.ask([Call(GET_PID, DBUS_PATH, encode_string(name), DBUS) for name, _ in roots], progress)
        asked: list[Call] = []
        for name, path in roots:
            asked.append(NAME.call(path, name))
            asked.append(TOOLKIT_NAME.call(path, name))
            asked.append(TOOLKIT_VERSION.call(path, name))
        answers = self._ask_around(asked, progress)
        apps: list[App] = []
        for place, ((name, path), pid) in enumerate(zip(roots, pids, strict=True)):
            if not isinstance(pid, int):
                continue
            title, toolkit, version = answers[3 * place : 3 * place + 3]
            apps.append(
                App(
                    name=title if isinstance(title, str) else "", pid=pid, handle=(self.bus.told_apart(name), path),
                    toolkit=toolkit if isinstance(toolkit, str) else "",
                    version=version if isinstance(version, str) else "", responsive=title is not None,
                )
            )
        return apps

    def _ask_around(self, calls: list[Call], progress: Progress) -> list[Any]:
        """On a connection of its own: a hung application then holds up nothing but this."""
        if not calls:
            return []
        link = Link(self.address, bus=True, label="applications", progress=progress)
        try:
            return link.batch(calls, progress, patience=QUICK)
        except Unanswered as late:
            return late.results or [None] * len(calls)
        except LinkLost:
            return [None] * len(calls)
        finally:
            link.close()
