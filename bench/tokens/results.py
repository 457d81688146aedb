"""What was measured, and how it is judged."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from bench.tokens.asking import READINGS

OURS = "deskhand"
HALF = 0.5
ENOUGH_WINDOWS = 7
TOOL_LIST_LIMIT = 20_000
LEAST_COVERED = 0.5
"""A peer that tells less of a window's controls, or of its texts, than this is not called the leanest there."""


@dataclass(slots=True)
class Seen:
    """One program's observation of one window: its characters for each reading, and what it tells of the controls.

    `served` says that it came from an MCP server, so that a client could hand on its structured content.
    `texts` are those a person reads there. `handles` and `states` count the covered controls with a handle, and with
    their states told. `why_not` says why there is none.
    """

    window: str
    name: str
    mode: str = ""
    content: int = 0
    structured: int = 0
    both: int = 0
    controls: int = 0
    covered: int = 0
    texts: int = 0
    texts_told: int = 0
    handles: int = 0
    states: int = 0
    lost: list[str] = field(default_factory=list[str])
    why_not: str = ""
    served: bool = True

    @property
    def label(self) -> str:
        return f"{self.name}, {self.mode}" if self.mode else self.name

    @property
    def counts(self) -> bool:
        """It is there, and tells enough of the window to be compared."""
        enough = self.covered >= LEAST_COVERED * self.controls and self.texts_told >= LEAST_COVERED * self.texts
        return not self.why_not and enough and self.content > 0

    def characters(self, reading: str) -> int:
        return int(getattr(self, reading))

    def for_all(self, reading: str) -> float:
        """What it would need for the whole window: its characters for each control and text it tells, times all."""
        return self.characters(reading) * (self.controls + self.texts) / (self.covered + self.texts_told)


@dataclass(frozen=True, slots=True)
class ToolList:
    """A program's tools; `count` 0 where it has no server."""

    name: str
    version: str
    count: int
    characters: int


@dataclass(slots=True)
class Results:
    seen: list[Seen] = field(default_factory=list[Seen])
    tools: list[ToolList] = field(default_factory=list[ToolList])

    @property
    def windows(self) -> list[str]:
        return list(dict.fromkeys(row.window for row in self.seen))

    def ours(self, window: str) -> Seen:
        return next(row for row in self.seen if row.window == window and row.name == OURS)

    def peers(self, window: str) -> list[Seen]:
        return [row for row in self.seen if row.window == window and row.name != OURS]

    def compared(self, window: str, reading: str, short: bool = False) -> list[Seen]:
        """The peers that tell enough of the window. Modes that fold a window's texts away are asked for less; they
        count with `short` only. Programs without a server are compared by their content only."""
        return [
            row
            for row in self.peers(window)
            if row.counts and (short or not row.mode) and (row.served or reading == "content")
        ]

    def leanest(self, window: str, reading: str, short: bool = False) -> Seen | None:
        """The peer that would need the fewest characters for the whole window, among those that are compared."""
        return min(self.compared(window, reading, short), key=lambda row: row.for_all(reading), default=None)

    def ratio(self, window: str, reading: str, short: bool = False) -> float | None:
        """Our characters over what the leanest peer would need; None where none tells enough, or ours is not there."""
        peer, ours = self.leanest(window, reading, short), self.ours(window)
        return None if peer is None or ours.why_not else ours.characters(reading) / peer.for_all(reading)

    def held(self, reading: str, short: bool = False) -> list[str]:
        """The windows where ours has at most half the characters and nothing is lost."""
        return [
            window
            for window in self.windows
            if (ratio := self.ratio(window, reading, short)) is not None and ratio <= HALF and whole(self.ours(window))
        ]

    def held_as_they_stand(self) -> list[str]:
        """The windows where ours has at most half the characters of every peer that tells enough, whatever it omits."""
        return [
            window
            for window in self.windows
            if whole(self.ours(window))
            and all(self.ours(window).content <= HALF * row.content for row in self.compared(window, "content"))
        ]

    def ok(self) -> bool:
        own = next((tools for tools in self.tools if tools.name == OURS), None)
        return (
            own is not None
            and own.characters < TOOL_LIST_LIMIT
            and all(whole(self.ours(window)) for window in self.windows)
            and all(len(self.held(reading)) >= ENOUGH_WINDOWS for reading in READINGS)
        )


def whole(seen: Seen) -> bool:
    """Every control of the judge with its role, name, value, states and handle."""
    return not seen.why_not and seen.covered == seen.controls and not seen.lost and seen.controls > 0


def missing(rows: Iterable[Seen]) -> list[str]:
    """What ours lost, in words."""
    return [f"{row.window}: {lost}" for row in rows for lost in ([row.why_not] if row.why_not else row.lost)]
