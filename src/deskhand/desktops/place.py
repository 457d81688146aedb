"""What the floors above know of a desktop, wherever it stands."""

from __future__ import annotations

from typing import Literal, Protocol

from deskhand.adapters.protocol import Adapter
from deskhand.model.action import Mode

PlaceKind = Literal["private", "user"]


class Place(Protocol):
    """A display, a session bus and an accessibility bus on which applications run.

    Attributes:
        id: unique on this machine, lower-case letters and digits.
        name: what a person called it, else the id.
        kind: `private` (ours, thrown away at the end) or `user` (a person's own).
        env: the whole environment that applications started here get, nothing else.
        display: X display, e.g. `:7`.
        session_bus, a11y_bus: D-Bus addresses.
        default_mode: the mode of actions that name none.
    """

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> PlaceKind: ...
    @property
    def env(self) -> dict[str, str]: ...
    @property
    def display(self) -> str: ...
    @property
    def session_bus(self) -> str: ...
    @property
    def a11y_bus(self) -> str: ...
    @property
    def default_mode(self) -> Mode: ...
    @property
    def alive(self) -> bool: ...

    def adapter(self) -> Adapter:
        """The hands and eyes of this desktop, opened at the first call and closed by `stop`."""
        ...

    def stop(self) -> None:
        """End a private desktop with all that runs in it; let go of the user's own. May be called twice."""
        ...
