"""One list of what the tree and the picture show: the tree's word first.

What is seen where the tree has an element is that element; what is left are elements of vision's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deskhand.model.element import CONTAINER_ROLES, PASSWORD_ROLE, Node
from deskhand.model.geometry import Bounds

SAME = 0.10
"""Intersection over union from which a find is the tree's element (DESIGN 8)."""

MOSTLY = 0.7
"""Of a text's area that lies in an element which speaks for it."""

_SILENT = frozenset({"canvas", "drawing area", "image", "unknown", "embedded", "video"})
"""Roles that say nothing of what is drawn in them."""


def fused(tree: Sequence[Node], seen: Sequence[Node]) -> list[Node]:
    """The tree's nodes, and after them, below its root, those seen that it does not speak of."""
    nodes = list(tree)
    if not nodes:
        return nodes
    speaking = [node for node in tree if _speaks(node)]
    more = [node for node in seen if node.bounds is not None and not _known(node, node.bounds, speaking)]
    if not more:
        return nodes
    first = len(nodes)
    children = [*nodes[0].children, *range(first, first + len(more))]
    nodes[0] = replace(nodes[0], children=children, child_count=nodes[0].child_count + len(more))
    return nodes + more


def _speaks(node: Node) -> bool:
    if node.bounds is None or node.bounds.empty or "showing" not in node.states or node.role in _SILENT:
        return False
    if node.role == PASSWORD_ROLE or "protected" in node.states:
        return True
    if node.role in CONTAINER_ROLES:
        return bool(node.text) or (node.role == "menu" and bool(node.name))
    return not node.children or bool(node.name or node.text)


def _known(seen: Node, bounds: Bounds, speaking: Sequence[Node]) -> bool:
    area = bounds.width * bounds.height
    for node in speaking:
        place = node.bounds
        if place is None:
            continue
        common = place.intersection(bounds)
        if common.empty:
            continue
        inside = common.width * common.height >= MOSTLY * area and (not node.children or bool(node.text))
        if inside or place.overlap(bounds) > SAME:
            return True
    return False
