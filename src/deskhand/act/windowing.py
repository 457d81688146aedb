"""Applications and windows: launch, close, focus_window, move, resize, minimise, maximise, restore."""

from __future__ import annotations

import os
from collections.abc import Callable

from deskhand.act.attempt import Attempt
from deskhand.act.names import action_for, plain_name
from deskhand.act.resolving import describe_window, resolve_window
from deskhand.act.verifying import proof_of, prove_by, prove_expectation, until
from deskhand.act.watch import Proof
from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import AmbiguousTarget, Timeout, WindowNotFound
from deskhand.model.element import Element, Handle, Node
from deskhand.model.receipt import RouteTried
from deskhand.model.world import Window

_BUTTONS = ReadOptions(max_nodes=3000, fresh=True, text=False, value=False)


def launch(attempt: Attempt) -> None:
    """Start an application; a window of its process (or of one that carries its name) that was not there before
    proves it."""
    adapter = attempt.ctx.adapter
    attempt.set_windows(adapter.windows.list(attempt.progress))
    active = adapter.windows.active() if attempt.background else None
    with attempt.delivering("api"):
        started = attempt.ctx.launcher.launch(
            attempt.args["app"],
            attempt.progress,
            args=attempt.args.get("args", ()),
            files=attempt.args.get("files", ()),
        )
    attempt.tried.append(RouteTried("api", None))
    attempt.result = {"pid": started.pid, "name": started.name, "argv": list(started.argv)}
    words = {started.name.casefold(), os.path.basename(started.argv[0]).casefold() if started.argv else ""} - {""}

    def look() -> Proof | None:
        for window in adapter.windows.list(attempt.progress):
            known = attempt.watch.windows.get(window.id)
            if window.id == started.window_id:
                return _opened(attempt, window, "window list")
            if window.override_redirect or (known is not None and known.title == window.title):
                continue
            if known is not None and window.pid != started.pid:
                continue
            own = window.pid == started.pid
            if own or _named(window, words) or (known is None and window.kind in ("normal", "dialog")):
                return _opened(
                    attempt, window, "window list" if own or _named(window, words) else "event of its application"
                )
        return None

    with attempt.phase("verify"):
        proof = until(attempt, look)
        if not attempt.prove(proof):
            raise attempt.contradict(
                attempt.expected, "no window opened", f"{started.name} was started but opened no window"
            )
    now = adapter.windows.active() if active is not None else None
    if active is not None and now is not None and now.id == attempt.result.get("window_id") != active.id:
        attempt.note(f"the window manager gave it the focus, which {active.title!r} had")
    if attempt.action.expect is not None:
        prove_expectation(attempt)


def _opened(attempt: Attempt, window: Window, kind: str) -> Proof:
    attempt.set_window(window)
    attempt.result = {**attempt.result, "window": window.title, "window_id": window.id}
    word = "opened" if window.id not in attempt.watch.windows else "shows it now"
    return proof_of(attempt, f"window {window.title!r} of {window.app} {word}", "window list", "process", kind)


def _named(window: Window, words: set[str]) -> bool:
    app = window.app.casefold()
    return any(word and (word in app or (len(app) > 2 and app in word)) for word in words)


def close(attempt: Attempt) -> None:
    """Ask a window (or every window of an application) to close, as the title bar's button does. A question the
    application asks instead (save changes?) is an effect too, and is named."""
    adapter = attempt.ctx.adapter
    app = attempt.args.get("app")
    targets = _windows_of(attempt, app) if app else [resolve_window(attempt)]
    attempt.set_window(targets[0])
    with attempt.delivering("api"):
        for window in targets:
            adapter.windows.close(window)
    attempt.tried.append(RouteTried("api", None))
    wanted = {window.id for window in targets}
    pids = {window.pid for window in targets}

    def look() -> Proof | None:
        now = adapter.windows.list(attempt.progress)
        left = [window for window in now if window.id in wanted]
        if not left:
            return proof_of(attempt, f"{_titles(targets)} closed", "window list", "window", "window list")
        new = [w for w in now if w.id not in attempt.watch.windows and w.pid in pids and w.kind != "tooltip"]
        if new:
            attempt.note(f"it is still open: {describe_window(new[0])} asks first")
            seen = f"{new[0].kind} {new[0].title!r} opened"
            return proof_of(attempt, seen, "window list", "window", "window list")
        return None

    prove_by(attempt, look, failing=lambda: f"{_titles(targets)} is still open")


def _windows_of(attempt: Attempt, app: str) -> list[Window]:
    windows = attempt.ctx.adapter.windows.list(attempt.progress)
    attempt.set_windows(windows)
    found = [w for w in windows if not w.override_redirect and app.casefold() in w.app.casefold()]
    if not found:
        raise WindowNotFound(f"{app!r} has no window open", sought=app, near=[describe_window(w) for w in windows])
    if len({window.pid for window in found}) > 1 and len({window.app for window in found}) > 1:
        raise AmbiguousTarget(
            f"several applications answer {app!r}", sought=app, near=[describe_window(w) for w in found]
        )
    attempt.record("exists", True)
    attempt.record("unique", True)
    return found


def _titles(windows: list[Window]) -> str:
    return ", ".join(f"window {window.title!r}" for window in windows)


def change_window(attempt: Attempt) -> None:
    """focus_window, move, resize, minimise, maximise, restore: asked of the window manager, seen in the window list."""
    window = resolve_window(attempt)
    windows, args = attempt.ctx.adapter.windows, attempt.args
    if attempt.background and not attempt.verb.background:
        attempt.by_routes([("keyboard", lambda _: None)])
    deliver: dict[str, Callable[[], None]] = {
        "focus_window": lambda: windows.focus(window, attempt.progress),
        "move": lambda: windows.move(window, args["x"], args["y"]),
        "resize": lambda: windows.resize(window, args["width"], args["height"]),
        "minimise": lambda: windows.set_state(window, "minimised"),
        "maximise": lambda: windows.set_state(window, "maximised"),
        "restore": lambda: windows.set_state(window, "restored"),
    }
    with attempt.delivering("api"):
        deliver[attempt.verb.name]()
    attempt.tried.append(RouteTried("api", None))

    def now() -> Window | None:
        return next((w for w in windows.list(attempt.progress) if w.id == window.id), None)

    def look() -> Proof | None:
        current = now()
        if current is None or not _is_so(attempt, current):
            return None
        return proof_of(attempt, _seen(attempt, current), "window list", "window", "window list")

    def failing() -> str:
        current = now()
        return _seen(attempt, current) if current is not None else "the window is gone"

    prove_by(attempt, look, failing=failing)


def _is_so(attempt: Attempt, window: Window) -> bool:
    args = attempt.args
    match attempt.verb.name:
        case "focus_window":
            active = attempt.ctx.adapter.windows.active()
            return active is not None and active.id == window.id
        case "move":
            # Window managers count from the frame or from the client area; either place is what was asked for.
            return (args["x"], args["y"]) in ((window.frame.x, window.frame.y), (window.bounds.x, window.bounds.y))
        case "resize":
            # Size steps of a terminal round down by less than one character cell.
            dx, dy = args["width"] - window.bounds.width, args["height"] - window.bounds.height
            return 0 <= dx < 12 and 0 <= dy < 24
        case "minimise":
            return window.minimised
        case "maximise":
            return window.maximised
        case _:
            return not window.minimised and not window.maximised


def _seen(attempt: Attempt, window: Window) -> str:
    match attempt.verb.name:
        case "focus_window":
            active = attempt.ctx.adapter.windows.active()
            return f"{active.title!r} is active" if active else "no window is active"
        case "move":
            return f"its frame is at ({window.frame.x}, {window.frame.y})"
        case "resize":
            return f"its content is {window.bounds.width}×{window.bounds.height}"
        case _:
            words = [
                word for word, holds in (("minimised", window.minimised), ("maximised", window.maximised)) if holds
            ]
            return "it is " + (" and ".join(words) or "neither minimised nor maximised")


def find_button(attempt: Attempt, window: Window, words: tuple[str, ...], inside: Handle | None = None) -> Node | None:
    """The one showing, enabled button of the window, or of what is `inside` it, with the first of these names that is
    there."""
    root = inside or window.root
    if root is None:
        return None
    try:
        nodes = attempt.ctx.adapter.tree.read(root, _BUTTONS, attempt.progress).nodes
    except Timeout:
        return None
    buttons = [node for node in nodes if node.role == "button" and node.states & {"enabled", "sensitive"}]
    for word in words:
        found = [node for node in buttons if plain_name(node.name) == word]
        if len(found) == 1:
            return found[0]
    return None


def press_button(attempt: Attempt, window: Window, node: Node) -> None:
    """Press a button that was found by name, by its own action."""
    name = action_for("click", node.role, node.actions)
    element = element_for(node, window)
    with attempt.delivering("tree"):
        if name is not None:
            attempt.run_action(element, name)
        elif node.bounds is not None and not attempt.background:
            attempt.ctx.adapter.input.click(node.bounds.center)


def element_for(node: Node, window: Window) -> Element:
    """An element (without ref) for a node found inside a window."""
    return Element(
        ref="",
        role=node.role,
        name=node.name,
        value=None,
        states=node.states,
        bounds=node.bounds,
        actions=node.actions,
        source="tree",
        depth=0,
        parent=-1,
        children=(),
        handle=node.handle,
        window=window.title,
        app=window.app,
        interfaces=node.interfaces,
        child_count=node.child_count,
        window_id=window.id,
    )
