"""Several monitors, a screen that grows, windows partly outside it, other window managers and none: a click lands where
the receipt says."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import xcffib
from xcffib import randr

from deskhand.desktops.private import PrivateDesktop
from deskhand.desktops.processes import descendants
from deskhand.errors import NotActionable
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from deskhand.perceive.perception import Perception
from fixtures.running import FixtureApp
from tests.act.conftest import Hands

pytestmark = pytest.mark.desktop


@pytest.fixture(scope="module")
def wide() -> Iterator[PrivateDesktop]:
    with PrivateDesktop.start((2560, 1080)) as place:
        yield place


def hands_on(place: PrivateDesktop) -> Hands:
    return Hands(place, Perception(place.adapter(), place.id))


def window_of(place: PrivateDesktop, title: str) -> Window:
    windows = place.adapter().windows
    for _ in Progress(10, f"the tree of {title!r}").attempts():
        found = [window for window in windows.list(Progress(5)) if window.title == title and window.root]
        if found:
            return found[0]
    raise AssertionError(f"{title!r} has no tree")


def hit(act: Hands, app: FixtureApp, widget: str = "save", locator: str = 'button "Save"') -> None:
    receipt = act("hover", locator)
    middle = app.where(widget).centre
    assert receipt.point is not None
    assert max(abs(receipt.point[0] - middle[0]), abs(receipt.point[1] - middle[1])) <= 1
    before = len(app.clicked())
    assert act("click", Point(*receipt.point)).point == receipt.point == act.pointer()
    app.wait_event("clicked", widget)
    assert app.clicked()[before:] == [widget]


@contextmanager
def randr_of(place: PrivateDesktop) -> Iterator[tuple[Any, Any, int]]:
    connection = xcffib.connect(place.display)
    try:
        yield connection, connection(randr.key), connection.setup.roots[0].root
    finally:
        connection.disconnect()


def set_monitor(place: PrivateDesktop, name: str, x: int, y: int, width: int, height: int, *, primary: bool) -> None:
    with randr_of(place) as (connection, extension, root):
        atom = connection.core.InternAtom(False, len(name), name).reply().atom
        monitor = randr.MonitorInfo.synthetic(atom, primary, False, 0, x, y, width, height, width // 4, height // 4, [])
        extension.SetMonitor(root, monitor, is_checked=True).check()


@pytest.mark.symptom(22)
def test_the_second_monitor_is_part_of_the_screen(wide: PrivateDesktop, fixture_app: Callable[..., Any]) -> None:
    set_monitor(wide, "left", 0, 0, 1277, 1080, primary=True)
    set_monitor(wide, "right", 1277, 13, 1283, 1067, primary=False)
    app = fixture_app("gtk4", place=wide)
    wide.adapter().windows.move(window_of(wide, app.title), 1299, 101)
    act = hands_on(wide)
    assert act("screenshot").result["width"] == 2560
    hit(act, app)
    app.close()


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_a_window_that_begins_left_of_the_screen(
    wide: PrivateDesktop, fixture_app: Callable[..., Any], toolkit: str
) -> None:
    app = fixture_app(toolkit, "--page", "playground", place=wide)
    outside = app.where("alpha")
    window = window_of(wide, app.title)
    # Alpha ends outside, Beta (160 pixels to its right) inside.
    x, y = window.bounds.x - (outside.x + outside.width + 20), 60
    wide.adapter().windows.move(window, x, y)
    assert window_of(wide, app.title).bounds[:2] == (x, y)
    act = hands_on(wide)
    hit(act, app, "beta", 'button "Beta"')
    act.park()
    with pytest.raises(NotActionable):
        act("hover", 'button "Alpha"', seconds=2)
    assert act.pointer() == (3, 3)
    app.close()


def test_a_screen_that_grows(fixture_app: Callable[..., Any]) -> None:
    with PrivateDesktop.start((1280, 900)) as place:
        with randr_of(place) as (_, extension, root):
            resources = extension.GetScreenResources(root).reply()
            best = max(resources.modes, key=lambda mode: mode.width * mode.height)
            assert best.width > 1280, "the display server offers no larger mode"
            stamp = resources.config_timestamp
            extension.SetScreenSize(root, best.width, best.height, 480, 270, is_checked=True).check()
            outputs = [resources.outputs[0]]
            extension.SetCrtcConfig(resources.crtcs[0], 0, stamp, 0, 0, best.id, 1, 1, outputs).reply()
        assert place.adapter().screen.size() == (best.width, best.height)
        app = fixture_app("bare", place=place)
        windows = place.adapter().windows
        window = next(window for window in windows.list(Progress(5)) if window.title == app.title)
        windows.move(window, 1290, 850)
        act = hands_on(place)
        middle = Point(1290 + 200, 850 + 130)
        assert act("click", middle).point == middle
        assert app.wait_event("clicked").widget == "press"
        app.close()


@pytest.mark.symptom(40)
@pytest.mark.parametrize("toolkit", ["gtk3", "qt"])
def test_a_window_keeps_its_id_when_the_manager_puts_it_into_another_frame(
    wide: PrivateDesktop, fixture_app: Callable[..., Any], toolkit: str
) -> None:
    app = fixture_app(toolkit, place=wide)
    before = window_of(wide, app.title)
    (manager,) = [
        process for process in descendants(wide.record.keeper_pid) if name_of(process).startswith("openbox")
    ]
    os.kill(manager, signal.SIGTERM)  # started again by the desktop's keeper
    for _ in Progress(15, "another window manager").attempts():
        again = [process for process in descendants(wide.record.keeper_pid) if name_of(process).startswith("openbox")]
        framed = window_of(wide, app.title)
        if again and again != [manager] and framed.frame != framed.bounds and wide.adapter().windows.active():
            break
    assert framed.id == before.id
    act = hands_on(wide)
    assert act("focus_window", window=app.title).verified
    hit(act, app)
    app.close()


def name_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text()
    except OSError:
        return ""


NO_MANAGER = """
import signal, xcffib
from xcffib import xproto
c = xcffib.connect(); root = c.setup.roots[0].root
name = "_NET_SUPPORTING_WM_CHECK"
atom = c.core.InternAtom(False, len(name), name).reply().atom
c.core.ChangePropertyChecked(xproto.PropMode.Replace, root, atom, xproto.Atom.WINDOW, 32, 1, [root + 1]).check()
signal.pause()
"""
"""What a window manager that died leaves: a name on the root window, and nobody behind it."""


@contextmanager
def managed_by(manager: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PrivateDesktop]:
    """A desktop whose window manager is another one than ours, or none."""
    script = folder / "openbox"
    if manager == "none":
        script.write_text(f"#!{sys.executable}\n{NO_MANAGER}")
    else:
        script.write_text(f"#!/bin/sh\nexec {shutil.which(manager)} --compositor=off\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    with PrivateDesktop.start() as place:
        yield place


@pytest.mark.symptom(17, 25)
@pytest.mark.parametrize("manager", ["xfwm4", "none"])
def test_other_window_managers(
    fixture_app: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, manager: str
) -> None:
    if manager != "none" and shutil.which(manager) is None:
        pytest.skip(f"{manager} is not installed")
    with managed_by(manager, tmp_path, monkeypatch) as place:
        act = hands_on(place)
        for toolkit in ("gtk3", "gtk4", "qt"):
            with FixtureApp(toolkit, place.env) as app:
                window = window_of(place, app.title)
                place.adapter().windows.move(window, 301, 207)
                hit(act, app)
                taken = act("screenshot", window=app.title).result
                x, y = app.where("save").centre
                inside = Point(x - taken["origin"][0], y - taken["origin"][1])
                assert act("click", inside, window=app.title).point == (x, y)
                app.wait_event("clicked", "save", count=2)
