"""Windows as a person names them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deskhand.errors import AmbiguousTarget, WindowNotFound
from deskhand.model.world import Window
from deskhand.perceive.names import plain
from deskhand.perceive.nearness import near_names
from deskhand.perceive.relations import belongs_to, is_popup


def in_order(windows: Sequence[Window]) -> list[Window]:
    """The active window first, then as stacked; popups last, since their owner's tree may hold them."""
    return sorted(windows, key=lambda window: (is_popup(window), not window.active, window.stacking))


def matching_windows(windows: Sequence[Window], words: str) -> list[Window]:
    """Windows these words name by the best reason that names any: id, exact title, contained in the title,
    application."""
    wanted = plain(words)
    proper = [window for window in windows if not is_popup(window)] or list(windows)
    if wanted == "active":
        return [window for window in proper if window.active][:1]
    tests: tuple[Callable[[Window], bool], ...] = (
        lambda window: window.id == words,
        lambda window: plain(window.title) == wanted,
        lambda window: bool(wanted) and wanted in plain(window.title),
        lambda window: plain(window.app) == wanted,
        lambda window: bool(wanted) and wanted in plain(window.app),
    )
    for test in tests:
        found = [window for window in (windows if test is tests[0] else proper) if test(window)]
        if found:
            return found
    return []


def one_window(windows: Sequence[Window], words: str) -> Window:
    """The single window these words name.

    Raises:
        WindowNotFound: there is none; `near` lists what is open.
        AmbiguousTarget: there are several.
    """
    found = matching_windows(windows, words)
    if len(found) == 1:
        return found[0]
    if not found:
        titles = [window.title or window.app for window in windows if not is_popup(window)]
        raise WindowNotFound(
            f"no window {words!r} is open",
            sought=f'window "{words}"',
            near=near_names(words, titles) or titles,
            seen=f"{len(titles)} windows",
        )
    raise AmbiguousTarget(
        f"{len(found)} windows answer to {words!r}",
        sought=f'window "{words}"',
        near=[describe_window(window) for window in found],
        next_step="use the window's id or more of its title",
    )


def windows_of_app(windows: Sequence[Window], words: str) -> list[Window]:
    """All windows of the application these words name; `WindowNotFound` when it shows none."""
    wanted = plain(words)
    exact = [window for window in windows if plain(window.app) == wanted]
    found = exact or [
        window for window in windows if wanted and (wanted in plain(window.app) or plain(window.app).startswith(wanted))
    ]
    if not found:
        raise WindowNotFound(
            f"no window of an application {words!r} is open",
            sought=f'app "{words}"',
            near=near_names(words, [window.app for window in windows]),
        )
    pids = {window.pid for window in found}
    return in_order([window for window in windows if window in found or (window.pid in pids and window.pid)])


def with_belongings(windows: Sequence[Window], owner: Window) -> list[Window]:
    """A window, then the popups and modal dialogs that belong to it, and those over these."""
    chosen = [owner]
    for window in in_order(windows):
        if window.id != owner.id and any(belongs_to(window, one) for one in chosen):
            chosen.append(window)
    return chosen


def active_window(windows: Sequence[Window]) -> Window | None:
    """The active window, else the topmost that is no popup."""
    proper = [
        window
        for window in windows
        if not is_popup(window) and not window.minimised and window.kind in {"normal", "dialog"}
    ]
    return next((window for window in proper if window.active), proper[0] if proper else None)


def describe_window(window: Window) -> str:
    return f'window "{window.title}" of {window.app} ({window.id}) at ({window.bounds.x}, {window.bounds.y})'
