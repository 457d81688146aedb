"""From what the caller named to the one thing it means: an element, a window or a place."""

from __future__ import annotations

from collections.abc import Sequence

from deskhand.act.attempt import Attempt
from deskhand.act.hidden import find_hidden
from deskhand.errors import (
    A11yNotEnabled,
    AmbiguousTarget,
    AppUnresponsive,
    BadRequest,
    NotFound,
    NoTree,
    WindowNotFound,
)
from deskhand.model.element import Element
from deskhand.model.geometry import Bounds, Point
from deskhand.model.locator import Locator
from deskhand.model.ref import Ref
from deskhand.model.world import Window

APPEAR_SECONDS = 3.0
"""How long a described element may take to appear, when the deadline allows it."""

AMBIGUOUS_SECONDS = 0.3
"""How long two matches may stand beside each other (a dialog on its way out) before it is called ambiguous."""

_ACTIVE_SECONDS = 1.5
WINDOW_ROLES = frozenset({"window", "dialog", "alert", "file chooser", "color chooser", "font chooser", "frame"})
_ORDINARY = frozenset({"normal", "dialog", "other", "alert"})


def resolve_target(attempt: Attempt) -> None:
    """Set the attempt's element (or point) and window from the action's target; the window list is remembered."""
    with attempt.phase("resolve"):
        with attempt.ctx.let_others() as resumed:
            _look_for_target(attempt)
        if resumed.disturbed:
            _look_for_target(attempt)


def _look_for_target(attempt: Attempt) -> None:
    windows = attempt.ctx.adapter.windows.list(attempt.progress)
    attempt.set_windows(windows)
    target = attempt.action.target
    if target is None:
        return
    if isinstance(target, Point):
        target = on_screen(attempt, target)
        width, height = attempt.ctx.adapter.screen.size()
        if not Bounds(0, 0, width, height).contains(target):
            raise BadRequest(
                f"({target.x}, {target.y}) lies outside the screen of {width}×{height}",
                next_step="name a point of the screen, or an element",
            )
        attempt.point = target
        attempt.set_window(attempt.ctx.adapter.windows.at(target))
        return
    element = resolve_element(attempt, target)
    attempt.set_element(element)
    attempt.set_window(window_of(attempt, element))
    attempt.record("exists", True)
    attempt.record("unique", True)


def on_screen(attempt: Attempt, point: Point) -> Point:
    """A point of the picture that the arguments `window` or `frame` name → the screen's; without them it is one.

    Raises:
        BadRequest: both are given, or the point lies outside the window.
    """
    words, frame = attempt.args.get("window"), attempt.args.get("frame")
    if words is None:
        return point if frame is None else frame.to_screen(point)
    if frame is not None:
        raise BadRequest("a point counts from a window or from a frame, not from both")
    bounds = _waited(attempt, words, None).bounds
    if not Bounds(0, 0, bounds.width, bounds.height).contains(point):
        raise BadRequest(
            f"({point.x}, {point.y}) lies outside the window, which is {bounds.width}×{bounds.height}",
            next_step="take a new picture of the window",
        )
    return Point(bounds.x + point.x, bounds.y + point.y)


def resolve_element(attempt: Attempt, target: Ref | Locator) -> Element:
    """The one element this names, waited for a while. A ref that does not answer fails at once."""
    perception, progress = attempt.ctx.perception, attempt.progress
    if isinstance(target, Ref):
        return perception.resolve(target, progress)
    missing: NotFound | AmbiguousTarget | WindowNotFound | AppUnresponsive | A11yNotEnabled | None = None
    with attempt.part(progress.remaining) as part:
        for number in part.attempts():
            try:
                return perception.resolve(target, progress)
            except NoTree as error:
                missing = error
                break  # nothing that is waited for would give it a name
            except (NotFound, WindowNotFound) as error:
                missing = error
                hidden = find_hidden(attempt.ctx.adapter, target, progress) if number == 1 else None
                if hidden is not None:
                    return hidden
            except AmbiguousTarget as error:
                missing = error
                if part.elapsed_ms > AMBIGUOUS_SECONDS * 1000:
                    break
            except A11yNotEnabled as error:
                missing = error  # it may be that its content is on its way
            except AppUnresponsive as error:
                missing = error  # busy with its start, it may be: it gets the time there is
            part.log(missing.message)
            progress.check()
            if part.elapsed_ms > APPEAR_SECONDS * 1000 and not isinstance(missing, AppUnresponsive):
                break
    assert missing is not None
    attempt.record("unique" if isinstance(missing, AmbiguousTarget) else "exists", False, missing.message)
    raise missing


def window_of(attempt: Attempt, element: Element) -> Window | None:
    """The window an element stands in, as of the remembered list (read again where it is newer than that)."""
    window = attempt.watch.windows.get(element.window_id)
    if window is None and element.window_id:
        attempt.set_windows(attempt.ctx.adapter.windows.list(attempt.progress))
        window = attempt.watch.windows.get(element.window_id)
    return window


def resolve_window(attempt: Attempt, words: str | None = None) -> Window:
    """The window meant: by the argument `window`, by the target (its title, or the window an element stands in), else
    the active one."""
    with attempt.phase("resolve"):
        windows = attempt.ctx.adapter.windows.list(attempt.progress)
        attempt.set_windows(windows)
        target = attempt.action.target
        words = words or attempt.args.get("window")
        if words is not None:
            window = _waited(attempt, words, None)
        elif (
            isinstance(target, Locator)
            and (target.role is None or target.role in WINDOW_ROLES)
            and not target.relations
        ):
            title = target.name or target.window
            window = _waited(attempt, title, target) if title or target.app else active_window(attempt)
        elif isinstance(target, Point):
            window = attempt.ctx.adapter.windows.at(target)
        elif target is not None:
            element = resolve_element(attempt, target)
            attempt.set_element(element)
            window = window_of(attempt, element)
        else:
            window = active_window(attempt)
        if window is None:
            raise WindowNotFound(f"no window answers {attempt.action.describe()}", near=[w.title for w in windows])
        attempt.set_window(window)
        attempt.record("exists", True)
        attempt.record("unique", True)
        return window


def active_window(attempt: Attempt) -> Window:
    """The window that has the focus; `WindowNotFound` when none has."""
    active = None
    with attempt.part(_ACTIVE_SECONDS) as part:
        for _ in part.attempts():
            active = attempt.ctx.adapter.windows.active()
            if active is not None:
                break
            part.log("no window is active yet")
    if active is None:
        titles = [window.title for window in attempt.watch.windows.values()]
        raise WindowNotFound("no window is active; say which is meant", near=titles)
    return attempt.watch.windows.get(active.id, active)


def _waited(attempt: Attempt, words: str | None, target: Locator | None) -> Window:
    error: WindowNotFound | AmbiguousTarget | None = None
    with attempt.part(APPEAR_SECONDS) as part:
        for _ in part.attempts():
            try:
                return match_window(list(attempt.watch.windows.values()), words, target)
            except AmbiguousTarget:
                raise
            except WindowNotFound as missing:
                error = missing
            part.log(error.message)
            attempt.progress.check()
            attempt.set_windows(attempt.ctx.adapter.windows.list(attempt.progress))
    assert error is not None
    raise error


def match_window(windows: Sequence[Window], words: str | None, target: Locator | None = None) -> Window:
    """The one window these words name: exact title, else part of it, else its application. Never the first of
    several."""
    known = [window for window in windows if window.kind in _ORDINARY and not window.override_redirect]
    app = target.app if target else None
    if app is not None:
        known = [window for window in known if app.casefold() in window.app.casefold()]
    sought = (words or "").casefold()
    for test in (
        [w for w in known if w.title.casefold() == sought],
        [w for w in known if sought and sought in w.title.casefold()],
        [w for w in known if sought and sought in w.app.casefold()],
        known if not sought else [],
    ):
        if target is not None and target.nth is not None and len(test) >= target.nth:
            return test[target.nth - 1]
        if len(test) == 1:
            return test[0]
        if len(test) > 1:
            raise AmbiguousTarget(
                f"{len(test)} windows answer {words or app!r}",
                sought=words or app,
                near=[describe_window(w) for w in test],
            )
    raise WindowNotFound(
        f"no window is called {words or app!r}", sought=words or app, near=[describe_window(w) for w in windows]
    )


def describe_window(window: Window) -> str:
    return f"{window.title!r} of {window.app}"
