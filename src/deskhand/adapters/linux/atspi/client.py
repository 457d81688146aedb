"""AtspiClient: everything of one accessibility bus, with one owner."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.adapters.linux.atspi.address import BusAddress, fault
from deskhand.adapters.linux.atspi.events import AtspiEvents
from deskhand.adapters.linux.atspi.link import LinkLost
from deskhand.adapters.linux.atspi.mirror import Mirror
from deskhand.adapters.linux.atspi.roster import Roster
from deskhand.adapters.linux.atspi.tree import AtspiTree
from deskhand.errors import AppDied, AppUnresponsive, StaleRef, Timeout, TooLarge, Unsupported
from deskhand.model.element import Node
from deskhand.model.progress import Progress
from deskhand.model.world import App

OPENING = 5.0
QUICK = 0.6
"""Seconds one application has to list its windows when all are asked."""


class AtspiClient:
    """Connects at once; `close` ends its thread and connections and may be called twice.

    Args:
        a11y_address: D-Bus address of the accessibility bus (`org.a11y.Bus.GetAddress`).
        session_bus: where that is asked for again when the accessibility bus has gone; empty where nowhere.

    Raises:
        EnvironmentFault: nobody listens there, or nobody answers.
    """

    def __init__(self, a11y_address: str, session_bus: str = "") -> None:
        bus = BusAddress(a11y_address, session_bus)
        self._roster = Roster(bus)
        self._mirror = Mirror()
        try:
            self.events: AtspiEvents = AtspiEvents(
                bus, on_gone=self._gone, idle=self._roster.drain,
                progress=Progress(OPENING, "connecting to the accessibility bus"),
            )
        except LinkLost as error:
            raise fault("the accessibility bus is not there", bus.now, str(error)) from error
        except AppUnresponsive as late:
            raise fault("the accessibility bus does not answer", bus.now, late.seen or "") from late
        self.tree: AtspiTree = AtspiTree(self._roster, self.events, self._mirror)
        self._closed = False

    def __enter__(self) -> AtspiClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self.events.close()
            self._roster.close()

    def toplevels_by_pid(self, progress: Progress) -> dict[int, list[tuple[App, Node]]]:
        """Top-level objects of every application that answers, by process id."""
        found: dict[int, list[tuple[App, Node]]] = {}
        for app in self.tree.apps(progress):
            if app.responsive:
                found.setdefault(app.pid, []).extend((app, node) for node in self._toplevels(app, progress))
        return found

    def _toplevels(self, app: App, progress: Progress) -> Sequence[Node]:
        with progress.within(QUICK, f"windows of {app.name}") as part:
            try:
                return self.tree.toplevels(app, part)
            except (AppUnresponsive, AppDied, StaleRef, Timeout, TooLarge, Unsupported) as error:
                progress.log(f"{app.name}: {error.message}")
                return []

    def _gone(self, name: str) -> None:
        self._roster.forget(name)
        self._mirror.forget(name)
