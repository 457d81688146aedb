"""A toolkit's application on a private desktop, with the observers that know what really happened to it."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from bench.matrix.eye import Eye, Seen
from bench.matrix.office import Office
from deskhand.desktops.private import PrivateDesktop
from deskhand.engine import Engine
from deskhand.errors import DeskhandError
from deskhand.model.action import Action
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.world import Window
from deskhand.perceive.locator_text import parse_locator
from fixtures.running import EventReader, FixtureApp, Logged, PageServer

OTHER = "Another window"
"""Title of a window that stands on the desktop all the time."""

MOST_WINDOWS = 8
"""Times a fixture may build its window anew: GTK 4 keeps what accessibility knew of the old ones, and grows slow."""

PARKED = Point(3, 3)
WITHIN = 10.0


class Scene:
    """One application. `reset` makes it as it starts; `mark` forgets what was logged until now."""

    title = ""
    main = 0
    log: EventReader | None = None

    def __init__(self, toolkit: str, place: PrivateDesktop, engine: Engine, eye: Eye, folder: Path) -> None:
        self.toolkit, self.place, self.engine, self.eye, self.folder = toolkit, place, engine, eye, folder
        self.memory: dict[str, Any] = {}
        self._known = 0
        self._stack = ExitStack()

    # --- the observers

    def events(self, event: str, widget: str | None = None) -> list[Logged]:
        """What the application logged since the mark."""
        events = self.log.events()[self._known :] if self.log is not None else []
        return [e for e in events if e.event == event and widget in (None, e.widget)]

    def values(self, event: str, widget: str | None = None) -> list[Any]:
        return [event.value for event in self.events(event, widget)]

    @property
    def window(self) -> Seen | None:
        """The application's own window: the one it started with, else the one of its title."""
        if self.main:
            return next((window for window in self.eye.clients() if window.xid == self.main), None)
        return self.eye.find(self.title)

    def mark(self) -> None:
        self._known = len(self.log.events()) if self.log is not None else 0

    # --- bringing it about

    def run(self, *words: str) -> subprocess.Popen[str]:
        """Another program on the same desktop, ended with the scene; what it prints is its witness."""
        running = subprocess.Popen(words, env=self.place.env, stdout=subprocess.PIPE, text=True)
        self._stack.callback(running.communicate)
        self._stack.callback(running.kill)
        return running

    def reset(self, fresh: bool = True) -> None:
        """A window as it starts, alone and with the focus, the pointer in a corner."""
        self.engine.adapter.input.release_all()
        self.engine.adapter.input.move(PARKED)
        self.memory.clear()

    def wait(self, holds: Callable[[], Any], what: str, seconds: float = WITHIN) -> None:
        """Until it is so; the matrix is worth nothing where a scene does not come about."""
        deadline = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > deadline:
                raise AssertionError(f"{self.toolkit}: {what} did not come about within {seconds:g} s")
            time.sleep(0.02)

    def focused(self) -> bool:
        window = self.window
        return window is not None and self.eye.active() == window.xid

    def close(self) -> None:
        self._stack.close()

    def _end(self) -> None:
        """End what was launched, so that another scene does not find it open."""
        pids = {window.pid for window in self.engine.adapter.windows.list(Progress(5)) if window.title != OTHER}
        for pid in pids - {0, os.getpid()}:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.wait(lambda: all(window.title == OTHER for window in self.eye.clients()), "its windows closed")

    def _window_of(self, seen: Seen) -> Window:
        return next(w for w in self.engine.adapter.windows.list(Progress(5)) if int(w.id[1:], 16) == seen.xid)

    def _put_back(self, x: int, y: int, width: int, height: int) -> None:
        """The window as it started: not maximised, of this size, at this place."""
        if self.window is not None:
            known, windows = self._window_of(self.window), self.engine.adapter.windows
            windows.set_state(known, "restored")
            windows.resize(known, width, height)
            windows.move(known, x, y)


class Widgets(Scene):
    """A fixture with ordinary widgets: GTK 3, GTK 4, Qt 5, Qt 6."""

    def __init__(self, toolkit: str, place: PrivateDesktop, engine: Engine, eye: Eye, folder: Path) -> None:
        super().__init__(toolkit, place, engine, eye, folder)
        self._start()

    def _start(self) -> None:
        self._windows = 0
        self.title = f"{self.toolkit} window"
        self.app = self._stack.enter_context(FixtureApp(self.toolkit, self.place.env, title=self.title))
        self.log = self.app

    def reset(self, fresh: bool = True) -> None:
        super().reset(fresh)
        self._windows += 1
        if not self.app.alive or self._windows > MOST_WINDOWS:
            self._stack.close()
            self._start()
        else:
            old = {window.xid for window in self.eye.clients()}
            for window in self.eye.clients():
                if window.title not in (self.title, OTHER):
                    self.engine.adapter.windows.close(self._window_of(window))
            self.wait(lambda: all(w.title in (self.title, OTHER) for w in self.eye.clients()), "every dialog closed")
            if self.eye.popups():
                self.engine.adapter.input.press("Escape")
            self.app.control("page", name="Controls")
            if fresh:
                self.app.control("replace_window")
                self.wait(lambda: self.window is not None and self.window.xid not in old, "the old window gone")
        self.wait(lambda: self.focused(), "the window with the focus")


class Plain(Widgets):
    """A fixture without a tree: Tk, SDL. It is started anew where a trial closed it; else its state is put back."""

    def reset(self, fresh: bool = True) -> None:
        Scene.reset(self, fresh)
        if not self.app.alive or self.window is None:
            self._stack.close()
            self._start()
        for window in self.eye.clients():
            if window.title not in (self.title, OTHER):
                self.engine.adapter.windows.close(self._window_of(window))
        self.wait(lambda: all(w.title in (self.title, OTHER) for w in self.eye.clients()), "every dialog closed")
        self.app.control("clear")
        self._put_back(200, 120, 640, 480)
        self.wait(lambda: self.focused() or self._take_focus(), "the window with the focus")

    def _take_focus(self) -> bool:
        window = self.window
        if window is not None:
            self.engine.adapter.windows.set_state(self._window_of(window), "restored")
            self.engine.adapter.windows.focus(self._window_of(window), Progress(5))
        return False

    def at(self, widget: str) -> Point:
        return Point(*self.app.where(widget).centre)


class Page(Scene):
    """`widgets.html` in a browser or in a program with a browser inside; the page tells its own server."""

    def __init__(self, toolkit: str, place: PrivateDesktop, engine: Engine, eye: Eye, folder: Path) -> None:
        super().__init__(toolkit, place, engine, eye, folder)
        self.server = self._stack.enter_context(PageServer())
        self.log = self.server
        self.url = self.server.url + "widgets.html"
        self._start()

    def _start(self) -> None:
        self.mark()
        if self.toolkit == "webengine":
            self.title = "webengine window"
            self._app = self._stack.enter_context(
                FixtureApp("webengine", self.place.env, "--url", self.url, title=self.title)
            )
        else:
            self.title = "Widgets"
            self._launch(self.url)
        self.wait(lambda: self.events("ready", "page"), "the page", 60)
        self.wait(lambda: self.eye.find(self.title), "its window")
        self.main = self.eye.find(self.title).xid
        self.wait(lambda: self.focused(), "the window with the focus", 30)

    def close(self) -> None:
        self._end()
        super().close()

    def _launch(self, url: str) -> None:
        self.engine.act(Action("launch", None, {"app": self.toolkit, "args": [url]}))

    def reset(self, fresh: bool = True) -> None:
        super().reset(fresh)
        if self.window is None:
            self._start()
            return
        keys = self.engine.adapter.input
        self._alone()
        self.mark()
        keys.press("Escape")
        keys.press("ctrl+shift+r" if self.toolkit != "webengine" else "F5")  # a mere reload keeps what was filled in
        self.wait(lambda: self.events("ready", "page"), "the page loaded anew", 15)

    def _alone(self) -> None:
        """Whatever else is open is closed, and the window has the focus."""
        for _ in range(200):
            windows = self.engine.adapter.windows.list(Progress(5))
            mine = next((w for w in windows if int(w.id[1:], 16) == self.main), None)
            others = [w for w in windows if w is not mine and w.title != OTHER and not w.override_redirect]
            if not others and self.focused():
                return
            with suppress(DeskhandError):
                for window in others:
                    self.engine.adapter.windows.close(window)
                if mine is not None:
                    self.engine.adapter.windows.set_state(mine, "restored")
                    self.engine.adapter.windows.focus(mine, Progress(5))
            time.sleep(0.05)
        raise AssertionError(f"{self.toolkit}: its window did not come to the front")


class Calc(Scene):
    """A spreadsheet of LibreOffice Calc, watched through LibreOffice's own interface."""

    def __init__(self, toolkit: str, place: PrivateDesktop, engine: Engine, eye: Eye, folder: Path) -> None:
        super().__init__(toolkit, place, engine, eye, folder)
        self.title = "Untitled 1"
        self.office = self._stack.enter_context(Office(folder))
        self._start()

    def _start(self) -> None:
        words = ["--calc", self.office.accept]
        self.engine.act(Action("launch", None, {"app": "libreoffice", "args": words}, timeout=90.0))
        self.office.connect()
        self.wait(lambda: self.focused(), "the window with the focus", 30)

    def close(self) -> None:
        self._end()
        super().close()

    def ask(self, what: str, **words: Any) -> Any:
        return self.office.ask(what, **words)

    def reset(self, fresh: bool = True) -> None:
        super().reset(fresh)
        if self.window is None:
            self._start()
        for _ in range(200):
            windows = self.engine.adapter.windows.list(Progress(5))
            others = [w for w in windows if not w.title.startswith((self.title, OTHER)) and not w.override_redirect]
            popups = self.eye.popups()
            if not others and not popups and self.focused():
                break
            with suppress(DeskhandError):
                if popups or others:
                    self.engine.adapter.input.press("Escape")
                for window in others:
                    self.engine.adapter.windows.close(window)
                mine = next((w for w in windows if w.title.startswith(self.title)), None)
                if mine is not None and not self.focused():
                    self.engine.adapter.windows.set_state(mine, "restored")
                    self.engine.adapter.windows.focus(mine, Progress(5))
            time.sleep(0.05)
        self._put_back(200, 120, 1200, 820)
        self.engine.adapter.input.press("Escape")
        self.ask("fresh")
        self.wait(lambda: not self._bold(), "the tool bar as the cell is")

    def _bold(self) -> bool:
        """Whether the tool bar shows the button pressed; it follows the cell a moment later."""
        return any("checked" in one.states for one in self.engine.find(parse_locator('toggle button "Bold"')))
