"""An accessibility client of the test's own on the shared private desktop."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from deskhand.adapters.linux.atspi import AtspiClient
from deskhand.adapters.protocol import ReadOptions
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.element import Node
from deskhand.model.progress import Progress
from deskhand.model.world import App

FindWindow = Callable[[str], tuple[App, Node]]


@pytest.fixture
def client(private_desktop: PrivateDesktop) -> Iterator[AtspiClient]:
    with AtspiClient(private_desktop.a11y_bus) as client:
        yield client


@pytest.fixture
def window_of(client: AtspiClient) -> FindWindow:
    """Wait until a window whose title holds the words is in the tree, with something in it."""

    def find(title: str) -> tuple[App, Node]:
        progress = Progress(20, f"the window {title!r}")
        for _ in progress.attempts():
            for rows in client.toplevels_by_pid(progress).values():
                for app, node in rows:
                    if title in node.name and len(client.tree.read(node.handle, ReadOptions(), progress).nodes) > 5:
                        return app, node
        raise progress.timeout()

    return find
