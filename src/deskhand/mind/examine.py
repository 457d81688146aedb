"""An action nobody knows the end of is looked at: was it done, was it not, or can that not be told?"""

from __future__ import annotations

from typing import Any, Literal

from deskhand.errors import DeskhandError, NotFound, WindowNotFound
from deskhand.mind.before import REPEATABLE, Before
from deskhand.mind.files import file_state, is_whole
from deskhand.mind.hands import Hands
from deskhand.mind.looking import PAUSE
from deskhand.model.action import Action
from deskhand.model.element import Element
from deskhand.model.locator import Locator
from deskhand.perceive.names import plain

Found = Literal["done", "not_done", "unknown"]

LAUNCH_SECONDS = 12.0
"""How long an application that may have been started is given to show a window before it is started again."""


DIALOG_SECONDS = 1.5
"""How long a dialog must go on standing there before it counts as unanswered: the answer may be on its way."""

SAVE_SECONDS = 5.0
"""How long a file whose dialog has gone is given to be written."""


def examine(hands: Hands, action: Action, writes: str | None, before: Before | None, target: dict[str, Any]) -> Found:
    """Look whether an action whose receipt is missing arrived.

    Args:
        before: how things stood right before it; None where nobody looked.
        target: the target as it was resolved, from the journalled intent.
    """
    if action.verb in REPEATABLE:
        return "not_done"
    try:
        match action.verb:
            case "type":
                return _typed(hands, action, before, target)
            case "set_value":
                return _value(hands, action, str(action.args.get("value", "")))
            case "clear":
                return _value(hands, action, "")
            case "check" | "uncheck" | "select" | "expand" | "collapse":
                return _state(hands, action)
            case "choose_file":
                return _file(hands, action, writes, before)
            case "launch":
                return _launched(hands, action, before)
            case "close" | "dismiss":
                return _closed(hands, before)
            case "clipboard_write":
                # Written again, it holds the same; only a text is worth a look.
                return "done" if hands.clipboard() == action.args.get("text") else "not_done"
            case "paste":
                return "unknown"
            case "notification_act" | "notification_dismiss":
                return _notified(hands, str(target.get("notification", "")))
            case "clipboard_clear":
                return "not_done" if hands.clipboard() else "done"
            case _:
                return _any_change(hands, action, before)
    except DeskhandError:
        return "unknown"


def _notified(hands: Hands, notification: str) -> Found:
    """Whether the notification still stands there, or what became of it."""
    for notice in reversed(hands.notifications(history=True)):
        if notice.id == notification:
            if notice.open:
                return "unknown" if notice.resident else "not_done"
            return "done" if notice.closed in ("acted", "dismissed") else "unknown"
    return "unknown"


def _target(hands: Hands, action: Action, target: dict[str, Any]) -> Element | None:
    """The one element the action was for: by its locator, else by what the intent says of it."""
    if isinstance(action.target, Locator):
        locator = action.target
    elif target.get("role"):
        locator = Locator(str(target["role"]), target.get("name") or None, window=target.get("window"))
    else:
        return None
    try:
        found = hands.find(locator)
    except (NotFound, WindowNotFound):
        return None
    return found[0] if len(found) == 1 else None


def _typed(hands: Hands, action: Action, before: Before | None, target: dict[str, Any]) -> Found:
    """Done only where the text stands there once more than before; a part of it can be neither repeated nor left."""
    element = _target(hands, action, target)
    if element is None or element.value is None or before is None:
        return "unknown"
    text = str(action.args.get("text", ""))
    if before.value is None:
        # Typed where the focus was: nobody read that field before.
        return "unknown"
    if element.value == before.value:
        return "not_done"
    expected = 1 if action.args.get("replace") else before.value.count(text) + 1
    complete = element.value == text if action.args.get("replace") else element.value.count(text) >= expected
    grown = len(element.value) - len(before.value)
    return "done" if complete and (action.args.get("replace") or grown == len(text)) else "unknown"


def _value(hands: Hands, action: Action, wanted: str) -> Found:
    element = _target(hands, action, {})
    if element is None or element.value is None:
        return "unknown"
    return "done" if element.value.strip() == wanted.strip() else "not_done"


def _state(hands: Hands, action: Action) -> Found:
    element = _target(hands, action, {})
    if element is None:
        return "unknown"
    value = action.args.get("value")
    if action.verb == "select" and value is not None:
        return "done" if element.value is not None and plain(element.value) == plain(str(value)) else "not_done"
    word, wanted = {
        "check": ("checked", True),
        "uncheck": ("checked", False),
        "select": ("selected", True),
        "expand": ("expanded", True),
        "collapse": ("expanded", False),
    }[action.verb]
    return "done" if (word in element.states) == wanted else "not_done"


def _file(hands: Hands, action: Action, writes: str | None, before: Before | None) -> Found:
    """A save is done where the file is new or another one, and whole; not done while its dialog still stands there.

    An answer may still be on its way to the dialog, and the application may still be writing: both are given time.
    """
    if before is None:
        return "unknown"
    progress = hands.progress(SAVE_SECONDS, f"{writes or 'the file'} to be written")
    while True:
        if writes is not None and before.file is not None:
            now = file_state(writes)
            old = (before.file.size, before.file.sha256, before.file.mtime)
            if now.exists and (now.size, now.sha256, now.mtime) != old and is_whole(writes):
                return "done"
        now_open = {window.id for window in hands.windows()}
        dialog_gone = bool({identity for identity, _ in before.windows} - now_open)
        if dialog_gone and writes is None:
            return "done"
        waited = progress.elapsed_ms > DIALOG_SECONDS * 1000 or progress.remaining <= 0
        if not dialog_gone and waited:
            return "not_done"
        if progress.remaining <= 0:
            return "unknown"
        progress.pause(PAUSE)


def _launched(hands: Hands, action: Action, before: Before | None) -> Found:
    if before is None:
        return "unknown"
    known = {identity for identity, _ in before.windows}
    progress = hands.progress(LAUNCH_SECONDS, f"a window of {action.args.get('app', '')}")
    while True:
        # Any new window counts: an application's first one (a question, a splash) seldom bears its name.
        if any(window.id not in known for window in hands.windows()):
            return "done"
        if progress.remaining <= 0:
            return "not_done"
        progress.pause(PAUSE)


def _closed(hands: Hands, before: Before | None) -> Found:
    if before is None:
        return "unknown"
    now = {window.id for window in hands.windows()}
    then = {identity for identity, _ in before.windows}
    return "done" if then - now else "not_done"


def _any_change(hands: Hands, action: Action, before: Before | None) -> Found:
    """A click, a key, a menu: done where a window came, went or changed its title, or the target is in another
    state. Where nothing differs it may still have arrived: not every effect can be seen."""
    if before is None:
        return "unknown"
    now = {(window.id, window.title) for window in hands.windows() if window.kind not in ("menu", "tooltip")}
    ids = {identity for identity, _ in before.windows}
    if any(pair not in before.windows for pair in now) or ids - {window.id for window in hands.windows()}:
        return "done"
    element = _target(hands, action, {})
    if element is not None and before.states is not None:
        ignored = {"focused", "active", "armed"}
        if (frozenset(element.states) ^ frozenset(before.states)) - ignored or element.value != before.value:
            return "done"
    return "unknown"
