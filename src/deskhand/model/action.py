"""Actions: one verb of the closed vocabulary with its target and arguments."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from deskhand.errors import BadRequest
from deskhand.model.geometry import Point
from deskhand.model.locator import Locator
from deskhand.model.ref import Ref
from deskhand.model.secret import PLACEHOLDER

Mode = Literal["background", "foreground"]
Target = Ref | Locator | Point
"""Whom an action is for: an element of a snapshot, a description, or a bare screen position."""

TYPING_VERBS = frozenset({"type", "set_value"})
"""Verbs that may write a secret."""

WRITING_VERBS = frozenset({"type", "set_value", "clipboard_write"})
"""Verbs whose `text` or `value` ends up in an application as it is."""

ExpectKind = Literal[
    "element_appears",
    "element_disappears",
    "window_opens",
    "window_closes",
    "text",
    "state",
    "value",
    "focus",
    "file",
    "notification",
    "notification_gone",
    "clipboard",
    "changes",
    "menu_closed",
    "idle",
    "none",
]


@dataclass(frozen=True, slots=True)
class Expect:
    """An effect the caller names as proof: `kind`, whom it concerns (`locator`, a window title or a path), and what
    must be seen (`want`: the text, the state word, the value)."""

    kind: ExpectKind
    locator: Locator | None = None
    window: str | None = None
    path: str | None = None
    want: str | None = None

    def __str__(self) -> str:
        if self.kind == "clipboard":
            return "clipboard changes" if self.want is None else f"clipboard contains {self.want}"
        what = self.locator or self.window or self.path or ""
        return " ".join(str(word) for word in (self.kind.replace("_", " "), what, self.want or "") if word != "")


@dataclass(frozen=True, slots=True)
class Action:
    """A request to act. `timeout` is seconds for the whole of it; `mode` None takes the desktop's default. `secrets`
    are the names of those whose placeholders (`{{name}}`) in its text are replaced by their values as it is typed.
    `leave`: the person at the desktop was asked about this very action and allows the foreground for it; `approved`:
    they were asked whether it may be done at all, and said yes.

    Raises `BadRequest` for a mode or timeout that is none: a misspelt `background` must not come out as foreground.
    """

    verb: str
    target: Target | None = None
    args: dict[str, Any] = field(default_factory=dict[str, Any])
    expect: Expect | None = None
    timeout: float | None = None
    mode: Mode | None = None
    pictures: bool = False
    secrets: tuple[str, ...] = ()
    leave: bool = False
    approved: bool = False

    def __post_init__(self) -> None:
        mode: object = self.mode
        if mode not in (None, "background", "foreground"):
            raise BadRequest(f"there is no mode {mode!r}", sought=str(mode), next_step="background or foreground")
        if not _is_seconds(self.timeout):
            raise BadRequest(
                f"timeout is a number of seconds, not {self.timeout!r}", next_step="leave it out, or say 10"
            )

    def concealed(self) -> Action:
        """The same with `••••` for what it writes: for records of what went into a password field. Placeholders may be
        seen."""
        if self.secrets and not PLACEHOLDER.sub("", self.written or ""):
            return self
        hidden = {key: "••••" if key in ("text", "value") else value for key, value in self.args.items()}
        return replace(self, args=hidden)

    @property
    def written(self) -> str | None:
        """The text it writes; None where it writes none."""
        text = self.args.get("text", self.args.get("value")) if self.verb in WRITING_VERBS else None
        return None if text is None else str(text)

    def describe(self) -> str:
        """`click button "Save"`; text arguments are shown, secrets never reach an Action unmasked."""
        words = [self.verb]
        if self.target is not None:
            words.append(f"({self.target.x}, {self.target.y})" if isinstance(self.target, Point) else str(self.target))
        words.extend(f"{key}={value!r}" for key, value in self.args.items())
        if self.verb == "wait" and self.expect is not None:
            words.append(f"until {self.expect}")
        return " ".join(words)


def _is_seconds(given: object) -> bool:
    return given is None or (isinstance(given, int | float) and not isinstance(given, bool) and given >= 0)
