"""An adapter behind the veil."""

from __future__ import annotations

from collections.abc import Callable

from deskhand.adapters.protocol import Adapter, Clipboard, Events, Input, Notifications, Screen
from deskhand.adapters.veil.devices import VeiledClipboard, VeiledEvents, VeiledWindows
from deskhand.adapters.veil.fields import SecretFields
from deskhand.adapters.veil.tree import VeiledTree
from deskhand.model.redaction import Redactor


class VeiledAdapter:
    """Another adapter without what must not be seen. The screen and the input are the adapter's own: see
    `perceive.curtain` for pictures.

    Args:
        adapter: what it stands before; closed with it.
        redactor: the values that are known.
        aligned: see `VeiledTree`.
    """

    def __init__(
        self, adapter: Adapter, redactor: Redactor, *, aligned: bool = False, fields: SecretFields | None = None
    ) -> None:
        self.inner: Adapter = adapter
        self.redactor: Redactor = redactor
        self.fields: SecretFields = SecretFields() if fields is None else fields
        self._tree = VeiledTree(adapter.tree, self.fields, redactor, aligned=aligned)
        self._windows = VeiledWindows(adapter.windows, redactor)
        self._events = VeiledEvents(adapter.events, self.fields, redactor)
        self._clipboard = VeiledClipboard(adapter.clipboard, redactor)

    def for_counting(self) -> VeiledAdapter:
        """The same adapter, fields and values, with every character of a text in its place."""
        return VeiledAdapter(self.inner, self.redactor, aligned=True, fields=self.fields)

    @property
    def name(self) -> str:
        return self.inner.name

    @property
    def tree(self) -> VeiledTree:
        return self._tree

    @property
    def events(self) -> Events:
        return self._events

    @property
    def windows(self) -> VeiledWindows:
        return self._windows

    @property
    def input(self) -> Input:
        return self.inner.input

    @property
    def screen(self) -> Screen:
        return self.inner.screen

    @property
    def clipboard(self) -> Clipboard:
        return self._clipboard

    @property
    def notifications(self) -> Notifications:
        return self.inner.notifications

    def keyboard_layout(self) -> str:
        return self.inner.keyboard_layout()

    def watch_person(self, panic: str, on_panic: Callable[[], None]) -> None:
        self.inner.watch_person(panic, on_panic)

    def person_input(self) -> float:
        return self.inner.person_input()

    def locked(self) -> bool:
        return self.inner.locked()

    def close(self) -> None:
        self.inner.close()
