"""Secret values never reach the file: whatever is written passes through here first."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any, cast

MASK = "••••"


class Mask:
    """Replaces every registered value wherever it stands inside a text. Longest first, so that a secret that holds
    another one leaves nothing over."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: tuple[str, ...] = ()

    def add(self, values: Iterable[str]) -> None:
        with self._lock:
            known = {*self._values, *(value for value in values if value)}
            self._values = tuple(sorted(known, key=lambda value: (-len(value), value)))

    def __call__(self, data: Any) -> Any:
        """The same data with every text masked, keys of mappings included."""
        values = self._values
        if not values:
            return data
        if isinstance(data, str):
            for value in values:
                data = data.replace(value, MASK)
            return data
        if isinstance(data, dict):
            pairs = cast("dict[Any, Any]", data).items()
            return {self(key): self(item) for key, item in pairs}
        if isinstance(data, (list, tuple, set, frozenset)):
            return [self(item) for item in cast("Iterable[Any]", data)]
        if data is None or isinstance(data, (bool, int, float)):
            return data
        return self(str(data))
