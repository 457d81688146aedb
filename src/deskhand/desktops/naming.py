"""From words as a person says them to one installed application: exact before loose, never the first of several."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence

from deskhand.desktops.installed import InstalledApp
from deskhand.errors import AmbiguousTarget, AppNotFound

_NEAR_ENOUGH = 60.0


def match_app(words: str, apps: Sequence[InstalledApp]) -> InstalledApp | None:
    """The one application these words name; None when none does. `AmbiguousTarget` when several do equally well."""
    wanted = _folded(words)
    tiers: tuple[Callable[[InstalledApp], bool], ...] = (
        lambda app: wanted in (_folded(app.id), _folded(app.id + ".desktop"), _folded(os.path.basename(app.file))),
        lambda app: not app.hidden and wanted in map(_folded, app.names),
        lambda app: not app.hidden and wanted == _folded(app.program) and _plain(app),
        lambda app: not app.hidden and wanted == _folded(app.id.rpartition(".")[2]),
        lambda app: not app.hidden and wanted == _folded(app.program),
        lambda app: not app.hidden and not app.terminal and wanted in map(_folded, app.generic_names),
        lambda app: not app.hidden and any(_contains_words(name, wanted) for name in app.names),
    )
    for tier in tiers:
        found = [app for app in apps if tier(app)]
        if len(found) == 1:
            return found[0]
        if found:
            raise ambiguous(words, found)
    return None


def ambiguous(words: str, found: Sequence[InstalledApp]) -> AmbiguousTarget:
    """The error for several applications that answer equally well."""
    return AmbiguousTarget(
        f"{len(found)} applications answer to {words!r}",
        sought=words,
        near=[f"{app.name} ({app.id})" for app in found],
        next_step="name one of them",
    )


def unknown(words: str, apps: Sequence[InstalledApp]) -> AppNotFound:
    """The error for words that name no application, with those that sound alike."""
    from rapidfuzz import fuzz

    wanted = _folded(words)
    scored: list[tuple[float, str]] = []
    for app in apps:
        if not app.hidden:
            spoken = (*app.names, *app.generic_names, app.program)
            scored.append((max(fuzz.WRatio(wanted, _folded(name)) for name in spoken), f"{app.name} ({app.id})"))
    near = [text for score, text in sorted(scored, reverse=True) if score >= _NEAR_ENOUGH]
    return AppNotFound(f"no application {words!r} is installed", sought=words, near=near[:5])


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _plain(app: InstalledApp) -> bool:
    """True when the command is the program alone: `libreoffice %U`, not `libreoffice --calc %U`."""
    return all(word.startswith("%") for word in app.command[1:])


def _contains_words(name: str, wanted: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", _folded(name)) is not None
