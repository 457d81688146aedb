"""Keys and clicks on a locked screen would reach the lock: refused by name. What covers the screen and is no lock is
not taken for one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import xcffib
import xcffib.shape

from deskhand import Desktop
from deskhand.desktops.private import PrivateDesktop
from deskhand.desktops.user import UserDesktop
from deskhand.errors import ScreenLocked
from deskhand.guard.policy import policy_for
from fixtures.running import SYSTEM_PYTHON
from tests.desktops.observing import seconds_until

pytestmark = [pytest.mark.desktop, pytest.mark.symptom(101)]


@pytest.fixture
def users(private_desktop: PrivateDesktop) -> Iterator[Desktop]:
    source = {k: v for k, v in private_desktop.env.items() if k not in ("AT_SPI_BUS_ADDRESS", "DESKHAND_DESKTOP")}
    with Desktop(UserDesktop.attach(source), policy=policy_for("user", foreground=True)) as desktop:
        yield desktop


def refused(users: Desktop) -> None:
    with pytest.raises(ScreenLocked) as locked:
        users.do("press", keys="a", mode="foreground")
    assert (locked.value.code, locked.value.exit_code, locked.value.delivery) == ("screen_locked", 4, "not_delivered")
    assert isinstance(users.windows(), list | tuple)  # looking goes on


def test_a_screen_locker(users: Desktop, private_desktop: PrivateDesktop) -> None:
    assert not users.locked
    locker = subprocess.Popen(["i3lock", "--nofork"], env=private_desktop.env)
    try:
        seconds_until(lambda: users.locked, 10)
        refused(users)
    finally:
        locker.kill()
        locker.wait()
    seconds_until(lambda: not users.locked, 5)


@pytest.mark.parametrize("state", ["on", "off"])
def test_the_sessions_screen_saver(state: str, users: Desktop, private_desktop: PrivateDesktop) -> None:
    program = Path(__file__).parents[2] / "fixtures" / "screen_saver.py"
    saver = subprocess.Popen(
        [SYSTEM_PYTHON, str(program), state],
        env=private_desktop.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert saver.stdin is not None
    assert saver.stdout is not None
    try:
        assert saver.stdout.readline() == "ready\n"
        assert users.locked == (state == "on")
        if state == "on":
            refused(users)
    finally:
        saver.stdin.close()
        saver.kill()
        saver.wait()
        saver.stdout.close()


@contextmanager
def covering(desktop: PrivateDesktop, *, takes_input: bool) -> Iterator[None]:
    """A window over the whole screen, past the window manager."""
    before = os.environ.get("XAUTHORITY")
    os.environ["XAUTHORITY"] = desktop.env["XAUTHORITY"]
    try:
        link: Any = xcffib.connect(desktop.display)
    finally:
        os.environ.pop("XAUTHORITY")
        if before is not None:
            os.environ["XAUTHORITY"] = before
    window, screen = link.generate_id(), link.setup.roots[0]
    link.core.CreateWindow(
        screen.root_depth, window, screen.root, 0, 0, screen.width_in_pixels, screen.height_in_pixels, 0, 1,
        screen.root_visual, xcffib.xproto.CW.OverrideRedirect, [1],
    )  # fmt: skip
    if not takes_input:
        link(xcffib.shape.key).Rectangles(0, 2, 0, window, 0, 0, 0, [])
    link.core.MapWindow(window)
    link.core.GetInputFocus().reply()
    try:
        yield
    finally:
        link.disconnect()


def test_an_unknown_locker_covers_the_whole_screen(users: Desktop, private_desktop: PrivateDesktop) -> None:
    with covering(private_desktop, takes_input=True):
        assert users.locked
        refused(users)


def test_an_overlay_that_lets_clicks_through_is_no_lock(users: Desktop, private_desktop: PrivateDesktop) -> None:
    with covering(private_desktop, takes_input=False):
        assert not users.locked
