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
    room for a socket's. Only the name: whoever makes it sees to it that nobody else can enter it."""
    base = source.get("XDG_RUNTIME_DIR", "")
    if base.startswith("/") and len(base) < _ROOM and os.access(base, os.W_OK):
        return os.path.join(base, "deskhand")
    return f"/tmp/deskhand-{os.getuid()}"
