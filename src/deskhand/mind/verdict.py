"""When a step, and when a run, may be called verified.

A step is verified when each of its actions came back verified, each of its checks held, and each of its readings was
read; contradicted when something that had to be so was looked for and found false; unknown otherwise.

A run is
- contradicted when one of its steps is;
- verified when its script came to the end, something outside the run proved something (a check that held against the
  desktop or the disk, or a file that was seen to be written), and each unknown step has such a proof at or after it;
- unknown otherwise. A run in which nothing was proved is never verified, however many actions it made.

A check of a value that was only given with --set proves nothing: it would be true of any desktop. A step that was
skipped since its `if` did not hold claims nothing, so it needs no proof.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from deskhand.errors import ActionFailed, DeskhandError
from deskhand.model.receipt import Receipt, Verdict
from deskhand.model.run import StepRecord

WITHOUT_EFFECT = frozenset({"read", "wait", "screenshot", "hover", "clipboard_read"})
"""Verbs that mean to change nothing: they came back, and that is all they claim."""


def receipt_proves(receipt: Receipt) -> bool:
    """True for an action whose effect somebody saw, or that had nothing to do since it was so already."""
    if receipt.verified or receipt.verb in WITHOUT_EFFECT:
        return True
    return receipt.delivery == "not_delivered" and bool(receipt.effect.observer and receipt.effect.seen)


def failed_verdict(error: DeskhandError) -> Verdict:
    """Contradicted where an effect or a claim was looked for and found false; unknown for all else."""
    return "contradicted" if isinstance(error, ActionFailed) else "unknown"


def run_verdict(steps: Iterable[StepRecord], proved: Collection[int], *, ended: bool) -> Verdict:
    """The verdict of a run.

    Args:
        steps: how each step stands.
        proved: numbers of the steps at which something outside the run proved something.
        ended: True when the script came to its end.
    """
    records = list(steps)
    if any(step.verdict == "contradicted" for step in records):
        return "contradicted"
    if not ended or not proved:
        return "unknown"
    last = max(proved)
    open_ends = [step for step in records if step.verdict == "unknown" and step.status != "skipped"]
    return "unknown" if any(step.number > last for step in open_ends) else "verified"
