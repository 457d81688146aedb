"""From a toolkit's own way of counting to physical pixels of the screen.

GTK 4 counts from the window, others from the screen; with a scale (GDK_SCALE, QT_SCALE_FACTOR, Xft.dpi where the
toolkit follows it) all count in units of several pixels and round the window's origin to one of them, so that only a
window's place on the display server says where its units begin. Chromium's pages alone count in pixels already,
from that rounded origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from typing import NamedTuple

from deskhand.adapters.linux.atspi.calls import GET_ROLE, PARENT, Call
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.roles import DOCUMENTS
from deskhand.adapters.linux.atspi.wire import NULL_PATH
from deskhand.model.element import Node
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress

_DEEPEST = 100


class WindowPlace(NamedTuple):
    """How the tree of a window counts: `at` is a point of the screen in physical pixels, `said` what the tree calls it,
    `scale` how many pixels a unit of the tree has."""

    at: Point
    said: Point
    scale: float = 1.0

    def to_screen(self, bounds: Bounds) -> Bounds:
        """Bounds as the tree says them → physical pixels."""
        left = self.at.x + floor((bounds.x - self.said.x) * self.scale + 0.5)
        top = self.at.y + floor((bounds.y - self.said.y) * self.scale + 0.5)
        return Bounds(left, top, max(1, round(bounds.width * self.scale)), max(1, round(bounds.height * self.scale)))

    def from_screen(self, point: Point) -> Point:
        """A screen point in physical pixels → the unit of the tree it lies in."""
        return Point(
            self.said.x + floor((point.x - self.at.x) / self.scale),
            self.said.y + floor((point.y - self.at.y) / self.scale),
        )

    def page_to_screen(self, bounds: Bounds) -> Bounds:
        """The same for what counts in pixels, but from the rounded origin."""
        drift = self._drift()
        return Bounds(bounds.x + drift.x, bounds.y + drift.y, bounds.width, bounds.height)

    def page_from_screen(self, point: Point) -> Point:
        drift = self._drift()
        return Point(point.x - drift.x, point.y - drift.y)

    def _drift(self) -> Point:
        return Point(self.at.x - round(self.said.x * self.scale), self.at.y - round(self.said.y * self.scale))


def counts_pixels(peer: Peer, place: WindowPlace) -> bool:
    """Whether pages of this application count in pixels while its window does not."""
    return place.scale != 1 and peer.toolkit == "Chromium"


def place_read(peer: Peer, nodes: Sequence[Node], place: WindowPlace, progress: Progress) -> None:
    """Move the nodes of one read (parents first) to where they are on the screen."""
    pages = counts_pixels(peer, place)
    inside: list[bool] = []
    for node in nodes:
        if node.parent >= 0:
            page = pages and (inside[node.parent] or node.role == "document")
        else:
            page = pages and in_page(peer, node.handle[1], progress)
        inside.append(page)
        if node.bounds is not None:
            node.bounds = place.page_to_screen(node.bounds) if page else place.to_screen(node.bounds)


def place_single(peer: Peer, nodes: Sequence[Node], place: WindowPlace, progress: Progress) -> None:
    """The same for nodes read one by one."""
    pages = counts_pixels(peer, place)
    for node in nodes:
        if node.bounds is not None:
            page = pages and in_page(peer, node.handle[1], progress)
            node.bounds = place.page_to_screen(node.bounds) if page else place.to_screen(node.bounds)


def in_page(peer: Peer, path: str, progress: Progress) -> bool:
    """Whether an object is a document or lies in one."""
    for _ in range(_DEEPEST):
        role, parent = peer.ask([Call(GET_ROLE, path), PARENT.call(path)], progress)
        if role in DOCUMENTS:
            return True
        if not isinstance(parent, tuple) or parent[1] == NULL_PATH or parent[0] != peer.bus_name:
            break
        path = str(parent[1])
    return False
