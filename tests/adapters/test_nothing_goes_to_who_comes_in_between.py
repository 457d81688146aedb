"""Between the look at the target and what is sent another application takes its place; its own log is the observer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deskhand.adapters.linux.x11 import X11
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import FocusLost, NotActionable
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop
StartFixture = Callable[..., FixtureApp]
RECEIVED = ("key_press", "button_press", "clicked", "scrolled", "changed")


class Two:
    """Two applications of one toolkit, and the hands aimed at the first."""

    def __init__(self, x11: X11, start: StartFixture, toolkit: str) -> None:
        self._x11 = x11
        self.other, self.wanted = start(toolkit), start(toolkit)
        self.raise_(self.wanted)
        x11.input.aim(self.window(self.wanted))

    def window(self, app: FixtureApp) -> Window:
        progress = Progress(10, f"the window {app.title!r}")
        while not (found := [window for window in self._x11.windows.list(progress) if window.title == app.title]):
            progress.check()
            progress.pause(0.02)
        return found[0]

    def raise_(self, app: FixtureApp) -> None:
        window, progress = self.window(app), Progress(10, f"{app.title!r} in front")
        self._x11.windows.focus(window, progress)
        while (active := self._x11.windows.active()) is None or active.id != window.id:
            progress.check()
            progress.pause(0.02)

    def received(self, app: FixtureApp) -> list[str]:
        """What reached it, once it has drawn everything that was sent to it so far."""
        app.control("read", widget="name")
        return [str(event) for event in app.events() if event.event in RECEIVED]


@pytest.fixture(params=["gtk3", "qt"])
def two(request: pytest.FixtureRequest, private_desktop: PrivateDesktop, fixture_app: StartFixture):
    x11 = X11(private_desktop.display)
    yield Two(x11, fixture_app, request.param), x11
    x11.close()


def test_text_for_a_window_that_dies_is_not_typed_into_the_next(two: tuple[Two, X11]) -> None:
    apps, x11 = two

    def guard(sent: int = 0) -> str | None:
        """All is well, and then the application dies and the other one gets the focus."""
        apps.wanted.close()
        apps.raise_(apps.other)
        return None

    before = apps.received(apps.other)
    typed = x11.input.type_text("Zoë 東京", Progress(10), guard)
    assert (typed.characters, typed.complete) == (0, False)
    assert apps.received(apps.other) == before


def test_a_chord_is_not_pressed_in_another_window(two: tuple[Two, X11]) -> None:
    apps, x11 = two
    apps.raise_(apps.other)
    before = apps.received(apps.other)
    with pytest.raises(FocusLost, match=r"ctrl\+s") as told:
        x11.input.press("ctrl+s", Progress(10))
    assert told.value.delivery == "not_delivered"
    assert apps.received(apps.other) == before
    apps.raise_(apps.wanted)
    x11.input.press("Tab", Progress(10))


def test_neither_a_click_nor_the_wheel_reaches_what_came_over_it(two: tuple[Two, X11]) -> None:
    apps, x11 = two
    apps.raise_(apps.other)  # where its control lies only the other window is
    place = Point(*apps.other.where("save").centre)
    before = apps.received(apps.other)
    for send in (lambda: x11.input.click(place), lambda: x11.input.scroll(place, 0, 2)):
        with pytest.raises(NotActionable) as told:
            send()
        assert told.value.delivery == "not_delivered"
    assert apps.received(apps.other) == before
    x11.input.aim(apps.window(apps.other))
    assert x11.input.click(place) == place
    assert apps.other.wait_event("clicked").widget == "save"
