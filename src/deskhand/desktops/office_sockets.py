"""LibreOffice's sockets: by one it finds out that it is already running with a profile, on another it is spoken to.

It makes them in `/tmp` whatever `TMPDIR` says, and leaves them there when it is killed. Their names follow from the
profile and from the desktop, so that those of a desktop are known without asking any process. Standard library only.
"""

from __future__ import annotations

import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path

PREFIX = "OSL_PIPE_"
_FOLDERS = (Path("/tmp"), Path("/var/tmp"))
"""LibreOffice takes the first that it may write to."""


def socket_name(profile: Path) -> str:
    """The file name of the socket for the profile in this folder."""
    digest = hashlib.md5(profile.as_uri().encode("utf-16-le"), usedforsecurity=False).digest()
    return f"{PREFIX}{os.getuid()}_SingleOfficeIPC_{''.join(f'{byte:x}' for byte in digest)}"


def pipe_name(desktop: str, pid: int) -> str:
    """The name of the pipe on which the LibreOffice with this process number is told to listen."""
    return f"deskhand_{desktop}_{pid}"


def pipe_paths(pipe: str) -> list[Path]:
    """Where the socket of a pipe may be."""
    return [folder / f"{PREFIX}{os.getuid()}_{pipe}" for folder in _FOLDERS]


def remove_sockets(desktop: Path) -> None:
    """Remove the sockets of every profile in a desktop's folder, and those on which its LibreOffice was spoken to. To
    be called once their processes are gone."""
    profiles = [*desktop.glob("profiles/*"), *desktop.glob("config/libreoffice/*")]
    names = [socket_name(profile) for profile in profiles if profile.is_dir()]
    paths = [folder / name for folder in _FOLDERS for name in names]
    paths += [
        path for folder in _FOLDERS for path in folder.glob(f"{PREFIX}{os.getuid()}_{pipe_name(desktop.name, 0)[:-1]}*")
    ]
    for path in paths:
        with suppress(OSError):
            if stat.S_ISSOCK(path.lstat().st_mode):
                path.unlink()
