"""Every error Deskhand raises, split by who acts next.

DeskhandError
├── CallerError            the caller mends the request
│   ├── BadRequest         bad_request        the words or arguments are off
│   ├── TooLarge           too_large          beyond a documented limit
│   ├── NotFound           not_found          no element, file, run or row answers the description
│   │   └── NoTree         no_tree            nothing in that window has a name: it shows no accessibility tree
│   ├── AmbiguousTarget    ambiguous_target   several do; `near` lists them
│   ├── StaleRef           stale_ref          the element of that snapshot is gone or is another one now
│   ├── SnapshotGone       snapshot_gone      the snapshot itself was pruned
│   └── Unsupported        unsupported        this element or toolkit cannot do that
├── WorldError             the world is not as it must be; look again
│   ├── NotActionable      not_actionable     a check failed before anything was delivered; `check` names it
│   ├── ActionFailed       action_failed      the effect was looked for and found false
│   ├── FocusLost          focus_lost         the keyboard focus left the target while typing
│   ├── Timeout            timeout            a wait ran out; `log` says what was waited for
│   ├── AppNotFound        app_not_found      no such application is installed or running
│   ├── WindowNotFound     window_not_found   no such window is open
│   ├── AppUnresponsive    app_unresponsive   the application does not answer
│   ├── AppDied            app_died           its process or its bus connection ended
│   └── ScreenLocked       screen_locked      the session is locked
├── PersonError            a person decides
│   ├── NeedsApproval      needs_approval
│   ├── Denied             denied
│   ├── NeedsForeground    needs_foreground   only keyboard or pointer could do it, and the mode is background
│   ├── NeedsAnswer        needs_answer
│   ├── SecretMissing      secret_missing     no secret of that name is stored, or it was not kept
│   └── SecretNotAllowed   secret_not_allowed the secret is bound to another application or window
├── LimitError             a limit or a stop ended it
│   ├── LimitReached       limit_reached
│   └── Stopped            stopped
├── EnvironmentFault       environment        the machine lacks something; `next_step` is the line that mends it
│   └── A11yNotEnabled     a11y_not_enabled   the application shows its window and keeps its tree back
└── InternalError          internal           our bug
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from deskhand.visible import short, visible

_MESSAGE, _SEEN, _LINE = 1000, 4000, 400
"""Characters of a message, of what was seen, and of one line of `near` and `log`."""


class DeskhandError(Exception):
    """Root of the tree. Carries its own diagnosis.

    Attributes:
        code: lower snake case, stable; the part programs branch on.
        message: one sentence for people.
        sought: what was looked for, in the caller's words.
        seen: what was there instead when last looked at.
        near: near misses, at most ten, each one line.
        delivery: what is known of the action's arrival (DESIGN 4.4), `not_delivered` where nothing was sent.
        next_step: one thing to do next.
        log: what a wait waited for, oldest first, at most forty lines.
        receipt: the receipt of the failed action as JSON data, where there is one.
    """

    code: ClassVar[str] = "internal"
    exit_code: ClassVar[int] = 1
    default_next_step: ClassVar[str] = "report this with the command that showed it"

    def __init__(
        self,
        message: str,
        *,
        sought: str | None = None,
        seen: str | None = None,
        near: Sequence[str] = (),
        delivery: str = "not_delivered",
        next_step: str | None = None,
        check: str | None = None,
        log: Sequence[str] = (),
        receipt: dict[str, Any] | None = None,
    ) -> None:
        self.message = _shown(message, _MESSAGE)
        super().__init__(self.message)
        self.sought = None if sought is None else _shown(sought, _MESSAGE)
        self.seen = None if seen is None else _shown(seen, _SEEN)
        self.near: tuple[str, ...] = tuple(_shown(line, _LINE) for line in tuple(near)[:10])
        self.delivery = delivery
        self.next_step: str = next_step or self.default_next_step
        self.check = check
        self.log: tuple[str, ...] = tuple(_shown(line, _LINE) for line in tuple(log)[-40:])
        self.receipt = receipt

    @property
    def retry(self) -> str:
        """`safe` only where nothing was delivered."""
        return "safe" if self.delivery == "not_delivered" else "unsafe"

    def __str__(self) -> str:
        parts = [self.message]
        if self.seen:
            parts.append(f"seen: {self.seen}")
        if self.near:
            parts.append("near: " + "; ".join(self.near))
        if self.next_step:
            parts.append(f"next: {self.next_step}")
        return " | ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """The `error` object of the envelope (DESIGN 4.6); empty fields are left out."""
        data: dict[str, Any] = {
            "code": self.code,
            "message": self.message,
            "delivery": self.delivery,
            "retry": self.retry,
            "next_step": self.next_step,
        }
        optional = {"sought": self.sought, "seen": self.seen, "check": self.check}
        data.update({key: value for key, value in optional.items() if value is not None})
        if self.near:
            data["near"] = list(self.near)
        if self.log:
            data["log"] = list(self.log)
        return data


def _shown(text: str, limit: int) -> str:
    """What applications call things stands in errors: it must neither steer a terminal nor bury what is said."""
    return visible(short(text, limit), keep="\n\t")


class CallerError(DeskhandError):
    """The request is at fault; change it."""


class BadRequest(CallerError):
    code = "bad_request"
    exit_code = 2
    default_next_step = "correct the request as the message says"


class TooLarge(CallerError):
    code = "too_large"
    exit_code = 2
    default_next_step = "ask for less: a window, a root or a range"


class NotFound(CallerError):
    code = "not_found"
    default_next_step = "take a snapshot and use a name that is on it"


class NoTree(NotFound):
    """The window draws its content itself (Tk, SDL, a game, a remote screen) and tells nobody what is in it."""

    code = "no_tree"
    default_next_step = (
        "take a picture of the window (`screenshot`) and act on a point of it (`click 120,80 --window TITLE`)"
    )


class AmbiguousTarget(CallerError):
    code = "ambiguous_target"
    default_next_step = "say which: name the window, a neighbour, or its number (`2nd button …`)"


class StaleRef(CallerError):
    code = "stale_ref"
    default_next_step = "take a new snapshot and use its ref"


class SnapshotGone(CallerError):
    code = "snapshot_gone"
    default_next_step = "take a new snapshot; the newest 96 are kept"


class Unsupported(CallerError):
    code = "unsupported"
    default_next_step = "use another verb or another element"


class WorldError(DeskhandError):
    """The world is not as the action needs it; observe again."""

    default_next_step = "take a new snapshot and decide again"


class NotActionable(WorldError):
    code = "not_actionable"


class ActionFailed(WorldError):
    code = "action_failed"


class FocusLost(WorldError):
    code = "focus_lost"
    default_next_step = "see what took the focus, then read how much of the text arrived"


class Timeout(WorldError):
    code = "timeout"
    default_next_step = "read the log for what was waited for; give more time if it was on its way"


class AppNotFound(WorldError):
    code = "app_not_found"
    default_next_step = "`deskhand apps` lists what is installed and running"


class WindowNotFound(WorldError):
    code = "window_not_found"
    default_next_step = "`deskhand windows` lists what is open"


class AppUnresponsive(WorldError):
    code = "app_unresponsive"
    default_next_step = "wait for the application or close it"


class AppDied(WorldError):
    code = "app_died"
    default_next_step = "launch the application again and look at what it kept"


class ScreenLocked(WorldError):
    code = "screen_locked"
    exit_code = 4
    default_next_step = "unlock the screen, or use a private desktop"


class PersonError(DeskhandError):
    """A person has to decide."""

    exit_code = 4


class NeedsApproval(PersonError):
    code = "needs_approval"
    default_next_step = "ask the person, then repeat with their approval"


class Denied(PersonError):
    code = "denied"
    default_next_step = "do not repeat it; choose another way"


class NeedsForeground(PersonError):
    code = "needs_foreground"
    default_next_step = "repeat with mode `foreground` where the person allows it"


class NeedsAnswer(PersonError):
    code = "needs_answer"
    default_next_step = "answer the question"


class PersonCameIn(NeedsAnswer):
    """A person took the desktop, or used its keyboard or mouse, while an action was under way."""

    default_next_step = "take a new snapshot once they have let go, then decide again"


class SecretMissing(PersonError):
    code = "secret_missing"
    default_next_step = "store the secret under that name: `deskhand secret set NAME`"


class SecretNotAllowed(PersonError):
    code = "secret_not_allowed"
    default_next_step = "`deskhand secret allow NAME --app APP` lets it be typed there"


class LimitError(DeskhandError):
    """A limit or a stop ended it."""

    exit_code = 3


class LimitReached(LimitError):
    code = "limit_reached"
    default_next_step = "split the work or raise the limit"


class Stopped(LimitError):
    code = "stopped"
    exit_code = 6
    default_next_step = "`deskhand resume RUN` goes on from there"


class EnvironmentFault(DeskhandError):
    """The machine lacks something; `next_step` is the one line that mends it."""

    code = "environment"
    exit_code = 5
    default_next_step = "run `deskhand doctor`"


class A11yNotEnabled(EnvironmentFault):
    """The application is on the accessibility bus and shows nothing there until it is told to at its start."""

    code = "a11y_not_enabled"
    default_next_step = "close it and start it with `deskhand launch`, which adds --force-renderer-accessibility"


class InternalError(DeskhandError):
    """Our bug."""

    code = "internal"
    exit_code = 70


def error_classes() -> dict[str, type[DeskhandError]]:
    """Every code with its class, for the edges that carry errors as JSON."""
    found: dict[str, type[DeskhandError]] = {}
    pending: list[type[DeskhandError]] = [DeskhandError]
    while pending:
        cls = pending.pop()
        pending.extend(cls.__subclasses__())
        if "code" in cls.__dict__:
            found[cls.code] = cls
    found["internal"] = InternalError
    return found


def error_from_json(data: dict[str, Any], receipt: dict[str, Any] | None = None) -> DeskhandError:
    """Rebuild an error from its JSON form; an unknown code becomes `InternalError`."""
    cls = error_classes().get(str(data.get("code")), InternalError)
    return cls(
        str(data.get("message", "")),
        sought=data.get("sought"),
        seen=data.get("seen"),
        near=data.get("near", ()),
        delivery=data.get("delivery", "not_delivered"),
        next_step=data.get("next_step"),
        check=data.get("check"),
        log=data.get("log", ()),
        receipt=receipt,
    )
