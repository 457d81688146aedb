"""How long a process has been running."""

from __future__ import annotations

import os
import time

_STARTED = 19
"""Place of the start time (clock ticks after boot) behind the command's name in /proc/PID/stat (proc(5))."""


def seconds_since_start(pid: int) -> float | None:
    """Seconds since this process began; None where there is none of that number (a sandbox has numbers of its own)."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return None
    return time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[_STARTED]) / os.sysconf("SC_CLK_TCK")
