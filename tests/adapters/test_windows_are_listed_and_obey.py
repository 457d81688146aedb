"""Windows: listed with their trees, moved, sized, focused and closed; what the fixture received is the observer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from deskhand.adapters.protocol import Adapter, ReadOptions
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import WindowNotFound
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop
StartFixture = Callable[..., FixtureApp]


@pytest.fixture
def adapter(private_desktop: PrivateDesktop) -> Adapter:
    return private_desktop.adapter()


def window_of(adapter: Adapter, app: FixtureApp, *, with_tree: bool = True) -> Window:
    progress = Progress(10, f"the window of {app.title!r}")
    for _ in progress.attempts():
        for window in adapter.windows.list(progress):
            if window.title == app.title and (window.root is not None or not with_tree):
                return window
    raise progress.timeout()


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_a_window_has_its_own_tree_and_process(toolkit: str, fixture_app: StartFixture, adapter: Adapter) -> None:
    first, second = fixture_app(toolkit), fixture_app(toolkit)
    for app in (first, second):
        window = window_of(adapter, app)
        assert window.pid == app.pid
        assert window.kind == "normal"
        assert window.root is not None
        assert adapter.tree.node(window.root, Progress(5)).name == app.title


@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_trees_follow_their_window(toolkit: str, fixture_app: StartFixture, adapter: Adapter) -> None:
    app = fixture_app(toolkit)
    window = window_of(adapter, app)
    adapter.windows.move(window, 211, 137)
    window = window_of(adapter, app)
    assert (window.bounds.x, window.bounds.y) == (211, 137)
    assert window.root is not None
    nodes = adapter.tree.read(window.root, ReadOptions(fresh=True), Progress(10)).nodes
    save = next(node for node in nodes if node.role == "button" and node.name == "Save")
    assert save.bounds is not None
    adapter.input.click(save.bounds.center)
    assert app.wait_event("clicked").widget == "save"


@pytest.mark.symptom(41)
def test_a_window_without_a_tree_is_listed_too(fixture_app: StartFixture, adapter: Adapter) -> None:
    app = fixture_app("bare")
    window = window_of(adapter, app, with_tree=False)
    assert window.root is None
    assert window.pid == app.pid
    assert adapter.windows.at(window.bounds.center) is not None


def test_windows_are_focused_sized_and_hidden_with_proof(fixture_app: StartFixture, adapter: Adapter) -> None:
    one, two = fixture_app("gtk3"), fixture_app("qt")
    for app in (one, two, one):
        window = window_of(adapter, app)
        adapter.windows.focus(window, Progress(5))
        active = adapter.windows.active()
        assert active is not None
        assert active.title == app.title
        assert adapter.windows.list(Progress(5))[0].title == app.title
    window = window_of(adapter, one)
    adapter.windows.resize(window, 911, 833)
    assert window_of(adapter, one).bounds[2:] == (911, 833)
    adapter.windows.set_state(window, "maximised")
    assert window_of(adapter, one).maximised
    adapter.windows.set_state(window, "restored")
    settled = Progress(3, "the window to have its size again")
    while window_of(adapter, one).bounds[2:] != (911, 833):
        settled.check()
        settled.pause(0.02)
    adapter.windows.set_state(window, "minimised")
    hidden = window_of(adapter, one)
    assert hidden.minimised
    assert hidden.stacking > window_of(adapter, two).stacking
    adapter.windows.focus(hidden, Progress(5))
    assert not window_of(adapter, one).minimised


def test_opening_and_closing_are_told(fixture_app: StartFixture, adapter: Adapter) -> None:
    cursor = adapter.events.cursor()
    app = fixture_app("gtk3")
    window = window_of(adapter, app)
    adapter.windows.close(window)
    progress = Progress(5, "the window to close")
    while ("window-closed", app.title) not in _told(adapter, cursor):
        assert progress.remaining, _told(adapter, cursor)
        adapter.events.wait(adapter.events.cursor(), 0.1)
    told = _told(adapter, cursor)
    assert told.index(("window-opened", app.title)) < told.index(("window-closed", app.title))
    with pytest.raises(WindowNotFound):
        adapter.windows.focus(window, Progress(2))


def _told(adapter: Adapter, cursor: int) -> list[tuple[str, str]]:
    return [(event.kind, event.text) for event in adapter.events.since(cursor) if event.kind.startswith("window-")]


def test_the_window_at_a_point_is_the_one_on_top(fixture_app: StartFixture, adapter: Adapter) -> None:
    one, two = fixture_app("gtk3"), fixture_app("qt")
    for app in (one, two):
        window = window_of(adapter, app)
        adapter.windows.move(window, 300, 200)
    for app in (one, two):
        adapter.windows.focus(window_of(adapter, app), Progress(5))
        found = adapter.windows.at(Point(400, 300))
        assert found is not None
        assert found.title == app.title
