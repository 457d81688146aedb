"""The desktops that a session works on, and questions to their services from threads."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from anyio import to_thread

from deskhand.errors import AmbiguousTarget, DeskhandError, EnvironmentFault, error_from_json
from deskhand.service.address import is_ephemeral, listening_desktops
from deskhand.service.client import Client, NotRunning
from deskhand.service.start import IDLE_SECONDS, start_lock, start_service

Event = Callable[[dict[str, Any]], None]
STATUS_SECONDS = 3.0


class Desks:
    """`current` is the desktop meant where none is named: the one used last. Not for several event loops."""

    def __init__(self, current: str | None = None) -> None:
        self.current = current

    async def start(self, kind: str, *, name: str | None, size: str, foreground: bool) -> dict[str, Any]:
        """Start a desktop; it ends after half an hour without use, or by `stop`."""

        def start() -> dict[str, Any]:
            with start_lock():
                started = start_service(kind, size=size, name=name, foreground=foreground, idle=IDLE_SECONDS)
            with Client(started.desktop) as client:
                return dict(client.data("status"))

        status = await to_thread.run_sync(start)
        self.current = status["desktop"]
        return status

    async def running(self) -> list[dict[str, Any]]:
        """Status of every desktop that answers."""
        return await to_thread.run_sync(_running)

    async def named(self, name: str | None) -> str:
        """The id of the desktop meant. `EnvironmentFault` where none runs, `AmbiguousTarget` where several do."""
        wanted = name or self.current
        statuses = await self.running()
        if wanted is not None:
            for status in statuses:
                if wanted in (status["desktop"], status.get("name"), status.get("kind") if wanted == "user" else None):
                    self.current = status["desktop"]
                    return self.current
            if name is not None:
                raise EnvironmentFault(
                    f"no desktop {name!r} is running", sought=name, near=[s["desktop"] for s in statuses],
                    next_step='start one: desktop {"do": "start"}',
                )  # fmt: skip
        own = [status for status in statuses if not is_ephemeral(status["desktop"])]
        if len(own) > 1:
            raise AmbiguousTarget(
                f"{len(own)} desktops are running", near=[s["desktop"] for s in own],
                next_step='say which: "desktop": its id',
            )  # fmt: skip
        if not own:
            raise EnvironmentFault("no desktop is running", next_step='start one: desktop {"do": "start"}')
        self.current = own[0]["desktop"]
        return self.current

    async def ask(
        self,
        desktop: str,
        method: str,
        params: dict[str, Any] | None = None,
        *,
        seconds: float | None = 40.0,
        on_event: Event | None = None,
    ) -> dict[str, Any]:
        """The envelope of one question, on a connection of its own. Giving up ends the connection, and with it a run
        that was asked for."""
        held: list[Client] = []

        def ask() -> dict[str, Any]:
            try:
                client = Client(desktop)
            except NotRunning:
                raise EnvironmentFault(
                    f"desktop {desktop!r} is gone", sought=desktop, next_step='start one: desktop {"do": "start"}'
                ) from None
            held.append(client)
            with client:
                return client.call(method, params, seconds=seconds, on_event=on_event)

        try:
            return await to_thread.run_sync(ask, abandon_on_cancel=True)
        finally:
            for client in held:
                with suppress(OSError):
                    client.close()

    async def data(self, desktop: str, method: str, params: dict[str, Any] | None = None) -> dict[str, Any]:
        """The data of one question; its failure raised as the error it is."""
        envelope = await self.ask(desktop, method, params)
        if not envelope.get("ok"):
            raise error_from_json(envelope.get("error", {}), envelope.get("receipt"))
        return dict(envelope["data"])


def _running() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for desktop in listening_desktops():
        with suppress(NotRunning, DeskhandError), Client(desktop) as client:
            found.append(dict(client.data("status", seconds=STATUS_SECONDS)))
    return found
