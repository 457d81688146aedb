"""What is new on a desktop since a session last looked: windows with what is in them, and what changed in those it
knows. A model that reads it needs no look of its own after an action."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import anyio

from deskhand.errors import DeskhandError
from deskhand.mcp.answers import cut_text, window_changes
from deskhand.mcp.desks import Desks

CHANGES_LIMIT = 3_000
"""Characters of what changed in one window that was known."""

WINDOW_LIMIT = 6_000
"""Characters of a window that opened."""

READY_SECONDS = 15.0
STILL_SECONDS = 2.0
BETWEEN_SECONDS = 0.1
"""A window that opened is looked at until what it shows is there (a browser's window comes before its page, an office's
before it answers), and then until it holds still, for so long at most."""

KNOWN = 4
OPENED = 2
"""Windows (newest looks) whose changes are told, and newly opened ones whose content is."""

Args = dict[str, Any]


@dataclass(slots=True)
class Look:
    """One observation: of what (`scope`), and the newest snapshot of it."""

    scope: Args
    snapshot: str


class News:
    """The looks of one session, by desktop."""

    def __init__(self, desks: Desks) -> None:
        self._desks = desks
        self._looks: dict[str, list[Look]] = {}

    def observed(self, desktop: str, scope: Args, snapshot: str) -> None:
        """The session was shown this; changes are told against it from now on."""
        looks = [look for look in self._looks.get(desktop, ()) if look.scope != scope]
        self._looks[desktop] = [*looks, Look(scope, snapshot)][-KNOWN:]

    def forget(self, desktop: str) -> None:
        self._looks.pop(desktop, None)

    async def windows(self, desktop: str) -> list[Args]:
        return list((await self._desks.data(desktop, "windows"))["windows"])

    async def since(self, desktop: str, before: Iterable[Args]) -> list[str]:
        """Lines on what is new since these windows were listed; a desktop that does not answer has no news."""
        known = {window["id"] for window in before}
        contents: list[str] = []
        told: list[str] = []
        with suppress(DeskhandError):
            await self._changes(desktop, contents)
            opened = [one for one in await self.windows(desktop) if one["id"] not in known and not one.get("minimised")]
            for window in [one for one in opened if not _is_told(one, contents)][:OPENED]:
                await self._content(desktop, window, contents)
            told += window_changes(before, await self.windows(desktop))
        return told + contents

    async def _changes(self, desktop: str, told: list[str]) -> None:
        """The newest look first; another of the same window, under another name, has the same changes: told once."""
        bodies: set[str] = set()
        for look in reversed(list(self._looks.get(desktop, ()))):
            try:
                params = {**look.scope, "since": look.snapshot, "text": True}
                data = await self._desks.data(desktop, "snapshot", params)
            except DeskhandError:  # its window is closed, or the snapshot was pruned
                self._looks[desktop].remove(look)
                continue
            look.snapshot = data["snapshot"]
            head, _, body = data["text"].partition("\n")
            if body != "nothing changed" and body not in bodies:
                bodies.add(body)
                told.append(cut_text(f"{head}\n{body}", CHANGES_LIMIT, "observe shows it all.")[0])

    async def _content(self, desktop: str, window: Args, told: list[str]) -> None:
        """What a window that opened holds."""
        scope: Args = {"window": window["id"]}
        data: Args = {}
        began = anyio.current_time()
        while True:
            before = _body(data.get("text", ""))
            data = await self._desks.data(desktop, "snapshot", {**scope, "compact": True})
            there = not data["loading"]
            still = there and _body(data["text"]) == before
            if still or anyio.current_time() - began > (STILL_SECONDS if there else READY_SECONDS):
                break
            await anyio.sleep(BETWEEN_SECONDS)
        self.observed(desktop, scope, data["snapshot"])
        told.append(cut_text(data["text"], WINDOW_LIMIT, "observe shows it all.")[0])


def _body(text: str) -> str:
    return text.partition("\n")[2]


def _is_told(window: Args, told: list[str]) -> bool:
    """A dialog is part of the window that it belongs to, and stands among that one's changes."""
    title = f'"{window["title"]}"'
    return any(line.startswith("+ ") and title in line for text in told for line in text.splitlines()[1:])
