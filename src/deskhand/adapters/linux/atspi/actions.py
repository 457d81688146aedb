"""Names of actions. `GetActions` tells them translated (and empty in Chromium, Firefox and LibreOffice): only `GetName`
has the name itself; Qt's are the same in both."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.adapters.linux.atspi.calls import ACTION_COUNT, GET_ACTION_NAME, GET_ACTIONS, Call
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.wire import Failure, encode_ints
from deskhand.model.element import Node
from deskhand.model.progress import Progress

MOST = 50
_STEPPED = frozenset({"slider", "spin button", "scroll bar"})
"""Chromium lists the context menu's action last, except on these. Gecko has one action for each object, but for images
with a long description."""
_LAST = "showContextMenu"
_NUMBERS = tuple(encode_ints(number) for number in range(MOST))


def read_actions(peer: Peer, nodes: Sequence[Node], progress: Progress) -> None:
    """Fill `actions` of these nodes, all of which have the Action interface."""
    if peer.toolkit in ("gtk", "GTK", "Qt") and not peer.office:
        _by_translation(peer, nodes, progress)
    else:
        _one_by_one(peer, nodes, progress)


def named(peer: Peer, names: tuple[str, ...]) -> tuple[str, ...]:
    """VCL names none of its actions; where it has exactly one, that is the one a press runs."""
    return ("press",) if names == ("",) and peer.office else names


def all_names(peer: Peer, path: str, progress: Progress) -> tuple[str, ...] | Failure:
    """The names of one object's actions, by their numbers, read now."""
    (count,) = peer.ask([ACTION_COUNT.call(path)], progress)
    if not isinstance(count, int):
        return count if isinstance(count, Failure) else Failure("", "no number of actions")
    found = peer.ask([Call(GET_ACTION_NAME, path, body) for body in _NUMBERS[: max(0, count)]], progress)
    return named(peer, tuple(name if isinstance(name, str) else "" for name in found))


def _by_translation(peer: Peer, nodes: Sequence[Node], progress: Progress) -> None:
    """One call for each object; what a translated list means is asked once for each role."""
    answers = peer.ask([Call(GET_ACTIONS, node.handle[1]) for node in nodes], progress)
    for node, told in zip(nodes, answers, strict=True):
        if isinstance(told, Failure) or not told:
            continue
        if peer.qt or all("." in name for name in told):
            node.actions = told
            continue
        key = (node.raw_role, "\0".join(told))
        known = peer.action_names.get(key)
        if known is None:
            known = all_names(peer, node.handle[1], progress)
            if isinstance(known, Failure):
                continue
            if all(told):
                peer.action_names[key] = known
        node.actions = known


def _one_by_one(peer: Peer, nodes: Sequence[Node], progress: Progress) -> None:
    """`GetName` beyond the last action answers with nothing: asked on until it does."""
    if peer.toolkit == "Chromium":
        _first_of_each(peer, nodes, progress)
        return
    waiting = list(nodes)
    number = 0
    while waiting and number < MOST:
        waiting = _next_names(peer, waiting, number, progress)
        waiting = [node for node in waiting if peer.toolkit != "Gecko" or node.role == "image"]
        number += 1
    if peer.office:
        _unnamed(peer, [node for node in nodes if not node.actions], progress)


def _next_names(peer: Peer, nodes: Sequence[Node], number: int, progress: Progress) -> list[Node]:
    """Add the action of this number where there is one; those that had it."""
    names = peer.ask([Call(GET_ACTION_NAME, node.handle[1], _NUMBERS[number]) for node in nodes], progress)
    more: list[Node] = []
    for node, name in zip(nodes, names, strict=True):
        if isinstance(name, str) and name:
            node.actions = (*node.actions, name)
            more.append(node)
    return more


def _first_of_each(peer: Peer, nodes: Sequence[Node], progress: Progress) -> None:
    """Chromium makes the list of actions from role and states, so that what follows the first (the pages' own word for
    it) is asked once for each kind of object."""
    kinds: dict[tuple[str, frozenset[str], tuple[str, ...]], list[Node]] = {}
    for node in _next_names(peer, nodes, 0, progress):
        if node.actions[-1] != _LAST or node.role in _STEPPED:
            kinds.setdefault((node.raw_role, node.states, node.actions), []).append(node)
    waiting = [alike[0] for alike in kinds.values()]
    number = 1
    while waiting and number < MOST:
        more = _next_names(peer, waiting, number, progress)
        waiting = [node for node in more if node.actions[-1] != _LAST or node.role in _STEPPED]
        number += 1
    for alike in kinds.values():
        for node in alike[1:]:
            node.actions = alike[0].actions


def _unnamed(peer: Peer, nodes: Sequence[Node], progress: Progress) -> None:
    counts = peer.ask([ACTION_COUNT.call(node.handle[1]) for node in nodes], progress)
    for node, count in zip(nodes, counts, strict=True):
        if count == 1:
            node.actions = named(peer, ("",))
