"""What was read, kept while nothing changed.

A former read is returned only when the application has sent no event since it began and a random sample of its nodes,
re-read in one batch, agrees. Any doubt is a fresh read.
"""

from __future__ import annotations

import random
import threading
from collections import OrderedDict
from typing import NamedTuple

from deskhand.adapters.linux.atspi.calls import CHILD_COUNT, GET_EXTENTS, GET_STATE, NAME, Call
from deskhand.adapters.linux.atspi.labels import LABELLED
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.adapters.linux.atspi.window_places import WindowPlace
from deskhand.adapters.protocol import ReadOptions, TreeRead
from deskhand.model.element import Node
from deskhand.model.geometry import Bounds
from deskhand.model.progress import Progress

SAMPLE = 16
KEPT = 32


class Key(NamedTuple):
    """Whose read: bus name, root path, options."""

    name: str
    path: str
    options: ReadOptions


class _Kept(NamedTuple):
    read: TreeRead
    activity: int
    place: WindowPlace | None
    said: list[Bounds | None]
    """Where the toolkit said each node is."""


class Mirror:
    """Former reads, the newest `KEPT` of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()

    def keep(
        self, key: Key, read: TreeRead, activity: int, place: WindowPlace | None, said: list[Bounds | None]
    ) -> None:
        """`activity` is the application's event count from before the read began, `said` the bounds of its nodes before
        they were moved to the screen by `place`."""
        with self._lock:
            self._kept[key] = _Kept(read, activity, place, said)
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    def forget(self, name: str) -> None:
        with self._lock:
            for key in [key for key in self._kept if key.name == name]:
                del self._kept[key]

    def recall(
        self, key: Key, peer: Peer, activity: int, place: WindowPlace | None, progress: Progress
    ) -> TreeRead | None:
        """The former read, if nothing speaks against it."""
        with self._lock:
            kept = self._kept.get(key)
        if kept is None or activity < 0 or kept.activity != activity or kept.place != place:
            return None
        if not _agrees(peer, kept.read.nodes, kept.said, progress):
            return None
        return TreeRead(kept.read.nodes, kept.read.complete, from_mirror=True)


def _agrees(peer: Peer, nodes: list[Node], said: list[Bounds | None], progress: Progress) -> bool:
    numbers = [0, *random.sample(range(len(nodes)), min(SAMPLE, len(nodes)))]
    sample = [
        (nodes[number], said[number])
        for number in numbers
        if nodes[number].read and "manages_descendants" not in nodes[number].states
    ]
    calls: list[Call] = []
    for node, place in sample:
        path = node.handle[1]
        calls += (Call(GET_STATE, path), NAME.call(path), CHILD_COUNT.call(path))
        if place is not None:
            calls.append(Call(GET_EXTENTS, path, peer.frame))
    answers = iter(peer.ask(calls, progress))
    for node, place in sample:
        raw, name, count = next(answers), next(answers), next(answers)
        if not isinstance(raw, bytes) or not peer.states.words(raw) <= node.states:
            return False
        if len(node.states - peer.states.words(raw) - {"protected"}) or count != node.child_count:
            return False
        if name != node.name and node.role not in LABELLED and not (peer.gtk4 and not node.name):
            return False
        if place is not None:
            now = next(answers)
            if not isinstance(now, tuple) or now[2:] != place[2:]:
                return False
            # LibreOffice's were corrected by what lies around them.
            if not peer.office and now[:2] != place[:2]:
                return False
    return True
