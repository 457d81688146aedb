"""Newlines and tabs in a text: where they are characters of it, and where they would be keys that do something else."""

from __future__ import annotations

from deskhand.act.attempt import Attempt
from deskhand.act.fields import Field
from deskhand.errors import BadRequest


def refuse_other_keys(attempt: Attempt, field: Field, text: str) -> None:
    """`BadRequest` where a newline or tab of the text would not be written but send a form, press a button or go on to
    the next field. Nothing was sent."""
    newline, tab = text.find("\n"), text.find("\t")
    if newline >= 0 and field.one_line:
        what, ends = "a newline", newline == len(text) - 1
        then = "take it away and ask for Return after the text (`enter`)" if ends else "type one line at a time"
    elif tab >= 0 and (field.one_line or field.tab_leaves):
        what, newline = "a tab", tab
        then = 'type the parts one by one, each into its own field, or `press "Tab"` between them'
    else:
        return
    kind = "has one line" if field.one_line else "is left by Tab"
    raise BadRequest(
        f"the text has {what} (character {newline}), and {attempt.target.describe()} {kind}: the key would do "
        "something else than write",
        sought=attempt.action.describe(),
        seen=f"a {field.node.role} that {kind}",
        next_step=then,
    )
