"""One trial: brought about, done, and judged by the observer, whatever the receipt says."""

from __future__ import annotations

import time
from dataclasses import replace

from bench.matrix.scenes import PARKED, Scene
from bench.matrix.trials import Result, Trial, Word
from deskhand.errors import DeskhandError
from deskhand.model.action import Mode
from deskhand.model.receipt import Receipt

LANDS_WITHIN = 0.8
"""Seconds after the answer in which the effect may still reach the observer."""

QUIET = 0.15
"""Seconds in which what is said not to have been delivered must not happen."""

SETTLED = frozenset({"needs_foreground", "unsupported", "bad_request", "denied"})
"""Refusals that another try would not change."""

SECONDS = 10.0
"""What a trial may take."""


def judge(scene: Scene, trial: Trial, mode: Mode) -> Result:
    """What came of it. One that failed for want of time, on a machine that has other work, is tried once more; a claim
    that was not true never is. Raises AssertionError where the scene did not come about (the matrix's own fault)."""
    result = _judge(scene, trial, mode)
    if result.word in ("failed", "nothing", "refused") and result.code not in SETTLED:
        again = _judge(scene, trial, mode)
        return again if again.rank > result.rank or again.word == "claims" else result
    return result


def _judge(scene: Scene, trial: Trial, mode: Mode) -> Result:
    scene.reset(fresh=trial.fresh)
    try:
        trial.prepare(scene)
    except DeskhandError as error:
        return unprepared(scene.toolkit, trial, mode, error)
    if mode == "background":
        scene.engine.adapter.input.move(PARKED)
    scene.mark()
    action = trial.action(scene)
    action = replace(action, mode=mode, timeout=30.0 if action.verb == "launch" else SECONDS)
    started = time.monotonic()
    receipt: Receipt | None = None
    error: DeskhandError | None = None
    try:
        receipt = scene.engine.act(action)
    except DeskhandError as raised:
        error = raised
    seconds = time.monotonic() - started
    strayed = mode == "background" and scene.eye.pointer() != tuple(PARKED)
    happened = _happened(scene, trial, receipt, sent=error is None or error.delivery != "not_delivered")
    word = _word(receipt, error, happened)
    detail = _detail(receipt, error)
    if strayed:
        word, detail = "claims", f"in the background it moved the pointer to {scene.eye.pointer()}; {detail}"
    return Result(
        scene.toolkit, trial.verb, mode, trial.what, word, error.code if error is not None else "",
        receipt.route if receipt is not None else "", _limit(trial, mode), trial.person, detail, round(seconds, 3),
    )  # fmt: skip


def unprepared(toolkit: str, trial: Trial, mode: Mode, error: Exception) -> Result:
    """A deed that could not be tried, since what comes before it did not come about."""
    known = isinstance(error, DeskhandError)
    detail = f"its preparation: {_detail(None, error) if known else error}"
    code = error.code if known else "unprepared"
    return Result(toolkit, trial.verb, mode, trial.what, "failed", code, "", _limit(trial, mode), trial.person, detail)


def _limit(trial: Trial, mode: Mode) -> str:
    return trial.limit or (trial.behind if mode == "background" else "")


def _happened(scene: Scene, trial: Trial, receipt: Receipt | None, *, sent: bool) -> bool:
    if not sent and trial.verb in ("focus", "clipboard_write", "clipboard_clear", "clipboard_read", "read"):
        return False  # its observer would do it itself
    deadline = 0.0
    while True:
        try:
            if trial.happened(scene, receipt):
                return True
        except DeskhandError:  # the observer needs hands of its own, and the world is not such that they could help
            return False
        now = time.monotonic()
        # From the end of the first look, which may do much.
        deadline = deadline or now + (LANDS_WITHIN if sent else QUIET)
        if now > deadline:
            return False
        time.sleep(0.02)


def _word(receipt: Receipt | None, error: DeskhandError | None, happened: bool) -> Word:
    if receipt is not None:
        if receipt.delivery == "delivered_verified" or receipt.verb in ("read", "screenshot", "clipboard_read", "wait"):
            return "works" if happened else "claims"
        return "unproven" if happened else "nothing"
    assert error is not None
    if error.delivery == "not_delivered":
        return "denies" if happened else "refused"
    return "denies" if happened and error.code == "action_failed" else "failed" if not happened else "unproven"


def _detail(receipt: Receipt | None, error: DeskhandError | None) -> str:
    if error is not None:
        return f"{error.code}: {error.message}; {', '.join(error.near or ())}"[:500]
    assert receipt is not None
    tried = ", ".join(f"{one.route}: {one.why_not or 'done'}" for one in receipt.tried)
    return f"{receipt.delivery} by {receipt.route}: {receipt.effect.seen} ({receipt.effect.observer}); tried {tried}"[
        :500
    ]
