"""Extents, actions, texts and values of nodes already found: one batch, then one more for what that one asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from deskhand.adapters.linux.atspi.actions import read_actions
from deskhand.adapters.linux.atspi.calls import (
    ACCESSIBLE_ID,
    CHARACTER_COUNT,
    DESCRIPTION,
    GET_ATTRIBUTES,
    GET_EXTENTS,
    GET_TEXT,
    VALUE,
    Call,
)
from deskhand.adapters.linux.atspi.choices import choose_entries
from deskhand.adapters.linux.atspi.gecko_text import plain
from deskhand.adapters.linux.atspi.hints import plain_hint
from deskhand.adapters.linux.atspi.interfaces import Interfaces
from deskhand.adapters.linux.atspi.labels import LABELLED, name_by_labels
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.places import said_bounds
from deskhand.adapters.linux.atspi.wire import Failure, encode_ints
from deskhand.adapters.protocol import ReadOptions
from deskhand.model.element import TEXT_LIMIT, Node
from deskhand.model.progress import Progress

_LONG = frozenset({"text area", "document", "terminal"})
"""Roles whose text may be long: its length is asked first."""
_VALUED = frozenset({"slider", "spin button", "progress bar", "scroll bar", "split pane", "cell", "filler"})
"""Roles whose Value means something: VCL has one, always 0, on every button."""
_HINTED = LABELLED | {
    "button", "toggle button", "menu button", "checkbox", "radio button", "switch", "link", "image", "icon",
}  # fmt: skip
"""Controls that may show a picture in place of a name; their hint says what they are for."""

Filler = Callable[[Node, Any], None]


def read_details(
    peer: Peer, nodes: Sequence[Node], interfaces: Sequence[Interfaces], options: ReadOptions, progress: Progress
) -> None:
    """Fill the nodes; bounds as the toolkit counts."""
    calls: list[Call] = []
    fillers: list[tuple[Filler, Node]] = []
    whole = encode_ints(0, 1 << 20) if peer.gtk4 else encode_ints(0, -1)
    for node, able in zip(nodes, interfaces, strict=True):
        if not node.read:
            continue
        path = node.handle[1]
        if options.bounds and able.component and node.bounds is None:
            calls.append(Call(GET_EXTENTS, path, peer.frame))
            fillers.append((_set_bounds, node))
        if options.text and able.text and "protected" not in node.states:
            if node.role in _LONG:
                calls.append(CHARACTER_COUNT.call(path))
                fillers.append((_set_length, node))
            else:
                calls.append(Call(GET_TEXT, path, whole))
                fillers.append((_set_text, node))
        if options.value and able.value and node.role in _VALUED and (node.role != "cell" or not options.text):
            calls.append(VALUE.call(path))
            fillers.append((_set_value, node))
        if node.role in _HINTED and not node.name and not node.description:
            calls.append(DESCRIPTION.call(path))
            fillers.append((_set_rich_hint if peer.qt else _set_hint, node))
        if options.attributes:
            calls.append(Call(GET_ATTRIBUTES, path))
            fillers.append((_set_attributes, node))
            calls.append(ACCESSIBLE_ID.call(path))
            fillers.append((_set_id, node))
    for (fill, node), answer in zip(fillers, peer.ask(calls, progress), strict=True):
        if not isinstance(answer, Failure):
            fill(node, answer)
    if options.actions:
        able_to_act = [n for n, able in zip(nodes, interfaces, strict=True) if able.action and n.read]
        read_actions(peer, able_to_act, progress)
    if options.text:
        _long_texts(peer, nodes, progress)
        if peer.gecko:
            for node in nodes:
                node.text = plain(node.text) if node.text else node.text
        choose_entries(peer, nodes, interfaces, progress)
        if options.value:
            _cell_values(peer, nodes, interfaces, progress)
    name_by_labels(peer, nodes, progress)


def _set_bounds(node: Node, answer: object) -> None:
    node.bounds = said_bounds(answer)


def _set_length(node: Node, answer: int) -> None:
    node.text_length = answer


def _set_text(node: Node, answer: str) -> None:
    node.text_length = len(answer)
    node.text = answer[:TEXT_LIMIT]


def _set_value(node: Node, answer: Any) -> None:
    if isinstance(answer, (int, float)):
        node.value = float(answer)


def _set_hint(node: Node, answer: str) -> None:
    node.description = answer


def _set_rich_hint(node: Node, answer: str) -> None:
    node.description = plain_hint(answer)


def _set_attributes(node: Node, answer: dict[str, str]) -> None:
    node.attributes = answer
    if not node.accessible_id:
        node.accessible_id = answer.get("id", "")


def _set_id(node: Node, answer: str) -> None:
    if answer:
        node.accessible_id = answer


def _long_texts(peer: Peer, nodes: Sequence[Node], progress: Progress) -> None:
    waiting = [node for node in nodes if node.text is None and node.text_length >= 0]
    for node in waiting:
        if node.text_length == 0:
            node.text = ""
    waiting = [node for node in waiting if node.text_length]
    calls = [Call(GET_TEXT, n.handle[1], encode_ints(0, min(n.text_length, TEXT_LIMIT))) for n in waiting]
    for node, answer in zip(waiting, peer.ask(calls, progress), strict=True):
        if isinstance(answer, str):
            node.text = answer[:TEXT_LIMIT]


def _cell_values(
    peer: Peer, nodes: Sequence[Node], interfaces: Sequence[Interfaces], progress: Progress
) -> None:
    """An empty cell of a sheet has the value 0: only cells that show something are asked."""
    cells = [n for n, able in zip(nodes, interfaces, strict=True) if n.role == "cell" and able.value and n.text]
    for node, answer in zip(cells, peer.ask([VALUE.call(n.handle[1]) for n in cells], progress), strict=True):
        if not isinstance(answer, Failure):
            _set_value(node, answer)
