"""Which desktop a command is for: `--desktop`, else DESKHAND_DESKTOP_ID, else the only one there is, else a new one."""

from __future__ import annotations

import os

from deskhand.service.address import is_ephemeral, listening_desktops
from deskhand.service.client import Client, NotRunning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from deskhand.cli.grammar import Given

SETTING = "DESKHAND_DESKTOP_ID"
USER = "user"
STATUS_SECONDS = 3.0


def connect(given: Given, *, start: bool = False) -> Client:
    """A connection to the desktop this command is for.

    Args:
        start: start a private desktop where none runs (said on stderr); else `EnvironmentFault` says how.
    """
    name = given.text("desktop") or os.environ.get(SETTING) or ""
    if name == "new":
        return _started("private")
    if name:
        return _named(name)
    client = _only()
    if client is not None:
        return client
    if start:
        return _start_if_none()
    from deskhand.errors import EnvironmentFault

    raise EnvironmentFault(
        "no desktop is running",
        next_step="`deskhand desktop start` makes a private one; `--desktop user` takes your own",
    )


def running() -> list[dict[str, Any]]:
    """The status of every desktop that has a service; those whose process is gone are forgotten. One that does not
    answer has a `fault`."""
    from deskhand.errors import DeskhandError
    from deskhand.service.address import forget

    found: list[dict[str, Any]] = []
    for desktop in listening_desktops():
        pid = 0
        try:
            with Client(desktop) as client:
                pid = client.pid
                found.append(client.data("status", seconds=STATUS_SECONDS))
        except NotRunning:
            forget(desktop)
        except DeskhandError as error:
            found.append({"desktop": desktop, "pid": pid, "alive": False, "fault": error.message})
    return found


def _only() -> Client | None:
    """The only desktop that runs; None where there is none. Several: `AmbiguousTarget`. Ephemeral ones belong to
    the command that made them and do not count."""
    alive: list[Client] = []
    for name in listening_desktops():
        if is_ephemeral(name):
            continue
        try:
            alive.append(Client(name))
        except NotRunning:
            continue
    if len(alive) <= 1:
        return alive[0] if alive else None
    for client in alive:
        client.close()
    from deskhand.errors import AmbiguousTarget

    raise AmbiguousTarget(
        f"{len(alive)} desktops are running",
        near=[client.desktop for client in alive],
        next_step=f"say which with --desktop, or set {SETTING}",
    )


def _named(name: str) -> Client:
    try:
        return Client(name)
    except NotRunning:
        pass
    for status in running():
        if name == status.get("name") or (name == USER and status.get("kind") == USER):
            return Client(status["desktop"])
    if name == USER:
        return _start_if_none("user")
    from deskhand.errors import EnvironmentFault

    raise EnvironmentFault(
        f"no desktop {name!r} is running",
        sought=name,
        near=listening_desktops(),
        next_step=f"`deskhand desktop start --name {name}` starts it; `deskhand desktop list` names those that run",
    )


def _start_if_none(kind: str = "private") -> Client:
    """Start one under the lock, unless another command did meanwhile."""
    from deskhand.service.start import start_lock

    with start_lock():
        if kind == "private":
            client = _only()
            if client is not None:
                return client
        else:
            for status in running():
                if status.get("kind") == kind:
                    return Client(status["desktop"])
        return _started(kind)


def _started(kind: str) -> Client:
    from deskhand.cli.output import note
    from deskhand.service.start import IDLE_SECONDS, start_service

    started = start_service(kind)
    what = "a private desktop" if kind == "private" else "a service for your own desktop"
    ending = f"ends after {IDLE_SECONDS / 60:g} minutes without use, or by `deskhand desktop stop`"
    note(f"started {what}: {started.desktop} ({ending})")
    return Client(started.desktop)
