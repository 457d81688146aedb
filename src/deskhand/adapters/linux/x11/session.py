"""Facts of the session: keyboard layout and screen lock."""

from __future__ import annotations

from xcffib import screensaver, shape, xkb

from deskhand.adapters.linux.x11.connection import Connection, Pending
from deskhand.adapters.linux.x11.keymap import CORE_KEYBOARD

_LOCKERS = frozenset(
    {"i3lock", "xlock", "xsecurelock", "slock", "xscreensaver", "light-locker", "gnome-screensaver", "xtrlock"}
)
"""Class names of windows that cover a locked screen, in lower case."""
_SAVER_ON = 1
_VIEWABLE = 2
_INPUT = 2
_TOPMOST = 20


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
    """True when a screen saver is active, or a window covers the screen as lockers do."""
    with connection.guarded():
        if connection.extension_present("MIT-SCREEN-SAVER"):
            state = connection.x(screensaver.key).QueryInfo(connection.root).reply().state
            if state == _SAVER_ON:
                return True
        children = list(connection.core.QueryTree(connection.root).reply().children)
        return any(_locks(connection, child) for child in children[-_TOPMOST:])


def _locks(connection: Connection, window: int) -> bool:
    """A window of a known locker, or one that covers the whole screen past the window manager and takes its clicks."""
    found = connection.property(window, "WM_CLASS")
    attributes = Pending(connection.core.GetWindowAttributes(window)).get()
    if attributes is None or attributes.map_state != _VIEWABLE:
        return False
    names = {name.lower() for name in found.data.decode("latin-1").split("\0")} if found is not None else set[str]()
    if names & _LOCKERS:
        return True
    return bool(attributes.override_redirect) and _covers(connection, window)


def _covers(connection: Connection, window: int) -> bool:
    """Whether the window takes input over the whole screen. One that only draws there (an overlay) takes none."""
    screen = connection.core.GetGeometry(connection.root).reply()
    place = Pending(connection.core.GetGeometry(window)).get()
    if place is None or place.x > 0 or place.y > 0:
        return False
    if place.x + place.width < screen.width or place.y + place.height < screen.height:
        return False
    if not connection.extension_present("SHAPE"):
        return True
    taken = Pending(connection.x(shape.key).GetRectangles(window, _INPUT)).get()
    return taken is None or any(
        part.width >= screen.width and part.height >= screen.height for part in taken.rectangles
    )
