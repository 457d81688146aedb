"""A band drawn over empty space: the receipt says what is selected by it, as the list itself tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress
from deskhand.perceive.scope import Scope

ICONS = [f"Icon {letter}" for letter in "ABCDEFGHI"]
KITS = ("gtk3-widgets", "gtk4-widgets", "qt-widgets", "qt6-widgets")


def _bounds(act, names: list[str]) -> dict[str, Bounds]:
    """Where the entries of these names lie, waited for."""
    for _ in Progress(8, "they show").attempts():
        elements = act.perception.snapshot(Scope(), Progress(10)).elements
        found = {element.name: element.bounds for element in elements if element.name in names and element.bounds}
        if len(found) == len(names):
            return found
    raise AssertionError(names)


def _corners(bounds: dict[str, Bounds], first: str, last: str) -> tuple[Point, list[int]]:
    """Below the lowest of all, at the right of `last`; and into `first`."""
    low = max(one.bottom for one in bounds.values())
    return Point(bounds[last].right - 4, low + 30), [bounds[first].x + 6, bounds[first].y + 4]


@pytest.mark.symptom(64)
@pytest.mark.parametrize("kit", KITS)
def test_a_band_selects_what_it_is_drawn_over(act, fixture_app, kit: str) -> None:
    app = fixture_app(kit)
    bounds = _bounds(act, ICONS)
    start, end = _corners(bounds, "Icon A", ICONS[-1])
    receipt = act("drag", start, to=end, seconds=15)
    chosen = app.events("selected", "icons")[-1].value
    assert receipt.verified
    assert receipt.result == {"selected": chosen}
    assert {"Icon A", "Icon I"} <= set(chosen)
    again = act("drag", start, to=end, seconds=15)
    assert again.delivery == "delivered_unverified"
    bare = act("drag", start, to=[start.x - 20, start.y + 30], seconds=15)
    assert (bare.verified, bare.result) == (True, {"selected": []})


def test_a_band_in_a_file_manager_selects_the_files_in_it(act, tmp_path: Path) -> None:
    names = ["a.txt", "b.txt", "c.txt"]
    for name in names:
        (tmp_path / name).write_text(name)
    act("launch", app="pcmanfm", files=[str(tmp_path)], seconds=30)
    bounds = _bounds(act, names)
    receipt = act("drag", _corners(bounds, "a.txt", "c.txt")[0], to=_corners(bounds, "a.txt", "c.txt")[1], seconds=15)
    assert (receipt.verified, sorted(receipt.result["selected"])) == (True, names)
