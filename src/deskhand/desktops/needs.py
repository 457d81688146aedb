"""What each application needs in a private desktop, from `settings/applications.toml`."""

from __future__ import annotations

import os
import shutil
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SETTINGS = Path(__file__).parent / "settings"


@dataclass(frozen=True, slots=True)
class Needs:
    """One row of the table. `key` groups programs that hand over to one another; `scaled_args` are for desktops with a
    scale, whose settings the program would multiply; `settings` are (file in the profile, file of ours) pairs."""

    key: str
    args: tuple[str, ...] = ()
    root_args: tuple[str, ...] = ()
    scaled_args: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    profile_per_launch: bool = False


def needs_of(program: str) -> Needs:
    """The row for an executable (path or name); an empty one for programs that need nothing."""
    name = os.path.basename(program)
    with open(_SETTINGS / "applications.toml", "rb") as file:
        rows: list[dict[str, Any]] = tomllib.load(file)["application"]
    for row in rows:
        if name in row["programs"]:
            return Needs(
                key=row["key"],
                args=tuple(row.get("args", ())),
                root_args=tuple(row.get("root_args", ())),
                scaled_args=tuple(row.get("scaled_args", ())),
                settings=tuple(dict[str, str](row.get("settings", {})).items()),
                profile_per_launch=bool(row.get("profile_per_launch", False)),
            )
    return Needs(name)


def prepare(needs: Needs, profiles: Path, taken: int, scale: float = 1.0) -> tuple[str, ...]:
    """Make the profile folder under `profiles` and return the arguments to add. `taken` is how many processes of this
    application run on the desktop already, `scale` what the desktop is drawn at."""
    number = taken + 1 if needs.profile_per_launch else 1
    profile = profiles / (needs.key if number == 1 else f"{needs.key}-{number}")
    if needs.settings or any("{profile}" in word for word in needs.args):
        for name, source in needs.settings:
            target = profile / name
            if not target.exists():
                target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                shutil.copyfile(_SETTINGS / source, target)
        profile.mkdir(mode=0o700, parents=True, exist_ok=True)
    words: Sequence[str] = needs.args + (needs.root_args if os.geteuid() == 0 else ())
    if scale != 1:
        words = (*words, *needs.scaled_args)
    return tuple(word.replace("{profile}", str(profile)).replace("{scale}", f"{scale:g}") for word in words)
