"""How this very Deskhand is started as a server."""

from __future__ import annotations

import sys
from pathlib import Path


def own_command() -> list[str]:
    """The program beside this interpreter, by its full path: a client's own PATH may not have it."""
    beside = Path(sys.executable).with_name("deskhand")
    return [str(beside) if beside.exists() else "deskhand", "mcp"]
