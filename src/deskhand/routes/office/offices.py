"""The bridges of one desktop, one for each LibreOffice that runs on it."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

from deskhand.adapters.protocol import Adapter
from deskhand.desktops.place import Place
from deskhand.errors import AmbiguousTarget, AppDied, AppNotFound, DeskhandError
from deskhand.model.progress import Progress
from deskhand.routes.office.process import Bridge
from deskhand.routes.office.running import RunningOffice, deafen, listen, offices_of

_DEAFEN_SECONDS = 3.0


class Offices:
    """LibreOffice on one desktop. Bridges are started when first needed and kept until `close`."""

    def __init__(self, place: Place, adapter: Adapter) -> None:
        self._place, self._adapter = place, adapter
        self._bridges: dict[tuple[int, int], Bridge] = {}
        self._lock = threading.Lock()

    def ask(self, operation: str, arguments: dict[str, Any], progress: Progress, kind: str | None = None) -> Any:
        """One operation on the LibreOffice that has the document `arguments["document"]` means.

        Raises:
            AppNotFound: none runs here. Others: see `Bridge.ask`.
        """
        offices = self.running(progress)
        if not offices:
            raise AppNotFound(
                "LibreOffice does not run on this desktop", sought="LibreOffice",
                next_step="launch it with the document: `deskhand launch \"LibreOffice Calc\"`",
            )  # fmt: skip
        office = offices[0] if len(offices) == 1 else self._one_of(offices, arguments, kind, progress)
        return self._bridge(office, progress).ask(operation, arguments, progress)

    def running(self, progress: Progress) -> list[RunningOffice]:
        """Every LibreOffice that has a window here, oldest first."""
        return offices_of((window.pid for window in self._adapter.windows.list(progress)), self._place.id)

    def _one_of(
        self, offices: list[RunningOffice], arguments: dict[str, Any], kind: str | None, progress: Progress
    ) -> RunningOffice:
        """Several run, with a profile each: the one that has the document."""
        asked = {"document": arguments.get("document"), "kind": kind}
        found = [(office, self._bridge(office, progress).ask("office.find", asked, progress)) for office in offices]
        having = [(office, lines) for office, lines in found if lines]
        if len(having) == 1:
            return having[0][0]
        if having:
            raise AmbiguousTarget(
                f"{len(having)} LibreOffices have such a document", sought=arguments.get("document") or kind,
                near=[line for _, lines in having for line in lines], next_step="name the document: `document`",
            )  # fmt: skip
        return offices[0]

    def _bridge(self, office: RunningOffice, progress: Progress) -> Bridge:
        key = (office.pid, office.started)
        with self._lock:
            bridge = self._bridges.get(key)
            if bridge is not None and bridge.alive:
                return bridge
            if not office.alive:
                raise AppDied(f"LibreOffice (process {office.pid}) has ended")
            listen(office, self._place.env, progress)
            self._bridges[key] = made = Bridge(office, progress, recover=bridge is not None)
            return made

    def close(self) -> None:
        """End the bridges; a person's own LibreOffice stops listening. May be called twice."""
        with self._lock:
            bridges, self._bridges = list(self._bridges.values()), {}
        for bridge in bridges:
            bridge.close()
            if self._place.kind == "user":
                with suppress(DeskhandError):
                    deafen(bridge.office, self._place.env, Progress(_DEAFEN_SECONDS, "LibreOffice stops listening"))
