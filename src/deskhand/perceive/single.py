"""One element from one node that was read alone."""

from __future__ import annotations

from dataclasses import replace

from deskhand.model.element import VISION, Element, Node
from deskhand.model.world import Window
from deskhand.perceive.build import confidence_of
from deskhand.perceive.values import shown_name, shown_value


def single_element(node: Node, window: Window | None, ref: str = "", old: Element | None = None) -> Element:
    """The element a node is, seen alone: without children (whose positions mean nothing outside their read) and
    depth. `old` lends window and application where the window is not known."""
    title = window.title if window is not None else (old.window if old is not None else "")
    app = window.app if window is not None else (old.app if old is not None else "")
    window_id = window.id if window is not None else (old.window_id if old is not None else "")
    if node.children:
        node = replace(node, children=[])
    return Element(
        ref=ref,
        role=node.role,
        name=shown_name(node) or (title if old is not None and old.parent < 0 and old.depth == 0 else ""),
        value=shown_value(node, ()),
        states=node.states,
        bounds=node.bounds,
        actions=node.actions,
        source="vision" if node.handle[0] == VISION else "tree",
        confidence=confidence_of(node),
        depth=0,
        parent=-1,
        children=(),
        handle=node.handle,
        window=title,
        app=app,
        description=node.description,
        accessible_id=node.accessible_id,
        raw_role=node.raw_role,
        interfaces=node.interfaces,
        child_count=node.child_count,
        complete=node.read,
        boundary="" if node.read else "could not be read",
        window_id=window_id,
    )
