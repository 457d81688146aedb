"""Attaching to a desktop that is not ours: found through the environment, background by default, never ended."""

from __future__ import annotations

import pytest

from deskhand.desktops.launch import Launcher
from deskhand.desktops.private import PrivateDesktop
from deskhand.desktops.user import UserDesktop
from deskhand.errors import EnvironmentFault
from deskhand.model.progress import Progress

NOWHERE = "unix:path=/nowhere/bus"


@pytest.mark.symptom(29)
@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({}, "DISPLAY is not set"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "Wayland session"),
        ({"XDG_SESSION_TYPE": "wayland"}, "Wayland session"),
        ({"XDG_SESSION_TYPE": "wayland", "WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"}, "Wayland session"),
        ({"DISPLAY": ":0"}, "no session bus"),
        ({"DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": NOWHERE}, "does not answer"),
        ({"DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": "tcp:host=x"}, "not a local socket"),
    ],
)
def test_what_is_missing_is_named(source: dict[str, str], message: str) -> None:
    with pytest.raises(EnvironmentFault, match=message) as fault:
        UserDesktop.attach(source)
    assert fault.value.next_step


@pytest.mark.desktop
def test_it_is_used_and_left_as_it_was(private_desktop: PrivateDesktop) -> None:
    source = {k: v for k, v in private_desktop.env.items() if k not in ("AT_SPI_BUS_ADDRESS", "DESKHAND_DESKTOP")}
    user = UserDesktop.attach(source)
    assert (user.kind, user.default_mode, user.a11y_bus) == ("user", "background", private_desktop.a11y_bus)
    launched = Launcher(user).launch("mousepad", Progress(20))
    assert "--disable-server" not in launched.argv
    assert launched.pid in [window.pid for window in user.adapter().windows.list(Progress(5))]
    user.stop()
    user.stop()
    windows = private_desktop.adapter().windows.list(Progress(5))
    mine = next(window for window in windows if window.pid == launched.pid)
    private_desktop.adapter().windows.close(mine)
