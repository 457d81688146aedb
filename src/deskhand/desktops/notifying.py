"""A private desktop's notifications, asked of its keeper; protocol.Notifications."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from deskhand.adapters.no_notifications import unheard
from deskhand.errors import EnvironmentFault, NotFound
from deskhand.model.notification import Notification, notification_from_json
from deskhand.model.progress import Progress

Ask = Callable[[dict[str, Any], Progress], dict[str, Any]]
"""One request to the keeper and its answer."""


class KeptNotifications:
    """Notifications that the desktop's keeper received."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def list(self, progress: Progress, *, history: bool = False) -> Sequence[Notification]:
        answer = self._answered({"op": "notifications", "history": history}, progress)
        return [notification_from_json(item) for item in answer["notifications"]]

    def act(self, notification: Notification, key: str, progress: Progress) -> None:
        self._done({"op": "notification_act", "number": _number(notification), "key": key}, notification, progress)

    def dismiss(self, notification: Notification, progress: Progress) -> None:
        self._done({"op": "notification_dismiss", "number": _number(notification)}, notification, progress)

    def _done(self, request: dict[str, Any], notification: Notification, progress: Progress) -> None:
        why = self._ask(request, progress).get("error")
        what = notification.describe()
        if why == "gone":
            raise NotFound(f"notification {what} is closed", sought=what, delivery="not_delivered")
        if why == "unheard":
            raise unheard(notification)
        if why is not None:
            raise EnvironmentFault(f"the desktop's notifications are gone: {why}", sought=what)

    def _answered(self, request: dict[str, Any], progress: Progress) -> dict[str, Any]:
        answer = self._ask(request, progress)
        if "error" in answer:
            raise EnvironmentFault(f"the desktop's notifications are gone: {answer['error']}")
        return answer


def _number(notification: Notification) -> int:
    return int(notification.id.removeprefix("n"))
