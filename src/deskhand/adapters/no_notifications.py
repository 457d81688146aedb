"""A desktop whose notifications are somebody else's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from deskhand.errors import Unsupported
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
