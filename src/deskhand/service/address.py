"""Where a desktop's service listens: one folder per desktop, for its owner's eyes only."""

from __future__ import annotations

import contextlib
import os
import stat

from deskhand.desktops.runtime import runtime_folder

SOCKET_NAME = "service.sock"
EPHEMERAL_MARK = "ephemeral"
"""A file beside the socket of a desktop that belongs to one command: others do not take it for theirs."""

_ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_.")


def desktop_folder(desktop: str) -> str:
    """The folder of one desktop; `BadRequest` for an id that is not one (it becomes part of a path)."""
    if not desktop or len(desktop) > 60 or desktop.startswith(".") or not _ID_CHARACTERS.issuperset(desktop):
        from deskhand.errors import BadRequest

        raise BadRequest(
            f"{desktop!r} is not a desktop's name",
            sought=desktop,
            next_step="`deskhand desktop list` names those that run; names have a-z, 0-9, '-', '_' and '.'",
        )
    return os.path.join(runtime_folder(), desktop)


def socket_path(desktop: str) -> str:
    return os.path.join(desktop_folder(desktop), SOCKET_NAME)


def make_private(folder: str) -> None:
    """Make `folder` (and its parents) and see to it that nobody else can enter it.

    Raises `EnvironmentFault` where it belongs to somebody else, is a link, or is open to others: a folder in /tmp
    may have been laid there by another user.
    """
    os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.mkdir(folder, 0o700)
    check_private(folder)


def check_private(folder: str) -> None:
    """`EnvironmentFault` unless `folder` is a real directory of ours with mode 0700."""
    found = os.lstat(folder)
    why = ""
    if not stat.S_ISDIR(found.st_mode):
        why = "is not a directory"
    elif found.st_uid != os.getuid():
        why = f"belongs to user {found.st_uid}"
    elif stat.S_IMODE(found.st_mode) & 0o077:
        why = f"is open to others (mode {stat.S_IMODE(found.st_mode):o})"
    if why:
        from deskhand.errors import EnvironmentFault

        raise EnvironmentFault(
            f"{folder} {why}, so no service is trusted there",
            sought="a folder of mode 0700 that belongs to you",
            seen=why,
            next_step=f"look who made it, then remove it: rm -r {folder}",
        )


def listening_desktops() -> list[str]:
    """Desktops with a socket, alive or not, by name."""
    folder = runtime_folder()
    try:
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        return []
    check_private(folder)
    return [name for name in names if os.path.exists(os.path.join(folder, name, SOCKET_NAME))]


def is_ephemeral(desktop: str) -> bool:
    return os.path.exists(os.path.join(desktop_folder(desktop), EPHEMERAL_MARK))


def forget(desktop: str) -> None:
    """Remove the socket of a service that is gone, and its folder where nothing else is in it."""
    folder = desktop_folder(desktop)
    for name in (SOCKET_NAME, EPHEMERAL_MARK):
        with contextlib.suppress(OSError):  # gone already, with its desktop
            os.unlink(os.path.join(folder, name))
    with contextlib.suppress(OSError):  # somebody else's files are in it, or it is gone already
        os.rmdir(folder)
