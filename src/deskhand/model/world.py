"""What stands on a desktop beside elements: applications, windows, events, pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deskhand.model.element import Handle
from deskhand.model.geometry import Bounds, Point


@dataclass(frozen=True, slots=True)
class App:
    """A running application. `handle` is None when it shows no accessibility tree. `responsive` is False when it did
    not answer the last call in time."""

    name: str
    pid: int
    handle: Handle | None = None
    toolkit: str = ""
    version: str = ""
    responsive: bool = True

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "pid": self.pid,
            "toolkit": self.toolkit,
            "version": self.version,
            "tree": self.handle is not None,
            "responsive": self.responsive,
        }


@dataclass(frozen=True, slots=True)
class Window:
    """A top-level window. `id` is stable for its life and opaque (`w` and hexadecimal digits on X11). `bounds` is the
    client area, `frame` with the decoration, both in physical screen pixels; `surface` is the client area with the
    shadow that a window draws around itself, None where it draws none. `root` is its accessible root, None where
    it has no tree; `tree_awaited` says that one may still come, since it is new. `kind` is normal, dialog, menu,
    tooltip, notification, dock or other. `stacking` is 0 for the topmost. `file_dialog`: the window itself says that it
    asks for a file, which is all that is known where it has no tree."""

    id: str
    title: str
    app: str
    pid: int
    bounds: Bounds
    frame: Bounds
    kind: str = "normal"
    active: bool = False
    minimised: bool = False
    maximised: bool = False
    modal: bool = False
    transient_for: str | None = None
    stacking: int = 0
    root: Handle | None = None
    override_redirect: bool = False
    surface: Bounds | None = None
    tree_awaited: bool = False
    file_dialog: bool = False

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "id": self.id,
            "title": self.title,
            "app": self.app,
            "pid": self.pid,
            "bounds": self.bounds.to_json(),
            "kind": self.kind,
            "active": self.active,
            "minimised": self.minimised,
            "maximised": self.maximised,
            "stacking": self.stacking,
            "tree": self.root is not None,
        }
        if self.modal:
            data["modal"] = True
        if self.transient_for:
            data["transient_for"] = self.transient_for
        return data


@dataclass(frozen=True, slots=True)
class Event:
    """Something an application said happened. `number` counts up per desktop; `at` is monotonic seconds of arrival.
    `kind` is lower case, `class:detail` (`state-changed:focused`, `children-changed:add`, `text-changed:insert`,
    `window:activate`, `property-change:accessible-name`, `window-opened`, `window-closed`, `app-died`)."""

    number: int
    at: float
    kind: str
    source: Handle
    detail1: int = 0
    detail2: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """Pixels of a region: `data` is height × width × 3 bytes, RGB, rows top to bottom. `origin` is where the region's
    top left corner lies on the screen, in physical pixels: a point in the picture plus the origin is a screen point."""

    width: int
    height: int
    origin: Point
    data: bytes
