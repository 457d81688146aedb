"""Whether a session says that it is locked: the screen saver on its bus, and the login manager.

Interfaces: org.freedesktop.ScreenSaver and org.gnome.ScreenSaver (`GetActive`), org.freedesktop.login1.Session
(`LockedHint`). Nothing is started by asking: only services that run are asked.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress

from deskhand.desktops.buswire import BusWire, text_of

_SAVERS = (
    ("org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"),
    ("org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"),
)
_LOGIN = "org.freedesktop.login1"
_SYSTEM_BUS = "unix:path=/run/dbus/system_bus_socket"
_PATIENCE = 0.5


def session_locked(session_bus: str, source: Mapping[str, str]) -> bool:
    """True where one of them says so; what does not answer says nothing. `source` is the session's environment."""
    return _says(session_bus, _saver_active) or _says(
        source.get("DBUS_SYSTEM_BUS_ADDRESS", _SYSTEM_BUS), lambda bus: _locked_hint(bus, source)
    )


def socket_of(address: str) -> str:
    """The socket that a D-Bus address names, an abstract one with a zero byte in front; empty for other addresses."""
    for one in address.split(";"):
        _, _, options = one.partition("unix:")
        for option in options.split(","):
            key, _, value = option.partition("=")
            if key == "path":
                return value
            if key == "abstract":
                return "\0" + value
    return ""


def _says(address: str, ask: Callable[[BusWire], bool]) -> bool:
    path = socket_of(address)
    if not path or (path[0] != "\0" and not os.path.exists(path)):
        return False
    with suppress(OSError):
        bus = BusWire(path, _PATIENCE)
        try:
            return ask(bus)
        finally:
            bus.close()
    return False


def _saver_active(bus: BusWire) -> bool:
    for name, path in _SAVERS:
        if bus.has_owner(name):
            with suppress(OSError):
                body = bus.call(name, path, name, "GetActive")
                if struct.unpack_from("<I", body)[0]:
                    return True
    return False


def _locked_hint(bus: BusWire, source: Mapping[str, str]) -> bool:
    if not bus.has_owner(_LOGIN):
        return False
    session = source.get("XDG_SESSION_ID", "auto")
    body = text_of(f"{_LOGIN}.Session")
    body += b"\0" * (-len(body) % 4) + text_of("LockedHint")
    place = f"/org/freedesktop/login1/session/{_escaped(session)}"
    answer = bus.call(_LOGIN, place, "org.freedesktop.DBus.Properties", "Get", "ss", body)
    return struct.unpack_from("<I", answer, 4)[0] == 1  # a variant: the signature `b` takes the first four bytes


def _escaped(session: str) -> str:
    """A session's id as the login manager writes it in a path: other characters, and a digit in front, as `_xx`."""
    return "".join(
        character if character.isalpha() or (character.isdigit() and place) else f"_{ord(character):02x}"
        for place, character in enumerate(session)
    )
