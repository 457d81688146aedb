"""Live desktops of this user on this machine, and the sweeping up of dead ones.

Each desktop has one folder under the base folder; its keeper holds a lock in it for as long as it lives, which the
kernel lets go however the keeper ends. Standard library only: the keeper imports this.
"""

from __future__ import annotations

import fcntl
import json
import os
import stat
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from deskhand.desktops.processes import same_process
from deskhand.desktops.runtime import runtime_folder
from deskhand.desktops.teardown import Remains, clear_away
from deskhand.errors import AmbiguousTarget, EnvironmentFault, NotFound

RECORD = "desktop.json"
LOCK = "lock"
CONTROL = "control"
_UNRECORDED_AGE = 60.0
"""Seconds a folder without a record may stand: somebody is bringing that desktop up."""


@dataclass(frozen=True, slots=True)
class DesktopRecord:
    """What a live private desktop is and where it stands. Times are seconds since the epoch; a process is named by its
    pid and its start time in clock ticks after boot."""

    id: str
    name: str
    folder: str
    display: str
    session_bus: str
    a11y_bus: str
    size: tuple[int, int]
    scale: float
    keeper_pid: int
    keeper_started: int
    owner_pid: int
    owner_started: int
    x_pid: int
    x_socket: str
    started_at: float
    env: dict[str, str]

    def to_json(self) -> dict[str, Any]:
        """For people and programs: without the environment and the inner processes."""
        return {
            "id": self.id,
            "name": self.name,
            "display": self.display,
            "size": list(self.size),
            "scale": self.scale,
            "owner_pid": self.owner_pid,
            "started_at": self.started_at,
            "folder": self.folder,
        }

    @property
    def alive(self) -> bool:
        return same_process(self.keeper_pid, self.keeper_started)


def base_folder(source: Mapping[str, str] = os.environ) -> Path:
    """The folder of this user's desktops, made (mode 0700) where it is missing. `EnvironmentFault` when somebody else
    owns it or may look in."""
    base = Path(runtime_folder(source))
    base.mkdir(mode=0o700, exist_ok=True)
    facts = base.lstat()
    if not stat.S_ISDIR(facts.st_mode) or facts.st_uid != os.getuid() or facts.st_mode & 0o077:
        raise EnvironmentFault(
            f"{base} is not a folder of this user's alone",
            next_step=f"look who made {base}, then remove it",
        )
    return base


def write_record(record: DesktopRecord) -> None:
    """Put the record in its folder in one step."""
    folder = Path(record.folder)
    draft = folder / f"{RECORD}.new"
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        json.dump(asdict(record), file)
    draft.rename(folder / RECORD)


def read_record(folder: Path) -> DesktopRecord | None:
    """The record in a folder; None where there is none that can be read."""
    try:
        data: dict[str, Any] = json.loads((folder / RECORD).read_text(encoding="utf-8"))
        data["size"] = (int(data["size"][0]), int(data["size"][1]))
        return DesktopRecord(**data)
    except (OSError, ValueError, TypeError, KeyError):
        return None


def list_desktops() -> tuple[DesktopRecord, ...]:
    """Live private desktops of this user, oldest first; what dead ones left behind is cleared away on the way."""
    sweep()
    records = (read_record(folder) for folder in _folders())
    return tuple(sorted((record for record in records if record and record.alive), key=lambda r: r.started_at))


def find_desktop(id_or_name: str) -> DesktopRecord:
    """The live desktop of this id or name. `NotFound`, or `AmbiguousTarget` when several bear the name."""
    live = list_desktops()
    found = [record for record in live if record.id == id_or_name] or [r for r in live if r.name == id_or_name]
    if len(found) == 1:
        return found[0]
    near = [f"{record.id} ({record.name})" for record in found or live]
    if found:
        raise AmbiguousTarget(f"{len(found)} desktops are named {id_or_name!r}", sought=id_or_name, near=near)
    raise NotFound(
        f"no desktop {id_or_name!r} is running",
        sought=id_or_name,
        near=near,
        next_step="`deskhand desktop list` shows them",
    )


def sweep() -> tuple[str, ...]:
    """Clear away what dead desktops left: processes, X sockets, folders. Returns their ids.

    A desktop is dead when its keeper's lock is free and no process has the keeper's pid and start time.
    """
    swept: list[str] = []
    for folder in _folders():
        lock = take_lock(folder)
        if lock is None:
            continue
        try:
            record = read_record(folder)
            if record is None and time.time() - folder.stat().st_mtime < _UNRECORDED_AGE:
                continue
            if record is None or not record.alive:
                display, x_socket = (record.display, record.x_socket) if record else ("", "")
                clear_away(Remains(folder.name, folder, display, x_socket), spare=frozenset())
                swept.append(folder.name)
        except FileNotFoundError:
            continue
        finally:
            os.close(lock)
    return tuple(swept)


def take_lock(folder: Path) -> int | None:
    """Take the folder's lock and return its descriptor; None while somebody holds it or the folder is gone."""
    try:
        fd = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(fd)
        return None
    return fd


def _folders() -> list[Path]:
    """Folders of desktops: directories of ours that are named as we name them."""
    found: list[Path] = []
    for entry in os.scandir(base_folder()):
        ours = entry.name.startswith("d") and entry.name.isalnum() and len(entry.name) == 9
        if ours and entry.is_dir(follow_symlinks=False) and entry.stat(follow_symlinks=False).st_uid == os.getuid():
            found.append(Path(entry.path))
    return found
