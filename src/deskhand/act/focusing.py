"""Keyboard focus: giving it, proving it, and noticing when it leaves."""

from __future__ import annotations

from deskhand.act.attempt import Attempt
from deskhand.act.checks import receives_events, visible_part
from deskhand.adapters.protocol import FocusGuard
from deskhand.errors import AppUnresponsive, StaleRef, Unsupported
from deskhand.model.element import Element, Handle
from deskhand.model.world import Window

FOCUS_SECONDS = 0.6
"""How long a focus that was asked for may take to be reported."""


def activate_window(attempt: Attempt) -> str | None:
    """Make the attempt's window the active one. None when it is, else what is active instead."""
    window = attempt.window
    windows = attempt.ctx.adapter.windows
    if window is None or window.override_redirect:
        return None
    active = windows.active()
    if active is not None and active.id == window.id:
        return None
    windows.focus(window, attempt.progress)
    with attempt.progress.within(2.0) as part:
        for _ in part.attempts():
            active = windows.active()
            if active is not None and active.id == window.id:
                return None
            part.log(f"window {window.title!r} is not active yet")
    return f"{active.title!r} is active" if active else "no window is active"


def focused_handle(attempt: Attempt, element: Element) -> Handle | None:
    """The handle of what has the focus, if that is the element or something inside it (an entry's inner text)."""
    tree = attempt.ctx.adapter.tree
    node = tree.nodes([element.handle], attempt.progress)[0]
    if node is None:
        raise StaleRef(f"{element.describe()} is gone")
    if "focused" in node.states:
        return element.handle
    for child in tree.children(element.handle, attempt.progress) if 0 < node.child_count <= 50 else ():
        if "focused" in child.states:
            return child.handle
    return None


def give_focus(attempt: Attempt, element: Element, pointer: bool = True) -> Handle | str:
    """Give the element the focus and prove it: the handle that holds it, or in words why it could not be given.

    Asked of the application first, then by a click into the element where that does no more than focus.
    """
    problem = activate_window(attempt)
    if problem is not None:
        return f"its window did not become active: {problem}"
    holder = focused_handle(attempt, element)
    if holder is not None:
        return holder
    for ask in (_ask_application, _click_into) if pointer else (_ask_application,):
        if not ask(attempt, element):
            continue
        holder = _wait_focus(attempt, element)
        if holder is not None:
            return holder
    return "the application does not report it as focused"


def _wait_focus(attempt: Attempt, element: Element) -> Handle | None:
    with attempt.progress.within(FOCUS_SECONDS) as part:
        for _ in part.attempts():
            holder = focused_handle(attempt, element)
            if holder is not None:
                return holder
            part.log(f"{element.describe()} has not the focus yet")
    return None


def _ask_application(attempt: Attempt, element: Element) -> bool:
    try:
        with attempt.progress.within(1.0) as part:
            return attempt.ctx.adapter.tree.grab_focus(element.handle, part)
    except (Unsupported, AppUnresponsive):
        return False


def _click_into(attempt: Attempt, element: Element) -> bool:
    """A click into the middle of a field only puts the caret there."""
    if element.role not in (
        "text field",
        "text area",
        "password field",
        "spin button",
        "document",
        "terminal",
        "canvas",
        "paragraph",
    ):
        return False
    part = visible_part(attempt, element)
    if part is None or receives_events(attempt, element, part.center) is not None:
        return False
    attempt.ctx.adapter.input.click(part.center)
    attempt.note("the pointer was used to give the focus")
    return True


def focus_guard(attempt: Attempt, holder: Handle | None, window: Window | None) -> FocusGuard:
    """A guard for typing: None while the window is active and the holder focused, else what is in the way."""
    adapter, progress = attempt.ctx.adapter, attempt.progress

    def guard(sent: int = 0) -> str | None:
        progress.check()
        active = adapter.windows.active()
        if window is not None and not window.override_redirect and (active is None or active.id != window.id):
            return f"window {active.title!r}" if active else "no window"
        if holder is None:
            return None
        node = adapter.tree.nodes([holder], progress)[0]
        if node is None:
            return "nothing: the field is gone"
        return None if "focused" in node.states else "another element"

    return guard
