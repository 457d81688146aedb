"""Secrets in a file that only its owner can read."""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Generator
from pathlib import Path
from typing import Any, cast

from deskhand.errors import EnvironmentFault
from deskhand.guard.secrets.stored import Stored


def default_path() -> Path:
    """`$XDG_CONFIG_HOME/deskhand/secrets.json`, by the environment of this moment."""
    base = os.environ.get("XDG_CONFIG_HOME") or os.path.join(os.path.expanduser("~"), ".config")
    return Path(base) / "deskhand" / "secrets.json"


class FileStore:
    """One JSON file of mode 600.

    Every method raises `EnvironmentFault` where the file is a link, belongs to somebody else, or can be read by others:
    then nothing is read from it, and the error has the line that mends it.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or default_path()

    @property
    def place(self) -> str:
        return f"the file {self.path}"

    def names(self) -> list[str]:
        return sorted(self._read())

    def get(self, name: str) -> Stored | None:
        entry = self._read().get(name)
        if entry is None:
            return None
        return Stored(name, str(entry["value"]), tuple(entry.get("apps", ())), tuple(entry.get("windows", ())))

    def put(self, secret: Stored) -> None:
        with self._changing() as entries:
            entries[secret.name] = {"value": secret.value, **secret.binding()}

    def remove(self, name: str) -> bool:
        with self._changing() as entries:
            return entries.pop(name, None) is not None

    def _read(self) -> dict[str, dict[str, Any]]:
        try:
            fd = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            return {}
        except OSError as error:
            if self.path.is_symlink():
                raise self._fault(
                    "is a link to elsewhere", f"look at it, then remove the link: rm {self.path}"
                ) from error
            raise self._fault(f"cannot be read: {error.strerror}", f"chmod 600 {self.path}") from error
        with open(fd, encoding="utf-8") as file:
            found = os.fstat(fd)
            if not stat.S_ISREG(found.st_mode):
                raise self._fault("is not a file", f"look at it, then move it away: {self.path}")
            if found.st_uid != os.getuid():
                raise self._fault(f"belongs to user {found.st_uid}", "look who made it, then move it away")
            if stat.S_IMODE(found.st_mode) & 0o077:
                mode = f"{stat.S_IMODE(found.st_mode):o}"
                raise self._fault(f"can be read by others (mode {mode})", f"chmod 600 {self.path}")
            try:
                data = json.load(file)
            except ValueError as error:
                raise self._fault(f"is not JSON (line {getattr(error, 'lineno', '?')})", "mend it by hand") from None
        return cast("dict[str, dict[str, Any]]", data)

    @contextlib.contextmanager
    def _changing(self) -> Generator[dict[str, dict[str, Any]]]:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        entries = self._read()
        yield entries
        fresh = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        fd = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            with open(fd, "w", encoding="utf-8") as file:
                json.dump(entries, file, ensure_ascii=False, indent=1)
                file.flush()
                os.fsync(fd)
            os.replace(fresh, self.path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise

    def _fault(self, why: str, next_step: str) -> EnvironmentFault:
        return EnvironmentFault(
            f"the secrets in {str(self.path)!r} are not used: it {why}",
            sought="a file of mode 600 that belongs to you",
            seen=why,
            next_step=next_step,
        )
