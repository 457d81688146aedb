"""Acting: from a request to a receipt.

    perform.py      the way of one action: resolve → check → intent → deliver → watch → receipt
    verbs.py        the verb table (data) · vocabulary.py: what it is made of, and how requests are held against it
    context.py      what an action is given · attempt.py: one action under way, and its receipt
    resolving.py    whom it is for · checks.py: what must hold before
    watch.py        whoever sees the effect · verifying.py, pixels.py, confidence.py
    pointing, keys, typing (fields, values, cells, focusing), toggling, choosing, menus, scrolling, windowing,
    filedialogs, reading: the verbs themselves · names.py: which action name stands for which verb

Imports errors, model, the adapter protocol and `perceive`; never an operating system.
"""

from __future__ import annotations

from deskhand.act.context import ActContext
from deskhand.act.perform import perform
from deskhand.act.verbs import VERBS, verb_table_markdown

__all__ = ["VERBS", "ActContext", "perform", "verb_table_markdown"]
