"""Claims looked at: by the window list, the accessibility tree, the disk, the clipboard; never by who acted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from deskhand.errors import (
    AmbiguousTarget,
    BadRequest,
    DeskhandError,
    NotFound,
    NoTree,
    StaleRef,
    WindowNotFound,
    WorldError,
)
from deskhand.mind.files import file_state, holds, read_text
from deskhand.mind.hands import Hands
from deskhand.mind.moves import Claim
from deskhand.mind.numbers import about, is_more
from deskhand.model.element import Element
from deskhand.model.locator import Locator
from deskhand.model.notification import Notification
from deskhand.model.progress import Progress
from deskhand.model.receipt import Effect, Scope
from deskhand.model.world import Window
from deskhand.perceive.names import plain
from deskhand.perceive.notices import matching_notices, notice_words

PAUSE = 0.1
"""Seconds between looks."""

_MOST_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Seen:
    """What one look gave: whether the claim holds, what was there, who saw it and how far that reaches. `world` is
    False where nothing outside the run was looked at, so that it proves nothing about the desktop."""

    holds: bool
    what: str
    observer: str
    scope: Scope
    world: bool = True

    def effect(self, claim: Claim) -> Effect:
        return Effect(str(claim), self.what, self.observer, self.scope)


def look(hands: Hands, claim: Claim, since: float, remembered: frozenset[str] = frozenset()) -> Seen:
    """One look at a claim.

    Args:
        since: seconds since the epoch from when a file counts as new.
        remembered: names of values that were read from the desktop in this run.
    """
    match claim.about:
        case "file":
            return _file(claim, since)
        case "window":
            return _window(claim, hands.windows())
        case "clipboard":
            text = hands.clipboard()
            return Seen(_text_holds(text, claim), _short(text), "clipboard", "application")
        case "notification":
            return _notification(claim, hands.notifications(history=True), since)
        case "cell":
            text = hands.read_cell(claim.cell or "", claim.window)
            return Seen(_text_holds(text, claim), _short(text), "accessibility tree", "control")
        case "value":
            text = claim.given or ""
            world = claim.given_name in remembered
            return Seen(_text_holds(text, claim), _short(text), "values of the run", "none", world)
        case "element":
            return _element(hands, claim)
        case "element_state":
            return _state(hands, claim)
        case "element_text":
            element = _one(hands, claim)
            if element is None:
                return Seen(False, f"no {claim.locator}", "accessibility tree", "control")
            text = hands.read_text(_locator(claim))
            return Seen(_text_holds(text, claim), _short(text), "accessibility tree", "control")


def _notification(claim: Claim, notices: Sequence[Notification], since: float) -> Seen:
    """One that stands there, or that came in this run and is gone again. Gone is what does not stand there."""
    words = claim.notification or ""
    standing = matching_notices([notice for notice in notices if notice.open], words)
    if claim.how == "missing":
        what = standing[-1].describe() if standing else "none"
        return Seen(not standing, what, "notifications", "application")
    found = standing or matching_notices([notice for notice in notices if notice.came >= since], words)
    if not found:
        others = [notice.describe() for notice in notices if notice.open]
        return Seen(False, ", ".join(others[-5:]) or "none", "notifications", "application")
    newest = found[-1]
    if claim.how == "exists":
        return Seen(True, notice_words(newest), "notifications", "application")
    text = f"{newest.summary}\n{newest.body}"
    return Seen(_text_holds(text, claim), _short(text), "notifications", "application")


def wait_until(hands: Hands, claim: Claim, progress: Progress, since: float, remembered: frozenset[str]) -> Seen:
    """Look until the claim holds or the time is over; the last look is the answer. At least one look.

    A look that could not be made (two answer while one is on its way out, the application is busy starting) is made
    again; the last such error stands when the time is over.
    """
    while True:
        missed: DeskhandError | None = None
        seen: Seen | None = None
        try:
            seen = look(hands, claim, since, remembered)
            if seen.holds or claim.about == "value":
                return seen
            progress.log(f"{claim}: seen {seen.what or 'nothing'}")
        except (AmbiguousTarget, NotFound, StaleRef, WorldError) as error:
            missed = error
            progress.log(f"{claim}: {error.code}")
        if progress.remaining <= 0:
            if missed is not None:
                raise missed
            if seen is not None:
                return seen
        progress.pause(PAUSE)


def matching_windows(windows: Sequence[Window], title: str) -> list[Window]:
    """Windows of exactly this title, else those that contain it, else those of an application called so."""
    wanted = plain(title)
    known = [window for window in windows if window.kind not in ("menu", "tooltip", "notification", "dock")]
    return (
        [window for window in known if plain(window.title) == wanted]
        or [window for window in known if wanted and wanted in plain(window.title)]
        or [window for window in known if wanted and wanted in plain(window.app)]
    )


def _window(claim: Claim, windows: Sequence[Window]) -> Seen:
    found = matching_windows(windows, claim.window or "")
    titles = (
        ", ".join(repr(window.title) for window in windows if window.kind not in ("menu", "tooltip")) or "no window"
    )
    if claim.how == "closed":
        return Seen(not found, _short(titles), "window list", "window")
    if claim.how == "active":
        active = next((window for window in windows if window.active), None)
        return Seen(
            active in found, f"active: {active.title!r}" if active else "none is active", "window list", "window"
        )
    return Seen(bool(found), repr(found[0].title) if found else _short(titles), "window list", "window")


def _file(claim: Claim, since: float) -> Seen:
    path = claim.path or ""
    state = file_state(path, digest=False)

    def seen(ok: bool, what: str) -> Seen:
        return Seen(ok, what, "file system", "file")

    if claim.how == "missing":
        return seen(not state.exists, "it exists" if state.exists else "no such file")
    if not state.exists:
        return seen(False, "no such file")
    match claim.how:
        case "exists":
            return seen(True, f"{state.size} bytes")
        case "empty":
            return seen(state.size == 0, f"{state.size} bytes")
        case "filled":
            return seen(state.size > 0, f"{state.size} bytes")
        case "new":
            # Some file systems keep times by the second or two.
            return seen(
                state.mtime >= since - 2.0,
                f"written {max(0.0, since - state.mtime):.1f} s before the run"
                if state.mtime < since
                else f"written {state.mtime - since:.1f} s into the run",
            )
        case "newer":
            other = file_state(claim.want, digest=False)
            return seen(
                other.exists and state.mtime > other.mtime,
                f"{state.mtime - other.mtime:.1f} s newer" if other.exists else f"no such file as {claim.want}",
            )
        case _:
            return _file_text(claim, read_text(path), path)


def _file_text(claim: Claim, text: str, path: str) -> Seen:
    observer = "file system" if Path(path).suffix.lower() != ".pdf" else "pdftotext"
    match claim.how:
        case "lines":
            count = len(text.splitlines())
            return Seen(str(count) == claim.want, f"{count} lines", observer, "file")
        case "contains" | "lacks":
            inside = holds(text, claim.want)
            what = f"{claim.want!r} in it" if inside else _short(text)
            return Seen(inside == (claim.how == "contains"), what, observer, "file")
        case "not":
            return Seen(text.rstrip("\n") != claim.want.rstrip("\n"), _short(text), observer, "file")
        case _:
            return Seen(text.rstrip("\n") == claim.want.rstrip("\n"), _short(text), observer, "file")


def _text_holds(text: str, claim: Claim) -> bool:
    match claim.how:
        case "contains":
            return holds(text, claim.want)
        case "lacks":
            return not holds(text, claim.want)
        case "empty":
            return not text.strip()
        case "filled":
            return bool(text.strip())
        case "more":
            return is_more(text, claim.want)
        case "less":
            return is_more(claim.want, text)
        case "about":
            return about(text, claim.want)
        case "matches":
            try:
                return re.search(claim.want, text) is not None
            except re.error as error:
                raise BadRequest(f"/{claim.want}/ is not a regular expression: {error}", sought=claim.want) from error
        case "not":
            return text.strip() != claim.want.strip()
        case _:
            return text.strip() == claim.want.strip()


def _element(hands: Hands, claim: Claim) -> Seen:
    found = _found(hands, claim)
    what = ", ".join(element.describe() for element in found[:3]) or "nothing answers"
    return Seen(bool(found) == (claim.how == "exists"), what, "accessibility tree", "control")


def _state(hands: Hands, claim: Claim) -> Seen:
    element = _one(hands, claim)
    if element is None:
        return Seen(False, f"no {claim.locator}", "accessibility tree", "control")
    wanted = claim.want.removeprefix("!")
    has = element.enabled if wanted == "enabled" else wanted in element.states
    what = ", ".join(sorted(element.states)) or "no state"
    return Seen(has != claim.want.startswith("!"), what, "accessibility tree", "control")


def _one(hands: Hands, claim: Claim) -> Element | None:
    found = _found(hands, claim)
    if len(found) > 1:
        raise AmbiguousTarget(
            f"{len(found)} elements answer {claim.locator}",
            sought=str(claim.locator),
            near=[element.describe() for element in found],
        )
    return found[0] if found else None


def _found(hands: Hands, claim: Claim) -> tuple[Element, ...]:
    try:
        return hands.find(_locator(claim))
    except NoTree:
        raise  # whether it is there cannot be said
    except (NotFound, WindowNotFound):
        return ()


def _locator(claim: Claim) -> Locator:
    return claim.locator or Locator()


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= _MOST_SHOWN else one_line[: _MOST_SHOWN - 1] + "…"
