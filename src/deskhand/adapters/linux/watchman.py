"""Letting go for a process that was killed: of a display that lives on, with keys down nobody would ever release.

An X server keeps what a client pressed by XTEST down when the client dies. So whoever acts on a display that is not
its own has a watchman: a process of its own session that waits for the end of the first, reads what it held down
from memory they share, and releases that, gives lent keys back, sets caps lock again and switches the input method on
that was set aside. Where nothing was held it does not even connect. A private desktop needs none: it ends with its
owner.

Run as `python -m deskhand.adapters.linux.watchman DISPLAY PIDFD MEMFD`, stdin a pipe from the process it watches.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from deskhand.errors import DeskhandError, EnvironmentFault

if TYPE_CHECKING:
    from deskhand.adapters.linux.x11.held import Held

_LOOKS, _BETWEEN_LOOKS = 6, 0.05
_GOODBYE_SECONDS = 2.0


class Watchman:
    """Starts the watchman's process when first needed, and ends it with `close`."""

    def __init__(self, display: str) -> None:
        self._display = display
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()

    def stand(self, held: Held) -> None:
        """See that somebody watches. `EnvironmentFault` where no process can be started: press nothing then."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return
            me = os.pidfd_open(os.getpid())
            paths = [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-m", __name__, self._display, str(me), str(held.descriptor)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)},
                    pass_fds=(me, held.descriptor),
                    start_new_session=True,
                )
            except OSError as error:
                raise EnvironmentFault(
                    "the process that releases keys should this one be killed cannot be started", seen=str(error)
                ) from error
            finally:
                os.close(me)

    def close(self) -> None:
        """End it. It releases what is still held first."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            process.wait(_GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def let_go(display: str, held: Held) -> None:
    """Release everything that the record says is held on a display. `EnvironmentFault` when the display is gone."""
    from deskhand.adapters.linux.x11.aim import Aim
    from deskhand.adapters.linux.x11.connection import Connection
    from deskhand.adapters.linux.x11.devices import Devices
    from deskhand.adapters.linux.x11.keyboard import Keyboard
    from deskhand.adapters.linux.x11.pointer import Pointer
    from deskhand.adapters.linux.x11.spare_keys import SpareKeys

    link = Connection(display)
    try:
        keyboard, pointer, devices = Keyboard(link), Pointer(link, Aim(link)), Devices(link)
        for _ in range(_LOOKS):
            with link.guarded():
                # The server may still be reading what the dead one had sent, so it is looked at more than once.
                keys, buttons = devices.held()
                keyboard.release(set(keys) & set(held.keys))
                pointer.release(set(buttons) & set(held.buttons))
            select.select([], [], [], _BETWEEN_LOOKS)
        with link.guarded():
            if held.lent:
                SpareKeys(link).give_back()
                keyboard.tell_group(keyboard.keymap())
            if held.locks:
                keyboard.lock(held.locks)
            link.sync()
    finally:
        link.close()


def main() -> int:
    """The watchman's process: wait for the other's end, then let go of what it held."""
    display, watched, descriptor = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    select.select([0, watched], [], [])
    from deskhand.adapters.linux.x11.held import Held

    held = Held(descriptor)
    if held.aside is not None:
        from deskhand.adapters.linux.ibus import SetAside, put_back

        put_back(SetAside(*held.aside))
    if held.anything:
        try:
            let_go(display, held)
        except DeskhandError:
            return 1  # the display is gone, and what was held on it too
    return 0


if __name__ == "__main__":
    sys.exit(main())
