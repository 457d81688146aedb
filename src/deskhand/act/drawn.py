"""Acting on what is only drawn: what stands there now is read off the screen, and that proves what was done."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.act.attempt import Attempt
from deskhand.act.focusing import focus_guard
from deskhand.act.pointing import pointed_at
from deskhand.act.sending import send_text
from deskhand.act.sighted import bare
from deskhand.act.verifying import prove_expectation, until
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import FocusGuard
from deskhand.model.element import Node
from deskhand.model.geometry import Bounds, Point
from deskhand.model.receipt import Effect

READ_SECONDS = 2.0
"""How long what was typed may take to be seen."""

_FIELD_EDGE = 0.18
"""Part of a field's width from its left edge at which it is clicked: where its text ends on the right a button may
stand in it."""


def write_drawn(attempt: Attempt, text: str, *, replaced: bool) -> None:
    """Text into a field that is only drawn: a click into it, then keys under guard; read off the screen afterwards."""
    guards: list[FocusGuard] = []
    place = attempt.target.bounds

    def way(attempt: Attempt) -> str | None:
        centre = pointed_at(attempt, attempt.target)
        bounds = attempt.target.bounds
        point = centre if bounds is None else Point(bounds.x + max(4, int(bounds.width * _FIELD_EDGE)), centre.y)
        guard = focus_guard(attempt, None, attempt.window)
        with attempt.delivering("keyboard"):
            attempt.point = attempt.ctx.adapter.input.click(point)
            attempt.note("the pointer was used to give the focus")
            if replaced:
                attempt.ctx.adapter.input.press("ctrl+a")
                if not text:
                    attempt.ctx.adapter.input.press("BackSpace")
            if text:
                send_text(attempt, text, guard, touched=replaced)
            if attempt.args.get("enter"):
                send_text(attempt, "\n", guard, touched=True)
        guards.append(guard)
        return None

    attempt.by_routes([("keyboard", way)])
    prove_typed(attempt, text, (), place)
    problem = guards[0]()
    if problem is not None:
        attempt.note(f"{problem} had the focus at the end")
    prove_expectation(attempt)


def drawn_words(attempt: Attempt) -> Sequence[Node] | None:
    """What the attempt's window shows by its picture; None where it has a tree or nobody can see."""
    window = attempt.window
    if window is None or window.root is not None or attempt.quiet:
        return None
    return attempt.ctx.perception.drawn(window, attempt.progress)


def prove_typed(attempt: Attempt, text: str, before: Sequence[Node] | None, place: Bounds | None = None) -> None:
    """Look for the typed text among what is drawn (inside `place` where it is given). It counts where it did not stand
    there before; that it is not seen proves nothing: what is drawn may be cut off or misread."""
    wanted = bare(text)
    known = [node.name for node in before or () if wanted and wanted in bare(node.name)]

    def look() -> Proof | None:
        for node in drawn_words(attempt) or ():
            inside = place is None or (node.bounds is not None and not node.bounds.intersection(place).empty)
            if inside and wanted in bare(node.name) and node.name not in known:
                return Proof(Effect(attempt.expected, f"{node.name[:200]!r} is drawn there", "ocr", "pixels"), "ocr")
        return None

    if before is None or not wanted or attempt.quiet:
        attempt.note("what was typed cannot be read back here")
        return
    with attempt.phase("verify"):
        if not attempt.prove(until(attempt, look, READ_SECONDS)):
            attempt.note("what was typed was not read off the screen again")
