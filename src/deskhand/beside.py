"""The part of the public face that is about what stands beside windows and goes between them: the clipboard,
notifications, drags, functions of applications."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, Protocol

from deskhand.engine import Engine
from deskhand.errors import InternalError
from deskhand.model.action import Action
from deskhand.model.clipboard import ClipboardFormat, Selection
from deskhand.model.notification import Notification
from deskhand.model.receipt import Receipt
from deskhand.perceive.targets import TargetLike, as_argument


class _Hands(Protocol):
    """What the methods here need of a desktop."""

    engine: Engine

    def act(self, action: Action) -> Receipt: ...
    def do(self, verb: str, target: Any = None, *, expect: Any = None, **args: Any) -> Receipt: ...


class Beside:
    """Methods of `Desktop`. All of those about the clipboard are `NeedsForeground` in the background."""

    def api(self: _Hands, function: str, *, timeout: float | None = None, **arguments: Any) -> Receipt:
        """Call a function of an application, such as `calc.read_range` (docs/routes.md); `result` is what it gives.

        Raises:
            NotFound: there is no such function. BadRequest: it does not take these arguments.
            NeedsApproval: its risk asks for a person's yes, and nobody was there to give it.
        """
        return self.do("api", timeout=timeout, function=function, arguments=arguments)

    def drag(
        self: _Hands, target: TargetLike, to: TargetLike, *, via: TargetLike | None = None, hold: bool = False
    ) -> Receipt:
        """Drag an element onto another one or to a point, over `via` if given. With `hold` the button stays down there
        until `drop`."""
        passing = None if via is None else as_argument(via)
        return self.do("drag", target, to=as_argument(to), via=passing, hold=hold or None)

    def drop(self: _Hands, target: TargetLike) -> Receipt:
        """Carry what `drag` holds to an element or a point and let go."""
        return self.do("drop", target)

    def clipboard_read(
        self: _Hands, format: Literal["text", "html"] = "text", *, selection: Selection = "clipboard"
    ) -> str:
        """Its text, empty where it holds none; or its HTML, `NotFound` where it holds none."""
        receipt = self.do("clipboard_read", format=format, selection=selection)
        if not isinstance(receipt.result, str):
            raise InternalError(f"clipboard_read gave {type(receipt.result).__name__}, not text")
        return receipt.result

    def clipboard_save(
        self: _Hands, path: str | Path, format: ClipboardFormat = "image", *, selection: Selection = "clipboard"
    ) -> Receipt:
        """Write what it holds to a file: a picture as PNG, text or HTML as UTF-8. `NotFound` where it holds none."""
        return self.do("clipboard_read", format=format, out=str(path), selection=selection)

    def clipboard_write(
        self: _Hands,
        text: str | None = None,
        *,
        format: ClipboardFormat = "text",
        file: str | Path | None = None,
        selection: Selection = "clipboard",
    ) -> Receipt:
        """Put text, HTML or a picture there, given as `text` or in a `file` (a picture always)."""
        return self.do("clipboard_write", **_content(text, format, file), selection=selection)

    def clipboard_clear(self: _Hands, *, selection: Selection = "clipboard") -> Receipt:
        """Empty it."""
        return self.do("clipboard_clear", selection=selection)

    @contextmanager
    def clipboard_kept(self: _Hands) -> Generator[None]:
        """Keep what the clipboard holds, in every kind, and put it back after the block, unless somebody has copied
        something newer meanwhile (then that stays)."""
        with self.engine.clipboard_kept():
            yield

    def paste(
        self: _Hands,
        text: str | None = None,
        into: Any = None,
        *,
        format: ClipboardFormat = "text",
        file: str | Path | None = None,
    ) -> Receipt:
        """Put content in by way of the clipboard, into an element or where the focus is; the clipboard holds afterwards
        what it held before."""
        return self.do("paste", into, **_content(text, format, file))

    def notifications(self: _Hands, *, history: bool = False) -> Sequence[Notification]:
        """Those that stand there, oldest first; with `history` what is gone comes before them. `Unsupported` on the
        user's own desktop."""
        return self.engine.notifications(history=history)

    def act_on_notification(
        self: _Hands, notification: str, action: str | None = None, *, expect: Any = None
    ) -> Receipt:
        """Choose an action by its label or key, of the notification with this id, title or part of it; without an
        action, what a click on the notification does."""
        return self.do("notification_act", expect=expect, notification=notification, action=action)

    def dismiss_notification(self: _Hands, notification: str) -> Receipt:
        """Close the notification with this id, title or part of it."""
        return self.do("notification_dismiss", notification=notification)


def _content(text: str | None, format: ClipboardFormat, file: str | Path | None) -> dict[str, Any]:
    return {"text": text, "format": format, "file": None if file is None else str(Path(file).absolute())}
