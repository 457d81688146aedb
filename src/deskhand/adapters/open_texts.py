"""Which objects may be quoted: their text was read and is no secret."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from deskhand.model.element import Handle, Node

KNOWN = 20_000
"""Objects remembered; above this everything is forgotten, and told again as it is read."""


class OpenTexts:
    """Objects that were read and are no secret. Thread-safe: what is read and what ends come from different threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._handles: set[Handle] = set()

    def __contains__(self, handle: Handle) -> bool:
        return handle in self._handles

    def know(self, nodes: Sequence[Node]) -> None:
        """Take what was read: a protected text is no longer open."""
        texts = [node for node in nodes if "Text" in node.interfaces]
        with self._lock:
            if len(self._handles) > KNOWN:
                self._handles.clear()
            for node in texts:
                if "protected" in node.states:
                    self._handles.discard(node.handle)
                else:
                    self._handles.add(node.handle)

    def close(self, handles: Iterable[Handle]) -> None:
        """These have turned out to be secret."""
        with self._lock:
            self._handles.difference_update(handles)

    def forget(self, bus: str) -> None:
        """Its application ended; another may get the same handles."""
        with self._lock:
            self._handles = {handle for handle in self._handles if handle[0] != bus}
