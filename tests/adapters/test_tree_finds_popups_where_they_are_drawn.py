"""A list that drops down in GTK 4 says it is elsewhere; a click where the reader says it is must choose the entry."""

from __future__ import annotations

import pytest

from deskhand.adapters.protocol import ReadOptions
from deskhand.model.progress import Progress

pytestmark = pytest.mark.desktop


def test_an_entry_of_a_drop_down_is_clicked_where_it_is(fixture_app, private_desktop):
    app = fixture_app("gtk4")
    adapter = private_desktop.adapter()
    tree = adapter.tree
    progress = Progress(15, "choosing an entry")
    root = None
    for _ in progress.attempts():
        root = next((window.root for window in adapter.windows.list(progress) if window.title == app.title), None)
        if root is not None:
            break
    assert root is not None
    nodes = tree.read(root, ReadOptions(), progress).nodes
    combo = next(node for node in nodes if node.role == "combo box" and node.name == "Report")
    assert combo.text == "Report 2024"
    tree.do_action(nodes[combo.children[0]].handle, "click", progress)
    entry = None
    for _ in progress.attempts():
        nodes = tree.read(root, ReadOptions(fresh=True), progress).nodes
        entry = next((node for node in nodes if node.name == "Report 2024 draft" and node.bounds), None)
        if entry is not None:
            break
    assert entry is not None
    assert entry.bounds is not None
    alone = tree.node(entry.handle, progress)
    assert alone.bounds == entry.bounds
    adapter.input.click(entry.bounds.center)
    while app.read("report") != "Report 2024 draft":
        progress.check()
    combo = tree.node(combo.handle, progress)
    assert combo.text == "Report 2024 draft"
