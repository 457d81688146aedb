"""Starting applications on a desktop and waiting until they can be used."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from deskhand.desktops.document_locks import remove_dead_lock
from deskhand.desktops.environment import scale_of
from deskhand.desktops.installed import InstalledApp, installed_apps
from deskhand.desktops.naming import ambiguous, match_app, unknown
from deskhand.desktops.needs import needs_of, prepare
from deskhand.desktops.opens import applications_for, mime_type
from deskhand.desktops.place import Place
from deskhand.desktops.shown import WindowWait, members
from deskhand.errors import AppNotFound, BadRequest, NotFound, Unsupported
from deskhand.model.progress import Progress


@dataclass(frozen=True, slots=True)
class Launched:
    """An application that was started and shows a window. `pid` owns the window (an instance that was running on the
    same desktop may have taken the request over: `handed_over`)."""

    pid: int
    argv: tuple[str, ...]
    name: str
    desktop_file: str | None
    window_id: str | None
    handed_over: bool = False


@dataclass(frozen=True, slots=True)
class _Plan:
    """What will be executed: the command, what to call it, its desktop file, and its group of launches."""

    argv: tuple[str, ...]
    name: str
    desktop_file: str | None
    key: str
    cwd: str


class Launcher:
    """Starts applications on one desktop. Holds nothing; any number may exist."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def installed(self) -> tuple[InstalledApp, ...]:
        """Installed applications by name, hidden ones left out."""
        return tuple(app for app in installed_apps(self._place.env) if not app.hidden)

    def launch(self, words: str, progress: Progress, args: Sequence[str] = (), files: Sequence[str] = ()) -> Launched:
        """Start an application and return when a window of it is shown (and in the accessibility tree, if it has one).

        Args:
            words: a name (`LibreOffice Calc`), a desktop-file id, a command line, or a file to open.
            args: further arguments, passed as they are.
            files: paths or URLs to open with it; each path must exist.

        Raises:
            AppNotFound: nothing answers to the words; AmbiguousTarget: several do; NotFound: a file is missing;
            AppDied: it ended before it showed a window; Timeout: no window in time.
        """
        plan = self._plan(words, tuple(args), tuple(_real(file) for file in files), progress)
        before = frozenset(window.id for window in self._place.adapter().windows.list(progress))
        for file in files:
            if remove_dead_lock(Path(file).expanduser().absolute()):
                progress.log(f"the lock of a desktop that is gone was removed from {file}")
        progress.log(f"starting {plan.name}")
        started = self._place.start_process(plan.argv, {}, plan.cwd, plan.key, progress)
        shown = WindowWait(self._place, plan.name, started, before).run(progress)
        pid, window_id = shown.window.pid, shown.window.id
        return Launched(pid, plan.argv, plan.name, plan.desktop_file, window_id, shown.handed_over)

    def _plan(self, words: str, args: tuple[str, ...], files: tuple[str, ...], progress: Progress) -> _Plan:
        words = words.strip()
        if not words:
            raise BadRequest("an application's name, a command or a file is needed")
        apps = installed_apps(self._place.env)
        app = match_app(words, apps)
        if app is None and (path := _document(words)) is not None:
            return self._app_plan(_opener(path, apps, self._place.env), args, (str(path), *files), progress)
        if app is None:
            return self._command_plan(words, apps, args, files, progress)
        return self._app_plan(app, args, files, progress)

    def _app_plan(self, app: InstalledApp, args: tuple[str, ...], files: tuple[str, ...], progress: Progress) -> _Plan:
        if app.terminal:
            raise Unsupported(f"{app.name} runs in a terminal", next_step="launch a terminal and type its command")
        extra, key = self._extra(app.command[0], progress)
        return _Plan(app.line((*extra, *args), files), app.name, app.file, key, self._cwd(files))

    def _command_plan(
        self,
        words: str,
        apps: Sequence[InstalledApp],
        args: tuple[str, ...],
        files: tuple[str, ...],
        progress: Progress,
    ) -> _Plan:
        try:
            line = shlex.split(words)
        except ValueError as error:
            raise BadRequest(f"{words!r} is no command line: {error}") from error
        program = shutil.which(os.path.expanduser(line[0]), path=self._place.env.get("PATH"))
        if program is None:
            raise unknown(words, apps)
        extra, key = self._extra(program, progress)
        argv = (program, *extra, *line[1:], *args, *files)
        return _Plan(argv, os.path.basename(program), None, key, self._cwd(files))

    def _extra(self, program: str, progress: Progress) -> tuple[tuple[str, ...], str]:
        """Arguments the program needs here, and its key."""
        needs = needs_of(program)
        profiles = self._place.profiles
        if profiles is None:
            return (), needs.key
        alive = [s for s in self._place.launches(progress) if s.key == needs.key and members(s)]
        return prepare(needs, profiles, len(alive), scale_of(self._place.env)), needs.key

    def _cwd(self, files: tuple[str, ...]) -> str:
        """Where file dialogs start: beside the first file, else at home."""
        folder = os.path.dirname(files[0]) if files and files[0].startswith("/") else self._place.env.get("HOME", "/")
        return folder if os.path.isdir(folder) else "/"


def _real(file: str) -> str:
    """An absolute path, or a URL as it is. `NotFound` for a path where nothing is."""
    if "://" in file:
        return file
    path = Path(file).expanduser().absolute()
    if not path.exists():
        beside = sorted(entry.name for entry in path.parent.iterdir()) if path.parent.is_dir() else []
        raise NotFound(
            f"there is no file {file!r}", sought=str(path), near=beside[:10], next_step="name a file that is there"
        )
    return str(path)


def _document(words: str) -> Path | None:
    """The existing file or folder that the words are a path of; None for a program or anything else."""
    path = Path(words).expanduser().absolute()
    if "/" not in words and not path.suffix:
        return None
    if not path.exists() or (path.is_file() and os.access(path, os.X_OK)):
        return None
    return path


def _opener(path: Path, apps: Sequence[InstalledApp], env: dict[str, str]) -> InstalledApp:
    """The application that opens a file. `AmbiguousTarget` when several can and none is the default."""
    found = applications_for(path, apps, env)
    if len(found) == 1:
        return found[0]
    if found:
        raise ambiguous(path.name, found)
    raise AppNotFound(f"no application is installed that opens {path.name!r}", sought=mime_type(path))
