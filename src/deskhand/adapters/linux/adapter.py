"""One Linux desktop's hands and eyes: X11 and AT-SPI joined to protocol.Adapter."""

from __future__ import annotations

from collections.abc import Callable

from deskhand.adapters.linux.atspi.client import AtspiClient
from deskhand.adapters.linux.ibus import Ibus
from deskhand.adapters.linux.joined_windows import JoinedWindows
from deskhand.adapters.linux.merged_events import MergedEvents
from deskhand.adapters.linux.x11 import X11
from deskhand.adapters.no_notifications import NoNotifications
from deskhand.adapters.protocol import Clipboard, Events, Input, Notifications, Screen, Tree, Windows
from deskhand.errors import EnvironmentFault


class LinuxAdapter:
    """Owns the connections to a display and an accessibility bus.

    Args:
        display: X display, `:7`.
        a11y_address: D-Bus address of the accessibility bus.
        notifications: who keeps the desktop's notifications; None where that is a daemon of its own.
        shared: the display lives on when this process ends: what it holds down must then be let go for it.

    Raises:
        EnvironmentFault: one of the two is not there.
    """

    def __init__(
        self,
        display: str,
        a11y_address: str,
        session_bus: str = "",
        notifications: Notifications | None = None,
        *,
        shared: bool = False,
    ) -> None:
        self.display = display
        self.session_bus = session_bus
        self._notifications: Notifications = notifications or NoNotifications()
        self._method = Ibus(session_bus, display)
        self._x11 = X11(display, shared=shared, method=self._method)
        try:
            self._client = AtspiClient(a11y_address, session_bus)
        except EnvironmentFault:
            self._x11.close()
            raise
        self._events = MergedEvents(self._client.events)
        self._windows = JoinedWindows(self._x11.windows, self._client.tree, self._client.events)
        self._client.tree.window_place = self._windows.place_of
        self._client.tree.is_scaled = self._windows.is_scaled
        self._client.tree.popup_bounds = self._windows.popup_of
        self._x11.watch(self._events.add_window_event)

    @property
    def name(self) -> str:
        return f"linux {self.display}"

    @property
    def tree(self) -> Tree:
        return self._client.tree

    @property
    def events(self) -> Events:
        return self._events

    @property
    def windows(self) -> Windows:
        return self._windows

    @property
    def input(self) -> Input:
        return self._x11.input

    @property
    def screen(self) -> Screen:
        return self._x11.screen

    @property
    def clipboard(self) -> Clipboard:
        return self._x11.clipboard

    @property
    def notifications(self) -> Notifications:
        return self._notifications

    def keyboard_layout(self) -> str:
        return self._x11.keyboard_layout()

    def watch_person(self, panic: str, on_panic: Callable[[], None]) -> None:
        self._x11.watch_person(panic, on_panic)

    def person_input(self) -> float:
        return self._x11.person_input()

    def locked(self) -> bool:
        return self._x11.locked()

    def close(self) -> None:
        """Release input, end threads and connections; may be called twice."""
        self._x11.close()
        self._method.close()
        self._client.close()


def open_linux(
    display: str, session_bus: str, a11y_address: str, notifications: Notifications | None = None, *, shared: bool
) -> LinuxAdapter:
    """The adapter of a desktop that runs: its X display, session bus and accessibility bus, and its notifications
    where somebody keeps them for us. `shared`: it lives on when this process ends."""
    return LinuxAdapter(display, a11y_address, session_bus, notifications, shared=shared)
