"""dismiss: leave a dialog or popup without accepting it, also one that is drawn inside its window (Firefox)."""

from __future__ import annotations

from deskhand.act.attempt import Attempt
from deskhand.act.focusing import activate_window
from deskhand.act.names import DISMISS_WORDS
from deskhand.act.resolving import describe_window, resolve_window
from deskhand.act.verifying import proof_of, prove_by
from deskhand.act.watch import Proof
from deskhand.act.windowing import find_button, press_button
from deskhand.errors import AppUnresponsive, Timeout
from deskhand.model.element import Node
from deskhand.model.world import Window

_DIALOG_SECONDS = 1.5
_KINDS = ("dialog", "menu", "alert", "notification", "tooltip")


def dismiss(attempt: Attempt) -> None:
    """Its Cancel or Close button, else Escape, else the title bar's request."""
    window, inner = _dialog_meant(attempt)
    if inner is not None:
        _dismiss_inner(attempt, window, inner)
        return
    adapter = attempt.ctx.adapter
    if not _dismissible(window):
        raise attempt.refuse("allowed", f"{describe_window(window)} is not a dialog", "use `close` for a window")

    def by_escape(attempt: Attempt) -> str | None:
        adapter.windows.focus(window, attempt.progress)
        with attempt.delivering("keyboard"):
            adapter.input.press("Escape")
        return None

    def by_request(attempt: Attempt) -> str | None:
        with attempt.delivering("api"):
            adapter.windows.close(window)
        return None

    attempt.by_routes(
        [("tree", lambda attempt: _by_button(attempt, window)), ("keyboard", by_escape), ("api", by_request)]
    )

    def look() -> Proof | None:
        if any(other.id == window.id for other in adapter.windows.list(attempt.progress)):
            return None
        return proof_of(attempt, f"{window.kind} {window.title!r} closed", "window list", "window", "window list")

    prove_by(attempt, look, failing=lambda: f"{window.kind} {window.title!r} is still open")


def _dismiss_inner(attempt: Attempt, window: Window, inner: Node) -> None:
    """Leave a dialog that has no window of its own; that it no longer shows proves it."""

    def by_escape(attempt: Attempt) -> str | None:
        problem = activate_window(attempt)
        if problem is not None:
            return f"its window did not become active: {problem}"
        with attempt.delivering("keyboard"):
            attempt.ctx.adapter.input.press("Escape")
        return None

    attempt.by_routes([("tree", lambda attempt: _by_button(attempt, window, inner)), ("keyboard", by_escape)])
    words = f"dialog {inner.name!r} in {window.title!r}"

    def look() -> Proof | None:
        (node,) = attempt.ctx.adapter.tree.nodes([inner.handle], attempt.progress)
        if node is not None and "showing" in node.states:
            return None
        return proof_of(attempt, f"{words} is gone", "fresh read of the window", "window", "read back")

    prove_by(attempt, look, failing=lambda: f"{words} is still there")


def _by_button(attempt: Attempt, window: Window, inner: Node | None = None) -> str | None:
    found = find_button(attempt, window, DISMISS_WORDS, inner.handle if inner is not None else None)
    if found is None:
        return "it has no button that is known to leave it"
    press_button(attempt, window, found)
    return None


def _dialog_meant(attempt: Attempt) -> tuple[Window, Node | None]:
    """The window to leave, or the dialog inside it; one that was not named may need a moment to come."""
    window = resolve_window(attempt)
    if _dismissible(window):
        return window, None
    named = attempt.action.target is not None or "window" in attempt.args
    with attempt.part(_DIALOG_SECONDS) as part:
        for _ in part.attempts():
            inner = _inside(attempt, window)
            if inner is not None or named:
                return window, inner
            part.log("no dialog is at the front yet")
            window = resolve_window(attempt)
            if _dismissible(window):
                break
    return window, None


def _inside(attempt: Attempt, window: Window) -> Node | None:
    """The dialog inside the window that a button to leave it stands in."""
    button = find_button(attempt, window, DISMISS_WORDS)
    if button is None:
        return None
    try:
        around = attempt.ctx.adapter.tree.ancestors(button.handle, attempt.progress)
    except (Timeout, AppUnresponsive):
        return None
    return next((node for node in around if node.role == "dialog" and "showing" in node.states), None)


def _dismissible(window: Window) -> bool:
    return window.kind in _KINDS or window.transient_for is not None
