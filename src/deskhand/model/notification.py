"""Notifications: what applications tell the person beside their windows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Urgency = Literal["low", "normal", "critical"]
Closed = Literal["expired", "dismissed", "acted", "withdrawn", "replaced", "crowded_out"]
"""Why one is gone: its time was up; we dismissed it; an action of it was chosen; its application took it back; a
newer text took its place; too many stood there."""

DEFAULT_ACTION = "default"
"""Key of the action that stands for a click on the notification itself."""


@dataclass(frozen=True, slots=True)
class NotificationAction:
    """A button of a notification: the key its application knows, and what a person reads."""

    key: str
    label: str

    def to_json(self) -> dict[str, str]:
        return {"key": self.key, "label": self.label}


@dataclass(frozen=True, slots=True)
class Notification:
    """One notification. Its texts are data from an application, cut to a bounded length.

    `id` is `n` and a number that is never given twice on its desktop; a text that replaced another keeps it. `at` is
    monotonic seconds of its arrival, `came` seconds since the epoch, `seconds` how long it asked to stay (None:
    until it is closed). `closed` is None while it stands there, `closed_at` monotonic. `heard` is False once the
    program that sent it has left the bus: nobody would hear of an action. `told` counts the signals about it (an action
    chosen, closed) that the bus has passed on.
    """

    id: str
    app: str
    summary: str
    body: str
    urgency: Urgency
    actions: tuple[NotificationAction, ...]
    at: float
    came: float
    seconds: float | None = None
    pid: int = 0
    category: str = ""
    desktop_entry: str = ""
    resident: bool = False
    transient: bool = False
    closed: Closed | None = None
    closed_at: float = 0.0
    heard: bool = True
    told: int = 0

    @property
    def open(self) -> bool:
        return self.closed is None

    def describe(self) -> str:
        """`n3 "Saved" of notes`, for errors and receipts."""
        return f'{self.id} "{self.summary[:80]}"' + (f" of {self.app[:40]}" if self.app else "")

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "id": self.id, "app": self.app, "summary": self.summary, "body": self.body, "urgency": self.urgency,
            "actions": [action.to_json() for action in self.actions], "came": round(self.came, 3),
            "at": self.at, "open": self.open, "heard": self.heard, "told": self.told,
        }  # fmt: skip
        optional = {
            "seconds": self.seconds, "pid": self.pid, "category": self.category, "desktop_entry": self.desktop_entry,
            "resident": self.resident, "transient": self.transient, "closed": self.closed, "closed_at": self.closed_at,
        }  # fmt: skip
        return data | {key: value for key, value in optional.items() if value}


def notification_from_json(data: dict[str, Any]) -> Notification:
    """What `to_json` wrote."""
    fields = {key: value for key, value in data.items() if key != "open"}
    fields["actions"] = tuple(NotificationAction(item["key"], item["label"]) for item in data["actions"])
    return Notification(**fields)
