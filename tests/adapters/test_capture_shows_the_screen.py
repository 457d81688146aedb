"""Capture: ImageMagick's picture of the same screen is the observer."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator

import pytest

from deskhand.adapters.linux.x11 import X11
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import BadRequest
from deskhand.model.geometry import Bounds, Point
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop


@pytest.fixture
def x11(private_desktop: PrivateDesktop) -> Iterator[X11]:
    x11 = X11(private_desktop.display)
    yield x11
    x11.close()


@pytest.mark.symptom(98)
def test_a_region_holds_the_pixels_another_program_sees(
    private_desktop: PrivateDesktop, fixture_app: Callable[..., FixtureApp], x11: X11
) -> None:
    where = fixture_app("gtk3").where("save")
    region = Bounds(where.x, where.y, where.width, where.height)
    x11.input.move(Point(1, 1))
    geometry = f"{region.width}x{region.height}+{region.x}+{region.y}"
    words = ["import", "-window", "root", "-crop", geometry, "-depth", "8", "rgb:-"]
    for _ in range(3):
        picture = x11.screen.capture(region)
        other = subprocess.run(words, env=private_desktop.env, capture_output=True, check=True, timeout=20).stdout
        if picture.data == other:
            break
    assert picture.data == other
    assert len(set(picture.data)) > 2, "not one colour only"
    assert (picture.width, picture.height, picture.origin) == (region.width, region.height, Point(region.x, region.y))
    assert x11.screen.route == "shared memory"


def test_regions_are_cut_to_the_screen(x11: X11) -> None:
    width, height = x11.screen.size()
    whole = x11.screen.capture()
    assert (whole.width, whole.height) == (width, height)
    corner = x11.screen.capture(Bounds(-20, -10, 50, 50))
    assert (corner.width, corner.height, corner.origin) == (30, 40, Point(0, 0))
    with pytest.raises(BadRequest):
        x11.screen.capture(Bounds(width + 5, 0, 10, 10))
