"""An adapter behind the veil."""

from __future__ import annotations

from deskhand.adapters.passing import PassingAdapter
from deskhand.adapters.protocol import Adapter, Clipboard, Events
from deskhand.adapters.veil.devices import VeiledClipboard, VeiledEvents, VeiledWindows
from deskhand.adapters.veil.fields import SecretFields
from deskhand.adapters.veil.tree import VeiledTree
from deskhand.model.redaction import Redactor


class VeiledAdapter(PassingAdapter):
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
        super().__init__(adapter)
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
    def tree(self) -> VeiledTree:
        return self._tree

    @property
    def events(self) -> Events:
        return self._events

    @property
    def windows(self) -> VeiledWindows:
        return self._windows

    @property
    def clipboard(self) -> Clipboard:
        return self._clipboard
