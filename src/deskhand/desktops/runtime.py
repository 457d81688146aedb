"""Where the desktops of this user stand on this machine: one rule for keepers, services and every command.

Loads `os` only: each command pays for what this imports.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_ROOM = 40
"""Characters that the runtime directory's name may have: sockets below it must stay under the kernel's 107 bytes."""


def runtime_folder(source: Mapping[str, str] = os.environ) -> str:
    """`$XDG_RUNTIME_DIR/deskhand`, or `/tmp/deskhand-UID` where there is no runtime directory or its name leaves no
    room for a socket's. Only the name: whoever makes it sees to it that nobody else can enter it.

    `EnvironmentFault` where XDG_RUNTIME_DIR names no folder that can be used: desktops started with it and without it
    would not see each other.
    """
    base = source.get("XDG_RUNTIME_DIR", "")
    if base and not (base.startswith("/") and os.path.isdir(base) and os.access(base, os.W_OK | os.X_OK)):
        from deskhand.errors import EnvironmentFault

        raise EnvironmentFault(
            f"XDG_RUNTIME_DIR is {base!r}, which is not a folder that can be written to",
            next_step="unset XDG_RUNTIME_DIR, or make that folder (mode 700)",
        )
    return os.path.join(base, "deskhand") if base and len(base) < _ROOM else f"/tmp/deskhand-{os.getuid()}"
