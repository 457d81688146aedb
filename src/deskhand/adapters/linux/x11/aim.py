"""Where keys and clicks must land: looked at and sent while no other client can change anything."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from deskhand.adapters.linux.x11.connection import Connection, Pending
from deskhand.model.geometry import Point

_NO_WINDOW, _POINTER_ROOT = 0, 1


class Aim:
    """The window whose application what is sent must reach.

    Between a look at the focus and the key that follows a window may die, and the next one gets the focus, and the key.
    So both happen while the server is held for this connection alone, for the fraction of a millisecond they take. A
    window of the same client, or of the same process, is the same application (its popups, its dialogs). The
    connection's lock is held by the caller throughout.
    """

    def __init__(self, connection: Connection) -> None:
        self._link = connection
        setup: Any = connection.x.setup
        self._mask = ~int(setup.resource_id_mask)
        self.window: int | None = None

    @contextmanager
    def held(self) -> Generator[None]:
        """Nobody else's requests are carried out within. Nothing within may wait for another client."""
        if self.window is None:
            yield
            return
        self._link.core.GrabServer()
        try:
            yield
        finally:
            self._link.core.UngrabServer()
            self._link.x.flush()

    def takes_keys(self) -> bool:
        """Whether keys would go to the application, as far as the server can tell; True without an aim."""
        if self.window is None:
            return True
        focus = int(self._link.core.GetInputFocus().reply().focus)
        if focus == _NO_WINDOW:
            return False
        if focus in (_POINTER_ROOT, self._link.root):  # keys go to what the pointer is over
            return self._holds(self._chain(self._link.core.QueryPointer(self._link.root).reply()))
        return self._holds([focus])

    def takes_click(self) -> tuple[bool, Point]:
        """Whether a button would go down over the application, and where."""
        reply = self._link.core.QueryPointer(self._link.root).reply()
        hits = self.window is None or self._holds(self._chain(reply))
        return hits, Point(int(reply.root_x), int(reply.root_y))

    def _chain(self, reply: Any) -> list[int]:
        """The windows under the pointer from the outermost in, by the root's answer."""
        chain: list[int] = []
        while reply is not None and reply.child:
            chain.append(int(reply.child))
            reply = Pending(self._link.core.QueryPointer(reply.child)).get()
        return chain

    def _holds(self, windows: list[int]) -> bool:
        """Whether one of them is the application's, or the window manager's frame around its window."""
        wanted = self.window or _NO_WINDOW
        if any(window & self._mask == wanted & self._mask for window in windows):
            return True
        if windows and windows[0] in self._around(wanted):
            return True
        mine = self._process(wanted)
        return mine != 0 and any(self._process(window) == mine for window in windows)

    def _around(self, window: int) -> list[int]:
        """What holds the window, from its parent out to the one below the root."""
        found: list[int] = []
        while (tree := Pending(self._link.core.QueryTree(window)).get()) is not None and tree.parent != self._link.root:
            window = int(tree.parent)
            found.append(window)
        return found

    def _process(self, window: int) -> int:
        """The process that the window, or what holds it, says it is of; 0 where none does."""
        for one in [window, *self._around(window)]:
            if numbers := self._link.numbers(one, "_NET_WM_PID"):
                return numbers[0]
        return 0
