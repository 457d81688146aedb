"""The public, synchronous face: one `Desktop` is a place to work and the hands to work there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from deskhand.beside import Beside
from deskhand.desktops.place import Place
from deskhand.desktops.private import PrivateDesktop
from deskhand.desktops.user import UserDesktop
from deskhand.engine import PANIC_KEY, Engine
from deskhand.errors import DeskhandError
from deskhand.guard.policy import Approve, Policy, policy_for
from deskhand.journal.journal import Journal
from deskhand.mind.options import RunOptions
from deskhand.mind.resume import Answer
from deskhand.mind.runs import resume_run, run_steps
from deskhand.model.action import Action, Mode
from deskhand.model.element import Element
from deskhand.model.geometry import Bounds
from deskhand.model.locator import Locator
from deskhand.model.receipt import Effect, Receipt
from deskhand.model.ref import Ref, parse_ref
from deskhand.model.run import RunResult, StepRecord
from deskhand.model.secret import Secret, without_secrets
from deskhand.model.snapshot import Snapshot
from deskhand.model.world import App, Window
from deskhand.perceive.expect_text import parse_expect
from deskhand.perceive.locator_text import parse_locator
from deskhand.perceive.scope import Scope
from deskhand.perceive.targets import ExpectLike, FrameLike, TargetLike, as_expect, as_target, element_target

OnStep = Callable[[StepRecord], None]


def ignore_step(record: StepRecord) -> None:
    """No one is watching the steps."""


def ignore_run(run: str) -> None:
    """No one asked for the run's id."""


class Desktop(Beside):
    """A desktop with hands. `Desktop.start()` makes a private one, `Desktop.attach_user()` takes the person's own.

    Use it as a context manager: a private desktop and all that runs in it end with the block, or with this process.
    Every acting method returns a `Receipt` and raises a `DeskhandError` when the action was refused or failed.
    Safe to use from several threads; actions run one at a time.
    """

    def __init__(
        self,
        place: Place,
        *,
        journal: Journal | None = None,
        policy: Policy | None = None,
        panic_key: str = PANIC_KEY,
    ) -> None:
        self.place: Place = place
        self.engine: Engine = Engine(place, journal=journal, policy=policy, panic_key=panic_key)
        self._own_journal: Journal | None = None
        self._opening = threading.Lock()

    # -- life

    @classmethod
    def start(
        cls,
        size: tuple[int, int] = (1920, 1080),
        *,
        scale: float = 1.0,
        input_method: str | None = None,
        name: str | None = None,
        journal: Journal | None = None,
        policy: Policy | None = None,
    ) -> Self:
        """Start a private desktop of `size` physical pixels; `EnvironmentFault` says what is missing.

        `scale`: pixels that applications draw for one (2 as on a HiDPI screen); bounds stay in physical pixels.
        `input_method`: an engine of IBus for whoever types on it by hand (`libpinyin`); Deskhand's own typing is exact
        with any.
        """
        place = PrivateDesktop.start(size=size, name=name, scale=scale, input_method=input_method)
        try:
            return cls(place, journal=journal, policy=policy)
        except BaseException:
            place.stop()
            raise

    @classmethod
    def attach_user(
        cls,
        *,
        foreground: bool = False,
        approve: Approve | None = None,
        journal: Journal | None = None,
        panic_key: str = PANIC_KEY,
    ) -> Self:
        """The person's own desktop, in the background: pointer, focus, keyboard and clipboard are not touched unless
        `foreground` is given.

        In the foreground the person's own input pauses what is done, and `panic_key` (a chord; only a real keyboard can
        press it) ends it and takes the leave back.
        """
        policy = replace(policy_for("user", foreground=foreground), approve=approve)
        place = UserDesktop.attach()
        try:
            return cls(place, journal=journal, policy=policy, panic_key=panic_key)
        except BaseException:
            place.stop()
            raise

    @property
    def id(self) -> str:
        """`d` and eight hexadecimal digits for a private desktop, `user` for the person's own."""
        return self.place.id

    @property
    def alive(self) -> bool:
        """False once the desktop has ended."""
        return self.place.alive

    @property
    def locked(self) -> bool:
        """True while a screen lock covers the desktop: keyboard and pointer are refused then (`screen_locked`)."""
        return self.engine.locked

    def stop(self, run: str | None = None, *, reason: str = "stopped by the caller") -> int:
        """End what is under way, from any thread: everything, or one run by its id. The desktop stays.

        What is stopped raises `Stopped` in the thread that asked for it; a run ends with the status `stopped` and goes
        on with `resume`. Keys and buttons are released. Returns how many calls were asked to end, 0 when none was
        under way.
        """
        return self.engine.stop(reason, run)

    def close(self) -> None:
        """Let go of the desktop; a private one ends with all that runs in it. A journal handed in stays open."""
        self.engine.close()
        self.place.stop()
        if self._own_journal is not None:
            self._own_journal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- looking

    def apps(self) -> Sequence[App]:
        """Running applications with an accessibility tree."""
        return self.engine.apps()

    def windows(self) -> Sequence[Window]:
        """Open windows, topmost first."""
        return self.engine.windows()

    def snapshot(
        self,
        window: str | None = None,
        *,
        app: str | None = None,
        root: str | Ref | None = None,
        skeleton: bool = False,
        depth: int | None = None,
        everything: bool = False,
        vision: bool = False,
        seconds: float | None = None,
    ) -> Snapshot:
        """Observe the desktop, a window, an application, or what lies below a ref.

        `skeleton` gives named regions only; `everything` also what is not showing, `vision` what is only drawn; `depth`
        counts levels below the root. Render it with `deskhand.render_text` or `.to_json()`."""
        ref = parse_ref(root) if isinstance(root, str) else root
        scope = Scope(window, app, ref, skeleton, depth, everything, vision="all" if vision else "none")
        return self.engine.snapshot(scope, seconds=seconds)

    def find(self, locator: str | Locator) -> tuple[Element, ...]:
        """Every element the locator describes, in reading order; empty when there is none. `NoTree` where that cannot
        be said: the window shows no accessibility tree."""
        return self.engine.find(parse_locator(locator) if isinstance(locator, str) else locator)

    def read(self, target: TargetLike) -> str:
        """The text a person reads off one element."""
        return self.engine.read_text(element_target(target))

    def read_table(self, cells: str, table: TargetLike | None = None) -> list[list[str]]:
        """The shown text of a rectangle of cells (`"A1:C10"`), row by row."""
        return self.engine.read_table(None if table is None else element_target(table), cells)

    def wait(self, expect: ExpectLike, seconds: float | None = None) -> Effect:
        """Wait for an effect in words (`window "Save As" opens`); `Timeout` tells what was seen meanwhile."""
        return self.engine.wait(parse_expect(expect) if isinstance(expect, str) else expect, seconds)

    def screenshot(self, path: str | Path, *, region: Bounds | tuple[int, int, int, int] | None = None) -> Receipt:
        """Save a picture (.png or .jpg) of the screen or of a region in physical pixels."""
        args: dict[str, Any] = {"path": str(path)}
        if region is not None:
            args["region"] = list(region)
        return self.act(Action("screenshot", args=args))

    # -- acting

    def act(self, action: Action) -> Receipt:
        """Do one action of the verb table."""
        return self.engine.act(action)

    def batch(self, actions: Sequence[Action], *, keep_going: bool = False) -> list[Receipt | DeskhandError]:
        """Up to 64 actions in order, a receipt or error each; ends at the first failure unless `keep_going`."""
        return self.engine.batch(actions, keep_going=keep_going)

    def do(
        self,
        verb: str,
        target: TargetLike | None = None,
        *,
        expect: ExpectLike | None = None,
        timeout: float | None = None,
        mode: Mode | None = None,
        **args: Any,
    ) -> Receipt:
        """Any verb by its name, with its arguments by keyword; the named methods below are this with types."""
        given, secrets = without_secrets(args)
        goal = None if target is None else as_target(target)
        return self.act(Action(verb, goal, given, as_expect(expect), timeout, mode, secrets=secrets))

    def launch(self, app: str, *files: str | Path, args: Sequence[str] = (), timeout: float | None = 60.0) -> Receipt:
        """Start an application by name, desktop-file id or command, or open a file with its application."""
        return self.do(
            "launch", timeout=timeout, app=app, files=[str(file) for file in files] or None, args=list(args) or None
        )

    def click(
        self,
        target: TargetLike,
        *,
        expect: ExpectLike | None = None,
        mode: Mode | None = None,
        window: str | None = None,
        frame: FrameLike | None = None,
    ) -> Receipt:
        """Press a button, tick a box, follow a link, open a menu.

        A point counts from the screen's corner; with `window` from that window's, as in its picture; with `frame` from
        a picture's.
        """
        return self.do("click", target, expect=expect, mode=mode, window=window, frame=frame)

    def double_click(
        self,
        target: TargetLike,
        *,
        expect: ExpectLike | None = None,
        window: str | None = None,
        frame: FrameLike | None = None,
    ) -> Receipt:
        """Open an item: its own action, else two clicks of the pointer."""
        return self.do("double_click", target, expect=expect, window=window, frame=frame)

    def right_click(
        self,
        target: TargetLike,
        *,
        expect: ExpectLike | None = None,
        window: str | None = None,
        frame: FrameLike | None = None,
    ) -> Receipt:
        """Open the context menu."""
        return self.do("right_click", target, expect=expect, window=window, frame=frame)

    def hover(self, target: TargetLike, *, window: str | None = None, frame: FrameLike | None = None) -> Receipt:
        """Put the pointer on it."""
        return self.do("hover", target, window=window, frame=frame)

    def focus(self, target: TargetLike) -> Receipt:
        """Give it the keyboard focus."""
        return self.do("focus", target)

    def press(self, keys: str, *, expect: ExpectLike | None = None) -> Receipt:
        """A chord or several: `ctrl+shift+s`, `alt+f s`."""
        return self.do("press", expect=expect, keys=keys)

    def type(self, text: str | Secret, into: TargetLike | None = None, *, mode: Mode | None = None) -> Receipt:
        """Type any Unicode text or a stored secret, into an element or where the focus is."""
        return self.do("type", into, mode=mode, text=text)

    def set_value(self, target: TargetLike, value: str | float | Secret, *, mode: Mode | None = None) -> Receipt:
        """Replace what a field, slider, spin button or cell holds; proven by reading it back."""
        return self.do("set_value", target, mode=mode, value=value)

    def clear(self, target: TargetLike) -> Receipt:
        """Empty a field."""
        return self.do("clear", target)

    def check(self, target: TargetLike) -> Receipt:
        """Tick a check box, radio button or toggle; nothing is done where it is ticked."""
        return self.do("check", target)

    def uncheck(self, target: TargetLike) -> Receipt:
        """Untick a check box or toggle; nothing is done where it is not ticked."""
        return self.do("uncheck", target)

    def select(self, target: TargetLike, value: str | None = None) -> Receipt:
        """Select an item, tab or row; or the entry `value` of a combo box or list."""
        return self.do("select", target, value=value)

    def expand(self, target: TargetLike) -> Receipt:
        """Open a tree item, combo box, expander or menu."""
        return self.do("expand", target)

    def collapse(self, target: TargetLike) -> Receipt:
        """Close a tree item, combo box, expander or menu."""
        return self.do("collapse", target)

    def menu(self, path: str, *, window: str | None = None, expect: ExpectLike | None = None) -> Receipt:
        """Choose from a menu by its path: `File > Save As…`."""
        return self.do("menu", expect=expect, path=path, window=window)

    def scroll(self, target: TargetLike | None = None, *, direction: str = "down", amount: int = 3) -> Receipt:
        """Turn the wheel by `amount` notches over an element: `up`, `down`, `left` or `right`."""
        return self.do("scroll", target, direction=direction, amount=amount)

    def scroll_to(self, target: TargetLike, *, item: str | None = None) -> Receipt:
        """Bring an element into view; with `item` that entry of the list or table, however far it is."""
        return self.do("scroll_to", target, item=item)

    def choose_file(self, path: str | Path, *, overwrite: bool = False, expect: ExpectLike | None = None) -> Receipt:
        """Name a file in the native dialog that is open and confirm it."""
        return self.do("choose_file", expect=expect, path=str(path), overwrite=overwrite or None)

    def dismiss(self, target: TargetLike | None = None) -> Receipt:
        """Close a dialog or popup without accepting it."""
        return self.do("dismiss", target)

    def focus_window(self, window: str) -> Receipt:
        """Bring a window to the front and give it the focus."""
        return self.do("focus_window", window=window)

    def close_window(self, window: str) -> Receipt:
        """Close a window as its title bar would; a question it asks is left for you to answer."""
        return self.do("close", window=window)

    # -- runs

    def run(
        self,
        script: str,
        values: Mapping[str, str] | None = None,
        *,
        on_step: OnStep = ignore_step,
        on_run: Callable[[str], None] = ignore_run,
        options: RunOptions | None = None,
    ) -> RunResult:
        """Carry out plain sentences (docs/steps.md); journalled, so that `resume` can go on after a crash.

        `values` fill `{parameters}`; relative paths are taken from `options.folder` (default: the current one).
        `on_step` hears of each step as it begins and as it ends, `on_run` the run's id.
        """
        with self.engine.work() as work:

            def begun(run: str) -> None:
                work.run = run
                on_run(run)

            return run_steps(self.engine, self.journal, script, values, on_step=on_step, on_run=begun, options=options)

    def resume(
        self,
        run: str,
        *,
        on_step: OnStep = ignore_step,
        answers: Mapping[int, Answer] | None = None,
        seconds: float | None = None,
        secrets: Mapping[int, str] | None = None,
    ) -> RunResult:
        """Go on with an interrupted run; a finished step whose effect is still there is not repeated. `answers` and
        `secrets` are what a former resume asked for, by step (`mind.runs.resume_run`)."""
        with self.engine.work() as work:
            work.run = self.journal.run(run).id
            return resume_run(
                self.engine, self.journal, run, on_step=on_step, answers=answers, seconds=seconds, secrets=secrets
            )

    @property
    def journal(self) -> Journal:
        """The journal runs are kept in; the default one is opened when first needed, and closed with the desktop."""
        with self._opening:
            if self.engine.journal is None:
                self.engine.journal = self._own_journal = Journal()
            return self.engine.journal
