"""The append-only record of runs: intents before effects, receipts after, on disk."""

from __future__ import annotations

from deskhand.journal.journal import Journal, default_path
from deskhand.journal.records import (
    ActionRecord,
    EventRecord,
    IntentRecord,
    JournalStep,
    RunRecord,
    RunSummary,
)

__all__ = [
    "ActionRecord",
    "EventRecord",
    "IntentRecord",
    "Journal",
    "JournalStep",
    "RunRecord",
    "RunSummary",
    "default_path",
]
