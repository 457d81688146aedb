"""Where an IBus daemon listens (it tells nobody but a file in its configuration), and which processes it uses."""

from __future__ import annotations

from pathlib import Path

_MACHINE_IDS = ("/var/lib/dbus/machine-id", "/etc/machine-id")
_VARIABLE = "IBUS_ADDRESS="
_ENGINE = "ibus-engine"


def address_of(pid: int, display: str) -> str | None:
    """D-Bus address of the IBus daemon with this process id on an X display; None where it cannot be found out."""
    try:
        block = Path(f"/proc/{pid}/environ").read_bytes().decode(errors="replace")
    except OSError:
        return None
    env = dict(entry.split("=", 1) for entry in block.split("\0") if "=" in entry)
    home = env.get("XDG_CONFIG_HOME") or f"{env.get('HOME', '/')}/.config"
    return address_in(Path(home), display)


def address_in(config_home: Path, display: str) -> str | None:
    """The address that a daemon with this configuration folder wrote down for an X display."""
    host, _, number = display.partition(":")
    for place in _MACHINE_IDS:
        try:
            machine = Path(place).read_text(encoding="ascii").strip()
            text = (config_home / "ibus" / "bus" / f"{machine}-{host or 'unix'}-{number.partition('.')[0]}").read_text()
        except OSError:
            continue
        for line in text.splitlines():
            if line.startswith(_VARIABLE):
                return line.removeprefix(_VARIABLE)
    return None


def engines_of(daemon: int) -> list[int]:
    """Processes of the daemon's engines."""
    try:
        children = Path(f"/proc/{daemon}/task/{daemon}/children").read_text(encoding="ascii").split()
        return [int(child) for child in children if Path(f"/proc/{child}/comm").read_text().startswith(_ENGINE)]
    except OSError:
        return []
