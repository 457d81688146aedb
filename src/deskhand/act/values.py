"""Numbers into sliders, spin buttons and scroll bars."""

from __future__ import annotations

import re
from collections.abc import Callable

from deskhand.act.attempt import Attempt
from deskhand.act.checks import SILENT_TOOLKIT, toolkit_of
from deskhand.act.fields import find_field, number_in, read_field
from deskhand.act.focusing import give_focus
from deskhand.act.verifying import proof_of, prove_by, until
from deskhand.act.watch import Proof
from deskhand.errors import BadRequest, Unsupported

_NUMBER_ROLES = frozenset({"slider", "spin button", "scroll bar", "split pane"})
_TREE_SECONDS = 0.5
MAX_STEPS = 200
"""Arrow keys that are pressed at most to reach a value."""


def takes_number(attempt: Attempt) -> bool:
    """True for controls whose value is a number with a range."""
    return attempt.target.role in _NUMBER_ROLES and "Value" in attempt.target.interfaces


def set_number(attempt: Attempt, value: str, type_instead: Callable[[Attempt], str | None]) -> None:
    """Bring the control to this number; `type_instead` is the keyboard route of a spin button that ignores the tree."""
    number = number_in(value)
    if number is None:
        raise BadRequest(f"{attempt.target.describe()} takes a number, not {value!r}", sought=value)
    low, high, step, current = _range(attempt)
    if low < high and not low <= number <= high:
        raise BadRequest(f"{number:g} is outside {low:g} to {high:g}", sought=value, seen=f"{low:g} to {high:g}")
    tolerance = max(1e-9, abs(number) * 1e-9)
    _refuse_more_decimals(attempt, number)

    def look() -> Proof | None:
        now = _current(attempt)
        if now is None or abs(now - number) > tolerance:
            return None
        shown = _shown(attempt)
        if shown is not None and tolerance < abs(shown - number) < 1:
            return None  # it shows the number rounded, and will give that to whoever asks for it
        return proof_of(attempt, f"its value is {now:g}", "fresh read of the target", "control", "read back")

    if abs(current - number) <= tolerance:
        attempt.note("it had this value already; nothing was sent")
        attempt.prove(look())
        return

    def by_tree(attempt: Attempt) -> str | None:
        if toolkit_of(attempt) == SILENT_TOOLKIT:
            return "its browser would change it and not tell the page"
        with attempt.delivering("tree"):
            attempt.ctx.adapter.tree.set_value(attempt.target.handle, number, attempt.progress)
        if attempt.background or until(attempt, look, _TREE_SECONDS) is not None or _current(attempt) != current:
            return None
        attempt.forget_delivery()
        return "the application accepted the value and changed nothing (read back)"

    def by_keyboard(attempt: Attempt) -> str | None:
        if attempt.target.role != "spin button":
            return _by_arrows(attempt, number, step)
        return type_instead(attempt)

    attempt.by_routes([("tree", by_tree), ("keyboard", by_keyboard)])

    def failing() -> str:
        shown = _shown(attempt)
        return f"its value is {_current(attempt)}" + ("" if shown is None else f", and it shows {shown:g}")

    prove_by(attempt, look, failing=failing)


def _refuse_more_decimals(attempt: Attempt, number: float) -> None:
    """A spin button rounds a number to the decimals it shows, and may call itself set all the same. (In a page it shows
    no more decimals than it needs.)"""
    field = find_field(attempt) if attempt.target.role == "spin button" else None
    if field is None or not field.trusted:
        return
    read = read_field(attempt, field)
    text = read.text.strip() if read is not None else ""
    if number_in(text) is None:
        return
    point = re.search(r"[.,](\d+)$", text)
    decimals = len(point[1]) if point else 0
    if abs(round(number, decimals) - number) > max(1e-9, abs(number) * 1e-9):
        takes = f"{decimals} decimals" if decimals else "whole numbers"
        raise BadRequest(
            f"{attempt.target.describe()} takes {takes}: {number:g} would be rounded",
            sought=f"{number:g}",
            seen=f"it shows {text!r}",
            next_step=f"set it to {round(number, decimals):g}, or to another number it can hold",
        )


def _shown(attempt: Attempt) -> float | None:
    """The number that a spin button shows as its text; None where it is none."""
    field = find_field(attempt) if attempt.target.role == "spin button" else None
    read = read_field(attempt, field) if field is not None else None
    # A comma may part thousands or decimals.
    return number_in(read.text) if read is not None and "," not in read.text else None


def _range(attempt: Attempt) -> tuple[float, float, float, float]:
    return attempt.ctx.adapter.tree.value_range(attempt.target.handle, attempt.progress)


def _current(attempt: Attempt) -> float | None:
    try:
        return _range(attempt)[3]
    except Unsupported:
        return None


def _by_arrows(attempt: Attempt, number: float, step: float) -> str | None:
    """One arrow at a time, each seen before the next: a slider's own step is learned from the first."""
    holder = give_focus(attempt, attempt.target, pointer=False)
    if isinstance(holder, str):
        return holder
    input_ = attempt.ctx.adapter.input
    with attempt.delivering("keyboard"):
        last = _current(attempt)
        for _ in range(MAX_STEPS):
            if last is None or abs(last - number) <= max(1e-9, step / 2 if step else 0.0):
                break
            before = last
            input_.press("Right" if number > before else "Left")
            until(attempt, lambda seen=before: _moved(attempt, seen), 0.3)
            last = _current(attempt)
            if last == before or last is None or (last - number) * (before - number) < 0:
                break
    return None


def _moved(attempt: Attempt, seen: float) -> Proof | None:
    now = _current(attempt)
    return proof_of(attempt, "", "", "control", "") if now is not None and now != seen else None
