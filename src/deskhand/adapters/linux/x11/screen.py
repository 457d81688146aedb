"""Pixels of the screen, by shared memory where the server offers it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import xcffib
from xcffib import xproto

from deskhand.adapters.linux.x11.connection import Connection
from deskhand.adapters.linux.x11.shared_memory import ALL_PLANES, SharedMemory
from deskhand.errors import BadRequest, EnvironmentFault
from deskhand.model.geometry import Bounds, Point
from deskhand.model.world import Picture

log: logging.Logger = logging.getLogger("deskhand.x11")

_RED_MASK = 0xFF0000
_FARTHEST = (1 << 15) - 1
"""Coordinates on the wire are 16 bits with a sign."""

_RESERVE = 3840 * 2160 * 4
"""Bytes of address space for the segment at first; pages are used only where a capture touches them."""


class CapturedPicture(Picture):
    """A picture that keeps the server's own bytes (`raw`: blue, green, red, unused) and makes the RGB bytes of `data`
    when they are first asked for: the conversion takes longer than the capture, and not every user needs it."""

    __slots__ = ("_rgb", "raw")

    raw: bytes
    _rgb: bytes | None

    def __init__(self, width: int, height: int, origin: Point, raw: bytes) -> None:
        for name, value in (("width", width), ("height", height), ("origin", origin), ("raw", raw), ("_rgb", None)):
            object.__setattr__(self, name, value)

    @property
    def data(self) -> bytes:  # pyright: ignore[reportIncompatibleVariableOverride]  (read like the field it stands for)
        known: bytes | None = self._rgb
        if known is None:
            known = _rgb_from(self.raw)
            object.__setattr__(self, "_rgb", known)
        return known


@dataclass(frozen=True, slots=True)
class _Format:
    """Why this screen's pixels can be read: 4 bytes each, blue first."""

    bytes_per_pixel: int = 4


class X11Screen:
    """protocol.Screen. `route` says how pixels travel: `shared memory` or `wire`."""

    def __init__(self, connection: Connection) -> None:
        self._link = connection
        self._memory: SharedMemory | None = None
        self._format = _pixel_format(connection)
        self.route: str = "shared memory"
        if not connection.extension_present("MIT-SHM"):
            self._use_wire("the X server has no MIT-SHM")

    def size(self) -> tuple[int, int]:
        """Width and height in physical pixels, as they are now."""
        with self._link.guarded():
            root = self._link.core.GetGeometry(self._link.root).reply()
            return int(root.width), int(root.height)

    def scale(self) -> float:
        """`Xft.dpi` of the display's resources (X resource manager) over 96."""
        with self._link.guarded():
            found = self._link.property(self._link.root, "RESOURCE_MANAGER")
        for line in found.data.decode("latin-1").splitlines() if found is not None else ():
            name, _, value = line.partition(":")
            if name.strip() == "Xft.dpi" and value.strip().replace(".", "", 1).isdigit():
                return round(float(value) / 96, 3) or 1.0
        return 1.0

    def capture(self, region: Bounds | None = None) -> Picture:
        """The whole screen or a region, cut to the screen. `BadRequest` when nothing of the region is on it."""
        with self._link.guarded():
            if region is not None:
                # A region inside the screen needs no look at the screen's size: the server refuses one that is not.
                inside = region.x >= 0 and region.y >= 0 and region.right <= _FARTHEST and region.bottom <= _FARTHEST
                raw = self._grab(region) if inside and not region.empty else None
                if raw is not None:
                    return CapturedPicture(region.width, region.height, Point(region.x, region.y), raw)
            width, height = self.size()
            whole = Bounds(0, 0, width, height)
            area = whole if region is None else region.intersection(whole)
            if area.empty:
                raise BadRequest(
                    f"nothing of {region} is on the screen of {width}×{height}", sought=str(region),
                    next_step="ask for a region inside the screen",
                )  # fmt: skip
            raw = self._grab(area)
            if raw is None:
                raise EnvironmentFault(f"the X server gave no pixels of {area}")
            return CapturedPicture(area.width, area.height, Point(area.x, area.y), raw)

    def close(self, *, tell_server: bool = True) -> None:
        if self._memory is not None:
            self._memory.close(tell_server=tell_server)
            self._memory = None

    def _use_wire(self, reason: str) -> None:
        self.route = "wire"
        log.info("pixels travel by the wire: %s", reason)

    def _grab(self, area: Bounds) -> bytes | None:
        """The server's bytes of an area; None when the area is not wholly on the screen."""
        size = area.width * area.height * self._format.bytes_per_pixel
        if self.route == "shared memory":
            memory = self._shared(size)
            if memory is not None:
                return memory.read(size) if memory.grab(area) else None
        cookie = self._link.core.GetImage(
            xproto.ImageFormat.ZPixmap, self._link.root, area.x, area.y, area.width, area.height, ALL_PLANES
        )
        try:
            reply = self._link.raw_reply(cookie)
        except xcffib.Error:
            return None
        return reply[32 : 32 + size]

    def _shared(self, size: int) -> SharedMemory | None:
        if self._memory is not None and self._memory.size >= size:
            return self._memory
        self.close()
        try:
            self._memory = SharedMemory(self._link, max(size, _RESERVE))
        except OSError as reason:
            self._use_wire(str(reason))
        return self._memory


def _pixel_format(connection: Connection) -> _Format:
    """Check that pixels are 32 bits with blue first, the only kind met on today's screens."""
    setup: Any = connection.x.setup
    depth = connection.screen.root_depth
    bits = {entry.depth: entry.bits_per_pixel for entry in setup.pixmap_formats}
    visuals = [visual for group in connection.screen.allowed_depths for visual in group.visuals]
    red = next((v.red_mask for v in visuals if v.visual_id == connection.screen.root_visual), 0)
    little_endian = setup.image_byte_order == xproto.ImageOrder.LSBFirst
    if bits.get(depth) != 32 or red != _RED_MASK or not little_endian:
        raise EnvironmentFault(
            f"the screen's pixels ({depth} bits, red mask {red:#x}) cannot be read",
            next_step="run the X server with 24 bit colour",
        )
    return _Format()


def _rgb_from(raw: bytes) -> bytes:
    """RGB bytes from blue, green, red, unused."""
    import numpy

    source = numpy.frombuffer(raw, numpy.uint8)
    target = numpy.empty(len(raw) // 4 * 3, numpy.uint8)
    for channel in range(3):
        target[channel::3] = source[2 - channel :: 4]
    return target.tobytes()


