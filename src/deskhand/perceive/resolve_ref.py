"""Refs: the element of a snapshot found again, or a named refusal (DESIGN 4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from deskhand.adapters.protocol import Adapter
from deskhand.errors import AmbiguousTarget, AppDied, AppUnresponsive, StaleRef
from deskhand.model.element import VISION, Element, Node
from deskhand.model.progress import Progress
from deskhand.model.ref import Ref
from deskhand.model.world import Window
from deskhand.perceive.addresses import address_of, is_address, parse_cell
from deskhand.perceive.build import Forest, build_forest
from deskhand.perceive.identity import (
    DIALOG_ROLES,
    VOLATILE_NAMES,
    Evidence,
    enough,
    evidence_of,
    judge_context,
    judge_object,
    resemblance,
)
from deskhand.perceive.names import plain
from deskhand.perceive.place_words import place_words
from deskhand.perceive.reading import read_options, read_windows
from deskhand.perceive.relations import is_popup
from deskhand.perceive.scope import Scope
from deskhand.perceive.sheets import read_cell, tables_of
from deskhand.perceive.single import single_element
from deskhand.perceive.store import Record, SnapshotStore
from deskhand.perceive.view import CELL_ROLES, ROW_ROLES, View

SETTLING = (0.05, 0.1, 0.2)
"""Seconds between looks into a window that replaced the one that was seen."""


class RefResolver:
    """Finds the elements that refs name. Reads afresh each time; keeps nothing."""

    def __init__(self, adapter: Adapter, store: SnapshotStore) -> None:
        self._adapter = adapter
        self._store = store

    def resolve(self, ref: Ref, progress: Progress) -> Element:
        """The same element as it is now.

        Raises:
            SnapshotGone: the snapshot was pruned.
            StaleRef: the element is gone, or its object is another element now.
            AmbiguousTarget: several could be it.
            AppUnresponsive: it cannot be said, since something did not answer.
        """
        record, position, old = self._store.element(ref)
        windows = self._adapter.windows.list(progress)
        if not old.handle[0]:
            return self._bare_window(ref, old, windows)
        try:
            node = self._adapter.tree.node(old.handle, progress)
        except StaleRef as gone:
            if old.handle[0] == VISION:
                self._stale(ref, old, gone.message)
            return self._search(ref, record, position, old, windows, progress)
        except AppDied:
            self._stale(ref, old, "its application has ended")
        if not node.read:
            raise AppUnresponsive(f"{old.describe()} could not be read", sought=f"{ref} {old.describe()}")
        return self._judge(ref, record, position, old, node, windows, progress)

    # -- the stored object answers

    def _judge(
        self,
        ref: Ref,
        record: Record,
        position: int,
        old: Element,
        node: Node,
        windows: Sequence[Window],
        progress: Progress,
    ) -> Element:
        window = self._window_now(record, old, windows)
        if window is None and not is_popup(record.windows[old.window_id]):
            # GTK 4 lets objects of a closed window answer for a while: they are ghosts, the window that took its
            # place counts.
            return self._search(ref, record, position, old, windows, progress)
        now = single_element(node, window, str(ref), old)
        if old.parent < 0:
            return now if now.role == old.role else self._stale(ref, old, f"it is a {now.role} now")
        verdict = judge_object(old, now)
        if verdict == "other":
            self._stale(ref, old, f"that object is {now.describe()} now")
        if verdict == "same" and not self._needs_context(record, position, old):
            return now
        if window is None:
            return now if verdict == "same" else self._stale(ref, old, "its window is closed")
        evidence = evidence_of(record.view, position, record.whole)
        forest, view = self._read(window, progress)
        here = view.by_handle.get(old.handle)
        if here is None:
            if forest.unread:
                raise AppUnresponsive(f"{old.window!r} could not be read in full", sought=f"{ref} {old.describe()}")
            if verdict == "unsure" or evidence.in_row:
                self._stale(ref, old, "it is not showing, and what is around it cannot be compared")
            return now
        if judge_context(evidence, evidence_of(view, here), renamed=verdict == "unsure") == "other":
            self._stale(ref, old, f"that object is {_context_words(view, here)} now")
        return replace(view.elements[here], ref=str(ref))

    def _needs_context(self, record: Record, position: int, old: Element) -> bool:
        """True where role and name alone do not tell: nameless objects, those in rows, those in dialogs that may be
        reused."""
        view = record.view
        if is_address(old.name) or old.handle[0] == VISION:
            return False
        if not old.name and not old.accessible_id:
            return True
        if old.role in CELL_ROLES or view.row_of(position) is not None:
            return True
        if old.role in ROW_ROLES and not old.name:
            return True
        return view.elements[view.top(position)].role in DIALOG_ROLES

    def _window_now(self, record: Record, old: Element, windows: Sequence[Window]) -> Window | None:
        """The element's window: the same id and process, else the same root object under another id."""
        seen = record.windows.get(old.window_id)
        if seen is None:
            return None
        for window in windows:
            if window.id == seen.id and window.pid == seen.pid:
                return window
        return next((window for window in windows if window.root is not None and window.root == seen.root), None)

    # -- the stored object is gone

    def _search(
        self, ref: Ref, record: Record, position: int, old: Element, windows: Sequence[Window], progress: Progress
    ) -> Element:
        window, replaced = self._successor(record, old, windows)
        if window is None:
            self._stale(ref, old, f"its window {old.window!r} is closed")
        evidence = evidence_of(record.view, position, record.whole)
        if is_address(old.name) and old.role in CELL_ROLES:
            return self._cell(ref, old, window, progress)
        forest, view = self._read(window, progress)
        best = self._decide(ref, old, evidence, view, replaced)
        for pause in SETTLING if replaced else ():
            # A window that has just taken another one's place fills over several frames.
            if best is not None or forest.unread:
                break
            progress.pause(pause)
            forest, view = self._read(window, progress)
            best = self._decide(ref, old, evidence, view, replaced)
        if forest.unread:
            # An object that could not be read may be the very one: absence and uniqueness cannot be said.
            raise AppUnresponsive(
                f"{old.window!r} could not be read in full",
                sought=f"{ref} {old.describe()}",
                seen="; ".join(forest.notes) or None,
            )
        if best is None:
            self._stale(ref, old, "no element there has its role, name and surroundings")
        return replace(view.elements[best], ref=str(ref))

    def _candidates(self, view: View, old: Element) -> list[int]:
        volatile = old.role in VOLATILE_NAMES
        return [
            position
            for position, element in enumerate(view.elements)
            if element.role == old.role
            and (volatile or element.name == old.name)
            and (not old.accessible_id or element.accessible_id == old.accessible_id)
        ][:200]

    def _decide(self, ref: Ref, old: Element, evidence: Evidence, view: View, replaced: bool) -> int | None:
        scored: list[tuple[int, int]] = []
        for here in self._candidates(view, old):
            points = resemblance(evidence, evidence_of(view, here))
            if points is not None:
                scored.append((points, here))
        if not scored:
            return None
        scored.sort(reverse=True)
        top, best = scored[0]
        fit = [item for item in scored if enough(evidence, item[0], replaced=replaced, alone=len(scored) == 1)]
        if len(fit) == 1 or (len(fit) > 1 and fit[1][0] <= top - 2):
            return best
        if len(fit) > 1 or len(scored) > 1:
            raise AmbiguousTarget(
                f"{old.describe()} was replaced, and {len(scored)} elements could be it",
                sought=f"{ref} {old.describe()}",
                near=[place_words(view, position) for _, position in scored],
                next_step="take a new snapshot and use its ref",
            )
        return None

    def _successor(self, record: Record, old: Element, windows: Sequence[Window]) -> tuple[Window | None, bool]:
        """The window to search: its own, else the only one of the same application instance with the same title."""
        own = self._window_now(record, old, windows)
        if own is not None and own.root is not None:
            return (
                (own, own.root != record.windows[old.window_id].root) if own.root[0] == old.handle[0] else (None, False)
            )
        seen = record.windows.get(old.window_id)
        if seen is None or seen.root is None:
            return None, False
        same = [
            window
            for window in windows
            if window.root is not None
            and window.root[0] == seen.root[0]
            and window.pid == seen.pid
            and plain(window.title) == plain(seen.title)
        ]
        return (same[0], True) if len(same) == 1 else (None, False)

    def _cell(self, ref: Ref, old: Element, window: Window, progress: Progress) -> Element:
        """A sheet makes its cells anew as it scrolls: the address in its only table is the cell."""
        _, view = self._read(window, progress)
        tables = tables_of(view)
        if len(tables) != 1:
            self._stale(ref, old, f"{len(tables)} tables are there")
        row, column = parse_cell(address_of(old.name))
        cell = read_cell(self._adapter.tree, view.elements[tables[0]], row, column, progress)
        return replace(cell, ref=str(ref))

    # -- shared

    def _read(self, window: Window, progress: Progress) -> tuple[Forest, View]:
        parts = read_windows(self._adapter, [window], read_options(Scope(), fresh=True), progress)
        forest = build_forest(parts, Scope())
        return forest, View(forest.elements)

    def _bare_window(self, ref: Ref, old: Element, windows: Sequence[Window]) -> Element:
        for window in windows:
            if window.id == old.window_id and window.app == old.app:
                return replace(old, name=window.title, bounds=window.bounds, window=window.title)
        return self._stale(ref, old, "the window is closed")

    def _stale(self, ref: Ref, old: Element, seen: str) -> NoReturn:
        raise StaleRef(
            f"{ref} was {old.describe()} in {old.window!r}, and is not any more",
            sought=f"{ref} {old.describe()}",
            seen=seen,
        )


def _context_words(view: View, position: int) -> str:
    words = view.row_words(position)
    label = view.label_text(position)
    element = view.elements[position]
    if words:
        return f"{element.describe()} in the row {', '.join(words[:4])!r}"
    return f'{element.describe()} labelled "{label}"' if label else element.describe()
