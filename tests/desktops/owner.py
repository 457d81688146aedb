"""A process that owns a private desktop, for tests that kill it: prints the desktop's facts, then waits."""

from __future__ import annotations

import json
import signal
import sys

from deskhand.desktops.launch import Launcher
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.progress import Progress

if __name__ == "__main__":
    desktop = PrivateDesktop.start(name="victim")
    for words in sys.argv[1:]:
        Launcher(desktop).launch(words, Progress(60, f"launching {words}"))
    record = desktop.record
    facts = {
        "id": record.id,
        "keeper": record.keeper_pid,
        "x": record.x_pid,
        "display": record.display,
        "x_socket": record.x_socket,
        "folder": record.folder,
    }
    print(json.dumps(facts), flush=True)
    signal.pause()
