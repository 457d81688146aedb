"""One action under way: what was resolved, checked, tried, delivered and seen, from which its receipt is built."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import Any

from deskhand.act.confidence import confidence
from deskhand.act.context import ActContext, PreparedCall
from deskhand.act.pixels import PixelWatch
from deskhand.act.sighted import by_sight
from deskhand.act.vocabulary import Verb
from deskhand.act.watch import Proof, Watch
from deskhand.errors import (
    ActionFailed,
    AmbiguousTarget,
    AppNotFound,
    AppUnresponsive,
    BadRequest,
    DeskhandError,
    FocusLost,
    NeedsForeground,
    NotActionable,
    NotFound,
    PersonCameIn,
    StaleRef,
    Unsupported,
)
from deskhand.model.action import Action
from deskhand.model.element import Element
from deskhand.model.geometry import Bounds, Point
from deskhand.model.notification import Notification
from deskhand.model.progress import Progress
from deskhand.model.receipt import CheckResult, Delivery, Effect, Receipt, RouteName, RouteTried
from deskhand.model.world import Window

Way = Callable[["Attempt"], str | None]
"""Carries an action out by one route. Returns None when it was delivered, else why not (nothing was delivered then)."""

FOREGROUND_ROUTES: tuple[RouteName, ...] = ("keyboard", "pointer")
HOLDING_VERBS = frozenset({"drop", "hover"})
"""What may be done while something is held."""
_SURELY_NOT = (
    Unsupported,
    StaleRef,
    NotFound,
    BadRequest,
    NotActionable,
    NeedsForeground,
    AppNotFound,
    AmbiguousTarget,
    PersonCameIn,
    FocusLost,
)


@dataclass(slots=True)
class Attempt:
    """The working state of one action. `sent` counts what was surely or possibly sent to an application."""

    action: Action
    verb: Verb
    args: dict[str, Any]
    ctx: ActContext
    watch: Watch = field(init=False)
    element: Element | None = None
    window: Window | None = None
    point: Point | None = None
    notice: Notification | None = None
    call: PreparedCall | None = None
    checks: list[CheckResult] = field(default_factory=list[CheckResult])
    tried: list[RouteTried] = field(default_factory=list[RouteTried])
    notes: list[str] = field(default_factory=list[str])
    route: RouteName = "none"
    delivery: Delivery = "not_delivered"
    proof: Proof | None = None
    pixels: PixelWatch | None = None
    answered: bool = True
    sent: int = 0
    result: Any = None
    fingerprint: str = ""
    started: float = field(default_factory=time.time)
    ms: dict[str, float] = field(default_factory=dict[str, float])
    _clock: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        self.watch = Watch(self.ctx.adapter, self.ctx.progress, own_times=self.ctx.own_times)

    @property
    def progress(self) -> Progress:
        return self.ctx.progress

    @property
    def background(self) -> bool:
        return self.ctx.mode == "background"

    @property
    def target(self) -> Element:
        """The element acted on; only for verbs that have resolved one."""
        if self.element is None:
            raise BadRequest(f"{self.verb.name} needs a target", next_step=f"for example: {self.verb.example}")
        return self.element

    @contextmanager
    def phase(self, name: str) -> Generator[None]:
        """Add the time spent inside to `ms[name]`."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            self.ms[name] = self.ms.get(name, 0.0) + (time.perf_counter() - begun) * 1000

    def part(self, seconds: float) -> AbstractContextManager[Progress]:
        """A part of the time that leaves enough of the whole to say what was seen at its end."""
        return self.progress.within(min(seconds, self.progress.remaining * 0.7))

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def set_windows(self, windows: Sequence[Window]) -> None:
        """The window list as it stands before the delivery."""
        self.watch.windows = {window.id: window for window in windows}

    def set_window(self, window: Window | None) -> None:
        self.window = self.watch.window = window
        self.ctx.adapter.input.aim(window)

    def set_element(self, element: Element) -> None:
        self.element = self.watch.element = element
        if element.secret:
            if not self.action.secrets and (written := self.args.get("text", self.args.get("value"))) is not None:
                self.ctx.confidant.overhear(str(written))
            self.action = self.action.concealed()  # what is written stays in `args`; receipts and errors do not say it

    def reveal(self) -> None:
        """Put values in the place of placeholders, now that it is known where they are to be typed."""
        if self.action.secrets:
            self.args = self.ctx.confidant.reveal(self.args, self.window)

    @property
    def quiet(self) -> bool:
        """True where what is written is nobody's to read: words then give its length only."""
        return bool(self.action.secrets) or (self.element is not None and self.element.secret)

    def record(self, check: str, ok: bool, detail: str = "") -> None:
        """Write a check's result; one that was made before is replaced."""
        self.checks = [known for known in self.checks if known.check != check]
        self.checks.append(CheckResult(check, ok, detail))

    def refuse(self, check: str, detail: str, next_step: str | None = None) -> NotActionable:
        """The error for a check that failed; nothing was delivered."""
        self.record(check, False, detail)
        what = self.element.describe() if self.element else self.action.describe()
        return NotActionable(
            f"{what} is not {check.replace('_', ' ')}: {detail}",
            sought=self.action.describe(),
            seen=detail,
            check=check,
            next_step=next_step,
            log=self.progress.log_lines,
        )

    @contextmanager
    def delivering(self, route: RouteName) -> Generator[None]:
        """Around what is sent. The intent is announced first; from then on the delivery is uncertain until it returns.

        Errors that say that nothing was sent leave `not_delivered`, unless something had been sent before.
        """
        self.progress.check()
        if route in FOREGROUND_ROUTES and self.verb.name not in HOLDING_VERBS and self.ctx.adapter.input.held():
            raise self.refuse(
                "allowed", "the pointer holds something it was told to drag", "drop it first, or drag it back"
            )
        self.ctx.on_intent(self.target_json(), route)
        if self.delivery == "not_delivered":
            self.watch.arm()
        before_route, before_delivery = self.route, self.delivery
        self.route, self.delivery = route, "uncertain"
        try:
            with self.phase("deliver"):
                yield
        except _SURELY_NOT as error:
            if error.delivery == "not_delivered" and self.sent == 0:
                self.route, self.delivery = before_route, before_delivery
            raise
        self.sent += 1
        self.delivery = "delivered_unverified" if self.answered else "uncertain"

    def forget_delivery(self) -> None:
        """Only for a replacement that a fresh read shows to have changed nothing: it counts as not delivered."""
        self.delivery, self.route, self.sent = "not_delivered", "none", 0

    def run_action(self, element: Element, name: str, patience: float = 0.6) -> None:
        """Run the element's own action inside `delivering`. An application that does not answer within `patience`
        seconds (a modal dialog it opened keeps it) leaves `answered` False instead of using up the deadline."""
        try:
            with self.progress.within(patience) as part:
                answer = self.ctx.adapter.tree.do_action(element.handle, name, part)
            if not answer:
                self.note(f"the application answered False to {name!r}")
        except AppUnresponsive:
            self.answered = False
            self.note(f"the application did not answer {name!r} within {patience:g} s")

    def look_at_pixels(self, wide: bool = False) -> None:
        """Look at the target's window twice before a pointer action, the pointer already there, for `pixel_change`."""
        window = self.window
        if window is None or window.bounds.empty:
            return
        screen = self.ctx.adapter.screen
        region = window.bounds.intersection(Bounds(0, 0, *screen.size()))
        own = self.element.bounds if self.element and not wide else None
        moved = self.verb.name in ("drag", "scroll") and self.point is not None
        if self.point is not None:
            self.ctx.adapter.input.move(self.point)
        first = screen.capture(region)
        self.progress.pause(0.3 if moved else 0.03)  # a hover mark may fade in
        self.pixels = PixelWatch(screen, region, first, screen.capture(region), own)

    def pixel_change(self) -> Proof | None:
        """The picture of the window as the last observer, where it was looked at before."""
        changed = self.pixels.changed() if self.pixels is not None else 0
        if not changed:
            return None
        return Proof(Effect(self.expected, f"{changed} pixels of its window changed", "picture", "pixels"), "pixels")

    def by_routes(self, ways: Sequence[tuple[RouteName, Way]]) -> None:
        """Try the ways in order until one delivers. Raises NeedsForeground where only a way that the mode forbids is
        left, Unsupported where none served; both list what was tried."""
        forbidden = False
        for route, way in ways:
            if self.background and route in FOREGROUND_ROUTES:
                forbidden = True
                self.tried.append(RouteTried(route, "the mode is background"))
                continue
            try:
                why_not = way(self)
            except Unsupported as error:
                if self.delivery != "not_delivered":
                    raise
                why_not = error.message
            if why_not is None:
                self.tried.append(RouteTried(route, None))
                return
            self.tried.append(RouteTried(route, why_not))
        self._none_served(forbidden)

    def _none_served(self, forbidden: bool) -> None:
        what = self.element.describe() if self.element else self.action.describe()
        reasons = [f"{tried.route}: {tried.why_not}" for tried in self.tried]
        if forbidden:
            raise NeedsForeground(
                f"only keyboard or pointer can {self.verb.name} {what}", sought=self.action.describe(), near=reasons
            )
        raise Unsupported(f"no way to {self.verb.name} {what}", sought=self.action.describe(), near=reasons)

    def prove(self, proof: Proof | None) -> bool:
        """Take a proof, if there is one, as the action's effect."""
        if proof is None:
            return False
        if self.element is not None and self.element.source == "vision":
            proof = by_sight(proof, self.element.raw_role)
        self.proof = proof
        self.delivery = "delivered_verified"
        return True

    def contradict(self, expected: str, seen: str, message: str, near: Sequence[str] = ()) -> ActionFailed:
        """The error for an effect that was looked for and found false."""
        self.proof = Proof(Effect(expected, seen, "fresh read", "none"), "")
        return ActionFailed(
            message, sought=expected, seen=seen, near=near, delivery=self.delivery, log=self.progress.log_lines
        )

    def target_json(self) -> dict[str, Any]:
        """The target as resolved, for the intent and the receipt."""
        element = self.element
        if element is not None:
            data: dict[str, Any] = {"ref": element.ref, "role": element.role, "name": element.name}
            data |= {"window": element.window, "app": element.app}
            if element.bounds is not None:
                data["bounds"] = element.bounds.to_json()
            return {key: value for key, value in data.items() if value not in ("", None)}
        if self.call is not None:
            return {"function": self.call.name, "app": self.call.application}
        if self.notice is not None:
            return {"notification": self.notice.id, "name": self.notice.summary, "app": self.notice.app}
        if self.window is not None:
            return {"window": self.window.title, "app": self.window.app, "bounds": self.window.bounds.to_json()}
        if self.point is not None:
            return {"point": list(self.point)}
        return {}

    def receipt(self) -> Receipt:
        """The record as things stand now."""
        kind = self.proof.kind if self.proof else ""
        effect = self.proof.effect if self.proof else Effect(self.expected)
        self.ms["total"] = (time.perf_counter() - self._clock) * 1000
        sure = self.element.confidence if self.element else 1.0
        return Receipt(
            verb=self.verb.name,
            target=self.target_json(),
            args=dict(self.action.args),
            checks=tuple(self.checks),
            route=self.route if self.delivery != "not_delivered" else "none",
            tried=tuple(self.tried),
            delivery=self.delivery,
            effect=effect,
            confidence=confidence(
                self.delivery, kind, noisy=kind.startswith("event") and self.watch.noisy, target=sure
            ),
            fingerprint=self.fingerprint,
            started=self.started,
            ms=dict(self.ms),
            point=(self.point.x, self.point.y) if self.point is not None else None,
            result=self.result,
            notes=tuple(self.notes),
        )

    @property
    def expected(self) -> str:
        """The effect in words: the caller's expectation, else the verb's."""
        if self.action.expect is not None:
            return str(self.action.expect)
        return self.verb.effect if self.call is None else self.call.expected

    def fail(self, error: DeskhandError) -> DeskhandError:
        """Give an error that ends the action its receipt and what is known of the delivery."""
        if self.delivery != "not_delivered":
            error.delivery = self.delivery if self.delivery != "delivered_verified" else "delivered_unverified"
            if self.delivery == "delivered_verified":
                self.delivery = "delivered_unverified"
        error.receipt = self.receipt().to_json()
        return error
