"""Sentences about what stands beside the windows: the clipboard and notifications."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deskhand.mind.moves import Claim, Copy, Do, Move, WaitFor
from deskhand.mind.steps.building import Builder, Building, do, with_focus
from deskhand.model.action import Action, Expect


def beside_builders() -> Mapping[str, Builder]:
    """Their meanings by the vocabulary's word."""
    return {
        "clipboard_write": _clipboard_write,
        "clipboard_clear": _clipboard_clear,
        "clipboard_copy": _copy,
        "paste": _paste,
        "paste_text": _paste_text,
        "paste_picture": _paste_picture,
        "clipboard_picture": _clipboard_picture,
        "wait_clipboard": _wait_clipboard,
        "wait_notification": _wait_notification,
        "notification_act": _notification_act,
        "notification_dismiss": _notification_dismiss,
    }


def _clipboard_write(at: Building) -> tuple[Move, ...]:
    return (do("clipboard_write", text=at.flat("text")),)


def _clipboard_clear(at: Building) -> tuple[Move, ...]:
    return (do("clipboard_clear"),)


def _copy(at: Building) -> tuple[Move, ...]:
    return (Copy(at.locator()),)


def _paste(at: Building) -> tuple[Move, ...]:
    target = at.target() if at.has("locator") else None
    if target is None:
        return (do("press", keys="ctrl+v"),)
    return with_focus("press", target, {"keys": "ctrl+v"})


def _paste_text(at: Building) -> tuple[Move, ...]:
    return _pasted(at, {"text": at.flat("text")})


def _paste_picture(at: Building) -> tuple[Move, ...]:
    return _pasted(at, {"file": at.path("file"), "format": "image"})


def _pasted(at: Building, args: dict[str, Any]) -> tuple[Move, ...]:
    return with_focus("paste", at.target(), args) if at.has("locator") else (do("paste", **args),)


def _clipboard_picture(at: Building) -> tuple[Move, ...]:
    return (do("clipboard_write", file=at.path("file"), format="image"),)


def _wait_clipboard(at: Building) -> tuple[Move, ...]:
    return (Do(Action("wait", expect=Expect("clipboard"))),)


def _notification(at: Building) -> str:
    return at.text("text", "the notification's title")


def _wait_notification(at: Building) -> tuple[Move, ...]:
    how = "exists" if at.fixed("what") == "appears" else "missing"
    return (WaitFor(Claim("notification", how, notification=_notification(at))),)


def _notification_act(at: Building) -> tuple[Move, ...]:
    args = {"notification": _notification(at)} | ({"action": at.flat("value")} if at.has("value") else {})
    return (Do(Action("notification_act", args=args)),)


def _notification_dismiss(at: Building) -> tuple[Move, ...]:
    return (do("notification_dismiss", notification=_notification(at)),)
