"""A session of the benchmark's own: no display, bus, home or runtime folder of the person's is seen or touched."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PERSONS_OWN = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS")


def fresh_environment(root: Path) -> dict[str, str]:
    """This process's environment with folders below `root` in place of the person's, made here."""
    env = {name: value for name, value in os.environ.items() if name not in PERSONS_OWN}
    folders = {"HOME": "home", "XDG_RUNTIME_DIR": "run", "TMPDIR": "tmp"}
    folders |= {f"XDG_{kind}_HOME": f"home/{kind.lower()}" for kind in ("CONFIG", "DATA", "CACHE", "STATE")}
    for name, folder in folders.items():
        (root / folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        env[name] = str(root / folder)
    return env


@contextmanager
def isolated() -> Iterator[Path]:
    """Replace the environment's folders by fresh ones, gone at the end; yields the folder that holds them."""
    before = dict(os.environ)
    root = Path(tempfile.mkdtemp(prefix="dhs-", dir="/tmp"))
    _become(fresh_environment(root))
    try:
        yield root
    finally:
        _become(before)
        shutil.rmtree(root, ignore_errors=True)


def _become(env: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(env)
    tempfile.tempdir = None


def processes_of(root: Path) -> list[int]:
    """Processes that carry a folder under `root` in their environment, this one left out."""
    mark, found = f"={root}/".encode(), []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with suppress(OSError):
                if mark in (entry / "environ").read_bytes():
                    found.append(int(entry.name))
    return found


def office_sockets() -> set[Path]:
    """LibreOffice's own sockets, which it makes in /tmp whatever TMPDIR says."""
    return set(Path("/tmp").glob("OSL_PIPE_*"))


def unheard(sockets: set[Path]) -> list[Path]:
    """Those of the socket files that no process listens on."""
    heard = Path("/proc/net/unix").read_text(encoding="utf-8", errors="replace")
    return sorted(path for path in sockets if str(path) not in heard)
