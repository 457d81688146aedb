"""The sockets by which LibreOffice finds out that it is already running with a profile.

It makes them in `/tmp` whatever `TMPDIR` says, and leaves them there when it is killed. The name follows from the
profile, so that those of a desktop's own profiles are known without asking any process. Standard library only.
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


def remove_sockets(desktop: Path) -> None:
    """Remove the sockets of every profile in a desktop's folder. To be called once their processes are gone."""
    profiles = [*desktop.glob("profiles/*"), *desktop.glob("config/libreoffice/*")]
    names = [socket_name(profile) for profile in profiles if profile.is_dir()]
    for path in (folder / name for folder in _FOLDERS for name in names):
        with suppress(OSError):
            if stat.S_ISSOCK(path.lstat().st_mode):
                path.unlink()
