"""Which notification is meant: by its id, else by its words; never the first of several."""

from __future__ import annotations

import re
from collections.abc import Sequence

from deskhand.errors import AmbiguousTarget, NotFound
from deskhand.model.notification import Notification
from deskhand.perceive.names import plain

_ID = re.compile(r"n[0-9]{1,10}")


def matching_notices(notices: Sequence[Notification], words: str) -> list[Notification]:
    """Those of this id; else of exactly this summary, else with it in the summary, else in the body."""
    if _ID.fullmatch(words.strip()):
        return [notice for notice in notices if notice.id == words.strip()]
    wanted = plain(words)
    if not wanted:
        return []
    return (
        [notice for notice in notices if plain(notice.summary) == wanted]
        or [notice for notice in notices if wanted in plain(notice.summary)]
        or [notice for notice in notices if wanted in plain(notice.body)]
    )


def the_notice(notices: Sequence[Notification], words: str) -> Notification:
    """The one open notification these words mean. `NotFound` names what is there, and one that was and is gone;
    `AmbiguousTarget` the candidates."""
    standing = [notice for notice in notices if notice.open]
    found = matching_notices(standing, words)
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousTarget(
            f"{len(found)} notifications answer {words!r}",
            sought=f"notification {words!r}",
            near=[notice.describe() for notice in found[:10]],
            next_step="name it by its id",
        )
    gone = matching_notices([notice for notice in notices if not notice.open], words)
    seen = f"{gone[-1].describe()} was there and is gone: {closed_words(gone[-1])}" if gone else "none of these words"
    raise NotFound(
        f"there is no notification {words!r}",
        sought=f"notification {words!r}",
        seen=seen,
        near=[notice.describe() for notice in standing[-10:]],
        next_step="`deskhand notifications list` shows what is there, with --all what was",
    )


def seen_notice(notices: Sequence[Notification], words: str, after: float, *, newly: bool) -> Notification | None:
    """One that answers: it stands there, or it came after `after` (monotonic seconds) and is gone again. With `newly`
    those that stood there before `after` do not count."""
    counting = [notice for notice in notices if notice.at >= after or (notice.open and not newly)]
    found = matching_notices(counting, words)
    return found[-1] if found else None


def closed_words(notice: Notification) -> str:
    """What became of it."""
    return (notice.closed or "open").replace("_", " ")


def notice_words(notice: Notification) -> str:
    """What was seen, for an effect: `n3 "Saved" of notes`, and that it is gone where it is."""
    return notice.describe() + ("" if notice.open else f", gone since: {closed_words(notice)}")
