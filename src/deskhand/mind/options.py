"""How a run is to be made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class RunOptions:
    """`folder` is where relative paths of the script start. `pictures` keeps one before and after each action.
    `check_seconds` is how long a check may take to become true, `wait_seconds` a `wait until`. `seconds` limits the
    whole run, sittings before a resume included. `foreground` lets its steps use keyboard, pointer and focus where that
    is not the desktop's default: on your own, and only with its leave."""

    folder: Path = field(default_factory=Path.cwd)
    pictures: bool = True
    check_seconds: float = 5.0
    wait_seconds: float = 30.0
    seconds: float | None = None
    foreground: bool = False

    def to_json(self) -> dict[str, Any]:
        return {
            "folder": str(self.folder),
            "pictures": self.pictures,
            "check_seconds": self.check_seconds,
            "wait_seconds": self.wait_seconds,
            "seconds": self.seconds,
            "foreground": self.foreground,
        }

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> RunOptions:
        """What a run was started with; a field that an older version did not write has its default."""
        default = RunOptions()
        seconds = data.get("seconds")
        return RunOptions(
            Path(str(data.get("folder", default.folder))),
            bool(data.get("pictures", default.pictures)),
            float(data.get("check_seconds", default.check_seconds)),
            float(data.get("wait_seconds", default.wait_seconds)),
            None if seconds is None else float(seconds),
            bool(data.get("foreground", default.foreground)),
        )
