"""Regions, changes and the three spaces: what is known of pictures without reading them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskhand.errors import EnvironmentFault, Timeout
from deskhand.model.geometry import Bounds, Frame, Point
from deskhand.model.progress import Progress
from deskhand.model.world import Picture as Capture
from deskhand.model.world import Window
from deskhand.perceive.vision import reader as reading
from deskhand.perceive.vision.finds import Find, Picture
from deskhand.perceive.vision.reader import OcrReader
from deskhand.perceive.vision.regions import changed_areas, picture_of, same_pixels, wait_settled
from deskhand.perceive.vision.sight import Sight
from deskhand.perceive.vision.spaces import Spaces


class DrawnScreen:
    """A screen of grey on which tests draw."""

    def __init__(self, width: int = 400, height: int = 300) -> None:
        self.pixels = np.full((height, width, 3), 200, np.uint8)
        self.captures = 0
        self.after: list[tuple[int, int]] = []

    def size(self) -> tuple[int, int]:
        return self.pixels.shape[1], self.pixels.shape[0]

    def scale(self) -> float:
        return 1.0

    def capture(self, region: Bounds | None = None) -> Capture:
        self.captures += 1
        if self.after:
            x, y = self.after.pop()
            self.pixels[y, x] = 0
        part = region or Bounds(0, 0, *self.size())
        data = self.pixels[part.y : part.bottom, part.x : part.right, ::-1].tobytes()
        return Capture(part.width, part.height, Point(part.x, part.y), data)


class CountingReader:
    """Reads one word, "dark", off every picture that has a dark pixel, and remembers what it was given."""

    def __init__(self) -> None:
        self.given: list[Bounds] = []

    def ready(self, progress: Progress) -> None:
        """Nothing to load."""

    def read(self, picture: Picture) -> tuple[Find, ...]:
        self.given.append(picture.bounds)
        rows, columns = np.nonzero((picture.data == 0).all(axis=2))
        if not len(rows):
            return ()
        left, top = int(columns.min()), int(rows.min())
        place = Bounds(picture.origin.x + left, picture.origin.y + top, int(columns.max()) - left + 1, 10)
        return (Find("text", place, "dark"),)


def window(bounds: Bounds, number: int = 1, stacking: int = 0) -> Window:
    return Window(f"w{number}", "Drawn", "app", 1, bounds, bounds, stacking=stacking)


def test_only_what_changed_is_read_again_and_an_idle_window_costs_nothing() -> None:
    screen, reader = DrawnScreen(), CountingReader()
    sight, one = Sight(screen, reader), window(Bounds(0, 0, 400, 300))
    assert sight.look(one, [one]).finds == ()
    for _ in range(5):
        sight.look(one, [one])
    assert len(reader.given) == 1, "an idle window was read again"
    screen.pixels[100:110, 200:230] = 0
    (found,) = sight.look(one, [one]).finds
    assert found.bounds == Bounds(200, 100, 30, 10)
    area = reader.given[-1]
    assert area.width * area.height < 400 * 300 / 5, area
    screen.pixels[100:110, 200:230] = 200
    assert sight.look(one, [one]).finds == ()
    assert len(reader.given) == 2, "the picture as it was before is known by its content"


def test_a_window_that_moves_is_not_read_again_and_its_words_move_with_it() -> None:
    screen, reader = DrawnScreen(), CountingReader()
    sight = Sight(screen, reader)
    screen.pixels[50:60, 50:80] = 0
    first = window(Bounds(0, 0, 200, 150))
    assert sight.look(first, [first]).finds[0].bounds.x == 50
    screen.pixels[:] = 200
    screen.pixels[150:160, 150:180] = 0
    moved = window(Bounds(100, 100, 200, 150))
    assert sight.look(moved, [moved]).finds[0].bounds == Bounds(150, 150, 30, 10)
    assert len(reader.given) == 1


def test_what_another_window_covers_is_not_taken_for_the_windows_own() -> None:
    screen, reader = DrawnScreen(), CountingReader()
    sight = Sight(screen, reader)
    screen.pixels[50:60, 50:80] = 0
    below, above = window(Bounds(0, 0, 200, 150), 1, 1), window(Bounds(40, 40, 100, 50), 2, 0)
    assert sight.look(below, [above, below]).finds == ()
    assert sight.look(above, [above, below]).finds[0].text == "dark"


def test_changes_are_told_by_areas_that_stand_apart() -> None:
    old = np.zeros((300, 400, 3), np.uint8)
    new = old.copy()
    assert changed_areas(old, new) == []
    new[10, 10], new[250, 390] = 255, 255
    first, second = changed_areas(old, new)
    assert first.contains(Point(10, 10))
    assert second.contains(Point(390, 250))
    assert first.intersection(second).empty


def test_a_region_is_settled_when_frames_are_equal_and_a_restless_one_is_named() -> None:
    screen = DrawnScreen()
    screen.after = [(1, 1), (2, 2), (3, 3)]
    wait_settled(screen, Bounds(0, 0, 50, 50), Progress(5))
    assert not screen.after, "it was called settled while it still changed"
    restless = DrawnScreen()
    restless.after = [(x % 50, x // 50) for x in range(2000)]
    with pytest.raises(Timeout, match="keeps changing"):
        wait_settled(restless, Bounds(0, 0, 50, 50), Progress(0.3))


def test_pixels_have_blue_first_whatever_the_capture_keeps() -> None:
    assert picture_of(Capture(1, 1, Point(0, 0), bytes([1, 2, 3]))).data.tolist() == [[[3, 2, 1]]]


def test_equal_pixels_are_equal_however_they_lie_in_memory() -> None:
    raw = np.arange(20 * 30 * 4, dtype=np.uint8).tobytes()
    view, again = (np.frombuffer(raw, np.uint8).reshape(20, 30, 4)[:, :, :3] for _ in range(2))
    other = view.copy()
    assert same_pixels(view, again)
    assert same_pixels(view, other)
    other[3, 4] ^= 1
    assert not same_pixels(view, other)
    assert not same_pixels(view, view[:10])


@given(
    st.integers(0, 3000),
    st.integers(0, 2000),
    st.sampled_from([1.0, 1.25, 1.5, 2.0, 3.0]),
    st.floats(0.2, 1.0),
    st.integers(0, 500),
)
def test_a_place_keeps_its_pixel_through_all_three_spaces(x: int, y: int, scale: float, shrunk: float, at: int) -> None:
    spaces, point = Spaces(scale, Frame(at, at, shrunk)), Point(x, y)
    for space, pixel in (("logical", scale), ("model", 1 / shrunk)):
        there = spaces.point(point, "physical", space)
        back = spaces.point(there, space, "physical")
        assert abs(back.x - x) <= pixel
        assert abs(back.y - y) <= pixel
    direct = spaces.point(point, "logical", "model")
    assert direct == spaces.point(Point(*direct), "model", "model")


def test_a_hidpi_place_is_what_the_application_and_the_picture_say() -> None:
    spaces = Spaces(2.0, Frame(100, 50, 0.5))
    assert spaces.bounds(Bounds(200, 100, 80, 40), "physical", "logical") == Bounds(100, 50, 40, 20)
    assert spaces.bounds(Bounds(200, 100, 80, 40), "physical", "model") == Bounds(50, 25, 40, 20)
    assert spaces.bounds(Bounds(50, 25, 40, 20), "model", "physical") == Bounds(200, 100, 80, 40)
    assert spaces.point(Point(60, 30), "model", "logical") == Point(110, 55)


def test_without_the_extra_the_line_that_mends_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_present", lambda name: False)
    with pytest.raises(EnvironmentFault) as caught:
        OcrReader().read(Picture(np.eye(40, dtype=np.uint8)[:, :, None].repeat(3, 2) * 255, Point(0, 0)))
    assert caught.value.next_step == "pip install 'deskhand[vision]'"
