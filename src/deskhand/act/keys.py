"""press: keys to a target, or to whatever has the focus in the active window."""

from __future__ import annotations

from deskhand.act.attempt import Attempt
from deskhand.act.checks import run_checks
from deskhand.act.focusing import give_focus
from deskhand.act.menu_bars import release_menu_bar
from deskhand.act.resolving import active_window, resolve_target
from deskhand.act.verifying import prove_change
from deskhand.act.windowing import element_for
from deskhand.errors import WindowNotFound


def press(attempt: Attempt) -> None:
    """Press keys; with a target it is given the focus first, and that is proven."""
    resolve_target(attempt)
    attempt.watch.focus_counts = True
    if attempt.element is not None:
        run_checks(attempt, attempt.verb.checks)
    else:
        watch_active(attempt)
    release_menu_bar(attempt)

    def by_keyboard(attempt: Attempt) -> str | None:
        if attempt.element is not None and attempt.action.target is not None:
            holder = give_focus(attempt, attempt.element)
            if isinstance(holder, str):
                return holder
        attempt.look_at_pixels(wide=True)
        with attempt.delivering("keyboard"):
            attempt.ctx.adapter.input.press(attempt.args["keys"])
        return None

    attempt.by_routes([("keyboard", by_keyboard)])
    prove_change(attempt)


def watch_active(attempt: Attempt) -> None:
    """Without a target the active window is watched, and what has the focus in it."""
    try:
        window = active_window(attempt)
    except WindowNotFound:
        attempt.note("no window is active")
        return
    attempt.set_window(window)
    if window.root is None:
        return
    node = attempt.ctx.adapter.tree.nodes([window.root], attempt.progress)[0]
    if node is not None:
        attempt.set_element(element_for(node, window))
