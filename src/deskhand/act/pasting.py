"""paste: content goes in by way of the clipboard, and what the clipboard held is put back."""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import contextmanager

from deskhand.act.attempt import Attempt
from deskhand.act.checks import run_checks
from deskhand.act.clipboard import given_content
from deskhand.act.focusing import give_focus
from deskhand.act.keys import watch_active
from deskhand.act.menu_bars import release_menu_bar
from deskhand.act.resolving import resolve_target
from deskhand.act.verifying import prove_by
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import Clipboard
from deskhand.errors import DeskhandError
from deskhand.model.clipboard import Content
from deskhand.model.progress import Progress
from deskhand.model.receipt import Effect

_PUT_BACK_SECONDS = 5.0
_SETTLE_SECONDS = 0.15
"""After it took one kind an application may ask for another."""


def paste(attempt: Attempt) -> None:
    """Put the content on the clipboard, press the keys for pasting, and wait until the application has taken it."""
    resolve_target(attempt)
    if attempt.element is not None:
        run_checks(attempt, attempt.verb.checks)
    else:
        watch_active(attempt)
    content = given_content(attempt)
    release_menu_bar(attempt)

    def by_keyboard(attempt: Attempt) -> str | None:
        if attempt.element is not None and attempt.action.target is not None:
            holder = give_focus(attempt, attempt.element)
            if isinstance(holder, str):
                return holder
        with _lent(attempt):
            _press_and_prove(attempt, content)
        return None

    attempt.by_routes([("keyboard", by_keyboard)])


def _press_and_prove(attempt: Attempt, content: Content) -> None:
    adapter = attempt.ctx.adapter
    terminal = attempt.element is not None and attempt.element.role == "terminal"
    begun = time.monotonic()
    with attempt.delivering("keyboard"):
        adapter.clipboard.put(content, attempt.progress)
        adapter.input.press("ctrl+shift+v" if terminal else "ctrl+v")
    pid = attempt.window.pid if attempt.window is not None else 0

    def look() -> Proof | None:
        if not any(taker == pid or not pid for taker in adapter.clipboard.taken(begun)):
            return None
        attempt.progress.pause(min(_SETTLE_SECONDS, attempt.progress.remaining))
        if not adapter.clipboard.taken(begun):
            return None  # it asks for more
        changed = attempt.watch.node_change(attempt.expected)
        app = attempt.window.app if attempt.window is not None else "an application"
        took = f"{app} took it from the clipboard"
        if changed is None:
            return Proof(Effect(attempt.expected, took, "clipboard", "application"), "event of its application")
        return Proof(
            Effect(attempt.expected, f"{took}; {changed.effect.seen}", changed.effect.observer, "control"), "read back"
        )

    prove_by(attempt, look, failing=lambda: "nothing took it from the clipboard")


@contextmanager
def _lent(attempt: Attempt) -> Generator[None]:
    """Keep what the clipboard holds, and put it back whatever happens inside."""
    clipboard = attempt.ctx.adapter.clipboard
    kept = clipboard.keep(attempt.progress)
    if kept.lost:
        attempt.note(f"not kept, as their owner did not give them: {', '.join(kept.lost[:6])}")
    try:
        yield
    finally:
        note = give_back(clipboard, kept)
        if note is not None:
            attempt.note(note)


def give_back(clipboard: Clipboard, kept: Content) -> str | None:
    """Put back what was kept, also when the time for the action is over. In words why it was not, None where it was."""
    try:
        if clipboard.put_back(kept, Progress(_PUT_BACK_SECONDS, "putting the clipboard back")):
            return None
    except DeskhandError as error:
        return f"the clipboard could not be put back: {error.message}"
    return "something else was copied meanwhile; it was left on the clipboard"
