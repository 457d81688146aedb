"""A combo box's text is its chosen entry, whatever the toolkit hides it in."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.adapters.linux.atspi.calls import (
    GET_CHILDREN,
    GET_EXTENTS,
    GET_ROLE,
    GET_TEXT,
    NAME,
    SELECTED_CHILD,
    Call,
)
from deskhand.adapters.linux.atspi.interfaces import Interfaces
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.places import said_bounds
from deskhand.adapters.linux.atspi.roles import PASSWORD, TEXT_ROLES
from deskhand.adapters.linux.atspi.wire import NULL_PATH, encode_ints
from deskhand.model.element import TEXT_LIMIT, Node
from deskhand.model.progress import Progress

LABEL = 29
OBJECT = "\ufffc"
"""Stands in a text for an embedded object: the whole text of a list of choices in Chromium."""
_ALL = encode_ints(0, 1 << 20)
_DEEPEST = 8
"""Levels below a GTK 4 drop down at which the label of its choice is found (7 in 4.8)."""


def choose_entries(peer: Peer, nodes: Sequence[Node], interfaces: Sequence[Interfaces], progress: Progress) -> None:
    """Its own text, its entry's, the name of what is selected in it, the label it shows, or (Qt) its name."""
    for node, able in zip(nodes, interfaces, strict=True):
        if node.role != "combo box" or not node.read or (node.text or "").strip(OBJECT):
            continue
        chosen = _entry(peer, node.handle[1], progress)
        if chosen is None and able.selection:
            chosen = _selected(peer, node.handle[1], progress)
        if chosen is None and node.text:
            lists = _children(peer, [node.handle[1]], progress)
            chosen = next(filter(None, (_selected(peer, path, progress) for path in lists)), "")
        if chosen is None and peer.qt:
            chosen = node.name or None
        if chosen is not None:
            node.text, node.text_length = chosen[:TEXT_LIMIT], len(chosen)


def _entry(peer: Peer, path: str, progress: Progress) -> str | None:
    """The text of the entry inside; in GTK 4 also the label of a drop down."""
    level = [path]
    for _ in range(_DEEPEST if peer.gtk4 else 1):
        level = _children(peer, level, progress)
        roles = peer.ask([Call(GET_ROLE, child) for child in level], progress)
        for child, role in zip(level, roles, strict=True):
            if role in TEXT_ROLES and role != PASSWORD:
                (text,) = peer.ask([Call(GET_TEXT, child, _ALL)], progress)
                return text if isinstance(text, str) else None
            if role == LABEL and peer.gtk4:
                name, extents = peer.ask([NAME.call(child), Call(GET_EXTENTS, child, peer.frame)], progress)
                if isinstance(name, str) and said_bounds(extents) is not None:
                    return name  # the other one says `(None)` and is not drawn
    return None


def _children(peer: Peer, paths: Sequence[str], progress: Progress) -> list[str]:
    found: list[str] = []
    for answer in peer.ask([Call(GET_CHILDREN, path) for path in paths[:50]], progress):
        if isinstance(answer, list):
            found += [str(path) for _, path in answer[:50] if path != NULL_PATH]
    return found


def _selected(peer: Peer, path: str, progress: Progress) -> str | None:
    (reference,) = peer.ask([Call(SELECTED_CHILD, path, encode_ints(0))], progress)
    if not isinstance(reference, tuple) or reference[1] == NULL_PATH:
        return None
    (name,) = peer.ask([NAME.call(str(reference[1]))], progress)
    return name if isinstance(name, str) and name else None
