"""After the delivery: the effect is looked for until it is seen, found false, or the time is up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from deskhand.act.attempt import Attempt
from deskhand.act.names import QUIT_WORDS, plain_name
from deskhand.act.sighted import words_change
from deskhand.act.watch import Proof
from deskhand.errors import ActionFailed, AppDied, AppUnresponsive, Timeout
from deskhand.model.receipt import Effect, Scope

SLOW_SECONDS = 15.0
"""How long an application that did not answer the request is given to show an effect or to answer again."""


def proof_of(attempt: Attempt, seen: str, observer: str, scope: Scope, kind: str) -> Proof:
    """A proof of the verb's own effect."""
    return Proof(Effect(attempt.expected, seen, observer, scope), kind)


def prove_change(attempt: Attempt) -> None:
    """For verbs whose effect is open: the caller's expectation decides where there is one; else any attributable change
    proves the delivery, and none leaves it unverified (which is not an error)."""
    if attempt.action.expect is not None and attempt.action.expect.kind != "changes":
        prove_expectation(attempt)
        return
    watch, wanted = attempt.watch, attempt.action.expect is not None

    def look() -> Proof | None:
        return watch.any_change(attempt.expected) or (words_change(attempt) if watch.drawn_before else None)

    with attempt.phase("verify"):
        proof = until(attempt, look) or attempt.pixel_change()
        if not attempt.prove(proof) and wanted:
            raise attempt.contradict(
                attempt.expected, "nothing changed", f"{attempt.action.describe()}: nothing changed"
            )


def prove_by(
    attempt: Attempt, look: Callable[[], Proof | None], *, failing: Callable[[], str], seconds: float | None = None
) -> None:
    """For verbs with a definite effect: `look` gives the proof once it is so. Never seen within the verb's watch
    time is ActionFailed, with `failing()` as what was seen instead. An expectation of the caller's is looked for
    afterwards."""
    with attempt.phase("verify"):
        if not attempt.prove(until(attempt, look, seconds)):
            seen = failing()
            raise attempt.contradict(attempt.expected, seen, f"{attempt.action.describe()}: {seen}")
    if attempt.action.expect is not None:
        prove_expectation(attempt)


def prove_expectation(attempt: Attempt) -> None:
    """The caller's expectation, decided by the desktop's perception."""
    expect = attempt.action.expect
    if expect is None or expect.kind == "none":
        return
    if expect.kind == "file" and expect.want is None:
        expect = replace(expect, want="written")  # one that lay there before proves nothing
    with attempt.phase("verify"):
        try:
            watch = attempt.watch
            effect = attempt.ctx.perception.wait(
                expect, attempt.progress, since=watch.cursor or None, after=watch.armed_at or None
            )
        except Timeout as error:
            attempt.watch.still_alive()
            seen = error.seen or "it was not so until the deadline"
            near = [f"{window.kind} {window.title!r} came up" for window in attempt.watch.came_up()]
            raise attempt.contradict(
                str(expect), seen, f"expected {expect}, but {seen}", near=[*near, *error.near]
            ) from error
        attempt.prove(Proof(effect, "expectation"))


def until(attempt: Attempt, look: Callable[[], Proof | None], seconds: float | None = None) -> Proof | None:
    """`Watch.until`, patient with an application that did not answer: it gets time to open its window or to answer
    again. Raises AppUnresponsive when it does neither, AppDied when it ended without having been asked to."""
    seconds = attempt.verb.watch if seconds is None else seconds
    try:
        if not attempt.answered:
            return _patiently(attempt, look, seconds)
        proof = attempt.watch.until(look, seconds)
        if proof is not None or not attempt.watch.silent:
            return proof
        # It took the request and then fell silent: busy with it, or hung.
        attempt.answered, attempt.delivery = False, "uncertain"
        return _patiently(attempt, look, seconds)
    except AppDied as error:
        return _ended(attempt, error)


def _patiently(attempt: Attempt, look: Callable[[], Proof | None], seconds: float) -> Proof | None:
    watch = attempt.watch

    def look_or_answer() -> Proof | None:
        proof = look() or watch.window_change(attempt.expected)
        if proof is None and watch.fresh() is not None:
            attempt.answered = True
            return Proof(Effect("", "it answers again"), "")
        return proof

    with attempt.ctx.let_others():
        proof = watch.until(look_or_answer, SLOW_SECONDS)
    if proof is not None and proof.effect.expected:
        return proof
    if not attempt.answered:
        app = attempt.element.app if attempt.element else "the application"
        raise AppUnresponsive(
            f"{app} does not answer since {attempt.action.describe()}",
            sought=attempt.expected,
            delivery="uncertain",
            log=attempt.progress.log_lines,
        )
    # It answers again, and never answered the request: that may have been lost on the way.
    return watch.until(look, seconds)


def _ended(attempt: Attempt, error: AppDied) -> Proof:
    """An application that ends after Quit or the like has done what was asked; any other end is a death."""
    name = attempt.element.name if attempt.element else ""
    asked = (
        attempt.verb.name == "close"
        or plain_name(name or str(attempt.args.get("path", "")).rpartition(">")[2]) in QUIT_WORDS
    )
    expect = attempt.action.expect
    if asked or (expect is not None and expect.kind == "window_closes"):
        return proof_of(attempt, "the application ended", "accessibility bus", "process", "window list")
    attempt.delivery = "uncertain"
    raise error


def failed(attempt: Attempt, expected: str, seen: str) -> ActionFailed:
    """ActionFailed for an effect that was read and is something else."""
    return attempt.contradict(expected, seen, f"{attempt.action.describe()}: {seen}")
