"""What concerns windows, the clipboard and pictures: the same in every toolkit, judged by the display."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from PIL import Image

from bench.matrix.scenes import OTHER, Scene
from bench.matrix.trials import Trial, do
from deskhand.model.action import Action
from deskhand.perceive.expect_text import parse_expect


def act(scene: Scene, verb: str, **args: Any) -> None:
    """A deed of the preparation, in the foreground."""
    expect = args.pop("expect", None)
    scene.engine.act(Action(verb, None, args, parse_expect(expect) if expect else None, mode="foreground"))


def other_in_front(scene: Scene) -> None:
    act(scene, "focus_window", window=OTHER)
    scene.wait(lambda: not scene.focused(), "another window in front")


def copy(scene: Scene, keys: str) -> None:
    """Press what copies, and wait until the application has the clipboard."""
    act(scene, "clipboard_clear")
    before = scene.eye.owner()
    scene.engine.adapter.input.press(keys)
    scene.wait(lambda: scene.eye.owner() not in (0, before), "its copy on the clipboard")


def paste(scene: Scene, keys: str, words: str, reading: Callable[[], Any]) -> bool:
    """Press what pastes, once, into what is empty; then what it reads. Where nothing should come, time is given."""
    if "pasted" not in scene.memory:
        scene.memory["pasted"] = time.monotonic()
        scene.engine.adapter.input.press(keys)
    waited = time.monotonic() - scene.memory["pasted"] > 0.4
    return reading() == words and (waited or bool(words))


def title(scene: Scene) -> str:
    return scene.title


def _moved(scene: Scene, _: Any) -> bool:
    """Window managers count from the frame, which is at most 40 pixels around the window."""
    window = scene.window
    return window is not None and 0 <= window.x - 60 <= 40 and 0 <= window.y - 70 <= 40


def _sized(scene: Scene, _: Any) -> bool:
    window = scene.window
    return window is not None and abs(window.width - 1300) <= 20 and abs(window.height - 900) <= 20


def _has(state: str, shown: bool = True):
    def holds(scene: Scene, _: Any) -> bool:
        window = scene.window
        return window is not None and f"_NET_WM_STATE_{state}" in window.states and window.shown is shown

    return holds


def _plain(scene: Scene, _: Any) -> bool:
    window = scene.window
    return window is not None and window.shown and not any("MAXIMIZED" in state for state in window.states)


def _put_plain(scene: Scene) -> None:
    """Neither maximised nor minimised, whatever the deed before has left."""
    if not _plain(scene, None):
        act(scene, "restore", window=scene.window.title)


def _picture(scene: Scene) -> str:
    path = scene.folder / f"{scene.toolkit}.png"
    path.unlink(missing_ok=True)
    return str(path)


def _pictured(scene: Scene, _: Any) -> bool:
    """A picture of the window: its size, and not of one colour."""
    path, window = scene.folder / f"{scene.toolkit}.png", scene.window
    if not path.exists() or window is None:
        return False
    with Image.open(path) as picture:
        width, height = picture.size
        near = 0 <= width - window.width <= 120 and 0 <= height - window.height <= 120
        return near and len(picture.convert("RGB").resize((64, 64)).getcolors(5000) or [0] * 9) > 3


def window_trials() -> list[Trial]:
    """move, resize, minimise, maximise, restore, focus_window, screenshot."""
    return [
        Trial("focus_window", "its window, behind another", do("focus_window", window=title),
              lambda scene, _: scene.focused(), other_in_front),
        Trial("move", "its window", do("move", window=title, x=60, y=70), _moved,
              lambda scene: act(scene, "move", window=scene.window.title, x=160, y=150)),
        Trial("resize", "its window", do("resize", window=title, width=1300, height=900), _sized,
              lambda scene: act(scene, "resize", window=scene.window.title, width=1100, height=800)),
        Trial("minimise", "its window", do("minimise", window=title), _has("HIDDEN", shown=False)),
        Trial("maximise", "its window", do("maximise", window=title), _has("MAXIMIZED_VERT"), _put_plain),
        Trial("restore", "its window, maximised", do("restore", window=title), _plain,
              lambda scene: act(scene, "maximise", window=scene.title)),
        Trial("restore", "its window, minimised", do("restore", window=title), _plain,
              lambda scene: act(scene, "minimise", window=scene.title)),
        Trial("screenshot", "its window", do("screenshot", window=title, path=_picture), _pictured),
    ]  # fmt: skip


def _notified(scene: Scene) -> None:
    """A notification with an action, from a program that ends when it is answered or closed."""
    title = scene.memory["notice"] = f"Saved {time.monotonic_ns()}"
    scene.memory["sender"] = scene.run("notify-send", title, "letter.txt", "-A", "open=Open it", "--wait")
    act(scene, "wait", expect=f'notification "{title}" appears')


def _notice(scene: Scene) -> str:
    return scene.memory["notice"]


def _answered(words: str):
    def holds(scene: Scene, _: Any) -> bool:
        sender = scene.memory["sender"]
        return sender.poll() is not None and scene.memory.setdefault("told", sender.stdout.read()).strip() == words

    return holds


def notice_trials() -> list[Trial]:
    """Notifications belong to the desktop, whatever toolkit its windows are of; the sender says what it was told."""
    return [
        Trial("notification_act", "an action of one", do("notification_act", notification=_notice, action="Open it"),
              _answered("open"), _notified),
        Trial("notification_dismiss", "one that is open", do("notification_dismiss", notification=_notice),
              _answered(""), _notified),
    ]  # fmt: skip
