"""Looks at what stands beside the windows: notifications and the clipboard."""

from __future__ import annotations

import time

from deskhand.adapters.protocol import Adapter
from deskhand.model.action import Expect
from deskhand.model.progress import Progress
from deskhand.perceive.notices import matching_notices, notice_words, seen_notice
from deskhand.perceive.seen import Seen

NOTIFICATIONS, CLIPBOARD = "notifications", "clipboard"


class Beside:
    """The looks of one wait. `after` is the monotonic time from which what came (and went again) counts; with `newly`
    a notification that stood there before does not."""

    def __init__(self, adapter: Adapter, expect: Expect, after: float | None, *, newly: bool) -> None:
        self._adapter = adapter
        self._expect = expect
        self._after = after
        self._newly = newly
        self._begun = time.monotonic()

    def notification(self, progress: Progress) -> Seen:
        words = self._expect.want or ""
        notices = self._adapter.notifications.list(progress, history=True)
        after = self._begun if self._after is None else self._after
        found = seen_notice(notices, words, after, newly=self._newly)
        if found is not None:
            return Seen(True, notice_words(found), NOTIFICATIONS, "application")
        standing = [notice.describe() for notice in notices if notice.open]
        there = "there is " + ", ".join(standing[-5:]) if standing else "there is none"
        return Seen(False, f"no notification {words!r}; {there}", NOTIFICATIONS, "application")

    def notification_gone(self, progress: Progress) -> Seen:
        words = self._expect.want or ""
        found = matching_notices(self._adapter.notifications.list(progress), words)
        if found:
            return Seen(False, f"{found[-1].describe()} is still there", NOTIFICATIONS, "application")
        return Seen(True, f"no notification {words!r} is there", NOTIFICATIONS, "application")

    def clipboard(self, progress: Progress) -> Seen:
        """A text is looked for in what it holds; without one, it is enough that somebody put something there."""
        clipboard = self._adapter.clipboard
        want = self._expect.want
        if want is not None:
            text = clipboard.read(progress)
            return Seen(want in text, f"it holds {text[:80]!r}", CLIPBOARD, "application")
        changes = clipboard.changes(self._begun if self._after is None else self._after)
        if changes:
            return Seen(True, changes[-1].words(), CLIPBOARD, "application")
        return Seen(False, "nobody put anything there", CLIPBOARD, "application")
