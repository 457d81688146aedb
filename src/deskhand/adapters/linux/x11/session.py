"""Facts of the session: keyboard layout and screen lock."""

from __future__ import annotations

from xcffib import screensaver, xkb

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.keymap import CORE_KEYBOARD

_LOCKERS = frozenset(
    {"i3lock", "xlock", "xsecurelock", "slock", "xscreensaver", "light-locker", "gnome-screensaver", "xtrlock"}
)
"""Class names of windows that cover a locked screen, in lower case."""
_SAVER_ON = 1


def keyboard_layout(connection: Connection) -> str:
    """`us` or `us,de:1`: the layouts, and the one in force where there are several. `unknown` where no rules
    are noted."""
    with connection.guarded():
        found = connection.property(connection.root, "_XKB_RULES_NAMES")
        extension = connection.x(xkb.key)
        extension.UseExtension(1, 0).reply()
        group = int(extension.GetState(CORE_KEYBOARD).reply().group)
    parts = found.data.decode("utf-8", errors="replace").split("\0") if found else []
    layouts = parts[2] if len(parts) > 2 else ""
    variants = parts[3] if len(parts) > 3 else ""
    name = layouts or "unknown"
    if variants.strip(","):
        name += f"({variants})"
    return f"{name}:{group}" if "," in layouts else name


def locked(connection: Connection) -> bool:
    """True when a screen saver is active or a known locker's window is on top. Best effort: a locker that shows neither
    is not seen."""
    with connection.guarded():
        if connection.extension_present("MIT-SCREEN-SAVER"):
            state = connection.x(screensaver.key).QueryInfo(connection.root).reply().state
            if state == _SAVER_ON:
                return True
        children = list(connection.core.QueryTree(connection.root).reply().children)
        for child in reversed(children[-20:]):
            found = connection.property(child, "WM_CLASS")
            if found is None:
                continue
            names = {name.lower() for name in found.data.decode("latin-1").split("\0")}
            if names & _LOCKERS:
                attributes = connection.core.GetWindowAttributes(child).reply()
                return attributes.map_state == 2
    return False
