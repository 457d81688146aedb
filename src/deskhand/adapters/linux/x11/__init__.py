"""X11: windows, input, screen, clipboard of one display. `X11(display)` owns them all.

connection   one connection to the server: lock, atoms, properties, named errors
windows      top-level windows; window_reading reads them, window_control changes them, watcher says what
opened and closed
input        pointer and keyboard; keymap, keysyms, spare_keys, typing and pacing make text exact
screen       pixels by shared memory
clipboard    the CLIPBOARD selection
session      keyboard layout, screen lock
"""

from __future__ import annotations

from deskhand.adapters.linux.x11.display import X11

__all__ = ["X11"]
