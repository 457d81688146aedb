"""Knowing that a client has taken the events sent to it, instead of guessing with a sleep.

`_NET_WM_PING` (EWMH) is answered by a client's event loop in the order of its events: once the answer is there,
everything sent before has been taken, and key events have been translated with the keymap of that time. Clients without
it are watched through the operating system until they sleep again.
"""

from __future__ import annotations

import math
import struct
from collections import deque
from pathlib import Path

from xcffib import xproto

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.selections import INTEGER_TYPE, hidden_window
from deskhand.adapters.linux.x11.window_reading import WindowReader
from deskhand.model.progress import Progress

_QUIET_LOOKS, _QUIET_LOOKS_BETWEEN = 3, 5
_RECENT_LOOKS = 20
_PATIENCE = 1.0
_LONGEST_REST = 15.0
_LOOK_SECONDS = 0.004
_SLEEPING = "S"


class Pacer:
    """Waits for the client that has the keyboard focus. Use within the lock of its connection, between `start`
    and `stop`."""

    def __init__(self, connection: Connection) -> None:
        self._link = connection
        self._reader = WindowReader(connection)
        self._serial = 0
        self._target = 0
        self._answers = False
        self._pid = 0
        self._now = 0
        self.between: tuple[int, ...] = ()
        """Processes that keys go through on their way to the client: an input method's."""
        self._window = hidden_window(connection)

    def start(self) -> None:
        """Look who has the focus, and listen for answers."""
        # Qt 5 sends its answer to those who listen for StructureNotify, all others for SubstructureNotify.
        mask = xproto.EventMask.SubstructureNotify | xproto.EventMask.StructureNotify
        self._link.core.ChangeWindowAttributes(self._link.root, xproto.CW.EventMask, [mask])
        self._now = self._server_time()
        self._look()

    def stop(self) -> None:
        self._link.core.ChangeWindowAttributes(self._link.root, xproto.CW.EventMask, [0])
        self._link.x.flush()

    @property
    def how(self) -> str:
        """`ping`, `process` or `none`: what the waits rest on."""
        return "ping" if self._answers else "process" if self._pid else "none"

    def settle(self, progress: Progress) -> bool:
        """Wait until the focused client has taken all events sent so far; False when it did not by the deadline."""
        self._link.sync()
        focused = self._reader.focused_toplevel()
        if focused != self._target:
            self._look()
        if self._answers:
            return self._ping(progress)
        return self._sleeps(progress) if self._pid else True

    def rest(self, progress: Progress) -> None:
        """Wait until the client sleeps, a busy one for up to fifteen seconds.

        Qt keeps keys for later while it is busy, answers a ping before it has worked them off, looks them up in
        whatever map there is by then, and lets a shortcut overtake them; Writer formats what was typed at the end.
        """
        if self._pid:
            with progress.within(_LONGEST_REST, "the application to rest") as short:
                self._sleeps(short, _PATIENCE)

    def _look(self) -> None:
        self._target = self._reader.focused_toplevel()
        self._answers, self._pid = False, 0
        if not self._target:
            return
        protocols = self._link.atom_names(self._link.numbers(self._target, "WM_PROTOCOLS"))
        self._answers = "_NET_WM_PING" in protocols
        self._pid = self._reader.pid_of(self._target)

    def _server_time(self) -> int:
        """The server clock: clients take the time in a ping for the newest they know, so it must be a true one."""
        place = self._link.atom("_DESKHAND_TIME")
        self._link.events()
        self._link.core.ChangeProperty(0, self._window, place, INTEGER_TYPE, 32, 0, b"")
        self._link.sync()
        times = [int(event.time) for event in self._link.events() if isinstance(event, xproto.PropertyNotifyEvent)]
        return times[-1] if times else 0

    def _ping(self, progress: Progress) -> bool:
        self._serial = (self._serial + 1) & 0x7FFFFFFF
        ping = self._link.atom("_NET_WM_PING")
        sent = (ping, self._now, self._target, self._serial)
        self._link.events()
        self._link.send_message(self._target, "WM_PROTOCOLS", sent, to_root=False)
        while True:
            for event in self._link.events():
                if isinstance(event, xproto.ClientMessageEvent) and event.window == self._link.root:
                    data = struct.unpack("=5I", event.data.pack()[:20])
                    if data[:4] == sent:
                        return True
            if progress.remaining <= 0:
                progress.log(f"no answer from window w{self._target:x} to a ping")
                return False
            progress.pause(0)
            self._link.wait_readable(min(0.05, progress.remaining))

    def _sleeps(self, progress: Progress, patience: float = math.inf) -> bool:
        """True when the client's process has stopped using the processor for a few looks in a row, or, after `patience`
        seconds, when it at least sleeps more often than not (an animation never lets it sleep for long)."""
        quiet, last = 0, ""
        asleep: deque[bool] = deque(maxlen=_RECENT_LOOKS)
        patient_until = progress.elapsed_ms / 1000 + patience
        while quiet < (_QUIET_LOOKS_BETWEEN if self.between else _QUIET_LOOKS):
            # A client that waits for a busy server sleeps too: let the server answer what it was asked first.
            self._link.sync()
            now = _activity(self._pid)
            if not now:
                return True
            asleep.append(now.startswith(_SLEEPING))
            now += "".join(_activity(pid) for pid in self.between)
            quiet = quiet + 1 if now == last and asleep[-1] else 0
            last = now
            often = len(asleep) == _RECENT_LOOKS and sum(asleep) > _RECENT_LOOKS // 2
            if often and progress.elapsed_ms / 1000 > patient_until:
                return True
            if progress.remaining <= 0:
                return False
            progress.pause(_LOOK_SECONDS)
        return True


def _activity(pid: int) -> str:
    """What a process does and has done: its main thread's state, times and context switches; empty when it is
    gone."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
        times = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return ""
    switches = [line for line in status.splitlines() if "ctxt_switches" in line]
    return " ".join([times[0], times[11], times[12], *switches])


