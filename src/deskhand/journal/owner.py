"""Which process a run belongs to, so that a dead one is not mistaken for a busy one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any


def this_process() -> dict[str, Any]:
    """The calling process: pid, its start in clock ticks, and the boot they count from. A pid alone is used again."""
    pid = os.getpid()
    return {"pid": pid, "start": _start_of(pid), "boot": _boot()}


def still_running(owner: dict[str, Any]) -> bool:
    """True when the very process that `owner` describes still runs."""
    if not owner or owner.get("boot") != _boot():
        return False
    start = _start_of(int(owner.get("pid", 0)))
    return start is not None and start == owner.get("start")


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _start_of(pid: int) -> str | None:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The name in brackets may hold spaces and brackets itself; state is the first field after the last one.
    fields = stat.rpartition(")")[2].split()
    return None if len(fields) < 20 or fields[0] in ("Z", "X") else fields[19]
