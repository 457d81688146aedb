"""The environment at a moment, so that a later reader knows what an observation was made in."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Display size in physical pixels, scale, windows (title and process name, topmost first), focus, locale,
    keyboard layout, and application → toolkit and version."""

    width: int
    height: int
    scale: float = 1.0
    windows: tuple[str, ...] = ()
    focus: str = ""
    locale: str = ""
    keyboard: str = ""
    apps: tuple[tuple[str, str], ...] = ()

    @property
    def digest(self) -> str:
        """Short stable hash (12 hex digits) of the whole."""
        text = json.dumps(self._fields(), ensure_ascii=False, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def _fields(self) -> dict[str, Any]:
        return {
            "size": [self.width, self.height],
            "scale": self.scale,
            "windows": list(self.windows),
            "focus": self.focus,
            "locale": self.locale,
            "keyboard": self.keyboard,
            "apps": dict(self.apps),
        }

    def to_json(self) -> dict[str, Any]:
        return {"digest": self.digest, **self._fields()}
