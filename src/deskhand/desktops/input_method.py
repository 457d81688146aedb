"""An input method on a private desktop: IBus with one of its engines switched on.

Runs in the keeper. Standard library only.
"""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Mapping
from pathlib import Path
from select import select

from deskhand.adapters.linux.ibus_address import address_in
from deskhand.desktops.bringup import Spawn
from deskhand.desktops.buswire import BusError, BusWire, text_of
from deskhand.errors import EnvironmentFault

_SECONDS = 10.0
_COMPONENTS = Path("/usr/share/ibus/component")
_ENGINE = re.compile(r"<engine>.*?<name>([^<]+)</name>", re.DOTALL)

_SETTINGS = """
[desktop/ibus/general]
preload-engines=['@ENGINE@', 'xkb:us::eng']
use-system-keyboard-layout=true
"""


def start_input_method(engine: str, env: Mapping[str, str], spawn: Spawn) -> int:
    """Start IBus with this engine on a desktop that is up, and return its pid when applications can use it.
    `EnvironmentFault` says what is missing."""
    program = shutil.which("ibus-daemon")
    if program is None:
        raise EnvironmentFault("ibus-daemon is not installed", next_step="sudo apt-get install -y ibus")
    # IBus's panel switches to the first of these when it comes up, which may be after us.
    settings = Path(env["XDG_CONFIG_HOME"], "glib-2.0", "settings", "keyfile")
    with open(settings, "a", encoding="utf-8") as file:
        file.write(_SETTINGS.replace("@ENGINE@", engine))
    pid = spawn([program, "--xim"], dict(env), ())
    deadline = time.monotonic() + _SECONDS
    pause = 0.005
    seen = "it wrote no address"
    while time.monotonic() < deadline:
        address = address_in(Path(env["XDG_CONFIG_HOME"]), env["DISPLAY"])
        if address is not None:
            try:
                bus = BusWire(_socket_of(address))
            except OSError as error:
                seen = str(error)
            else:
                _switch_on(bus, engine)
                return pid
        select([], [], [], pause)
        pause = min(pause * 1.5, 0.05)
    raise EnvironmentFault(f"the input method did not come up in {_SECONDS:g} s", seen=seen)


def _switch_on(bus: BusWire, engine: str) -> None:
    name, path = "org.freedesktop.IBus", "/org/freedesktop/IBus"
    try:
        bus.call(name, path, name, "SetGlobalEngine", "s", text_of(engine))
    except BusError as error:
        raise EnvironmentFault(
            f"IBus has no engine {engine!r}", sought=engine, near=_installed(), seen=str(error),
            next_step="name one that `ibus list-engine` lists, or install its package",
        ) from error  # fmt: skip
    finally:
        bus.close()


def _socket_of(address: str) -> str:
    options = dict(item.split("=", 1) for item in address.partition(":")[2].split(",") if "=" in item)
    return options.get("path") or "\0" + options.get("abstract", "")


def _installed() -> list[str]:
    """Engines that compose (those of plain layouts left out)."""
    found: set[str] = set()
    for file in sorted(_COMPONENTS.glob("*.xml")) if _COMPONENTS.is_dir() else ():
        found |= {name for name in _ENGINE.findall(file.read_text(errors="replace")) if not name.startswith("xkb:")}
    return sorted(found)
