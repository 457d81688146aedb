"""Top-level windows as the server and their owners describe them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from xcffib import res

from deskhand.adapters.linux.x11.connection import Connection, Pending, Property
from deskhand.model.geometry import Bounds
from deskhand.model.world import Window

_TEXT_PROPERTIES = ("_NET_WM_NAME", "WM_NAME", "WM_CLASS", "WM_WINDOW_ROLE")
_NUMBER_PROPERTIES = (
    "_NET_WM_PID", "_NET_WM_WINDOW_TYPE", "_NET_WM_STATE", "WM_STATE", "WM_TRANSIENT_FOR", "_GTK_FRAME_EXTENTS",
)  # fmt: skip
_KINDS = {
    "_NET_WM_WINDOW_TYPE_NORMAL": "normal",
    "_NET_WM_WINDOW_TYPE_DIALOG": "dialog",
    "_NET_WM_WINDOW_TYPE_MENU": "menu",
    "_NET_WM_WINDOW_TYPE_DROPDOWN_MENU": "menu",
    "_NET_WM_WINDOW_TYPE_POPUP_MENU": "menu",
    "_NET_WM_WINDOW_TYPE_COMBO": "menu",
    "_NET_WM_WINDOW_TYPE_TOOLTIP": "tooltip",
    "_NET_WM_WINDOW_TYPE_NOTIFICATION": "notification",
    "_NET_WM_WINDOW_TYPE_DOCK": "dock",
}
_FILE_DIALOG = "GtkFileChooserDialog"
"""The role that GTK gives the windows of its file dialogs, also in browsers, whose dialogs show no tree."""
_ICONIC = 3
_INPUT_OUTPUT = 1
_FURTHER_LOOKS = 2
_VIEWABLE = 2
_LOCAL_CLIENT_PID = 2


def window_id(xid: int) -> str:
    """`w` and hexadecimal digits: the id of `model.Window`."""
    return f"w{xid:x}"


def xid_of(window: str) -> int:
    """The server's number of a window id."""
    return int(window[1:], 16)


@dataclass(frozen=True, slots=True)
class Toplevel:
    """A client window and the child of the root that holds it (the frame; itself where nothing decorates it)."""

    client: int
    frame: int
    managed: bool


@dataclass(slots=True)
class _Asked:
    """Replies under way for one top-level."""

    toplevel: Toplevel
    attributes: Pending
    geometry: Pending
    origin: Pending
    frame_geometry: Pending
    properties: dict[str, Callable[[], Property | None]]
    pid: Pending | None


class WindowReader:
    """Reads top-levels over one connection. Every method expects the connection's lock to be held."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._has_resources = connection.extension_present("X-Resource")
        self._manager = 0

    def toplevels(self) -> list[Toplevel]:
        """Topmost first: what the window manager manages and mapped popups beside it; minimised windows last.

        The answers come one after the other, and a window may get its frame in between: then all is asked again.
        """
        found, whole = self._toplevels_now()
        for _ in range(_FURTHER_LOOKS):
            if whole:
                break
            found, whole = self._toplevels_now()
        return found

    def _toplevels_now(self) -> tuple[list[Toplevel], bool]:
        """The top-levels, and whether each window that the manager lists was found among the root's children."""
        link = self._connection
        screen = link.core.GetGeometry(link.root)
        tree = link.core.QueryTree(link.root)
        stacking = link.ask_property(link.root, "_NET_CLIENT_LIST_STACKING")
        check = link.ask_property(link.root, "_NET_SUPPORTING_WM_CHECK")
        children = list(tree.reply().children)
        clients = _numbers(stacking())
        if not _numbers(check()):
            clients = ()
        # Asked of all before it is known which are frames: one wait for both answers instead of two.
        asked = [self._ask_shown(child) for child in children]
        frames = self._frames(clients, frozenset(children))
        by_frame = {frame: client for client, frame in frames.items()}
        size = screen.reply()
        others = self._unmanaged(asked, frozenset(by_frame), Bounds(0, 0, size.width, size.height))
        ordered: list[Toplevel] = []
        for child in reversed(children):
            if child in by_frame:
                ordered.append(Toplevel(by_frame[child], child, managed=True))
            elif child in others:
                ordered.append(others[child])
        return ordered, len(frames) == len(set(clients))

    def read(self, toplevels: Sequence[Toplevel]) -> list[Window]:
        """Windows in the order given, those that went away in between left out."""
        collect_active = self._ask_active()
        asked = [self._ask(toplevel) for toplevel in toplevels]
        active = collect_active()
        windows = [window for request in asked if (window := self._answer(request, active)) is not None]
        shown = [window for window in windows if not window.minimised]
        hidden = [window for window in windows if window.minimised]
        return [_at_depth(window, depth) for depth, window in enumerate([*shown, *hidden])]

    def active_client(self) -> int:
        """The active client window: what the window manager says; without one, whose window has the input
        focus. 0 for none."""
        return self._ask_active()()

    def has_manager(self) -> bool:
        return self._ask_manager()()

    def _ask_active(self) -> Callable[[], int]:
        collect_manager = self._ask_manager()
        collect = self._connection.ask_property(self._connection.root, "_NET_ACTIVE_WINDOW")

        def active() -> int:
            managed, numbers = collect_manager(), _numbers(collect())
            if not managed:
                return self.focused_toplevel()
            return numbers[0] if numbers else 0

        return active

    def _ask_manager(self) -> Callable[[], bool]:
        """Whether there is a window manager: the window that the root names must name itself (a dead one's does not).
        The window of last time is asked together with the root."""
        link, guess = self._connection, self._manager
        collect_named = link.ask_property(link.root, "_NET_SUPPORTING_WM_CHECK")
        collect_guessed = link.ask_property(guess, "_NET_SUPPORTING_WM_CHECK") if guess else None

        def managed() -> bool:
            named = _numbers(collect_named())[:1]
            itself = _numbers(collect_guessed())[:1] if collect_guessed is not None else ()
            if named and named[0] != guess:
                itself = link.numbers(named[0], "_NET_SUPPORTING_WM_CHECK")[:1]
            self._manager = named[0] if named else 0
            return bool(named) and itself == named

        return managed

    def focused_toplevel(self) -> int:
        """The client window inside which the server's input focus is, 0 for none."""
        focus = int(self._connection.core.GetInputFocus().reply().focus)
        if focus <= 1 or focus == self._connection.root:
            return 0
        return self.client_of(self.path_to_root(focus))

    def path_to_root(self, xid: int) -> list[int]:
        """The window and its ancestors below the root, innermost first."""
        path: list[int] = []
        while xid and xid != self._connection.root and len(path) < 32:
            path.append(xid)
            reply = Pending(self._connection.core.QueryTree(xid)).get()
            if reply is None:
                return []
            xid = int(reply.parent)
        return path

    def client_of(self, path: Sequence[int]) -> int:
        """Which window of a path (innermost first) is the client: the one with WM_STATE, else the outermost."""
        states = [(xid, self._connection.ask_property(xid, "WM_STATE")) for xid in path]
        for xid, state in states:
            if state() is not None:
                return xid
        return path[-1] if path else 0

    def client_in_frame(self, frame: int) -> int:
        """The client window inside a child of the root: itself, or the descendant with WM_STATE (three levels
        down)."""
        level = [frame]
        for _ in range(3):
            states = [(xid, self._connection.ask_property(xid, "WM_STATE")) for xid in level]
            for xid, state in states:
                if state() is not None:
                    return xid
            trees = [Pending(self._connection.core.QueryTree(xid)) for xid in level]
            level = [child for tree in trees if (reply := tree.get()) is not None for child in reply.children]
        return frame

    def pid_of(self, client: int) -> int:
        """The process that owns a window, 0 where nobody knows."""
        stated = self._connection.numbers(client, "_NET_WM_PID")
        return stated[0] if stated else self._server_pid(self._ask_pid(client))

    def _ask_pid(self, client: int) -> Pending | None:
        if not self._has_resources:
            return None
        spec = res.ClientIdSpec.synthetic(client, _LOCAL_CLIENT_PID)
        return Pending(self._connection.x(res.key).QueryClientIds(1, [spec]))

    def _frames(self, clients: Sequence[int], roots: frozenset[int]) -> dict[int, int]:
        """For each client the child of the root that holds it."""
        found: dict[int, int] = {}
        outer = {client: client for client in clients}
        for _ in range(8):
            for client, xid in outer.items():
                if xid in roots:
                    found[client] = xid
            outer = {client: xid for client, xid in outer.items() if client not in found}
            if not outer:
                break
            trees = {client: Pending(self._connection.core.QueryTree(xid)) for client, xid in outer.items()}
            outer = {
                client: int(reply.parent) for client, tree in trees.items() if (reply := tree.get()) is not None
            }
        return found

    def _ask_shown(self, xid: int) -> tuple[int, Pending, Pending]:
        core = self._connection.core
        return xid, Pending(core.GetWindowAttributes(xid)), Pending(core.GetGeometry(xid))

    def _unmanaged(
        self, asked: Sequence[tuple[int, Pending, Pending]], frames: frozenset[int], whole: Bounds
    ) -> dict[int, Toplevel]:
        """Mapped, visible children of the root that the window manager does not list, by their number."""
        found: dict[int, Toplevel] = {}
        for xid, attributes, geometry in asked:
            has, box = attributes.get(), geometry.get()
            if xid in frames or has is None or box is None or has.map_state != _VIEWABLE or has._class != _INPUT_OUTPUT:
                continue
            area = Bounds(box.x, box.y, box.width, box.height).intersection(whole)
            if area.width <= 1 or area.height <= 1:
                continue
            client = xid if has.override_redirect else self.client_in_frame(xid)
            found[xid] = Toplevel(client, xid, managed=False)
        return found

    def _ask(self, toplevel: Toplevel) -> _Asked:
        core, client = self._connection.core, toplevel.client
        return _Asked(
            toplevel,
            Pending(core.GetWindowAttributes(client)),
            Pending(core.GetGeometry(client)),
            Pending(core.TranslateCoordinates(client, self._connection.root, 0, 0)),
            Pending(core.GetGeometry(toplevel.frame)),
            {name: self._connection.ask_property(client, name) for name in (*_TEXT_PROPERTIES, *_NUMBER_PROPERTIES)},
            self._ask_pid(client),
        )

    def _answer(self, asked: _Asked, active: int) -> Window | None:
        client = asked.toplevel.client
        attributes, geometry, origin = asked.attributes.get(), asked.geometry.get(), asked.origin.get()
        frame = asked.frame_geometry.get()
        properties = {name: collect() for name, collect in asked.properties.items()}
        server_pid = self._server_pid(asked.pid)
        if attributes is None or geometry is None or origin is None:
            return None
        area = Bounds(origin.dst_x, origin.dst_y, geometry.width, geometry.height)
        names = self._connection.atom_names
        states = set(names(_numbers(properties["_NET_WM_STATE"])))
        transient = _numbers(properties["WM_TRANSIENT_FOR"])
        parent = transient[0] if transient and transient[0] not in (0, self._connection.root) else 0
        kinds = names(_numbers(properties["_NET_WM_WINDOW_TYPE"]))
        minimised = attributes.map_state != _VIEWABLE and (
            "_NET_WM_STATE_HIDDEN" in states or _numbers(properties["WM_STATE"])[:1] == (_ICONIC,)
        )
        if attributes.map_state != _VIEWABLE and not minimised:
            return None
        visible = _without_shadow(area, _numbers(properties["_GTK_FRAME_EXTENTS"]))
        pids = _numbers(properties["_NET_WM_PID"])
        return Window(
            id=window_id(client),
            title=_text(properties["_NET_WM_NAME"]) or _text(properties["WM_NAME"]),
            app=_class_name(properties["WM_CLASS"]),
            pid=pids[0] if pids else server_pid,
            bounds=visible,
            frame=_outer(frame, visible, area),
            surface=area if area != visible else None,
            kind=_kind(kinds, transient=bool(parent), override_redirect=bool(attributes.override_redirect)),
            active=client == active,
            minimised=minimised,
            maximised={"_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"} <= states,
            modal="_NET_WM_STATE_MODAL" in states,
            transient_for=window_id(parent) if parent else None,
            override_redirect=bool(attributes.override_redirect),
            file_dialog=_text(properties["WM_WINDOW_ROLE"]) == _FILE_DIALOG,
        )

    def _server_pid(self, pending: Pending | None) -> int:
        """The process the server sees at the other end of the connection that made the window; 0 where it
        cannot say."""
        if pending is None:
            return 0
        reply = pending.get()
        pid = 0
        for value in () if reply is None else reply.ids:
            if value.spec.mask == _LOCAL_CLIENT_PID and len(value.value) > 0:
                pid = int(value.value[0])
        return pid


def _numbers(found: Property | None) -> tuple[int, ...]:
    return found.numbers() if found else ()


def _text(found: Property | None) -> str:
    if found is None:
        return ""
    try:
        return found.data.rstrip(b"\0").decode("utf-8")
    except UnicodeDecodeError:
        return found.data.rstrip(b"\0").decode("latin-1")


def _class_name(found: Property | None) -> str:
    parts = [part for part in _text(found).split("\0") if part]
    return parts[-1] if parts else ""


def _kind(kinds: Sequence[str], *, transient: bool, override_redirect: bool) -> str:
    for kind in kinds:
        if kind in _KINDS:
            return _KINDS[kind]
    if kinds or override_redirect:
        return "other"
    return "dialog" if transient else "normal"


def _without_shadow(area: Bounds, extents: Sequence[int]) -> Bounds:
    """GTK draws the shadow of a window that decorates itself inside the client area; the tree's coordinates
    leave it out."""
    if len(extents) != 4:
        return area
    left, right, top, bottom = extents
    return Bounds(area.x + left, area.y + top, max(0, area.width - left - right), max(0, area.height - top - bottom))


def _outer(frame: Any, visible: Bounds, area: Bounds) -> Bounds:
    if frame is None:
        return visible
    border = 2 * frame.border_width
    outer = Bounds(frame.x, frame.y, frame.width + border, frame.height + border)
    return visible if outer == area else outer


def _at_depth(window: Window, depth: int) -> Window:
    return replace(window, stacking=depth)
