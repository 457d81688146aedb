"""The pointer: what the fixture received is the observer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from deskhand.adapters.linux.x11 import X11
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import BadRequest
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop


@pytest.fixture
def x11(private_desktop: PrivateDesktop) -> Iterator[X11]:
    x11 = X11(private_desktop.display)
    yield x11
    x11.close()


def shown(toolkit: FixtureApp, x11: X11) -> FixtureApp:
    """The fixture with its window on top, where nothing covers it."""
    progress = Progress(10, f"the window {toolkit.title!r}")
    while not (found := [window for window in x11.windows.list(progress) if window.title == toolkit.title]):
        progress.check()
        progress.pause(0.02)
    x11.windows.focus(found[0], progress)
    return toolkit


def test_a_click_lands_on_the_pixel_asked_for(fixture_app: Callable[..., FixtureApp], x11: X11) -> None:
    app = shown(fixture_app("gtk3"), x11)
    place = Point(*app.where("save").centre)
    x11.input.move(Point(5, 5))
    assert x11.input.click(place) == place
    pressed = app.wait_event("button_press", "save")
    assert (pressed.detail["x"], pressed.detail["y"], pressed.detail["button"]) == (place.x, place.y, 1)
    assert app.wait_event("clicked").widget == "save"
    assert x11.input.pointer() == place


def test_a_point_off_the_screen_is_refused(x11: X11) -> None:
    before = x11.input.pointer()
    with pytest.raises(BadRequest, match="outside the screen"):
        x11.input.click(Point(5000, 10))
    assert x11.input.pointer() == before


def test_other_buttons_and_wheel_arrive(fixture_app: Callable[..., FixtureApp], x11: X11) -> None:
    app = shown(fixture_app("gtk3"), x11)
    place = Point(*app.where("save").centre)
    x11.input.click(place, "middle")
    assert app.wait_event("button_press").detail["button"] == 2
    field = Point(*app.where("volume").centre)
    x11.input.scroll(field, 0, 3)
    assert app.wait_event("scroll", count=3).detail["button"] == 1
