"""Looking at the machine itself, independently of the code under test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src"


@contextmanager
def owner_process(*words: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """A process of its own that owns a desktop with these applications; ended at the end."""
    process = subprocess.Popen(
        [sys.executable, str(HERE / "owner.py"), *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    assert process.stdout is not None
    try:
        yield process, json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def left_of(facts: Mapping[str, Any]) -> list[str]:
    """Processes, socket and folder of a desktop that are still there. Chromium writes over its environment, so the
    command line is looked at too."""
    mark = f"DESKHAND_DESKTOP={facts['id']}".encode()
    left: list[str] = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            line = (entry / "cmdline").read_bytes()
            ours = mark in (entry / "environ").read_bytes().split(b"\0") or str(facts["folder"]).encode() in line
            state = (entry / "stat").read_text(errors="replace").rpartition(")")[2].split()[0]
        except OSError:
            continue
        if ours and state not in "ZX":
            left.append(f"process {entry.name}: {line.replace(bytes(1), b' ')[:80]!r}")
    socket = Path(f"/tmp/.X11-unix/X{facts['display'].lstrip(':')}")
    if identity(socket) == facts["x_socket"]:
        left.append(str(socket))
    if Path(facts["folder"]).exists():
        left.append(str(facts["folder"]))
    return left


def identity(path: Path) -> str:
    """Empty where nothing is, or goes in this moment."""
    try:
        facts = path.lstat()
    except FileNotFoundError:
        return ""
    return f"{facts.st_dev}:{facts.st_ino}:{facts.st_ctime_ns}"


def seconds_until(condition: Callable[[], bool], limit: float) -> float:
    """How long it took until `condition` held; fails beyond `limit`."""
    start = time.monotonic()
    while not condition():
        assert time.monotonic() - start < limit, f"not within {limit} s"
        time.sleep(0.02)
    return time.monotonic() - start


def environment_of(pid: int) -> dict[str, str]:
    block = Path(f"/proc/{pid}/environ").read_bytes()
    pairs = (entry.decode(errors="replace").partition("=") for entry in block.split(b"\0") if entry)
    return {name: value for name, _, value in pairs}
