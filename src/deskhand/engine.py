"""One step in its order: guard → resolve → check → journal the intent → deliver → watch → journal the receipt.

The only place where guard, journal, perceive and act meet. One object per desktop; whoever acts, acts through it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from deskhand.act.attended import AttendedAdapter
from deskhand.act.context import ActContext, OwnTimes
from deskhand.act.journalled import KeepsSecrets
from deskhand.act.keeping import may_be_secret
from deskhand.act.pasting import give_back
from deskhand.act.perform import perform
from deskhand.act.pictures import save_picture, with_pictures
from deskhand.act.turns import Turn, Turns
from deskhand.act.verbs import VERBS
from deskhand.adapters.veil import VeiledAdapter
from deskhand.desktops.launch import Launcher
from deskhand.desktops.place import Place
from deskhand.errors import (
    AppDied,
    Denied,
    DeskhandError,
    InternalError,
    NeedsForeground,
    NotFound,
    PersonCameIn,
    ScreenLocked,
    Stopped,
)
from deskhand.guard.attendance import Attendance
from deskhand.guard.limits import Limits
from deskhand.guard.policy import Policy, check_wait, policy_for
from deskhand.guard.secrets import Vault
from deskhand.guard.stopping import UnderWay, Work
from deskhand.journal.journal import Journal
from deskhand.model.action import Action, Expect, Mode
from deskhand.model.element import Element
from deskhand.model.locator import Locator
from deskhand.model.notification import Notification
from deskhand.model.progress import Cancellation, Progress
from deskhand.model.receipt import Effect, Receipt
from deskhand.model.ref import Ref
from deskhand.model.snapshot import Snapshot
from deskhand.model.world import App, Window
from deskhand.perceive.curtain import Curtain
from deskhand.perceive.perception import Perception
from deskhand.perceive.scope import Scope
from deskhand.perceive.vision.adapter import SeeingAdapter
from deskhand.routes.calls import DesktopFunctions

PANIC_KEY = "ctrl+alt+Escape"

LOOKING = frozenset({"read", "wait", "screenshot", "clipboard_read"})
"""Verbs that change nothing: they go on while a person has the desktop."""

DEFAULT_SECONDS = 10.0
"""How long an action or a look may take where the caller names no time."""


class Engine(KeepsSecrets):
    """One desktop's flow of work.

    Args:
        place: the desktop; its adapter is opened here and closed with it.
        journal: where intents and receipts go; None keeps none (the caller then has only the receipts it is handed).
        policy: what is allowed; the default follows the desktop's kind.
        panic_key: the chord by which the person ends everything, watched on their own desktop in the foreground.
        vault: where secrets come from; the person's keyring and file where it is left out.
    """

    def __init__(
        self,
        place: Place,
        *,
        journal: Journal | None = None,
        policy: Policy | None = None,
        panic_key: str = PANIC_KEY,
        vault: Vault | None = None,
    ) -> None:
        self.place: Place = place
        super().__init__(journal, vault)
        self.policy: Policy = policy or policy_for(place.kind)
        self.limits: Limits = Limits()
        self.adapter: VeiledAdapter = VeiledAdapter(SeeingAdapter(place.adapter()), self.keeper.redactor)
        self._counting = self.adapter.for_counting()
        self._curtain = Curtain(self.adapter)
        self.perception: Perception = Perception(self.adapter, place.id, eyes=True)
        self.launcher: Launcher = Launcher(place)
        self.functions: DesktopFunctions = DesktopFunctions(place)
        self._turns = Turns()
        self._under_way = UnderWay()
        self._own_times = OwnTimes()
        self._picture_number = 0
        self._panicked = False
        self.attendance: Attendance = Attendance(self.adapter.person_input)
        self.panic_key: str = panic_key
        self._person_watched = place.kind != "user"
        if self.policy.foreground_allowed:
            self._watch_person()

    # -- waiting and stopping

    @property
    def desktop_id(self) -> str:
        return self.place.id

    @property
    def locked(self) -> bool:
        """True while a screen lock covers the desktop."""
        return self.place.locked()

    @property
    def alive(self) -> bool:
        return self.place.alive

    def progress(self, seconds: float | None = None, what: str = "") -> Progress:
        """A deadline that `stop` cancels."""
        stop = self._under_way.cancellation()
        return Progress(DEFAULT_SECONDS if seconds is None else seconds, what, cancellation=stop)

    @contextmanager
    def work(self, cancellation: Cancellation | None = None) -> Generator[Work]:
        """All that this thread asks for in the block is one piece of work: stopped together, a run by its id."""
        with self._under_way.work(cancellation) as work:
            yield work

    def stop(self, reason: str = "stopped by the caller", run: str | None = None) -> int:
        """End what is under way, or one run only, and release the keys and buttons it held. Returns how many calls
        were asked to end; later calls start afresh. May be asked again, also while nothing is under way."""
        asked = self._under_way.stop(reason, run)
        if run is None:
            self.adapter.input.release_all()  # a run that is stopped alone lets go of its own keys as it ends
        return asked

    def is_under_way(self, run: str) -> bool:
        """True while this run is carried out here."""
        return self._under_way.has(run)

    # -- acting

    def act(self, action: Action, *, run: str | None = None, step: int | None = None) -> Receipt:
        """Do one action and hand back its receipt.

        Raises:
            DeskhandError: nothing was done, or it was and failed; `.delivery` says which, `.receipt` what is known.
        """
        verb = VERBS.get(action.verb)
        seconds = action.timeout
        if seconds is None:
            seconds = verb.seconds if verb is not None else DEFAULT_SECONDS
        try:
            with self.work():
                return self._act(action, seconds, run, step)
        except DeskhandError as error:
            self.keeper.error(error)
            raise

    def _act(self, action: Action, seconds: float, run: str | None, step: int | None) -> Receipt:
        lent = self.keeper.lend(action, self._curtain)
        shown = action.concealed() if may_be_secret(action) else action
        mode = self.policy.mode_for(shown, self.place.default_mode)
        self.policy.decide(action, mode, self.functions.risk_of(action))
        self._check_unlocked(shown, mode)
        if mode == "foreground":
            self._watch_person()
        intents: list[int] = []

        def on_intent(target: dict[str, Any], route: str) -> None:
            if action.verb not in LOOKING:
                self.attendance.check(hands=mode == "foreground")
            if self.journal is not None:
                told = action.concealed() if lent.concealed else action
                rendered = {"verb": told.verb, "args": told.args, "describe": told.describe()}
                intents.append(self.journal.intent(run, step, rendered, target, route))

        progress = self.progress(seconds, shown.describe())
        before: list[str | None] = []

        def once(turn: Turn) -> Receipt:
            before[:] = [self._picture(run, step, "before") if action.pictures else None]
            hands = AttendedAdapter(self._counting, progress, self.attendance)
            context = ActContext(
                hands, self.perception, self.launcher, mode, progress, on_intent, self._own_times, turn, lent,
                self.functions,
            )  # fmt: skip
            return perform(action, context)

        try:
            receipt = self.keeper.receipt(self._in_turn(once, action, mode, progress, run, step), lent.notes)
        except DeskhandError as error:
            final = self.keeper.error(self._explain(error))
            after = self._picture(run, step, "after") if action.pictures else None
            self._record(intents, run, step, with_pictures(final.receipt, *before, after), final)
            raise final from (None if final is error else error)
        if action.pictures:
            after = self._picture(run, step, "after")
            receipt = replace(receipt, pictures=tuple(path for path in (*before, after) if path))
        self._record(intents, run, step, receipt.to_json(), None)
        return receipt

    def batch(self, actions: Sequence[Action], *, keep_going: bool = False) -> list[Receipt | DeskhandError]:
        """Actions in order, one receipt or error each; stops at the first failure unless `keep_going`.

        Not a transaction: what was done stays done.
        """
        self.limits.check_batch(len(actions))
        with self.work():
            return self._batch(actions, keep_going)

    def _batch(self, actions: Sequence[Action], keep_going: bool) -> list[Receipt | DeskhandError]:
        clock = self.progress(self.limits.batch_seconds, "batch")
        results: list[Receipt | DeskhandError] = []
        for action in actions:
            try:
                self.limits.check_time(clock.elapsed_ms / 1000, len(results))
                results.append(self.act(action))
            except DeskhandError as error:
                results.append(error)
                if isinstance(error, Stopped) or not keep_going:
                    break
        return results

    def _in_turn(
        self,
        once: Callable[[Turn], Receipt],
        action: Action,
        mode: Mode,
        progress: Progress,
        run: str | None,
        step: int | None,
    ) -> Receipt:
        """Do an action in its turn, while no person has the desktop. Where one came in before anything was sent, it is
        done anew from its first look. A run waits for as long as they stay, a single action until its deadline."""
        hands = mode == "foreground"
        while True:
            if action.verb not in LOOKING:
                began = time.monotonic()
                who = self.attendance.wait(progress, hands=hands, patient=run is not None)
                if who is not None and self.journal is not None:
                    waited = {"who": who, "seconds": round(time.monotonic() - began, 2)}
                    self.journal.event(run, "paused", waited, step)
            with self._turns.take(progress) as turn:
                try:
                    return once(turn)
                except PersonCameIn as error:
                    if error.delivery != "not_delivered":
                        raise
            progress.check()

    def hold(self, holder: object, who: str, seconds: float = 1.0) -> None:
        """A person takes the desktop over: what acts pauses, at the latest after `seconds`, until `release`."""
        self.attendance.hold(holder, who)
        self._turns.still(seconds)

    def release(self, holder: object) -> None:
        """The person gives the desktop back; what waited looks anew and goes on."""
        self.attendance.release(holder)

    def _watch_person(self) -> None:
        """Before keyboard and pointer are used on the person's own desktop, their own hands and panic key are heard."""
        if not self._person_watched:
            self.adapter.watch_person(self.panic_key, self._on_panic)
            self._person_watched = True

    def _on_panic(self) -> None:
        """The person pressed the panic key: everything ends, and keyboard and pointer are theirs from now on."""
        self._panicked = True
        if self.journal is not None:
            self.journal.event(None, "panic_key", {"key": self.panic_key})
        self.stop(f"the panic key ({self.panic_key}) was pressed")

    def _check_unlocked(self, action: Action, mode: Mode) -> None:
        """Keys and clicks on a locked desktop would reach the lock; a private desktop has none."""
        if mode == "foreground" and self._panicked:
            raise Denied(
                f"the panic key was pressed: no more keyboard and pointer here, so {action.describe()} was not tried",
                sought=action.describe(),
                next_step="a person gives leave anew: `deskhand desktop stop user`, then "
                "`deskhand desktop start --user --foreground`",
            )
        if mode == "foreground" and self.place.locked():
            raise ScreenLocked(f"the screen is locked, so {action.describe()} was not tried", sought=action.describe())

    def _record(
        self,
        intents: list[int],
        run: str | None,
        step: int | None,
        receipt: dict[str, Any] | None,
        error: DeskhandError | None,
    ) -> None:
        if self.journal is None:
            return
        error_json = error.to_json() if error is not None else None
        if not intents:
            self.journal.receipt(None, run, step, receipt, error_json)
        for intent in intents:
            self.journal.receipt(intent, run, step, receipt, error_json)

    def _explain(self, error: DeskhandError) -> DeskhandError:
        """A desktop that ended explains every failure on it better than its symptom does."""
        if self.place.alive or isinstance(error, AppDied):
            return error
        return AppDied(
            "the desktop itself has ended",
            sought=error.sought,
            seen=error.message,
            delivery=error.delivery,
            next_step="start a desktop and `deskhand resume` the run",
            receipt=error.receipt,
        )

    def _picture(self, run: str | None, step: int | None, moment: str) -> str | None:
        """A JPEG of the screen beside the journal; None where there is no run to keep it for."""
        if self.journal is None or run is None or not self.place.alive:
            return None
        self._picture_number += 1
        folder = self.journal.artefacts(run)
        path = folder / f"step{step or 0:03d}-{self._picture_number:04d}-{moment}.jpg"
        save_picture(self._curtain.capture(), path)
        return path.name

    # -- looking

    def snapshot(self, scope: Scope | None = None, *, seconds: float | None = None) -> Snapshot:
        """Observe; see `perceive.scope.Scope` for what may be asked."""
        return self.perception.snapshot(scope or Scope(), self.progress(seconds, "snapshot"))

    def find(self, locator: Locator, *, seconds: float | None = None) -> tuple[Element, ...]:
        return self.perception.find(locator, self.progress(seconds, f"find {locator}"))

    def read_text(self, target: Locator | Ref, *, seconds: float | None = None) -> str:
        """All the text of one element (the value a person reads off it)."""
        progress = self.progress(seconds, f"read {target}")
        return self.perception.read_text(self.perception.resolve(target, progress), progress)

    def read_table(self, target: Locator | Ref | None, cells: str, *, seconds: float | None = None) -> list[list[str]]:
        """Cells of a rectangle (`A1:C10`) of a table, row by row."""
        return self.perception.read_table(target, cells, self.progress(seconds, f"read {cells}"))

    def read_cell(self, address: str, window: str | None = None) -> str:
        """What one spreadsheet cell shows."""
        rows = self.read_table(Locator(role="table", window=window) if window else None, address)
        if not rows or not rows[0]:
            raise NotFound(f"there is no cell {address}", sought=f"cell {address}")
        return rows[0][0]

    def wait(self, expect: Expect, seconds: float | None = None) -> Effect:
        """Wait for a condition; `Timeout` says what was waited for. A notification that came and went, and a clipboard
        that changed, since the last action began count too."""
        check_wait(expect, self.place.default_mode)
        return self.perception.wait(
            expect, self.progress(seconds, f"wait for {expect}"), after=self._own_times.latest()
        )

    def notifications(self, *, history: bool = False) -> Sequence[Notification]:
        """Those that stand there, oldest first; with `history` what is gone comes before them."""
        found = self.adapter.notifications.list(self.progress(None, "list notifications"), history=history)
        text = self.keeper.redactor.text
        return [replace(one, summary=text(one.summary), body=text(one.body)) for one in found]

    def windows(self) -> Sequence[Window]:
        return self.perception.windows(self.progress(None, "list windows"))

    def apps(self) -> Sequence[App]:
        return self.adapter.tree.apps(self.progress(None, "list applications"))

    def clipboard(self) -> str:
        receipt = self.act(Action("clipboard_read"))
        if not isinstance(receipt.result, str):
            raise InternalError(f"clipboard_read gave {type(receipt.result).__name__}, not text")
        return receipt.result

    @contextmanager
    def clipboard_kept(self) -> Generator[None]:
        """Keep what the clipboard holds and put it back after the block, unless somebody has copied something newer.
        `NeedsForeground` where this desktop is in the background."""
        if self.place.default_mode == "background" and not self.policy.foreground_allowed:
            raise NeedsForeground("keeping the clipboard reads it", sought="clipboard")
        clipboard = self.adapter.clipboard
        kept = clipboard.keep(self.progress(None, "keeping the clipboard"))
        try:
            yield
        finally:
            give_back(clipboard, kept)

    def close(self) -> None:
        """Let go of input, connections and threads; the desktop itself stays."""
        self.functions.close()
        self.adapter.close()
