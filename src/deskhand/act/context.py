"""What `perform` is given: the desktop's hands and eyes, the mode, and whom to tell before delivery."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

from deskhand.act.turns import Resumed, Turn
from deskhand.adapters.protocol import Adapter
from deskhand.errors import NotFound
from deskhand.model.action import Expect, Mode
from deskhand.model.element import Element, Node
from deskhand.model.fingerprint import Fingerprint
from deskhand.model.geometry import Bounds
from deskhand.model.locator import Locator
from deskhand.model.progress import Progress
from deskhand.model.receipt import Delivery, Effect, RouteName
from deskhand.model.ref import Ref
from deskhand.model.snapshot import Snapshot
from deskhand.model.world import Picture, Window
from deskhand.perceive.scope import Scope


class Perceiver(Protocol):
    """The part of `deskhand.perceive.Perception` that acting needs."""

    def resolve(self, target: Ref | Locator, progress: Progress, window: str | None = None) -> Element: ...
    def find(self, locator: Locator, progress: Progress) -> tuple[Element, ...]: ...
    def snapshot(self, scope: Scope, progress: Progress) -> Snapshot: ...
    def read_text(self, target: Element, progress: Progress) -> str: ...
    def read_table(self, target: Element | Locator, cells: str, progress: Progress) -> list[list[str]]: ...
    def wait(
        self, expect: Expect, progress: Progress, since: int | None = None, after: float | None = None
    ) -> Effect: ...
    def drawn(self, window: Window, progress: Progress) -> Sequence[Node] | None: ...
    def read_picture(self, picture: Picture) -> Sequence[str]: ...
    def fingerprint(self, progress: Progress, windows: Sequence[Window] | None = None) -> Fingerprint: ...


class StartedApp(Protocol):
    """What a launcher says of what it started."""

    @property
    def pid(self) -> int: ...
    @property
    def argv(self) -> Sequence[str]: ...
    @property
    def name(self) -> str: ...
    @property
    def window_id(self) -> str | None: ...


class Starter(Protocol):
    """The part of `deskhand.desktops.Launcher` that acting needs."""

    def launch(
        self, words: str, progress: Progress, args: Sequence[str] = (), files: Sequence[str] = ()
    ) -> StartedApp: ...


class FunctionOutcome(Protocol):
    """What came of a call of an application function."""

    @property
    def data(self) -> Any: ...
    @property
    def effect(self) -> Effect | None: ...
    @property
    def delivery(self) -> Delivery: ...
    @property
    def notes(self) -> tuple[str, ...]: ...


class PreparedCall(Protocol):
    """An application function with arguments that fit it. `kind` is the route it takes, `expected` what would prove
    its effect; what `reads` changes nothing."""

    @property
    def name(self) -> str: ...
    @property
    def application(self) -> str: ...
    @property
    def kind(self) -> RouteName: ...
    @property
    def expected(self) -> str: ...
    @property
    def reads(self) -> bool: ...
    def carry_out(self, adapter: Adapter, mode: Mode, progress: Progress) -> FunctionOutcome: ...


class Functions:
    """The part of `deskhand.routes` that acting needs. This one has no functions."""

    def prepare(self, name: str, arguments: Mapping[str, Any]) -> PreparedCall:
        """`NotFound` for a function that there is not, `BadRequest` for arguments it does not take."""
        raise NotFound(f"there is no function {name!r}", sought=name)


class Confidant:
    """What acting needs of the secrets' keeper. This one knows none: what is asked of it comes back as it is."""

    def reveal(self, args: dict[str, Any], window: Window | None) -> dict[str, Any]:
        """The arguments with values in place of placeholders; `SecretNotAllowed` where they may not be typed."""
        return args

    def overhear(self, text: str) -> None:
        """This was given in clear for a secret field: from now on it is a secret."""

    def hide(self, text: str) -> str:
        """The text with bullets in place of known values, as the adapter that acting has shows it."""
        return text

    def shown(self, text: str) -> str:
        """The text with names in place of known values."""
        return text

    def capture(self, adapter: Adapter, region: Bounds | None) -> Picture:
        """A picture for somebody to keep."""
        return adapter.screen.capture(region)


class OwnTimes:
    """When this desktop's own actions were under way (monotonic seconds): what changed then is not noise.

    Keep one per desktop and give it to every action; a fresh one takes the effects of the action before for noise.
    """

    def __init__(self) -> None:
        self._spans: deque[tuple[float, float]] = deque(maxlen=256)

    def add(self, start: float, end: float) -> None:
        self._spans.append((start, end))

    def latest(self) -> float | None:
        """When the newest of them began; None where there was none."""
        return self._spans[-1][0] if self._spans else None

    def owned(self, at: float) -> bool:
        """True when one of our own actions was under way then."""
        place = bisect_right(self._spans, at, key=_start)
        return any(start <= at <= end for start, end in islice(self._spans, max(0, place - 3), place))

    def horizon(self, now: float, seconds: float) -> float:
        """How far back `seconds` of time that was not our own reach from `now`."""
        left, at = seconds, now
        for start, end in reversed(self._spans):
            gap = max(0.0, at - max(end, start))
            if gap >= left:
                break
            left -= gap
            at = min(at, start)
        return at - left


def _start(span: tuple[float, float]) -> float:
    return span[0]


@dataclass(frozen=True, slots=True)
class ActContext:
    """One action's surroundings.

    `on_intent(target_json, route)` is called right before each delivery, so that the intent is on disk before the
    effect; what it raises stops the delivery. `turn` is None where nobody else acts on the desktop. `confidant`
    keeps the secrets, `functions` are those of applications.
    """

    adapter: Adapter
    perception: Perceiver
    launcher: Starter
    mode: Mode
    progress: Progress
    on_intent: Callable[[dict[str, Any], RouteName], None]
    own_times: OwnTimes = field(default_factory=OwnTimes)
    turn: Turn | None = None
    confidant: Confidant = field(default_factory=Confidant)
    functions: Functions = field(default_factory=Functions)

    @contextmanager
    def let_others(self) -> Generator[Resumed]:
        """Others may act during the block, which only looks or waits (see `turns`)."""
        with self.turn.let_others() if self.turn is not None else nullcontext(Resumed()) as resumed:
            yield resumed
