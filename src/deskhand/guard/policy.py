"""Policy: which actions need a person's leave, decided on the rendered action before anything is delivered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from deskhand.errors import Denied, NeedsApproval, NeedsForeground
from deskhand.model.action import Action, Expect, Mode

Approve = Callable[[str], bool]
"""Asks a person about one rendered action; True is yes. No asker means no."""

DISTURBING_VERBS = frozenset(
    {"focus_window", "move", "resize", "minimise", "maximise", "restore", "clipboard_write", "clipboard_clear", "paste"}
)
"""Verbs that take something of the user's own desktop even where no key or pointer is used."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What one desktop allows.

    `foreground_allowed`: keyboard, pointer, focus and clipboard may be used (a private desktop's default; on the user's
    own only with leave). `ask_verbs`: verbs that always ask; `ask_risks`: classes of application functions that do.
    `approve` asks; without it the answer is no.
    """

    foreground_allowed: bool
    ask_verbs: frozenset[str] = frozenset()
    ask_risks: frozenset[str] = frozenset({"delete", "overwrite", "send", "shell"})
    approve: Approve | None = None

    def mode_for(self, action: Action, default: Mode) -> Mode:
        """The mode the action runs in; `NeedsForeground` where it asks for more than is allowed."""
        mode = action.mode or default
        if mode == "foreground" and not (self.foreground_allowed or action.leave):
            raise NeedsForeground(
                f"{action.describe()} asks for the foreground, which this desktop's owner has not allowed",
                sought=action.describe(),
            )
        return mode

    def decide(self, action: Action, mode: Mode, risk: str | None = None) -> None:
        """Raise where a person has to say yes first and has not: `NeedsApproval`, `Denied`, `NeedsForeground`. `risk`
        is the class of the application function that is called."""
        if mode == "background" and action.verb in DISTURBING_VERBS:
            raise NeedsForeground(
                f"{action.verb} takes something of the person's own desktop", sought=action.describe()
            )
        if action.expect is not None:
            check_wait(action.expect, mode)
        if action.approved or not (action.verb in self.ask_verbs or risk in self.ask_risks):
            return
        if self.approve is None:
            why = f"{risk} " if risk in self.ask_risks else ""
            raise NeedsApproval(f"{why}{action.describe()} needs a person's yes", sought=action.describe())
        if not self.approve(action.describe()):
            raise Denied(f"a person said no to {action.describe()}", sought=action.describe())


def check_wait(expect: Expect, mode: Mode) -> None:
    """`NeedsForeground` for what the clipboard holds, in the background: that it changes is told by the display, but
    its content must be read."""
    if expect.kind == "clipboard" and expect.want is not None and mode == "background":
        raise NeedsForeground(
            "what the clipboard holds is not read in the background",
            sought=str(expect),
            next_step="wait for `clipboard changes`, or allow the foreground",
        )


def policy_for(kind: str, *, foreground: bool = False) -> Policy:
    """The default policy: everything in a private desktop, background only on the user's own unless `foreground`."""
    return Policy(foreground_allowed=kind == "private" or foreground)
