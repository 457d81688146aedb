"""Installed applications, read from desktop files (Desktop Entry Specification 1.5)."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class InstalledApp:
    """One desktop file. `names` are its name in English and in the person's language, `command` its Exec line split,
    field codes included; `hidden` applications (NoDisplay) are found by their id only."""

    id: str
    name: str
    names: tuple[str, ...]
    generic_names: tuple[str, ...]
    command: tuple[str, ...]
    mime_types: tuple[str, ...]
    file: str
    terminal: bool = False
    hidden: bool = False

    @property
    def program(self) -> str:
        """File name of the executable."""
        return os.path.basename(self.command[0])

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "name": self.name, "command": " ".join(self.command), "file": self.file}

    def line(self, args: tuple[str, ...], files: tuple[str, ...]) -> tuple[str, ...]:
        """The command with `args` after the program and its field codes filled with `files`."""
        words: list[str] = [self.command[0], *args]
        placed = False
        for word in self.command[1:]:
            if word in ("%f", "%u"):
                words.extend(files[:1])
                placed = True
            elif word in ("%F", "%U"):
                words.extend(files)
                placed = True
            elif word == "%c":
                words.append(self.name)
            elif word == "%k":
                words.append(self.file)
            elif not (len(word) == 2 and word[0] == "%" and word != "%%"):
                words.append(word.replace("%%", "%"))
        return tuple(words) if placed else (*words, *files)


def installed_apps(env: Mapping[str, str]) -> tuple[InstalledApp, ...]:
    """Applications of these data folders that can be run, by name. A file in an earlier folder hides the same id in a
    later one."""
    found: dict[str, InstalledApp | None] = {}
    languages = _languages(env)
    for folder in application_folders(env):
        for path in sorted(folder.rglob("*.desktop")):
            identity = str(path.relative_to(folder)).replace("/", "-")
            if identity not in found:
                found[identity] = _read(identity, path, languages, env)
    return tuple(sorted((app for app in found.values() if app), key=lambda app: app.name.casefold()))


def application_folders(env: Mapping[str, str]) -> list[Path]:
    """`applications` folders in order of precedence."""
    own = env.get("XDG_DATA_HOME") or f"{env.get('HOME', '')}/.local/share"
    shared = env.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    folders = [Path(part) / "applications" for part in [own, *shared.split(":")] if part]
    return [folder for folder in dict.fromkeys(folders) if folder.is_dir()]


def _read(identity: str, path: Path, languages: tuple[str, ...], env: Mapping[str, str]) -> InstalledApp | None:
    """None where it is no application, is deleted, or its program is missing."""
    entry = _entry(path)
    command = _split(entry.get("Exec", ""))
    if entry.get("Type") != "Application" or entry.get("Hidden") == "true" or not command or "Name" not in entry:
        return None
    for program in (entry.get("TryExec", ""), command[0]):
        if program and shutil.which(program, path=env.get("PATH")) is None:
            return None
    return InstalledApp(
        id=identity.removesuffix(".desktop"),
        name=entry["Name"],
        names=_spoken(entry, "Name", languages),
        generic_names=_spoken(entry, "GenericName", languages),
        command=command,
        mime_types=tuple(part for part in entry.get("MimeType", "").split(";") if part),
        file=str(path),
        terminal=entry.get("Terminal") == "true",
        hidden=entry.get("NoDisplay") == "true",
    )


def _entry(path: Path) -> dict[str, str]:
    """Keys of the `[Desktop Entry]` group."""
    keys: dict[str, str] = {}
    inside = False
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return keys
    for raw in text.splitlines():
        line = raw.strip()
        if line.startswith("["):
            inside = line == "[Desktop Entry]"
        elif inside and "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            keys[key.strip()] = value.strip()
    return keys


def _split(command: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command))
    except ValueError:
        return ()


def _spoken(entry: dict[str, str], key: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    keys = [key, *(f"{key}[{language}]" for language in languages)]
    return tuple(dict.fromkeys(entry[k] for k in keys if entry.get(k)))


def _languages(env: Mapping[str, str]) -> tuple[str, ...]:
    """Locale names to look up, most exact first: `zh_CN`, `zh`."""
    full = (env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or "").split(".")[0].split("@")[0]
    return tuple(dict.fromkeys(part for part in (full, full.split("_")[0]) if part not in ("", "C", "POSIX")))
