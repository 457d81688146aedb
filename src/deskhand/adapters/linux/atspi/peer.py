"""One application: its reading connection, its acting connection, what toolkit it is of."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from deskhand.adapters.linux.atspi.calls import (
    CACHE_PATH,
    GET_ITEMS,
    GET_PEER_ADDRESS,
    NAME,
    ROOT_PATH,
    SCREEN,
    TOOLKIT_NAME,
    TOOLKIT_VERSION,
    WINDOW,
    Call,
)
from deskhand.adapters.linux.atspi.interfaces import InterfaceSets
from deskhand.adapters.linux.atspi.known_cells import KnownCells
from deskhand.adapters.linux.atspi.link import PATIENCE, SLICE, Link, LinkLost, Unanswered
from deskhand.adapters.linux.atspi.states import StateWords
from deskhand.adapters.linux.atspi.wire import Failure
from deskhand.errors import AppDied, AppUnresponsive
from deskhand.model.progress import Progress

if TYPE_CHECKING:
    from deskhand.adapters.linux.atspi.roster import Roster


class Peer:
    """An application on the accessibility bus.

    Reading goes peer to peer where the application offers that (`GetApplicationBusAddress`), acting through the bus
    on a connection of its own: an action that never answers (a modal dialog) does not block reading.
    """

    def __init__(self, roster: Roster, name: str) -> None:
        self._roster = roster
        self.name: str = name
        self.bus_name: str = name.partition("/")[0]
        self.toolkit: str = ""
        self.version: str = ""
        self.title: str = ""
        self.states: StateWords = StateWords()
        self.interfaces: InterfaceSets = InterfaceSets()
        self.cells: KnownCells = KnownCells()
        self.pane_holders: dict[str, str] = {}
        """LibreOffice: the GTK object that holds each root pane met so far, by paths."""
        self.action_names: dict[tuple[str, str], tuple[str, ...]] = {}
        self._lock = threading.Lock()
        self._reading: Link | None = None
        self._acting: Link | None = None
        self._known = False
        self._direct = True

    @property
    def gtk4(self) -> bool:
        return self.toolkit.upper() == "GTK" and self.version.startswith("4")

    @property
    def frame(self) -> bytes:
        """The coordinate type to ask for: GTK 4 knows the window's only, and warns at every call for the screen's."""
        return WINDOW if self.gtk4 else SCREEN

    @property
    def qt(self) -> bool:
        return self.toolkit == "Qt"

    @property
    def gecko(self) -> bool:
        return self.toolkit == "Gecko"

    @property
    def office(self) -> bool:
        """LibreOffice: VCL objects inside GTK 3 windows."""
        return self.title.startswith("soffice") or self.title.startswith("LibreOffice")

    @property
    def label(self) -> str:
        return self.title or f"the application {self.name}"

    def close(self) -> None:
        for link in (self._reading, self._acting):
            if link is not None:
                link.close()

    def drain(self) -> None:
        if self._reading is not None:
            self._reading.drain()

    def ask(self, calls: Sequence[Call], progress: Progress, *, patience: float = PATIENCE) -> list[Any]:
        """Calls that only read; sent once more on a new connection when the first one was closed.

        Raises:
            AppDied, AppUnresponsive, Timeout, Stopped.
        """
        if not calls:
            return []
        for attempt in (0, 1):
            try:
                results = self._reading_link(progress).batch(calls, progress, patience=patience)
            except LinkLost as lost:
                self._check_alive(progress, lost)
                if attempt:
                    raise AppUnresponsive(f"{self.label} keeps closing its connection", seen=str(lost)) from lost
                with self._lock:
                    self._direct = self._direct and attempt == 0
                continue
            for end in (results[0], results[-1]):
                if isinstance(end, Failure) and end.peer_gone:
                    raise self._died(end.message)
            return results
        raise AssertionError

    def act(self, call: Call, progress: Progress) -> Any:
        """One call with an effect: sent at most once.

        Raises:
            AppUnresponsive, AppDied: with `delivery` saying `uncertain` when it was sent and nothing came back.
        """
        link = self._acting_link(progress)
        try:
            (result,) = link.batch([call], progress)
        except Unanswered as late:
            raise AppUnresponsive(
                f"{self.label} did not answer the call it was sent", sought=f"{call.method.member}", seen=late.seen,
                delivery="uncertain", log=late.log,
            ) from late
        except LinkLost as lost:
            raise AppDied(
                f"{self.label} was lost while it was acted on", seen=str(lost), delivery="uncertain"
            ) from lost
        if isinstance(result, Failure) and result.peer_gone:
            sent = "disconnected" in result.message
            raise AppDied(
                f"{self.label} is gone", seen=result.message, delivery="uncertain" if sent else "not_delivered"
            )
        return result

    def items(self, progress: Progress) -> bytes | None:
        """The body of Cache.GetItems; None where the application has none worth asking for."""
        self._learn(progress)
        if self.qt or self.gecko:  # Gecko's is partial, and keeps the document that was there before
            return None
        (body,) = self.ask([Call(GET_ITEMS, CACHE_PATH)], progress)
        return body if isinstance(body, bytes) else None

    def learn(self, progress: Progress) -> None:
        """Make sure that toolkit and version are known."""
        self._learn(progress)

    def _learn(self, progress: Progress) -> None:
        if not self._known:
            self._reading_link(progress)

    def _check_alive(self, progress: Progress, lost: LinkLost) -> None:
        if not self._roster.alive(self.name, progress):
            self._roster.forget(self.name)
            raise self._died(str(lost)) from lost

    def _died(self, seen: str) -> AppDied:
        return AppDied(f"{self.label} is gone", sought=self.name, seen=seen or "its bus connection ended")

    def _reading_link(self, progress: Progress) -> Link:
        link = self._reading
        if link is not None and not link.closed:
            return link
        while not self._lock.acquire(timeout=min(SLICE, progress.remaining)):
            progress.check()
        try:
            link = self._reading
            if link is None or link.closed:
                link = self._reading = self._open(progress)
            return link
        finally:
            self._lock.release()

    def _acting_link(self, progress: Progress) -> Link:
        while not self._lock.acquire(timeout=min(SLICE, progress.remaining)):
            progress.check()
        try:
            if self._acting is None or self._acting.closed:
                self._acting = self._bus_link(progress)
            return self._acting
        finally:
            self._lock.release()

    def _bus_link(self, progress: Progress) -> Link:
        return Link(self._roster.address, bus=True, label=self.label, progress=progress, destination=self.bus_name)

    def _open(self, progress: Progress) -> Link:
        """Through the bus first: that tells the toolkit and, where there is one, the direct address."""
        link = self._bus_link(progress)
        try:
            direct = self._introduce(link, progress)
            peer_link = self._direct_link(direct, progress) if direct and self._direct else None
        except BaseException:
            link.close()
            raise
        if peer_link is None:
            return link
        if self._acting is None:
            self._acting = link
        else:
            link.close()
        return peer_link

    def _introduce(self, link: Link, progress: Progress) -> str:
        """Learn what application this is; its direct address, empty where it has none."""
        title, toolkit, version, direct = link.batch(
            [
                NAME.call(ROOT_PATH), TOOLKIT_NAME.call(ROOT_PATH), TOOLKIT_VERSION.call(ROOT_PATH),
                Call(GET_PEER_ADDRESS, ROOT_PATH),
            ],
            progress,
        )  # fmt: skip
        if isinstance(title, Failure) and title.peer_gone:
            raise self._died(title.message)
        self.title = title if isinstance(title, str) else ""
        self.toolkit = toolkit if isinstance(toolkit, str) else ""
        self.version = version if isinstance(version, str) else ""
        if not self._known:
            self.states = StateWords(visible_is_showing=self.gtk4)
            self._known = True
        link.label = self.label
        return direct if isinstance(direct, str) else ""

    def _direct_link(self, address: str, progress: Progress) -> Link | None:
        try:
            return Link(address, bus=False, label=self.label, progress=progress)
        except LinkLost:
            self._direct = False
            return None
