"""A list that drops down in GTK 4 says it is elsewhere; a click where the reader says it is must choose the entry."""

from __future__ import annotations

import pytest

from deskhand.adapters.protocol import ReadOptions
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress

pytestmark = pytest.mark.desktop


def test_an_entry_of_a_drop_down_is_clicked_where_it_is(fixture_app, client, window_of, private_desktop):
    app = fixture_app("gtk4")
    _, root = window_of(app.title)
    adapter = private_desktop.adapter()
    progress = Progress(15, "choosing an entry")

    def own_windows():
        return [window for window in adapter.windows.list(progress) if window.pid == app.pid]

    def origin(_):
        return next((Point(*w.bounds[:2]) for w in own_windows() if not w.override_redirect), None)

    client.tree.window_origin = origin
    client.tree.popup_bounds = lambda *_: next((w.bounds for w in own_windows() if w.override_redirect), None)
    nodes = client.tree.read(root.handle, ReadOptions(), progress).nodes
    combo = next(node for node in nodes if node.role == "combo box" and node.name == "Report")
    assert combo.text == "Report 2024"
    client.tree.do_action(nodes[combo.children[0]].handle, "click", progress)
    entry = None
    for _ in progress.attempts():
        nodes = client.tree.read(root.handle, ReadOptions(fresh=True), progress).nodes
        entry = next((node for node in nodes if node.name == "Report 2024 draft" and node.bounds), None)
        if entry is not None:
            break
    assert entry is not None
    assert entry.bounds is not None
    alone = client.tree.node(entry.handle, progress)
    assert alone.bounds == entry.bounds
    adapter.input.click(entry.bounds.center)
    while app.read("report") != "Report 2024 draft":
        progress.check()
    combo = client.tree.node(combo.handle, progress)
    assert combo.text == "Report 2024 draft"
