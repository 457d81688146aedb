"""What a tool bar has no room for stands behind the arrow at its end: a menu of the same names (GTK 3), or the rest of
the bar (Qt)."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.act.attempt import Attempt
from deskhand.act.checks import refreshed, visible_part
from deskhand.act.focusing import activate_window
from deskhand.act.windowing import element_for
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import AppUnresponsive, StaleRef
from deskhand.model.element import Element, Node
from deskhand.model.geometry import Point
from deskhand.model.world import Window
from deskhand.perceive.names import plain
from deskhand.perceive.values import shown_name

_MENU = ReadOptions(showing_only=True, max_nodes=400, value=False, fresh=True)
_ITEMS = frozenset({"menu item", "check menu item", "radio menu item", "menu"})
_OPEN_SECONDS = 1.5
_ARROW = 9
"""Pixels from the end of the bar to the middle of its arrow, where the tree does not show the arrow (GTK 3)."""


def bar_without_room(attempt: Attempt) -> Node | None:
    """The tool bar that has no room for the target; None where it shows, or stands in no tool bar that shows."""
    tree = attempt.ctx.adapter.tree
    node = tree.nodes([attempt.target.handle], attempt.progress)[0]
    if node is None or "showing" in node.states:
        return None
    for around in tree.ancestors(attempt.target.handle, attempt.progress)[:3]:
        if around.role == "tool bar":
            shows = "showing" in around.states and around.bounds is not None and not around.bounds.empty
            return around if shows else None
    return None


def come_out(attempt: Attempt) -> None:
    """Open the arrow of the target's tool bar where it stands behind that; what shows it then is the target.

    Raises:
        NotActionable: the mode is background, or nothing of its name shows; what was opened is closed again.
    """
    if attempt.element is None or "showing" in attempt.element.states:
        return
    bar = bar_without_room(attempt)
    if bar is None:
        return
    where = f"the tool bar {bar.name!r} has no room for it" if bar.name else "its tool bar has no room for it"
    if attempt.background:
        raise attempt.refuse(
            "visible", f"{where}: it stands behind the arrow at the bar's end", "use the foreground, or a wider window"
        )
    arrow = _arrow(attempt, bar)
    problem = activate_window(attempt)
    if arrow is None or problem is not None:
        raise attempt.refuse("visible", f"{where}, and no arrow shows at its end", "make the window wider")
    before = {window.id for window in attempt.ctx.adapter.windows.list(attempt.progress)}
    with attempt.delivering("pointer"):
        attempt.ctx.adapter.input.click(arrow)
        shown = _shown(attempt, before)
        if shown is None:
            attempt.ctx.adapter.input.press("Escape")
    # The way there is no effect of the click, whose own delivery begins afterwards.
    attempt.forget_delivery()
    if shown is None:
        raise attempt.refuse("visible", f"{where}, and it does not show behind the bar's arrow either")
    attempt.set_windows(attempt.ctx.adapter.windows.list(attempt.progress))
    attempt.set_element(shown)
    attempt.set_window(attempt.watch.windows.get(shown.window_id, attempt.window))
    attempt.note(f"{where}: the arrow at its end was opened first")


def _arrow(attempt: Attempt, bar: Node) -> Point | None:
    """The middle of the bar's arrow: of the last thing in it, where the tree shows that (Qt), else at the bar's end."""
    area = bar.bounds
    assert area is not None
    across = area.width >= area.height
    showing = [
        node
        for node in attempt.ctx.adapter.tree.children(bar.handle, attempt.progress)
        if "showing" in node.states and node.bounds is not None and not node.bounds.empty
    ]
    unnamed = [node for node in showing if node.role in ("button", "toggle button", "checkbox") and not node.name]
    if len(unnamed) == 1 and unnamed[0].bounds is not None and _is_last(unnamed[0], showing, across):
        return unnamed[0].bounds.center
    ends = [node.bounds.right if across else node.bounds.bottom for node in showing if node.bounds is not None]
    left = (area.right if across else area.bottom) - max(ends, default=0)
    if left < _ARROW:
        return None
    return Point(area.right - _ARROW, area.center.y) if across else Point(area.center.x, area.bottom - _ARROW)


def _is_last(node: Node, others: Sequence[Node], across: bool) -> bool:
    def end(one: Node) -> int:
        assert one.bounds is not None
        return one.bounds.right if across else one.bounds.bottom

    return all(end(other) <= end(node) for other in others)


def _shown(attempt: Attempt, before: set[str]) -> Element | None:
    """The target where it shows now: itself, or the entry of its name in a menu that has come up."""
    target, adapter = attempt.target, attempt.ctx.adapter
    with attempt.progress.within(_OPEN_SECONDS) as part:
        for _ in part.attempts():
            node = adapter.tree.nodes([target.handle], attempt.progress)[0]
            if node is not None and "showing" in node.states:
                now = refreshed(target, node)
                if visible_part(attempt, now) is not None:
                    return now
            for window in adapter.windows.list(attempt.progress):
                if window.id not in before and window.override_redirect and window.root is not None:
                    found = _entry_in(attempt, window)
                    if found is not None:
                        return found
            part.log(f"{target.describe()} does not show behind the arrow of its tool bar yet")
    return None


def _entry_in(attempt: Attempt, window: Window) -> Element | None:
    assert window.root is not None
    try:
        nodes = attempt.ctx.adapter.tree.read(window.root, _MENU, attempt.progress).nodes
    except (StaleRef, AppUnresponsive):
        return None
    found = [
        node
        for node in nodes
        if node.role in _ITEMS and "showing" in node.states and plain(shown_name(node)) == plain(attempt.target.name)
    ]
    return element_for(found[0], window) if len(found) == 1 else None
