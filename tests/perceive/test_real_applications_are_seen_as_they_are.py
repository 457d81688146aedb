from __future__ import annotations

from typing import Any

import pytest

from deskhand.errors import AmbiguousTarget, StaleRef
from deskhand.model.action import Expect
from deskhand.model.element import Element
from deskhand.model.progress import Progress
from deskhand.model.ref import parse_ref
from deskhand.perceive.locator_text import parse_locator
from deskhand.perceive.perception import Perception
from deskhand.perceive.render import render_text
from deskhand.perceive.scope import Scope

pytestmark = pytest.mark.desktop


@pytest.fixture
def eyes(private_desktop: Any) -> Perception:
    return Perception(private_desktop.adapter(), private_desktop.id)


def ready(eyes: Perception, title: str, seconds: float = 20) -> None:
    eyes.wait(Expect("window_opens", window=title), Progress(seconds))
    eyes.wait(Expect("idle", window=title), Progress(seconds))


def place(element: Element) -> tuple[int, int]:
    assert element.bounds is not None
    return tuple(element.bounds.center)


def near(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) <= 2 and abs(one[1] - other[1]) <= 2


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_a_ref_survives_change_or_is_refused_by_the_application_s_own_account(
    eyes: Perception, fixture_app: Any, toolkit: str
) -> None:
    app = fixture_app(toolkit, "--page", "playground")
    ready(eyes, app.title)
    snapshot = eyes.snapshot(Scope(window=app.title), Progress(10))
    refs = {one.name: parse_ref(one.ref) for one in snapshot.elements if one.role == "button"}
    for widget, name, change in [
        ("alpha", "Alpha", {"cmd": "move", "widget": "alpha", "x": 160, "y": 160}),
        ("second", "Second", {"cmd": "reorder", "widget": "second", "position": 3}),
        ("beta", "Beta", {"cmd": "duplicate", "widget": "beta"}),
    ]:
        app.control(**change)
        assert near(place(eyes.resolve(refs[name], Progress(10))), app.where(widget).centre), name
    with pytest.raises(AmbiguousTarget):
        eyes.resolve(parse_locator('button "Beta"'), Progress(10), app.title)
    app.control("rename", widget="gamma", name="Erase all")
    with pytest.raises(StaleRef, match="Erase all"):
        eyes.resolve(refs["Gamma"], Progress(10))
    app.control("remove", widget="delta")
    with pytest.raises(StaleRef):
        eyes.resolve(refs["Delta"], Progress(10))
    app.control("replace_window")
    again = eyes.resolve(refs["First"], Progress(10))
    assert near(place(again), app.where("first").centre)


def test_every_ref_of_a_text_editor_is_usable_at_once(eyes: Perception, private_desktop: Any) -> None:
    _launch(private_desktop, "mousepad")
    ready(eyes, "Mousepad")
    snapshot = eyes.snapshot(Scope(window="Mousepad"), Progress(10))
    for element in snapshot.elements:
        assert eyes.resolve(parse_ref(element.ref), Progress(10)).handle == element.handle
    assert eyes.resolve(parse_locator('menu "File"'), Progress(10)).actions
    assert snapshot.complete
    assert 'menu "File"' in render_text(snapshot)


def test_a_sheet_is_read_by_address_and_says_what_was_not_read(
    eyes: Perception, private_desktop: Any, tmp_path: Any
) -> None:
    rows = ["Order,Customer,Amount", *(f'A-{n},"Zoë, {n}",{n}.5' for n in range(1, 121))]
    path = tmp_path / "orders.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    _launch(private_desktop, "libreoffice-calc", path)
    ready(eyes, "Text Import", 60)
    accept = eyes.resolve(parse_locator('button "OK" in dialog "Text Import"'), Progress(10))
    private_desktop.adapter().tree.do_action(accept.handle, accept.actions[0], Progress(10))
    eyes.wait(Expect("window_closes", window="Text Import"), Progress(30))
    ready(eyes, "orders.csv", 60)
    snapshot = eyes.snapshot(Scope(window="orders.csv"), Progress(10))
    sheet = next(one for one in snapshot.elements if one.boundary.startswith("1048576 rows"))
    assert not snapshot.complete
    assert not sheet.complete
    assert eyes.read_table(None, "A1:C2", Progress(20)) == [["Order", "Customer", "Amount"], ["A-1", "Zoë, 1", "1.5"]]
    assert eyes.resolve(parse_locator("cell B121"), Progress(20)).value == "Zoë, 120"
    below = eyes.resolve(parse_locator('cell below column "Amount"'), Progress(20))
    assert (below.name, below.value) == ("C122", "")
    ref = next(parse_ref(one.ref) for one in snapshot.elements if one.name == "B3")
    assert eyes.resolve(ref, Progress(10)).value == "Zoë, 2"


def _launch(place: Any, name: str, *files: Any) -> None:
    from deskhand.desktops.launch import Launcher

    Launcher(place).launch(name, Progress(60), files=[str(file) for file in files])
