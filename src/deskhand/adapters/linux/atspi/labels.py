"""Fields without a name of their own get that of the label which belongs to them, as a person reads the window."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.adapters.linux.atspi.calls import GET_CHILD, GET_RELATIONS, LABELLED_BY, NAME, Call
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.wire import encode_ints
from deskhand.model.element import Node
from deskhand.model.progress import Progress

LABELLED = frozenset(
    {"text field", "text area", "password field", "spin button", "combo box", "slider", "progress bar", "list", "tab"}
)
"""Roles whose name may be a label's."""


def name_by_labels(peer: Peer, nodes: Sequence[Node], progress: Progress) -> None:
    """Follow LABELLED_BY where the name is missing (GTK 3), or is the value instead (Qt's combo boxes)."""
    if peer.gtk4:
        _name_tabs(peer, nodes, progress)
    unnamed = [n for n in nodes if n.read and n.role in LABELLED and (not n.name or _tells_value(peer, n))]
    answers = peer.ask([Call(GET_RELATIONS, node.handle[1]) for node in unnamed], progress)
    labelled: list[tuple[Node, str]] = []
    for node, relations in zip(unnamed, answers, strict=True):
        targets = dict(relations).get(LABELLED_BY) if isinstance(relations, list) else None
        if targets:
            labelled.append((node, str(targets[0][1])))
    names = peer.ask([NAME.call(path) for _, path in labelled], progress)
    for (node, _), name in zip(labelled, names, strict=True):
        if isinstance(name, str) and name:
            node.name = name.removesuffix(":")


def _tells_value(peer: Peer, node: Node) -> bool:
    return peer.qt and node.role == "combo box"


def _name_tabs(peer: Peer, nodes: Sequence[Node], progress: Progress) -> None:
    """GTK 4.8 calls every tab `Tab`; its first child is its label."""
    tabs = [node for node in nodes if node.role == "tab" and node.read and node.name in ("", "Tab")]
    children = peer.ask([Call(GET_CHILD, node.handle[1], encode_ints(0)) for node in tabs], progress)
    labels = [(node, child[1]) for node, child in zip(tabs, children, strict=True) if isinstance(child, tuple)]
    names = peer.ask([NAME.call(str(path)) for _, path in labels], progress)
    for (node, _), name in zip(labels, names, strict=True):
        if isinstance(name, str):
            node.name = name


def without_mnemonic(name: str) -> str:
    """GTK 4.8 calls a button of a dialog `_Open Open`: by its text with the mark of the mnemonic, then by its label."""
    half = len(name) // 2
    if len(name) % 2 == 0 and name[half:half + 1] == " " and name[:half].replace("_", "", 1) == name[half + 1 :]:
        return name[half + 1 :]
    return name
