"""Which desktop is meant: by its id, its name or `user`, else the only one there is. Every command pays for these
imports."""

from __future__ import annotations

from deskhand.service.address import forget, is_ephemeral, listening_desktops
from deskhand.service.client import Client, NotRunning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SETTING = "DESKHAND_DESKTOP_ID"
USER = "user"
STATUS_SECONDS = 3.0


def running() -> list[dict[str, Any]]:
    """The status of every desktop that has a service; those whose process is gone are forgotten. One that does not
    answer has a `fault`."""
    from deskhand.errors import DeskhandError

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


def choose(name: str | None, how: str) -> Client | None:
    """A connection to the desktop of this id or name (`user` is the person's own), or to the only one there is where
    `name` says nothing. None where there is no such desktop.

    An id costs one connection; desktops are asked for their names only where none has it for its id.

    Args:
        how: the next step where several run: how a caller of this kind says which.

    Raises:
        AmbiguousTarget: several run and none was named. Ephemeral ones belong to the command that made them and do not
            count.
    """
    if not name:
        return _only(how)
    try:
        return Client(name)
    except NotRunning:
        pass
    for status in running():
        if name == status.get("name") or (name == USER and status.get("kind") == USER):
            return Client(status["desktop"])
    return None


def _only(how: str) -> Client | None:
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
        f"{len(alive)} desktops are running", near=[client.desktop for client in alive], next_step=how
    )
