"""What functions keep between their calls, and who ends it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar


class Closable(Protocol):
    def close(self) -> None: ...


Kept = TypeVar("Kept", bound=Closable)


class Resources:
    """One thing for each key, made when first asked for and closed with the desktop, newest first."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._kept: dict[str, Any] = {}

    def get(self, key: str, make: Callable[[], Kept]) -> Kept:
        """What is kept under this key; made by `make` where there is none."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = make()
            return self._kept[key]

    def close(self) -> None:
        """End everything; may be called twice."""
        with self._lock:
            kept, self._kept = self._kept, {}
        for one in reversed(list(kept.values())):
            one.close()
