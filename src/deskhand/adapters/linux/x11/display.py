"""The owner of everything on one X display."""

from __future__ import annotations

from collections.abc import Callable

from deskhand.adapters.linux.watchman import Watchman
from deskhand.adapters.linux.x11 import session
from deskhand.adapters.linux.x11.clipboard import X11Clipboard
from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.input import InputMethod, X11Input
from deskhand.adapters.linux.x11.person import PersonWatch
from deskhand.adapters.linux.x11.screen import X11Screen
from deskhand.adapters.linux.x11.watcher import WindowEvent, WindowWatcher
from deskhand.adapters.linux.x11.windows import X11Windows
from deskhand.errors import EnvironmentFault


class X11:
    """Windows, input, screen and clipboard of one display, each over a connection of its own, so that typing never
    delays a look at the windows. Opening a display that is not there raises `EnvironmentFault`.
    `close` may be called twice. `shared`: the display lives on when this process ends, so that a watchman must let go
    of what is held down then. `method`: what to set aside while text is typed."""

    def __init__(self, display: str, *, shared: bool = False, method: InputMethod | None = None) -> None:
        self.display: str = display
        self._connections: list[Connection] = []
        self._watchers: list[WindowWatcher] = []
        self._person: PersonWatch | None = None
        self._closed = False
        try:
            self._windows_link = self._connect()
            self.windows: X11Windows = X11Windows(self._windows_link)
            self._input_link = self._connect()
            self.input: X11Input = X11Input(self._input_link, Watchman(display) if shared else None, method)
            self.screen: X11Screen = X11Screen(self._connect())
            self.clipboard: X11Clipboard = X11Clipboard(
                self._connect(), self._connect(), lambda: Connection(display)
            )
        except EnvironmentFault:
            self._disconnect()
            raise

    def watch(self, on_event: Callable[[WindowEvent], None]) -> WindowWatcher:
        """Call `on_event` (in a thread of its own) for each window opened, closed, activated or renamed from
        now on."""
        watcher = WindowWatcher(Connection(self.display), on_event)
        self._watchers.append(watcher)
        return watcher

    def watch_person(self, panic: str, on_panic: Callable[[], None]) -> None:
        """From now on `person_input` knows of the person's keyboard and mouse, and `panic` stops."""
        if self._person is None:
            self._person = PersonWatch(Connection(self.display), panic, on_panic)

    def person_input(self) -> float:
        """When the person last used keyboard or mouse, monotonic seconds; 0 where nobody watches or nothing came."""
        return self._person.last if self._person is not None else 0.0

    def keyboard_layout(self) -> str:
        """`us`, or `us,de:1` with the group in force where there are several."""
        return session.keyboard_layout(self._windows_link)

    def locked(self) -> bool:
        """Best effort: a screen saver is active or a known locker covers the screen."""
        return session.locked(self._windows_link)

    def close(self) -> None:
        """Release keys and buttons, then let go of the display."""
        if self._closed:
            return
        self._closed = True
        for watcher in self._watchers:
            watcher.close()
        if self._person is not None:
            self._person.close()
        self.clipboard.close()
        try:
            self.input.release_all()
            self.screen.close()
        except EnvironmentFault:
            self.screen.close(tell_server=False)
        finally:
            self.input.close()
            self._disconnect()

    def _connect(self) -> Connection:
        connection = Connection(self.display)
        self._connections.append(connection)
        return connection

    def _disconnect(self) -> None:
        for connection in self._connections:
            connection.close()
