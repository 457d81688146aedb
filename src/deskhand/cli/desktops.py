"""Which desktop a command is for: `--desktop`, else DESKHAND_DESKTOP_ID, else the only one there is, else a new one."""

from __future__ import annotations

import os

from deskhand.service.address import listening_desktops
from deskhand.service.choosing import SETTING, USER, choose
from deskhand.service.client import Client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from deskhand.cli.grammar import Given

_HOW = f"say which with --desktop, or set {SETTING}"


def connect(given: Given, *, start: bool = False) -> Client:
    """A connection to the desktop this command is for.

    Args:
        start: start a private desktop where none runs (said on stderr); else `EnvironmentFault` says how.
    """
    name = given.text("desktop") or os.environ.get(SETTING) or ""
    if name == "new":
        return _started("private")
    client = choose(name, _HOW)
    if client is not None:
        return client
    if name == USER:
        return _start_if_none("user")
    if start and not name:
        return _start_if_none()
    from deskhand.errors import EnvironmentFault

    if name:
        raise EnvironmentFault(
            f"no desktop {name!r} is running",
            sought=name,
            near=listening_desktops(),
            next_step=f"`deskhand desktop start --name {name}` starts it; `deskhand desktop list` names those that run",
        )
    raise EnvironmentFault(
        "no desktop is running",
        next_step="`deskhand desktop start` makes a private one; `--desktop user` takes your own",
    )


def _start_if_none(kind: str = "private") -> Client:
    """Start one under the lock, unless another command did meanwhile."""
    from deskhand.service.start import start_lock

    with start_lock():
        return choose(USER if kind == "user" else None, _HOW) or _started(kind)


def _started(kind: str) -> Client:
    from deskhand.cli.output import note
    from deskhand.service.start import IDLE_SECONDS, start_service

    started = start_service(kind)
    what = "a private desktop" if kind == "private" else "a service for your own desktop"
    ending = f"ends after {IDLE_SECONDS / 60:g} minutes without use, or by `deskhand desktop stop`"
    note(f"started {what}: {started.desktop} ({ending})")
    return Client(started.desktop)
