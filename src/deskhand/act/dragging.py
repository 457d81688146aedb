"""drag and drop: what is taken, carried and let go, and what of it proves that it was taken."""

from __future__ import annotations

from dataclasses import dataclass

from deskhand.act.attempt import Attempt
from deskhand.act.banding import band_from, prove_band
from deskhand.act.checks import run_checks
from deskhand.act.pixels import PixelWatch
from deskhand.act.pointing import SELECTING, pointed_at
from deskhand.act.resolving import describe_window, on_screen, resolve_element, resolve_target, window_of
from deskhand.act.verifying import prove_change, until
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import BadRequest, NotActionable
from deskhand.model.element import Node
from deskhand.model.geometry import Bounds, Point
from deskhand.model.locator import Locator
from deskhand.model.receipt import Effect
from deskhand.model.ref import Ref, looks_like_ref, parse_ref
from deskhand.model.world import Picture, Window
from deskhand.perceive.locator_text import parse_locator

_ITEMS = frozenset({"list item", "tree item", "cell", "row", "icon", "tab", "table row"})
"""What is selected by being pressed."""
_HOLDERS = frozenset({"list", "tree", "table", "tree table", "layered pane", "tab list"})
_ENTRIES = ReadOptions(showing_only=True, max_nodes=400, actions=False, value=False, fresh=True)
_FADE_SECONDS, _LEAST_STILL_MS = 0.8, 250.0
_ORDER_SECONDS = 0.4


@dataclass(frozen=True, slots=True)
class _Goal:
    """Where it goes: the point, the window that must be topmost there, and what is meant in words."""

    point: Point
    window: Window | None
    words: str


@dataclass(frozen=True, slots=True)
class _Before:
    """What stood before: the picture of the goal's window, the item that is pressed (if it is one), the part that
    proves nothing, and the list the item is in with its entries."""

    region: Bounds
    picture: Picture
    item: Node | None
    own: Bounds | None
    holder: Node | None
    names: tuple[str, ...]


def drag(attempt: Attempt) -> None:
    """From the middle of one thing to the middle of another, with moves in between; with `hold` the button stays down
    there."""
    resolve_target(attempt)
    start = attempt.point
    if start is None:
        run_checks(attempt, attempt.verb.checks)
        start = pointed_at(attempt, attempt.target)
    goal = _goal(attempt, attempt.args["to"])
    way = [_goal(attempt, attempt.args["via"]).point] if "via" in attempt.args else []
    holding = attempt.args.get("hold", False)
    if not holding:
        _uncovered(attempt, goal)
    item = _item_at(attempt, start)
    bare = item is None and attempt.element is None and not holding
    band = band_from(attempt, start) if bare else None
    before = None if holding or band is not None else _look(attempt, goal, item)

    def by_pointer(attempt: Attempt) -> str | None:
        with attempt.delivering("pointer"):
            attempt.ctx.adapter.input.take(start, [*way, goal.point])
            attempt.point = goal.point
            if not holding:
                _let_go(attempt, goal, before)
        return None

    attempt.by_routes([("pointer", by_pointer)])
    if holding:
        _prove_held(attempt, goal)
    elif band is not None:
        prove_band(attempt, band)
    elif before is not None and attempt.action.expect is None and _moved_within(attempt, before):
        return
    else:
        prove_change(attempt)


def drop(attempt: Attempt) -> None:
    """Carry what is held to the target and let go."""
    if not attempt.ctx.adapter.input.held():
        raise BadRequest("nothing is held by the pointer", next_step="take it first: drag it with hold=true")
    resolve_target(attempt)
    if attempt.point is not None:
        goal = _Goal(attempt.point, attempt.ctx.adapter.windows.at(attempt.point), str(tuple(attempt.point)))
    else:
        run_checks(attempt, ("visible",))
        assert attempt.action.target is not None
        goal = _goal(attempt, attempt.action.target)
    _uncovered(attempt, goal)

    def by_pointer(attempt: Attempt) -> str | None:
        with attempt.delivering("pointer"):
            attempt.ctx.adapter.input.carry([goal.point])
            attempt.point = goal.point
            _let_go(attempt, goal, None)
        return None

    attempt.by_routes([("pointer", by_pointer)])
    prove_change(attempt)


def _let_go(attempt: Attempt, goal: _Goal, before: _Before | None) -> None:
    """Let go over the goal. From here the watch looks: what the press and the way did before proves no drop, unless
    what was pressed is no item; then it may be a handle or a canvas, whose effect comes on the way."""
    watch, adapter = attempt.watch, attempt.ctx.adapter
    try:
        _uncovered(attempt, goal)
    except NotActionable as error:
        adapter.input.put_back()
        raise attempt.contradict("it is dropped", error.message, f"{error.message}; it was put back") from error
    watch.popups_count = False
    if goal.window is not None and goal.window.root is not None:
        watch.also = watch.also | {goal.window.root[0]}
    if before is None or before.item is not None:
        watch.ignored = SELECTING
        watch.arm()
        attempt.set_windows(adapter.windows.list(attempt.progress))
    else:
        watch.ignored = frozenset({"state-changed:focused", "state-changed:active"})
    if before is not None:
        held = before.picture if before.item is None else _settled(attempt, before.region)
        attempt.pixels = PixelWatch(
            adapter.screen, before.region, before.picture, held, before.own, either=before.item is not None
        )
    adapter.input.let_go()


def _settled(attempt: Attempt, region: Bounds) -> Picture:
    """The picture once it stands still: what the press changed fades in and out."""
    capture = attempt.ctx.adapter.screen.capture
    picture = capture(region)
    with attempt.progress.within(_FADE_SECONDS) as part:
        for _ in part.attempts():
            last, picture = picture, capture(region)
            if picture.data == last.data and part.elapsed_ms > _LEAST_STILL_MS:
                break
            part.log("the picture under the drag still moves")
    return picture


def _look(attempt: Attempt, goal: _Goal, item: Node | None) -> _Before | None:
    """The window of the goal, with the pointer where it will end: hover marks are no effect. What an item does to its
    list by being pressed is none either."""
    window = goal.window or attempt.window
    if attempt.background or window is None or window.bounds.empty:
        return None
    screen = attempt.ctx.adapter.screen
    region = window.bounds.intersection(Bounds(0, 0, *screen.size()))
    if region.empty:
        return None
    holder = _holder(attempt, item) if item is not None else None
    own = attempt.element.bounds if attempt.element is not None else None
    own = None if own is not None and own.contains(goal.point) else own
    if item is not None:
        own = holder.bounds if holder is not None else None
    attempt.ctx.adapter.input.move(goal.point)
    picture = _settled(attempt, region)  # a hover mark may fade in
    names = _names_in(attempt, holder) if holder is not None else ()
    return _Before(region, picture, item, own, holder, names)


def _item_at(attempt: Attempt, start: Point) -> Node | None:
    """What is pressed, where it is something that is selected by that alone."""
    tree, progress = attempt.ctx.adapter.tree, attempt.progress
    if attempt.element is not None:
        node = tree.nodes([attempt.element.handle], progress)[0]
    else:
        window = attempt.ctx.adapter.windows.at(start)
        if window is None or window.root is None:
            return None
        attempt.set_window(attempt.watch.windows.get(window.id, window))
        attempt.watch.also = frozenset({window.root[0]})
        node = tree.at_point(window.root, start, progress)
    if node is None or node.role in _ITEMS:
        return node
    return next((holder for holder in tree.ancestors(node.handle, progress)[:3] if holder.role in _ITEMS), None)


def _holder(attempt: Attempt, item: Node) -> Node | None:
    around = attempt.ctx.adapter.tree.ancestors(item.handle, attempt.progress)
    return next((node for node in around if node.role in _HOLDERS), None)


def _names_in(attempt: Attempt, holder: Node) -> tuple[str, ...]:
    nodes = attempt.ctx.adapter.tree.read(holder.handle, _ENTRIES, attempt.progress).nodes
    return tuple(node.name or node.text or "" for node in nodes[1:])


def _moved_within(attempt: Attempt, before: _Before) -> bool:
    """Whether the list it came from has other entries now, or in another order."""
    holder = before.holder
    if holder is None or not before.names:
        return False

    def look() -> Proof | None:
        now = _names_in(attempt, holder)
        if now == before.names:
            return None
        seen = (
            "the entries of its list are others now"
            if set(now) != set(before.names)
            else "its list is in another order"
        )
        return Proof(Effect(attempt.expected, seen, "fresh read of its list", "control"), "read back")

    with attempt.phase("verify"):
        return attempt.prove(until(attempt, look, _ORDER_SECONDS))


def _goal(attempt: Attempt, to: object) -> _Goal:
    if isinstance(to, str):
        to = parse_ref(to) if looks_like_ref(to) else parse_locator(to)
    if isinstance(to, Point):
        to = on_screen(attempt, to)
        width, height = attempt.ctx.adapter.screen.size()
        if not Bounds(0, 0, width, height).contains(to):
            raise BadRequest(
                f"the point {to.x},{to.y} is outside the screen of {width}×{height}",
                sought=f"{to.x},{to.y}",
                next_step="name a point of the screen",
            )
        return _Goal(to, attempt.ctx.adapter.windows.at(to), str(tuple(to)))
    assert isinstance(to, Ref | Locator)
    element = resolve_element(attempt, to)
    window = window_of(attempt, element)
    bounds = element.bounds if element.bounds is not None else (window.bounds if window else None)
    if bounds is not None and window is not None:
        bounds = bounds.intersection(window.bounds)
    if bounds is None or bounds.empty:
        raise attempt.refuse("visible", f"{element.describe()}, where it should be dropped, has no place on the screen")
    return _Goal(bounds.center, window, element.describe())


def _uncovered(attempt: Attempt, goal: _Goal) -> None:
    """The window of the goal must be the topmost there: a drop into what covers it would be another act."""
    there = attempt.ctx.adapter.windows.at(goal.point)
    if goal.window is None or there is None or there.id == goal.window.id or there.override_redirect:
        return
    raise attempt.refuse(
        "receives_events",
        f"{describe_window(there)} lies over {goal.words}, where it should be dropped",
        "move one of the windows aside",
    )


def _prove_held(attempt: Attempt, goal: _Goal) -> None:
    def look() -> Proof | None:
        at = attempt.ctx.adapter.input.pointer()
        if not attempt.ctx.adapter.input.held() or at != goal.point:
            return None
        seen = f"the pointer is at ({at.x}, {at.y}) with its button down"
        return Proof(Effect("it is held over the target", seen, "display server", "control"), "display server")

    with attempt.phase("verify"):
        attempt.prove(until(attempt, look))
    attempt.note("the button stays down: go on with hover, end with drop")
