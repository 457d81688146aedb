"""Which accessible object belongs to which window: by process, then title, then place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from deskhand.model.element import Node
from deskhand.model.geometry import Bounds
from deskhand.model.world import App, Window

_SAME_PLACE = 0.6
"""Least part of the common area (intersection over union) at which two rectangles are taken for one place."""
_NO_SCALES: Mapping[str, float] = MappingProxyType({})
_MAIN_KINDS = frozenset({"normal", "dialog"})


@dataclass(frozen=True, slots=True)
class Candidate:
    """A top-level object of an application that no window has yet."""

    app: App
    node: Node


@dataclass(frozen=True, slots=True)
class Match:
    """A window (id and process) and its accessible object."""

    window: str
    pid: int
    candidate: Candidate


def match_windows(
    windows: Sequence[Window], candidates: Sequence[Candidate], scales: Mapping[str, float] = _NO_SCALES
) -> list[Match]:
    """Pair windows of one process with its top-level objects. What stays doubtful stays unmatched. `scales`: pixels per
    unit of an application's bounds, by bus name, where that is not 1.

    In order: the same title, where several by place; the same place; at last, a single main window left with a single
    object left that is no popup. A file dialog of GTK has an object of its title or none (in browsers): what else is
    left is not it.
    """
    found: list[Match] = []
    left_windows, left = list(windows), list(candidates)

    def take(window: Window, candidate: Candidate) -> None:
        found.append(Match(window.id, window.pid, candidate))
        left_windows.remove(window)
        left.remove(candidate)

    for window in list(left_windows):
        same = [candidate for candidate in left if window.title and candidate.node.name == window.title]
        rivals = [other for other in left_windows if other.title == window.title]
        if len(same) == 1 and len(rivals) == 1:
            take(window, same[0])
        elif same and (nearest := _at_same_place(window, same, scales)) is not None:
            take(window, nearest)
    for window in list(left_windows):
        nearest = _at_same_place(window, left, scales)
        if nearest is not None:
            take(window, nearest)
    main = [
        window
        for window in left_windows
        if window.kind in _MAIN_KINDS and not (window.override_redirect or window.file_dialog)
    ]
    if len(main) == 1:
        plausible = [candidate for candidate in left if _may_be_main(candidate.node)]
        if len(plausible) == 1:
            take(main[0], plausible[0])
    return found


def match_by_title(window: Window, candidates: Iterable[Candidate]) -> Match | None:
    """For a window whose process is not on the accessibility bus (a sandbox, a wrapper): the only object of that title,
    at that place or of unknown place."""
    if not window.title:
        return None
    same = [
        candidate
        for candidate in candidates
        if candidate.node.name == window.title
        and (candidate.node.bounds is None or candidate.node.bounds.overlap(window.bounds) >= _SAME_PLACE)
    ]
    return Match(window.id, window.pid, same[0]) if len(same) == 1 else None


def _at_same_place(window: Window, candidates: Sequence[Candidate], scales: Mapping[str, float]) -> Candidate | None:
    """The candidate that covers the window's area or its frame's best, None where none does or two do alike."""
    scored = [
        (max(bounds.overlap(window.bounds), bounds.overlap(window.frame)), candidate)
        for candidate in candidates
        if (bounds := _in_pixels(candidate.node, scales)) is not None and not bounds.empty
    ]
    best = [entry for entry in scored if entry[0] >= _SAME_PLACE]
    if not best:
        return None
    top = max(score for score, _ in best)
    winners = [candidate for score, candidate in best if score == top]
    return winners[0] if len(winners) == 1 else None


def _in_pixels(node: Node, scales: Mapping[str, float]) -> Bounds | None:
    scale = scales.get(node.handle[0], 1.0)
    if node.bounds is None or scale == 1:
        return node.bounds
    x, y, width, height = (round(number * scale) for number in node.bounds)
    return Bounds(x, y, width, height)


def _may_be_main(node: Node) -> bool:
    return node.role not in ("menu", "tool tip") and (bool(node.name) or "showing" in node.states)
