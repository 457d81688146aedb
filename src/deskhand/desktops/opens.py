"""Which application opens a file: its MIME type and the applications registered for it (Shared MIME-info and MIME
Applications specifications)."""

from __future__ import annotations

import fnmatch
import mimetypes
from collections.abc import Mapping, Sequence
from pathlib import Path

from deskhand.desktops.installed import InstalledApp, application_folders

_MIME_FOLDER = Path("/usr/share/mime")


def mime_type(path: Path) -> str:
    """The MIME type by the file's name; `inode/directory` for a folder, `text/plain` for text of an unknown name."""
    if path.is_dir():
        return "inode/directory"
    best: tuple[int, int, str] | None = None
    for weight, kind, pattern in _globs():
        if fnmatch.fnmatchcase(path.name.casefold(), pattern.casefold()):
            best = max(best or (0, 0, ""), (weight, len(pattern), kind))
    if best is not None:
        return best[2]
    guessed = mimetypes.guess_type(path.name)[0]
    return guessed or ("application/octet-stream" if _binary(path) else "text/plain")


def applications_for(path: Path, apps: Sequence[InstalledApp], env: Mapping[str, str]) -> tuple[InstalledApp, ...]:
    """Applications that open this file: only the default one where a default is set, else all that are registered for
    the type, or else for a type it is a kind of (`text/csv` is `text/plain`)."""
    by_id = {app.id: app for app in apps}
    pending = [mime_type(path)]
    seen: set[str] = set()
    while pending:
        kind = pending.pop(0)
        if kind in seen:
            continue
        seen.add(kind)
        for identity in _defaults(kind, env):
            if identity in by_id:
                return (by_id[identity],)
        found = tuple(app for app in apps if kind in app.mime_types and not app.terminal and not app.hidden)
        if found:
            return found
        pending.extend(_parents(kind))
    return ()


def _defaults(kind: str, env: Mapping[str, str]) -> list[str]:
    """Ids that `mimeapps.list` files name as default for a type, the person's own file first."""
    home = Path(env.get("HOME", "/"))
    files = [home / ".config" / "mimeapps.list", Path("/etc/xdg/mimeapps.list")]
    files += [folder / "mimeapps.list" for folder in application_folders(env)]
    found: list[str] = []
    for file in files:
        group = ""
        for line in _lines(file):
            if line.startswith("["):
                group = line
            elif group == "[Default Applications]" and line.partition("=")[0].strip() == kind:
                names = line.partition("=")[2].split(";")
                found.extend(name.strip().removesuffix(".desktop") for name in names if name.strip())
    return found


def _parents(kind: str) -> list[str]:
    parents = [line.split(" ")[1] for line in _lines(_MIME_FOLDER / "subclasses") if line.split(" ")[0] == kind]
    if not parents and kind.startswith("text/") and kind != "text/plain":
        return ["text/plain"]
    return parents


def _globs() -> list[tuple[int, str, str]]:
    rows = [line.split(":") for line in _lines(_MIME_FOLDER / "globs2") if not line.startswith("#")]
    return [(int(row[0]), row[1], row[2]) for row in rows if len(row) >= 3]


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []


def _binary(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return b"\0" in file.read(4096)
    except OSError:
        return True
