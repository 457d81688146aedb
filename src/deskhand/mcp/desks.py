"""The desktops that a session works on, and questions to their services from threads."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from anyio import to_thread

from deskhand.errors import EnvironmentFault, error_from_json
from deskhand.service.choosing import choose, running
from deskhand.service.client import Client, NotRunning
from deskhand.service.start import IDLE_SECONDS, start_lock, start_service

Event = Callable[[dict[str, Any]], None]
START = 'start one: desktop {"do": "start"}'


class NoDesktop(EnvironmentFault):
    """None was named and none runs: what can do without a person's choice may start one."""


class Desks:
    """`current` is the desktop meant where none is named: the one used last. Not for several event loops."""

    def __init__(self, current: str | None = None) -> None:
        self.current = current

    async def start(
        self, kind: str, *, name: str | None = None, size: str = "1920x1080", foreground: bool = False
    ) -> dict[str, Any]:
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
        """Status of every desktop that has a service; `fault` in that of one that does not answer."""
        return await to_thread.run_sync(running)

    async def named(self, name: str | None) -> str:
        """The id of the desktop meant. One that was used so far and is gone is not replaced by another unasked.

        Raises:
            NoDesktop: none was named, and none runs.
            EnvironmentFault: the one that is meant is gone.
            AmbiguousTarget: none was named, and several run.
        """
        wanted = name or self.current

        def find() -> str | None:
            client = choose(wanted, 'say which: "desktop": its id')
            if client is None:
                return None
            client.close()
            return client.desktop

        found = await to_thread.run_sync(find)
        if found is not None:
            self.current = found
            return found
        if wanted is None:
            raise NoDesktop("no desktop is running", next_step=START)
        if name is None:
            self.current = None
            raise _gone(wanted)
        near = [str(status["desktop"]) for status in await self.running()]
        raise EnvironmentFault(f"no desktop {name!r} is running", sought=name, near=near, next_step=START)

    async def named_or_new(self, name: str | None) -> tuple[str, str]:
        """The same, with a private one started where none was named and none runs; what to tell of that, else empty."""
        try:
            return await self.named(name), ""
        except NoDesktop:
            desktop = str((await self.start("private"))["desktop"])
            return desktop, f"started a private desktop: {desktop}\n"

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
                raise _gone(desktop) from None
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


def _gone(desktop: str) -> EnvironmentFault:
    return EnvironmentFault(f"desktop {desktop!r} is gone", sought=desktop, next_step=START)
