"""Top-level windows: listed, found, and changed through the window manager with proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from xcffib import xproto

from deskhand.adapters.linux.x11.connection import Connection, Pending
from deskhand.adapters.linux.x11.waiting import wait_until
from deskhand.adapters.linux.x11.window_reading import Toplevel, WindowReader, xid_of
from deskhand.errors import ActionFailed, Unsupported, WindowNotFound
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.model.world import Window

_SECONDS_TO_OBEY = 2.0
"""How long a window manager gets to move, resize or change the state of a window."""
_FROM_PAGER = 2
_STATIC_GRAVITY = 10
_REMOVE, _ADD = 0, 1


class X11Windows:
    """protocol.Windows without the accessible roots (`root` is None; the adapter fills it).

    Works with a window manager (EWMH) and without one. Positions and sizes are those of `Window.bounds`.
    """

    def __init__(self, connection: Connection) -> None:
        self._link = connection
        self._reader = WindowReader(connection)

    def list(self, progress: Progress) -> Sequence[Window]:
        """Mapped and minimised windows, topmost first, popups included."""
        progress.check()
        with self._link.guarded():
            return self._reader.read(self._reader.toplevels())

    def at(self, point: Point) -> Window | None:
        """The topmost window that receives pointer events at a screen point (input shapes count); None on the
        bare root."""
        with self._link.guarded():
            found = self._link.core.TranslateCoordinates(self._link.root, self._link.root, point.x, point.y).reply()
            frame = int(found.child)
            return self._one(self._reader.client_in_frame(frame)) if frame else None

    def active(self) -> Window | None:
        with self._link.guarded():
            client = self._reader.active_client()
            return self._one(client) if client else None

    def get(self, window: str) -> Window | None:
        """One window by its id, None when it is gone. Its `stacking` is not looked up (0)."""
        with self._link.guarded():
            return self._one(xid_of(window))

    def focus(self, window: Window, progress: Progress) -> None:
        """Raise and activate; returns when it is the active window, else `ActionFailed` says which one is."""
        with self._link.guarded():
            managed = self._reader.has_manager() and not window.override_redirect
            self._ask_for_focus(window, managed=managed)

        def has_focus() -> bool:
            with self._link.guarded():
                if self._present(window) is None:
                    raise self._gone(window)
                return self._reader.active_client() == xid_of(window.id)

        def has_keyboard() -> bool:
            with self._link.guarded():
                return self._reader.focused_toplevel() == xid_of(window.id)

        if not wait_until(has_focus, progress, f"window {window.title!r} to be active"):
            current = self.active()
            raise ActionFailed(
                f"window {window.title!r} did not become active",
                sought=window.title,
                seen=f"active window {current.title!r}" if current else "no active window",
                delivery="uncertain",
                log=progress.log_lines,
            )
        # Some windows never take the server's focus themselves (no input hint), so this is waited for but not
        # demanded.
        with progress.within(0.3) as short:
            wait_until(has_keyboard, short, f"the keyboard focus in {window.title!r}")

    def move(self, window: Window, x: int, y: int) -> None:
        """Put the top left corner of `bounds` at this screen point. `ActionFailed` when it ends up elsewhere."""
        self._place(window, lambda now: (x - now.bounds.x, y - now.bounds.y, 0, 0), f"at {x},{y}")

    def resize(self, window: Window, width: int, height: int) -> None:
        """Give `bounds` this size. `ActionFailed` when the window takes another (size limits, size steps)."""
        self._place(
            window, lambda now: (0, 0, width - now.bounds.width, height - now.bounds.height), f"{width}×{height}"
        )

    def set_state(self, window: Window, state: Literal["minimised", "maximised", "restored"]) -> None:
        """Minimise, maximise or restore, waiting until it is so."""
        with self._link.guarded():
            now = self._require(window)
            if not self._reader.has_manager():
                raise Unsupported(
                    f"window {window.title!r} cannot be {state}: no window manager runs",
                    next_step="start a window manager such as openbox on this display",
                )
            xid = xid_of(window.id)
            if state == "minimised":
                self._link.send_message(xid, "WM_CHANGE_STATE", [3], to_root=True)
            elif state == "maximised":
                self._show(now)
                self._change_maximised(xid, _ADD)
            else:
                self._show(now)
                if now.maximised:
                    self._change_maximised(xid, _REMOVE)

        def reached(now: Window) -> bool:
            if state == "minimised":
                return now.minimised
            return not now.minimised and now.maximised == (state == "maximised")

        self._wait_for(window, reached, state)

    def close(self, window: Window) -> None:
        """Ask politely; the window may answer with a question of its own. `Unsupported` where it understands
        no such wish."""
        with self._link.guarded():
            self._require(window)
            xid = xid_of(window.id)
            protocols = self._link.atom_names(self._link.numbers(xid, "WM_PROTOCOLS"))
            if "WM_DELETE_WINDOW" in protocols:
                self._link.send_message(
                    xid, "WM_PROTOCOLS", [self._link.atom("WM_DELETE_WINDOW"), 0], to_root=False
                )
                return
        raise Unsupported(
            f"window {window.title!r} does not take a request to close",
            next_step="use the application's own command to leave",
        )

    def _one(self, client: int) -> Window | None:
        path = self._reader.path_to_root(client)
        if not path:
            return None
        found = self._reader.read([Toplevel(client, path[-1], managed=True)])
        return found[0] if found else None

    def _present(self, window: Window) -> Window | None:
        return self._one(xid_of(window.id))

    def _require(self, window: Window) -> Window:
        now = self._present(window)
        if now is None:
            raise self._gone(window)
        return now

    def _gone(self, window: Window) -> WindowNotFound:
        return WindowNotFound(f"window {window.title!r} is gone", sought=window.title)

    def _ask_for_focus(self, window: Window, *, managed: bool) -> None:
        xid = xid_of(window.id)
        self._require(window)
        if managed:
            active = self._reader.active_client()
            self._link.send_message(xid, "_NET_ACTIVE_WINDOW", [_FROM_PAGER, 0, active], to_root=True)
            return
        core = self._link.core
        core.MapWindow(xid)
        core.ConfigureWindow(xid, xproto.ConfigWindow.StackMode, [xproto.StackMode.Above])
        core.SetInputFocus(xproto.InputFocus.PointerRoot, xid, xproto.Time.CurrentTime)
        self._link.x.flush()

    def _show(self, window: Window) -> None:
        if window.minimised:
            self._link.core.MapWindow(xid_of(window.id))
            self._link.x.flush()

    def _change_maximised(self, xid: int, how: int) -> None:
        vertical, horizontal = self._link.atoms(("_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"))
        self._link.send_message(xid, "_NET_WM_STATE", [how, vertical, horizontal, _FROM_PAGER], to_root=True)

    def _place(self, window: Window, shift: Callable[[Window], tuple[int, int, int, int]], what: str) -> None:
        """Ask for the change that is still missing. Some managers add the decoration once, so the same is asked twice;
        others are always off by the border a window asked for, so that the third time is aimed beside it."""
        for attempt in range(3):
            with self._link.guarded():
                now = self._require(window)
                dx, dy, dw, dh = shift(now)
                if not (dx or dy or dw or dh):
                    return
                aside = 2 if attempt == 2 else 1
                self._configure(now, dx * aside, dy * aside, dw, dh)
            if self._settled(window, shift):
                return
        now = self.get(window.id)
        raise ActionFailed(
            f"window {window.title!r} did not come to be {what}",
            sought=what,
            seen="it is gone" if now is None else f"it is at {now.bounds.x},{now.bounds.y}, "
            f"{now.bounds.width}×{now.bounds.height}",
            delivery="uncertain",
        )

    def _settled(self, window: Window, shift: Callable[[Window], tuple[int, int, int, int]]) -> bool:
        def there() -> bool:
            with self._link.guarded():
                return not any(shift(self._require(window)))

        return wait_until(there, Progress(_SECONDS_TO_OBEY / 2), f"window {window.title!r} to settle")

    def _configure(self, now: Window, dx: int, dy: int, dw: int, dh: int) -> None:
        core, xid = self._link.core, xid_of(now.id)
        geometry = Pending(core.GetGeometry(xid)).get()
        origin = Pending(core.TranslateCoordinates(xid, self._link.root, 0, 0)).get()
        if geometry is None or origin is None:
            raise self._gone(now)
        x, y = origin.dst_x + dx, origin.dst_y + dy
        width, height = geometry.width + dw, geometry.height + dh
        if self._reader.has_manager() and not now.override_redirect:
            # All four are said: openbox shifts a window by its decoration when it is told the size alone.
            flags = _STATIC_GRAVITY | 0b1111 << 8 | _FROM_PAGER << 12
            self._link.send_message(xid, "_NET_MOVERESIZE_WINDOW", [flags, x, y, width, height], to_root=True)
            return
        mask, values = 0, list[int]()
        if dx or dy:
            mask |= xproto.ConfigWindow.X | xproto.ConfigWindow.Y
            values += [x & 0xFFFFFFFF, y & 0xFFFFFFFF]
        if dw or dh:
            mask |= xproto.ConfigWindow.Width | xproto.ConfigWindow.Height
            values += [width, height]
        core.ConfigureWindow(xid, mask, values)
        self._link.x.flush()

    def _wait_for(self, window: Window, reached: Callable[[Window], bool], what: str) -> None:
        def there() -> bool:
            with self._link.guarded():
                return reached(self._require(window))

        if not wait_until(there, Progress(_SECONDS_TO_OBEY), f"window {window.title!r} to be {what}"):
            raise ActionFailed(
                f"window {window.title!r} was asked to be {what} and is not", sought=what, delivery="uncertain"
            )


