"""Pages of a GTK 4 notebook that lie behind the current one.

Measured on 4.8: a page is a panel without a place; what is on it keeps the places it had when it was last in front, and
nothing of it says that it is hidden. Its tab does: the page is labelled by it, and only the current one is selected.
"""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.adapters.linux.atspi.calls import GET_RELATIONS, GET_STATE, LABELLED_BY, Call
from deskhand.adapters.linux.atspi.peer import Peer
from deskhand.model.progress import Progress


def pages_behind(peer: Peer, panels: Sequence[str], progress: Progress) -> set[str]:
    """Which of these panels without a place are labelled by a tab that is not the selected one, by their paths."""
    answers = peer.ask([Call(GET_RELATIONS, path) for path in panels], progress)
    tabs: list[tuple[str, str]] = []
    for path, relations in zip(panels, answers, strict=True):
        targets = dict(relations).get(LABELLED_BY) if isinstance(relations, list) else None
        if targets:
            tabs.append((path, str(targets[0][1])))
    states = peer.ask([Call(GET_STATE, tab) for _, tab in tabs], progress)
    words = peer.states.words
    behind: set[str] = set()
    for (path, _), raw in zip(tabs, states, strict=True):
        told = words(raw) if isinstance(raw, bytes) and len(raw) == 8 else frozenset[str]()
        if "selectable" in told and "selected" not in told:
            behind.add(path)
    return behind
