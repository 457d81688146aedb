"""The fixtures are the tests' independent observers: this looks at them with neither Deskhand's tree nor its verbs."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from deskhand.desktops.private import PrivateDesktop
from deskhand.model.geometry import Point
from fixtures.running import FOLDER, SYSTEM_PYTHON, FixtureApp, PageServer

pytestmark = pytest.mark.desktop
StartFixture = Callable[..., FixtureApp]

SHOWN = {
    "gtk3": {
        ("push button", "Save"),
        ("check box", "Send news"),
        ("page tab", "Lists"),
        ("menu", "File"),
        ("toggle button", "Bold"),
    },
    "gtk4": {
        ("push button", "Save"),
        ("check box", "Send news"),
        ("text", "Name"),
        ("link", "Project page"),
        ("slider", "Volume"),
    },
    "qt": {
        ("push button", "Save"),
        ("check box", "Send news"),
        ("text", "Name"),
        ("menu item", "File"),
        ("page tab", "Lists"),
    },
}


def seen_by_another_client(place: PrivateDesktop, app: str) -> list[dict[str, Any]]:
    words = [SYSTEM_PYTHON, str(FOLDER / "second_client.py"), "--app", app, "--all"]
    out = subprocess.run(words, env=place.env, capture_output=True, text=True, timeout=60, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_another_client_sees_its_widgets_and_a_real_click_is_logged(
    toolkit: str, private_desktop: PrivateDesktop, fixture_app: StartFixture
) -> None:
    app = fixture_app(toolkit)
    seen = {
        (row["role"], row["name"]) for row in seen_by_another_client(private_desktop, f"deskhand-{toolkit}-fixture")
    }
    assert SHOWN[toolkit] <= seen
    place = app.where("save")
    private_desktop.adapter().input.click(Point(*place.centre))
    app.wait_event("clicked", "save")
    press = app.wait_event("button_press", "save")
    assert (press.detail["x"], press.detail["y"]) == place.centre
    assert app.clicked() == ["save"]


@pytest.mark.parametrize("by", ["widget", "glass", "window"])
@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_it_changes_while_it_is_looked_at(
    toolkit: str, by: str, private_desktop: PrivateDesktop, fixture_app: StartFixture
) -> None:
    app = fixture_app(toolkit, "--page", "playground")
    hands = private_desktop.adapter().input
    before = app.where("alpha")
    app.control("move", widget="alpha", x=400, y=200)
    app.control("rename", widget="beta", name="Better")
    copy = app.control("duplicate", widget="first")["widget"]
    app.control("reorder", widget="fourth", position=0)
    moved = app.where("alpha")
    assert (moved.x, moved.y) != (before.x, before.y)
    hands.click(Point(*moved.centre))
    app.wait_event("clicked", "alpha")
    hands.click(Point(*app.where(copy).centre))
    app.wait_event("clicked", copy)
    app.control("cover", widget="delta", by=by)
    hands.click(Point(*app.where("delta").centre))
    app.wait_event("clicked", "cover")
    assert "delta" not in app.clicked()
    assert app.control("replace_window")["gen"] == 2
    assert app.where("gamma").mapped


def test_a_trap_kills_it_inside_the_click(private_desktop: PrivateDesktop, fixture_app: StartFixture) -> None:
    app = fixture_app("gtk3")
    app.control("trap", widget="delete", then="die", by="kill")
    private_desktop.adapter().input.click(Point(*app.where("delete").centre))
    assert app.process.wait(5) == -9
    assert app.clicked() == ["delete"]


def test_a_window_without_a_tree_logs_its_clicks(private_desktop: PrivateDesktop, fixture_app: StartFixture) -> None:
    app = fixture_app("bare")
    windows = private_desktop.adapter().windows
    found = next(w for w in windows.list(progress()) if w.title == app.title)
    private_desktop.adapter().input.click(Point(found.bounds.x + 200, found.bounds.y + 130))
    app.wait_event("clicked", "press")


def test_the_page_server_records_what_is_posted(page_server: PageServer) -> None:
    import urllib.request

    with urllib.request.urlopen(page_server.url) as page:
        assert b"Order form" in page.read()
    with urllib.request.urlopen(page_server.url + "order", data=b'{"customer": "M\xc3\xbcller"}') as answer:
        assert answer.status == 200
    assert page_server.wait_event("order").detail == {"customer": "Müller"}


def progress() -> Any:
    from deskhand.model.progress import Progress

    return Progress(5.0, "the test")
