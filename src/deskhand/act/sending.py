"""Keys under guard: text is sent while the focus is where it must be, and the error says how much went where."""

from __future__ import annotations

from collections.abc import Callable

from deskhand.act.attempt import Attempt
from deskhand.act.pacing import Paced
from deskhand.adapters.protocol import FocusGuard
from deskhand.errors import FocusLost


def send_text(
    attempt: Attempt, text: str, guard: FocusGuard, arrived: Callable[[], str] | None = None, *, touched: bool = False
) -> None:
    """Type under guard. `FocusLost` says how many characters were sent when the focus leaves, and what `arrived` reads
    of them in the field; `touched` says that keys were pressed before (a selection)."""
    if not text:
        return
    shown = guard.shown if isinstance(guard, Paced) else None
    typed = attempt.ctx.adapter.input.type_text(text, attempt.progress, guard, shown)
    if not typed.complete:
        raise focus_lost(attempt, guard() or "something else", typed.characters, len(text), arrived, touched)


def focus_lost(
    attempt: Attempt,
    who: str,
    sent: int,
    total: int,
    arrived: Callable[[], str] | None = None,
    touched: bool = False,
) -> FocusLost:
    """The error for a focus that `who` has taken after `sent` of `total` characters."""
    attempt.note(f"{sent} of {total} characters were sent")
    if attempt.quiet and (written := attempt.args.get("text", attempt.args.get("value"))) is not None:
        attempt.ctx.confidant.overhear(str(written)[:sent])  # a part of it may stand somewhere now
    seen = arrived() if arrived is not None else ""
    return FocusLost(
        f"{who} took the focus after {sent} of {total} characters were sent",
        sought=attempt.action.describe(),
        seen=seen or f"{who} has the focus",
        delivery="uncertain" if sent or touched else "not_delivered",
        next_step="look what took the focus and how much has arrived, then type the rest" if sent else None,
    )
