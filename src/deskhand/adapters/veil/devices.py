"""Windows, events and clipboard behind the veil."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from deskhand.adapters.protocol import Clipboard, Events, Windows
from deskhand.adapters.veil.fields import SecretFields
from deskhand.model.clipboard import ClipboardChange, Content, Selection
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.redaction import Redactor
from deskhand.model.world import Event, Window

_TELLS_TEXT = ("text-changed", "property-change:accessible-value")


class VeiledWindows:
    """protocol.Windows whose titles hold no known value."""

    def __init__(self, windows: Windows, redactor: Redactor) -> None:
        self._windows = windows
        self._redactor = redactor

    def list(self, progress: Progress) -> Sequence[Window]:
        return [self._veiled(window) for window in self._windows.list(progress)]

    def at(self, point: Point) -> Window | None:
        window = self._windows.at(point)
        return None if window is None else self._veiled(window)

    def active(self) -> Window | None:
        window = self._windows.active()
        return None if window is None else self._veiled(window)

    def focus(self, window: Window, progress: Progress) -> None:
        self._windows.focus(window, progress)

    def move(self, window: Window, x: int, y: int) -> None:
        self._windows.move(window, x, y)

    def resize(self, window: Window, width: int, height: int) -> None:
        self._windows.resize(window, width, height)

    def set_state(self, window: Window, state: Literal["minimised", "maximised", "restored"]) -> None:
        self._windows.set_state(window, state)

    def close(self, window: Window) -> None:
        self._windows.close(window)

    def shows_secret(self, window: Window) -> bool:
        """True where the window's true title holds a known value. `window` may be one that came through the veil."""
        if not self._redactor:
            return False
        return any(one.id == window.id and self._veiled(one) is not one for one in self._windows.list(Progress(2.0)))

    def _veiled(self, window: Window) -> Window:
        title = self._redactor.text(window.title)
        return window if title == window.title else replace(window, title=title)


class VeiledEvents:
    """protocol.Events that carry no text of secret fields, nor of what was never read."""

    def __init__(self, events: Events, fields: SecretFields, redactor: Redactor) -> None:
        self._events = events
        self._fields = fields
        self._redactor = redactor

    def cursor(self) -> int:
        return self._events.cursor()

    def since(self, cursor: int) -> Sequence[Event]:
        found = self._events.since(cursor)
        for event in found:
            if event.kind == "app-died":
                self._fields.forget_app(event.source[0])
        return [self._veiled(event) if event.text else event for event in found]

    def wait(self, cursor: int, seconds: float) -> bool:
        return self._events.wait(cursor, seconds)

    def _veiled(self, event: Event) -> Event:
        if event.kind.startswith(_TELLS_TEXT) and not self._fields.open(event.source):
            return replace(event, text="")
        text = self._redactor.text(event.text, cut=True)
        return event if text == event.text else replace(event, text=text)


class VeiledClipboard:
    """protocol.Clipboard whose text holds no known value."""

    def __init__(self, clipboard: Clipboard, redactor: Redactor) -> None:
        self._clipboard = clipboard
        self._redactor = redactor

    def read(self, progress: Progress, selection: Selection = "clipboard") -> str:
        return self._redactor.text(self._clipboard.read(progress, selection))

    def write(self, text: str, progress: Progress, selection: Selection = "clipboard") -> None:
        self._clipboard.write(text, progress, selection)

    def read_as(
        self, kinds: Sequence[str], progress: Progress, selection: Selection = "clipboard"
    ) -> tuple[str, bytes] | None:
        """Bytes are compared and given back as they are; receipts show them redacted."""
        return self._clipboard.read_as(kinds, progress, selection)

    def offers(self, progress: Progress, selection: Selection = "clipboard") -> Sequence[str]:
        return self._clipboard.offers(progress, selection)

    def put(self, content: Content, progress: Progress, selection: Selection = "clipboard") -> None:
        self._clipboard.put(content, progress, selection)

    def keep(self, progress: Progress, selection: Selection = "clipboard") -> Content:
        return self._clipboard.keep(progress, selection)

    def put_back(self, content: Content, progress: Progress, selection: Selection = "clipboard") -> bool:
        return self._clipboard.put_back(content, progress, selection)

    def taken(self, since: float) -> Sequence[int]:
        return self._clipboard.taken(since)

    def changes(self, since: float) -> Sequence[ClipboardChange]:
        return self._clipboard.changes(since)
