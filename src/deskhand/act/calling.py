"""api: a registered function of an application, in place of its windows."""

from __future__ import annotations

from deskhand.act.attempt import Attempt
from deskhand.act.verifying import prove_expectation
from deskhand.act.watch import Proof
from deskhand.errors import ActionFailed, DeskhandError
from deskhand.model.receipt import Effect, RouteTried


def call_function(attempt: Attempt) -> None:
    """Check the arguments, announce it, call it, and take what it saw as the proof. What only reads delivers nothing;
    a function that says itself that nothing was sent is believed."""
    call = attempt.ctx.functions.prepare(attempt.args["function"], attempt.args.get("arguments", {}))
    attempt.call = call
    if call.reads:
        with attempt.phase("deliver"):
            attempt.result = call.carry_out(attempt.ctx.adapter, attempt.ctx.mode, attempt.progress).data
        attempt.tried.append(RouteTried(call.kind, None))
        return
    attempt.set_windows(attempt.ctx.adapter.windows.list(attempt.progress))
    try:
        with attempt.delivering(call.kind):
            outcome = call.carry_out(attempt.ctx.adapter, attempt.ctx.mode, attempt.progress)
    except DeskhandError as error:
        attempt.tried.append(RouteTried(call.kind, error.message))
        if error.delivery == "not_delivered":
            attempt.forget_delivery()
        if isinstance(error, ActionFailed):
            attempt.proof = Proof(Effect(call.expected, error.seen or "it is not so", call.application, "none"), "")
        raise
    attempt.tried.append(RouteTried(call.kind, None))
    attempt.result, attempt.delivery = outcome.data, outcome.delivery
    for note in outcome.notes:
        attempt.note(note)
    if outcome.delivery == "delivered_verified" and outcome.effect is not None:
        attempt.prove(Proof(outcome.effect, "file" if outcome.effect.scope == "file" else "read back"))
    if attempt.action.expect is not None:
        prove_expectation(attempt)
