"""Passwords written in a script: found before it runs where its words tell, and asked for again by a resume."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from deskhand.act.keeping import may_be_secret
from deskhand.errors import SecretMissing
from deskhand.mind.moves import Do
from deskhand.mind.steps.script import Plan
from deskhand.model.action import TYPING_VERBS, Action
from deskhand.model.locator import Locator
from deskhand.model.redaction import MASK
from deskhand.model.secret import placeholder


def written_secrets(plan: Plan) -> list[str]:
    """Texts that the script types into what its own words call a password field."""
    found: list[str] = []
    for step in plan.steps:
        for move in step.all_moves():
            if isinstance(move, Do) and isinstance(move.action.target, Locator) and not move.action.secrets:
                action = move.action
                if action.verb in TYPING_VERBS and may_be_secret(action) and action.written:
                    found.append(action.written)
    return found


def with_lent(action: Action, number: int, lent: Mapping[int, str]) -> Action:
    """An action of a resumed run with a stored secret in the place of the password that was not kept.

    Raises:
        SecretMissing: none was named for this step.
    """
    written = action.written
    if written is None or MASK not in written or action.secrets:
        return action
    name = lent.get(number)
    if name is None:
        raise SecretMissing(
            f"step {number} typed a password that was written in the script; it was not kept",
            sought=action.describe(),
            next_step="store it (deskhand secret set NAME --app APP), then `deskhand resume RUN --secret "
            f"{number}=NAME`",
        )
    key = "text" if "text" in action.args else "value"
    args = {**action.args, key: written.replace(MASK, placeholder(name))}
    return replace(action, args=args, secrets=(name,))
