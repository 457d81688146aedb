"""The same window again costs little when nothing changed, and is never stale when something did."""

from __future__ import annotations

import pytest

from deskhand.adapters.protocol import ReadOptions
from deskhand.model.progress import Progress

pytestmark = pytest.mark.desktop
TOOLKITS = ["gtk3", "gtk4", "qt"]


def quiet_read(client, root):
    """Read until the application has been quiet for a whole read and its repetition."""
    progress = Progress(10, "a window at rest")
    for _ in progress.attempts():
        client.tree.read(root.handle, ReadOptions(), progress)
        again = client.tree.read(root.handle, ReadOptions(), progress)
        if again.from_mirror:
            return again
    raise progress.timeout()


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_a_window_at_rest_is_not_read_twice(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    _, root = window_of(app.title)
    kept = quiet_read(client, root)
    fresh = client.tree.read(root.handle, ReadOptions(fresh=True), Progress(10))
    assert not fresh.from_mirror
    assert [(n.handle, n.name, n.states, n.bounds) for n in kept.nodes] == [
        (n.handle, n.name, n.states, n.bounds) for n in fresh.nodes
    ]


@pytest.mark.parametrize("toolkit", TOOLKITS)
def test_a_change_is_seen_by_the_next_read(toolkit, fixture_app, client, window_of):
    app = fixture_app(toolkit)
    _, root = window_of(app.title)
    quiet_read(client, root)
    app.control("rename", widget="save", name="Store it")
    progress = Progress(3, "the new name")
    for _ in progress.attempts():
        read = client.tree.read(root.handle, ReadOptions(), progress)
        if any(node.name == "Store it" for node in read.nodes):
            return
    raise progress.timeout()
