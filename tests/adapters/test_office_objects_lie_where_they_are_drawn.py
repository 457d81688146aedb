"""LibreOffice's own objects forget its menu bar in their places; whoever reads one of them alone gets the same place as
whoever reads the whole window, and the application finds the object there."""

from __future__ import annotations

import pytest

from deskhand.adapters.protocol import ReadOptions
from deskhand.desktops.launch import Launcher
from deskhand.model.progress import Progress

pytestmark = pytest.mark.desktop


def test_each_object_alone_lies_where_the_whole_read_says(private_desktop) -> None:
    Launcher(private_desktop).launch("libreoffice --calc", Progress(60, "starting Calc"))
    adapter = private_desktop.adapter()
    progress = Progress(40, "reading Calc twice alike")
    for _ in progress.attempts():
        root = next((window.root for window in adapter.windows.list(progress) if "Calc" in window.title), None)
        if root is None:
            continue
        nodes = [node for node in adapter.tree.read(root, ReadOptions(fresh=True), progress).nodes if node.bounds]
        alone = adapter.tree.nodes([node.handle for node in nodes], progress)
        differing = [(n.role, n.name, n.bounds, m.bounds) for n, m in zip(nodes, alone, strict=True) if m != n and m]
        differing = [row for row in differing if row[2] != row[3]]
        if any(node.role == "cell" for node in nodes) and not differing:
            break
    assert not differing, differing[:5]
    pressed = [node for node in nodes if node.role == "button" and node.name in ("Save", "Print", "Function Wizard")]
    cells = [node for node in nodes if node.role == "cell" and node.name in ("A1", "C7")]
    assert len(pressed) == 3
    assert len(cells) == 2
    for node in (*pressed, *cells):
        assert node.bounds is not None
        found = adapter.tree.at_point(root, node.bounds.center, progress)
        assert found is not None
        assert (found.role, found.name) == (node.role, node.name)
        window = adapter.windows.at(node.bounds.center)
        assert window is not None
        assert window.root == root
    line = adapter.tree.ancestors(cells[0].handle, progress)
    assert root in [node.handle for node in line]
