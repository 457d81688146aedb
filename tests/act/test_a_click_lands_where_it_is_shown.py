"""The point of a receipt is the point that was hit, at every scale and on every size of screen; who says so is the
fixture (its toolkit's own layout and events) and the display server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import BadRequest, NotActionable, NotFound, StaleRef
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.ref import parse_ref
from deskhand.model.world import Window
from deskhand.perceive.locator_text import parse_locator
from deskhand.perceive.perception import Perception
from deskhand.perceive.scope import Scope
from fixtures.running import FixtureApp
from tests.act.conftest import Hands

pytestmark = pytest.mark.desktop

ON_THE_FIRST_PAGE = {"save": 'button "Save"', "volume": 'slider "Volume"', "name": 'text field "Name"'}


SCREENS = {"4K at 2": (3840, 2160, 2.0), "small": (1366, 768, 1.0), "1.5": (2560, 1440, 1.5)}
ON_SCREENS = [
    *(("4K at 2", toolkit) for toolkit in ("gtk3", "gtk4", "qt")),
    ("small", "gtk4"),
    *(("1.5", toolkit) for toolkit in ("gtk3", "qt")),
]


@pytest.fixture(scope="module")
def screen(request: pytest.FixtureRequest) -> Iterator[PrivateDesktop]:
    width, height, scale = SCREENS[request.param]
    with PrivateDesktop.start((width, height), scale=scale) as place:
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


def moved(place: PrivateDesktop, title: str, x: int, y: int) -> Window:
    place.adapter().windows.move(window_of(place, title), x, y)
    return window_of(place, title)


def near(one: tuple[int, int], other: tuple[int, int], pixels: int = 1) -> bool:
    return abs(one[0] - other[0]) <= pixels and abs(one[1] - other[1]) <= pixels


def hits(act: Hands, app: FixtureApp, widget: str, locator: str) -> None:
    """Hover, then click where the receipt of the hover says; the fixture must have got it in the widget's middle."""
    receipt = act("hover", locator)
    assert receipt.point is not None
    assert act.pointer() == receipt.point
    place = app.where(widget)
    assert near(receipt.point, place.centre), f"{widget}: {receipt.point}, drawn at {place}"
    before = len(app.events("button_press"))
    clicked = act("click", Point(*receipt.point))
    assert clicked.point == receipt.point == act.pointer()
    assert app.wait_event("button_press", count=before + 1).widget == widget


@pytest.mark.symptom(14, 16, 18, 20)
@pytest.mark.parametrize(("screen", "toolkit"), ON_SCREENS, indirect=["screen"])
def test_on_screens_of_any_size_and_scale(
    screen: PrivateDesktop, fixture_app: Callable[..., Any], toolkit: str
) -> None:
    app = fixture_app(toolkit, place=screen)
    moved(screen, app.title, 31, 33)  # odd: a unit of two pixels begins between the pixels of the screen
    act = hands_on(screen)
    for widget, locator in ON_THE_FIRST_PAGE.items():
        hits(act, app, widget, locator)
    app.close()


@pytest.mark.symptom(14)
def test_every_button_of_a_moved_gtk4_window(act: Hands, fixture_app: Callable[..., Any]) -> None:
    app = fixture_app("gtk4", "--page", "playground")
    window = moved(act.place, app.title, 300, 200)
    assert window.bounds[:2] == (300, 200)
    for widget in ("alpha", "beta", "gamma", "delta"):
        receipt = act("hover", f'button "{widget.title()}"')
        assert receipt.point is not None
        assert near(receipt.point, app.where(widget).centre)
        act("click", Point(*receipt.point))
        assert app.wait_event("clicked", widget)
    assert app.clicked() == ["alpha", "beta", "gamma", "delta"]


@pytest.mark.symptom(17, 24, 25)
@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_a_point_of_a_windows_picture(act: Hands, fixture_app: Callable[..., Any], tmp_path: Any, toolkit: str) -> None:
    app = fixture_app(toolkit)
    moved(act.place, app.title, 203, 97)
    taken = act("screenshot", window=app.title, path=str(tmp_path / "window.png")).result
    place = app.where("save")
    x, y = place.centre[0] - taken["origin"][0], place.centre[1] - taken["origin"][1]
    act.park()
    receipt = act("click", Point(x, y), window=app.title)
    assert receipt.point == place.centre == act.pointer()
    assert app.wait_event("clicked", "save")
    assert act("click", Point(x, y), frame=taken["frame"]).point == place.centre
    assert app.wait_event("clicked", "save", count=2)
    with pytest.raises(BadRequest, match="outside the window"):
        act("click", Point(taken["width"], 5), window=app.title)
    with pytest.raises(BadRequest, match="not from both"):
        act("click", Point(5, 5), window=app.title, frame=[0, 0])


@pytest.mark.symptom(18, 128)
def test_a_point_of_a_shrunk_picture_of_a_very_wide_screen(fixture_app: Callable[..., Any]) -> None:
    with PrivateDesktop.start((5120, 1600)) as place:
        app = fixture_app("qt", place=place)
        moved(place, app.title, 3601, 401)
        act = hands_on(place)
        sizes = set[int]()
        for number in range(1, 13):
            taken = act("screenshot").result
            sizes.add(len(taken["base64"]))
            x, y, scale = taken["frame"]
            assert (x, y, taken["width"], taken["height"]) == (0, 0, 5120, 1600)
            assert max(5120 * scale, 1600 * scale) <= 1568
            if number % 6 == 0:
                middle = app.where("save").centre
                seen = Point(int(middle[0] * scale), int(middle[1] * scale))
                receipt = act("click", seen, frame=taken["frame"])
                assert receipt.point is not None
                assert near(receipt.point, middle, round(1 / scale))
                assert app.wait_event("clicked", "save", count=number // 6)
        assert max(sizes) < 400_000
        app.close()


@pytest.mark.symptom(26)
def test_the_point_given_counts_not_where_the_pointer_is(act: Hands, fixture_app: Callable[..., Any]) -> None:
    app = fixture_app("qt")
    elsewhere, wanted = app.where("name"), app.where("save")
    act.place.adapter().input.move(Point(*elsewhere.centre))
    assert act("click", Point(*wanted.centre)).point == wanted.centre
    assert app.wait_event("clicked").widget == "save"
    assert [event.widget for event in app.events("button_press")] == ["save"]


@pytest.mark.symptom(4)
def test_a_point_and_an_element_press_the_same_button_of_a_page(act: Hands, page_server: Any) -> None:
    act("launch", app="chromium", args=[page_server.url], seconds=40)
    act("click", 'button "Add item"', seconds=20)
    page_server.wait_event("clicked", "add")
    receipt = act("hover", 'button "Add item"')
    assert receipt.point is not None
    act("click", Point(*receipt.point))
    second = page_server.wait_event("clicked", "add", count=2)
    assert second.detail["trusted"]


@pytest.mark.symptom(28)
@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_what_is_hidden_is_refused_and_not_clicked_somewhere(
    act: Hands, fixture_app: Callable[..., Any], toolkit: str
) -> None:
    app = fixture_app(toolkit, "--page", "playground")
    act("hover", 'button "Beta"')
    snapshot = act.perception.snapshot(Scope(window=app.title), Progress(10))
    ref = next(element.ref for element in snapshot.elements if element.name == "Beta")
    act.park()
    app.control("hide", widget="beta")
    for target in (parse_ref(ref), parse_locator('button "Beta"')):
        with pytest.raises((NotActionable, StaleRef, NotFound)):
            act("hover", target, seconds=2)
    assert act.pointer() == (3, 3)
    assert app.events("button_press") == []


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_what_moves_is_waited_for_or_refused(act: Hands, fixture_app: Callable[..., Any], toolkit: str) -> None:
    app = fixture_app(toolkit, "--page", "playground")
    app.control("animate", widget="alpha", reach=600)
    with pytest.raises(NotActionable) as refused:
        act("hover", 'button "Alpha"', seconds=6)
    assert "stable" in str(refused.value)
    app.control("animate", widget="alpha", on=False)
    receipt = act("hover", 'button "Alpha"')
    assert receipt.point is not None
    assert near(receipt.point, app.where("alpha").centre)
