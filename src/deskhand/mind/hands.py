"""What a run needs of a desktop. The engine is the real one; tests bring a fake."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from deskhand.model.action import Action
from deskhand.model.element import Element
from deskhand.model.locator import Locator
from deskhand.model.notification import Notification
from deskhand.model.progress import Progress
from deskhand.model.receipt import Receipt
from deskhand.model.ref import Ref
from deskhand.model.world import Window


class Hands(Protocol):
    """Hands and eyes on one desktop. Everything may raise DeskhandError."""

    @property
    def desktop_id(self) -> str: ...

    @property
    def alive(self) -> bool:
        """False once the desktop itself has ended."""
        ...

    def act(self, action: Action, *, run: str | None = None, step: int | None = None) -> Receipt:
        """Do one action; its intent and receipt are journalled under the run and step."""
        ...

    def find(self, locator: Locator) -> tuple[Element, ...]:
        """Every element that answers now, none included. `NoTree` where that cannot be said."""
        ...

    def read_text(self, target: Locator | Ref) -> str:
        """All the text of the one element that answers."""
        ...

    def read_cell(self, address: str, window: str | None = None) -> str:
        """What one spreadsheet cell shows."""
        ...

    def windows(self) -> Sequence[Window]:
        """Open windows, topmost first."""
        ...

    def notifications(self, *, history: bool = False) -> Sequence[Notification]:
        """Notifications that stand there, oldest first; with `history` what is gone comes before them."""
        ...

    def clipboard(self) -> str:
        """The clipboard's text."""
        ...

    def require_secret(self, name: str) -> None:
        """Look that this secret is stored; `SecretMissing` where it is not."""
        ...

    def learn_secret(self, value: str) -> None:
        """This text is a secret, though it was written down."""
        ...

    def redact(self, data: Any) -> Any:
        """JSON data without the secret values that are known."""
        ...

    def progress(self, seconds: float | None = None, what: str = "") -> Progress:
        """A deadline that a stop of the desktop cancels."""
        ...
