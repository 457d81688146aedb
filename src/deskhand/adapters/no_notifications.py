"""Notifications that cannot be reached: a desktop's where they are somebody else's, and one whose sender is gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from deskhand.errors import AppDied, Unsupported
from deskhand.model.notification import Notification
from deskhand.model.progress import Progress


class NoNotifications:
    """protocol.Notifications of a desktop that has a notification daemon of its own: every question is
    `Unsupported`, never an empty list."""

    def list(self, progress: Progress, *, history: bool = False) -> Sequence[Notification]:
        self._refuse()

    def act(self, notification: Notification, key: str, progress: Progress) -> None:
        self._refuse()

    def dismiss(self, notification: Notification, progress: Progress) -> None:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise Unsupported(
            "the notifications of this desktop go to its own daemon, which shows them to nobody else",
            sought="notifications",
            next_step="run the application in a private desktop, whose notifications Deskhand keeps",
        )


def unheard(notification: Notification) -> AppDied:
    """The error for an action of a notification whose sender has left."""
    what = notification.describe()
    return AppDied(
        f"the program that sent notification {what} has left the session bus: nobody would hear of it",
        sought=what,
        delivery="not_delivered",
        next_step="start the application again, or dismiss the notification",
    )
