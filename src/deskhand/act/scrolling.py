"""scroll and scroll_to."""

from __future__ import annotations

from dataclasses import replace

from deskhand.act.attempt import Attempt
from deskhand.act.checks import run_checks
from deskhand.act.far_rows import scroll_to_entry
from deskhand.act.resolving import active_window, resolve_target
from deskhand.act.verifying import proof_of, prove_by, prove_change, until
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import AppUnresponsive, NotFound, Unsupported
from deskhand.model.element import Node
from deskhand.model.geometry import Bounds, Point
from deskhand.model.locator import Locator
from deskhand.model.world import Picture

_DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_BARS = ReadOptions(showing_only=True, max_nodes=1500, actions=False, text=False, fresh=True)
_MAX_WHEEL = 60
_STRIDE = 3
"""Notches at a time while the place is not known; less than a pane of most windows."""

_STILL_SECONDS = 0.8
"""After this long without a new picture a pane is at its end."""

_BAR_SECONDS = 0.3
_TOPS = frozenset({"window", "dialog", "application"})


def scroll(attempt: Attempt) -> None:
    """Turn the wheel over the target (the middle of the active window where there is none)."""
    resolve_target(attempt)
    if attempt.element is None and attempt.point is None:
        window = active_window(attempt)
        attempt.set_window(window)
        attempt.point = window.bounds.center
    elif attempt.element is not None:
        run_checks(attempt, attempt.verb.checks)
    dx, dy = _DIRECTIONS[attempt.args["direction"]]
    amount = attempt.args.get("amount", 3)
    bars = _scroll_bars(attempt)

    def by_tree(attempt: Attempt) -> str | None:
        fitting = [bar for bar in bars if _upright(bar) == bool(dy)]
        if not attempt.background:
            return "the wheel is what a person turns, and the mode allows it"
        if len(fitting) != 1:
            return f"{len(fitting)} scroll bars could be meant"
        why_not = _move_bar(attempt, fitting[0], (dx or dy) * amount)
        if why_not is None and until(attempt, look, _BAR_SECONDS) is None:
            attempt.forget_delivery()  # LibreOffice takes the value and stays where it is
            return "the application was asked to move its scroll bar and did not (fresh read)"
        return why_not

    def by_pointer(attempt: Attempt) -> str | None:
        point = attempt.point or _middle(attempt)
        attempt.point = point
        attempt.look_at_pixels(wide=True)
        with attempt.delivering("pointer"):
            attempt.ctx.adapter.input.scroll(point, dx * amount, dy * amount)
        return None

    before = {bar.handle: bar.value for bar in bars}

    def look() -> Proof | None:
        for bar in attempt.ctx.adapter.tree.nodes(list(before), attempt.progress) if before else ():
            if bar is not None and bar.value is not None and bar.value != before[bar.handle]:
                seen = f"the scroll bar went from {before[bar.handle]} to {bar.value}"
                return proof_of(attempt, seen, "fresh read of the scroll bar", "window", "read back")
        return attempt.pixel_change()

    attempt.by_routes([("tree", by_tree), ("pointer", by_pointer)])
    with attempt.phase("verify"):
        proof = until(attempt, look, 0.6)
    if not attempt.prove(proof) or attempt.action.expect is not None:
        prove_change(attempt)


def _middle(attempt: Attempt) -> Point:
    bounds = attempt.target.bounds
    window = attempt.window
    if bounds is None or bounds.empty:
        raise attempt.refuse("visible", "it has no place on the screen")
    return (bounds.intersection(window.bounds) if window else bounds).center


def _scroll_bars(attempt: Attempt) -> list[Node]:
    """Scroll bars of the pane the target stands in, or of the window."""
    root = attempt.window.root if attempt.window else None
    if root is None:
        return []
    nodes = attempt.ctx.adapter.tree.read(root, _BARS, attempt.progress).nodes
    bars = [node for node in nodes if node.role == "scroll bar" and node.value is not None and node.bounds is not None]
    bounds = attempt.target.bounds if attempt.element is not None else None
    if bounds is None:
        return bars
    return [bar for bar in bars if bar.bounds is not None and _beside(bar.bounds, bounds)] or bars


def _upright(bar: Node) -> bool:
    return bar.bounds is not None and bar.bounds.height >= bar.bounds.width


def _beside(bar: Bounds, area: Bounds) -> bool:
    upright = bar.height >= bar.width
    if upright:
        return bar.y < area.bottom and area.y < bar.bottom
    return bar.x < area.right and area.x < bar.right


def _move_bar(attempt: Attempt, bar: Node, notches: int) -> str | None:
    tree = attempt.ctx.adapter.tree
    low, high, step, current = tree.value_range(bar.handle, attempt.progress)
    value = min(high, max(low, current + notches * max(step * 3, (high - low) / 20)))
    if value == current:
        return "it cannot scroll further"
    with attempt.delivering("tree"):
        tree.set_value(bar.handle, value, attempt.progress)
    return None


def scroll_to(attempt: Attempt) -> None:
    """Bring the target into its window's view, by its application or by the wheel, a notch at a time; with `item` that
    entry of the target."""
    item = attempt.args.get("item")
    try:
        resolve_target(attempt)
    except NotFound:
        target = attempt.action.target
        if item is not None or not isinstance(target, Locator) or not _is_entry(target):
            raise
        # The tree may hold only the rows that show: it is sought in the list it is said to be in.
        holder = replace(target.relations[0].other, window=target.window, app=target.app)
        item = target.name
        attempt.action = replace(attempt.action, target=holder)
        resolve_target(attempt)
    if item is not None:
        scroll_to_entry(attempt, item)
        return
    element = attempt.target
    attempt.watch.before = attempt.watch.fresh()
    if _in_view(attempt) is not None:
        attempt.note("it was in view already; nothing was sent")
        attempt.prove(_in_view(attempt))
        return

    def by_tree(attempt: Attempt) -> str | None:
        try:
            with attempt.delivering("tree"):
                attempt.ctx.adapter.tree.scroll_to(element.handle, attempt.progress)
        except (Unsupported, AppUnresponsive) as error:
            attempt.forget_delivery()
            return error.message
        if until(attempt, lambda: _in_view(attempt), 0.5) is None:
            attempt.forget_delivery()
            return "the application was asked and did not move it into view (fresh read)"
        return None

    def by_asking_or_bar(attempt: Attempt) -> str | None:
        why_not = by_tree(attempt)
        return why_not if why_not is None or not attempt.background else _by_bar(attempt, why_not)

    attempt.by_routes([("tree", by_asking_or_bar), ("pointer", _by_wheel)])
    prove_by(attempt, lambda: _in_view(attempt), failing=lambda: "it is still out of view")


def _is_entry(target: Locator) -> bool:
    """`"Row 900" in list "Orders"`: a name in one holder, and nothing else."""
    inside = len(target.relations) == 1 and target.relations[0].kind == "in"
    return inside and target.name is not None and target.match == "exact" and target.nth is None


def _in_view(attempt: Attempt) -> Proof | None:
    node = attempt.watch.fresh()
    if node is None or "showing" not in node.states or node.bounds is None or node.bounds.empty:
        return None
    pane = _pane(attempt)
    if pane is not None and pane.intersection(node.bounds).empty:
        return None
    middle = node.bounds.center
    if attempt.window is not None and not attempt.window.bounds.contains(middle):
        return None
    if pane is not None and not pane.contains(middle):
        return None
    return proof_of(
        attempt,
        f"it is at {node.bounds.to_json()}, inside its window",
        "fresh read of the target",
        "control",
        "read back",
    )


def _pane(attempt: Attempt) -> Bounds | None:
    """Bounds of what the target is scrolled in: the nearest scroll pane, or (Qt calls none so) the nearest that is
    smaller than what it holds."""
    node = attempt.watch.before
    inner = node.bounds if node is not None else None
    for around in attempt.ctx.adapter.tree.ancestors(attempt.target.handle, attempt.progress):
        bounds = around.bounds
        if bounds is None or bounds.empty or around.role in _TOPS or around.role == "tab":
            continue  # GTK 3 gives a page the bounds of its tab
        if around.role in ("scroll pane", "viewport") or (inner is not None and bounds.intersection(inner) != inner):
            return bounds
        inner = bounds
    return None


def _by_bar(attempt: Attempt, why_not: str) -> str | None:
    """The scroll bar of its pane, set through the tree: to where its place says, else a view at a time from the start.
    Where it does not come into view the bar is put back."""
    tree, pane, bar = attempt.ctx.adapter.tree, _pane(attempt), _bar_of_pane(attempt)
    if bar is None or pane is None:
        return why_not
    low, high, _, before = tree.value_range(bar.handle, attempt.progress)
    place = _placed(attempt)
    nearest = [] if place is None else [min(high, max(low, before + place.center.y - pane.center.y))]
    view = max(pane.height * 0.8, (high - low) / _MAX_WHEEL)
    stops = [low + number * view for number in range(int((high - low) / view) + 2)] if high > low else []
    with attempt.delivering("tree"):
        for value in (*nearest, *(min(high, stop) for stop in stops)):
            attempt.progress.check()
            tree.set_value(bar.handle, value, attempt.progress)
            if until(attempt, lambda: _in_view(attempt), _BAR_SECONDS) is not None:
                return None
        tree.set_value(bar.handle, before, attempt.progress)
    if abs(tree.value_range(bar.handle, attempt.progress)[3] - before) > 1:
        raise attempt.contradict(attempt.verb.effect, "its scroll bar has moved", "it did not come into view")
    attempt.forget_delivery()
    return f"{why_not}; nor did it come into view by the scroll bar, which was put back"


def _bar_of_pane(attempt: Attempt) -> Node | None:
    """The one upright scroll bar of what the target is scrolled in (Qt's stand beside the view, in what holds both)."""
    tree = attempt.ctx.adapter.tree
    around = tree.ancestors(attempt.target.handle, attempt.progress)
    pane = _pane(attempt)
    at = next((number for number, node in enumerate(around) if pane is not None and node.bounds == pane), None)
    for holder in around[at : at + 2] if at is not None else ():
        nodes = tree.read(holder.handle, _BARS, attempt.progress).nodes
        bars = [node for node in nodes if node.role == "scroll bar" and node.value is not None and _upright(node)]
        if len(bars) == 1:
            return bars[0]
    return None


def _by_wheel(attempt: Attempt) -> str | None:
    """One notch at a time in the direction of the target, as long as it comes nearer."""
    pane = _pane(attempt) or (attempt.window.bounds if attempt.window else None)
    node = attempt.watch.fresh()
    if pane is None or node is None:
        return "nothing is known that it could be scrolled in"
    attempt.point = pane.center
    with attempt.delivering("pointer"):
        place = node.bounds or _search(attempt, pane)
        if place is not None:
            _bring_nearer(attempt, pane, place)
    return None


def _search(attempt: Attempt, pane: Bounds) -> Bounds | None:
    """Where it is once it has a place: GTK gives none to what is scrolled away. Down to the end, then up to the top."""
    input_, screen = attempt.ctx.adapter.input, attempt.ctx.adapter.screen
    region = pane.intersection(Bounds(0, 0, *screen.size()))
    for direction in (1, -1):
        for _ in range(_MAX_WHEEL):
            attempt.progress.check()
            before = screen.capture(region)
            input_.scroll(pane.center, 0, direction * _STRIDE)

            def look(seen: Picture = before) -> Proof | None:
                changed = _placed(attempt) is not None or screen.capture(region) != seen
                return proof_of(attempt, "it moved", "picture", "pixels", "pixels") if changed else None

            if until(attempt, look, _STILL_SECONDS) is None:
                break
            place = _placed(attempt)
            if place is not None:
                return place
    return None


def _placed(attempt: Attempt) -> Bounds | None:
    node = attempt.watch.fresh()
    return node.bounds if node is not None else None


def _bring_nearer(attempt: Attempt, pane: Bounds, place: Bounds) -> None:
    for _ in range(_MAX_WHEEL):
        attempt.progress.check()
        dy = 0 if pane.y <= place.center.y < pane.bottom else (1 if place.center.y >= pane.bottom else -1)
        dx = 0 if pane.x <= place.center.x < pane.right else (1 if place.center.x >= pane.right else -1)
        if not dx and not dy:
            break
        attempt.ctx.adapter.input.scroll(pane.center, 0 if dy else dx, dy)
        if until(attempt, lambda seen=place: _moved(attempt, seen), 0.4) is None:
            break
        now = _placed(attempt)
        if now is None:
            break
        place = now


def _moved(attempt: Attempt, seen: Bounds) -> Proof | None:
    node = attempt.watch.fresh()
    moved = node is not None and node.bounds is not None and node.bounds != seen
    return proof_of(attempt, "it moved", "fresh read", "control", "read back") if moved else None
