"""`perform`: one action from request to receipt."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType

from deskhand.act.attempt import Attempt
from deskhand.act.calling import call_function
from deskhand.act.choosing import select
from deskhand.act.clipboard import clipboard_read, clipboard_write
from deskhand.act.context import ActContext
from deskhand.act.dismissing import dismiss
from deskhand.act.dragging import drag, drop
from deskhand.act.filedialogs import choose_file
from deskhand.act.keys import press
from deskhand.act.menus import menu
from deskhand.act.notifying import act_on_notification, dismiss_notification
from deskhand.act.pasting import paste
from deskhand.act.pointing import click, focus, hover
from deskhand.act.reading import read, screenshot, wait
from deskhand.act.scrolling import scroll, scroll_to
from deskhand.act.toggling import toggle
from deskhand.act.typing import clear, set_value, type_text
from deskhand.act.verbs import VERBS
from deskhand.act.vocabulary import checked_arguments, find_verb
from deskhand.act.windowing import change_window, close, launch
from deskhand.errors import DeskhandError
from deskhand.model.action import Action
from deskhand.model.receipt import Receipt

_DEEDS: MappingProxyType[str, Callable[[Attempt], None]] = MappingProxyType(
    {
        "click": click,
        "double_click": click,
        "right_click": click,
        "hover": hover,
        "focus": focus,
        "drag": drag,
        "drop": drop,
        "press": press,
        "type": type_text,
        "set_value": set_value,
        "clear": clear,
        "check": toggle,
        "uncheck": toggle,
        "expand": toggle,
        "collapse": toggle,
        "select": select,
        "menu": menu,
        "scroll": scroll,
        "scroll_to": scroll_to,
        "launch": launch,
        "close": close,
        "dismiss": dismiss,
        "focus_window": change_window,
        "move": change_window,
        "resize": change_window,
        "minimise": change_window,
        "maximise": change_window,
        "restore": change_window,
        "choose_file": choose_file,
        "paste": paste,
        "clipboard_read": clipboard_read,
        "clipboard_write": clipboard_write,
        "clipboard_clear": clipboard_write,
        "notification_act": act_on_notification,
        "notification_dismiss": dismiss_notification,
        "api": call_function,
        "wait": wait,
        "read": read,
        "screenshot": screenshot,
    }
)


def perform(action: Action, ctx: ActContext) -> Receipt:
    """Carry one action out: resolve, check, announce the intent, deliver by the best allowed route, watch for the
    effect.

    Returns:
        The receipt: `delivered_verified` where somebody other than the actor saw the effect, `delivered_unverified`
        where nothing was seen and nothing had been expected.

    Raises:
        BadRequest: unknown verb or unfit arguments (nothing was looked at).
        NotActionable: a check failed; NeedsForeground, Unsupported: no allowed route serves. Nothing was delivered.
        ActionFailed, FocusLost, AppDied, AppUnresponsive, Timeout: after the delivery or during it.
        Each error that comes from the world carries `.receipt` (JSON) and the `.delivery` that holds.
    """
    verb = find_verb(action.verb, VERBS)
    args = checked_arguments(verb, action)
    attempt = Attempt(action, verb, args, ctx)
    try:
        ctx.progress.check()
        _DEEDS[verb.name](attempt)
        _take_fingerprint(attempt)
        _tell_what_came_up(attempt)
    except DeskhandError as error:
        raise attempt.fail(error) from error.__cause__
    finally:
        attempt.watch.release()
        ctx.adapter.input.aim(None)
        ctx.adapter.input.give_back()
    return attempt.receipt()


def _tell_what_came_up(attempt: Attempt) -> None:
    """A dialog that stands there since the delivery belongs into the receipt: the next action has it before it."""
    told = attempt.verb.name == "launch" or attempt.delivery == "not_delivered" or not attempt.watch.windows
    if told:
        return
    try:
        for window in attempt.watch.came_up():
            attempt.note(f"{window.kind} {window.title!r} came up")
    except DeskhandError as error:
        attempt.note(f"the windows were not listed again: {error.code}")


def _take_fingerprint(attempt: Attempt) -> None:
    """The environment the action was made in; an application that does not answer now must not sink a receipt."""
    try:
        with attempt.progress.within(2.0) as part:
            before = list(attempt.watch.windows.values()) or None
            attempt.fingerprint = attempt.ctx.perception.fingerprint(part, before).digest
    except DeskhandError as error:
        attempt.note(f"no fingerprint: {error.code}")
