"""Calendars."""

from __future__ import annotations

import datetime

from deskhand.act.attempt import Attempt


def is_calendar(attempt: Attempt) -> bool:
    return False


def set_calendar(attempt: Attempt, day: datetime.date) -> None:
    raise NotImplementedError
