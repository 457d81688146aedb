"""The notification daemon of a private desktop: org.freedesktop.Notifications on its session bus.

Nothing is drawn, so nothing covers a window: notifications are kept, for whoever asks the keeper.
Interface: Desktop Notifications Specification 1.2. Runs in the keeper. Standard library only, one thread only.
"""

from __future__ import annotations

import struct
import time
from typing import Any

from deskhand.desktops.busvalues import Malformed, read_values, write_values
from deskhand.desktops.buswire import BusWire
from deskhand.desktops.notices import Notices
from deskhand.model.notification import Closed

NAME, PATH = "org.freedesktop.Notifications", "/org/freedesktop/Notifications"
CAPABILITIES = ("actions", "body", "persistence")
"""No markup, images or sounds: applications then send plain text."""

_SERVER = ("Deskhand", "Deskhand", "1", "1.2")
_LARGEST = 16 << 20
"""Bytes of a message that is read; a larger one (a picture) is refused and skipped."""
_NOTIFY = "susssasa{sv}i"
_REASONS: dict[Closed, int] = {"expired": 1, "dismissed": 2, "acted": 2, "withdrawn": 3, "crowded_out": 4}
_LITTLE = ord("l")
_CALL, _RETURN, _ERROR, _SIGNAL = 1, 2, 3, 4
_BUS = "org.freedesktop.DBus"
_INTROSPECTION = f"""<node><interface name="{NAME}">
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{{sv}}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
<arg type="s" direction="out"/><arg type="s" direction="out"/></method>
<signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
<signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
</interface></node>"""


class NoticeBus:
    """Owns the name on the bus at a socket path; give it `read` whenever `fileno` is readable, and `expire` when
    `due` is over. Raises OSError where the bus is not there or goes away."""

    def __init__(self, path: str) -> None:
        self.notices = Notices(time.monotonic, time.time)
        self._wire = BusWire(path)
        self._own = self._wire.name
        for rule in (
            f"type='signal',sender='{_BUS}',member='NameOwnerChanged',arg2=''",
            f"type='signal',interface='{NAME}',path='{PATH}'",
        ):
            self._wire.call(_BUS, "/org/freedesktop/DBus", _BUS, "AddMatch", "s", write_values("s", rule))
        # 4: not queued where another program has the name (which would then be the desktop's daemon).
        self._wire.call(_BUS, "/org/freedesktop/DBus", _BUS, "RequestName", "su", write_values("su", NAME, 4))
        self._data = bytearray()
        self._skip = 0
        self._asked: dict[int, int] = {}

    def fileno(self) -> int:
        return self._wire.fileno()

    def close(self) -> None:
        self._wire.close()

    def read(self) -> None:
        """Take what has come and answer it."""
        try:
            part = self._wire.receive()
        except BlockingIOError:
            return
        if not part:
            raise ConnectionError("the bus closed the connection")
        if self._skip:
            skipped = min(self._skip, len(part))
            self._skip -= skipped
            part = part[skipped:]
        self._data += part
        while self._one():
            pass

    def due(self) -> float | None:
        """Seconds until `expire` has something to do, None where it never will."""
        return self.notices.due()

    def expire(self) -> None:
        for number in self.notices.expired():
            self._close(number, "expired")

    def act(self, number: int, key: str) -> dict[str, Any]:
        """Tell the sender that this action was chosen; the notification goes, unless it is resident."""
        notice = self.notices.get(number)
        if notice is None:
            return {"error": "gone"}
        if not notice.heard:
            return {"error": "unheard"}
        self._signal("ActionInvoked", "us", number, key)
        if not notice.resident:
            self._close(number, "acted")
        return {"done": True, "told": notice.told}

    def dismiss(self, number: int) -> dict[str, Any]:
        notice = self.notices.get(number)
        if notice is None:
            return {"error": "gone"}
        self._close(number, "dismissed")
        return {"done": True, "told": notice.told}

    def _close(self, number: int, why: Closed) -> bool:
        if not self.notices.close(number, why):
            return False
        self._signal("NotificationClosed", "uu", number, _REASONS[why])
        return True

    # -- messages

    def _one(self) -> bool:
        """Handle one whole message of what has come; False where there is none."""
        if len(self._data) < 16:
            return False
        kind, body_size, serial, fields_size = struct.unpack_from("<xBxxIII", self._data)
        head = 16 + fields_size + -fields_size % 8
        if self._data[0] != _LITTLE or head > _LARGEST:
            raise ConnectionError("a message in a byte order that nobody here speaks")
        if len(self._data) < head:
            return False
        too_large = body_size > _LARGEST
        if not too_large and len(self._data) < head + body_size:
            return False
        fields = dict(read_values("a(yv)", self._array(fields_size))[0])
        body = b"" if too_large else bytes(self._data[head : head + body_size])
        self._skip = max(0, head + body_size - len(self._data))
        del self._data[: head + body_size]
        if kind == _CALL:
            self._call(serial, fields, body, too_large)
        elif kind == _SIGNAL and not too_large:
            self._hear(fields, body)
        elif kind == _RETURN and fields.get(5) in self._asked:
            self.notices.came_from(self._asked.pop(fields[5]), struct.unpack_from("<I", body)[0])
        elif kind == _ERROR:
            self._asked.pop(fields.get(5, 0), None)
        return True

    def _array(self, size: int) -> bytes:
        """The header's fields as a body of their own: the array begins 12 bytes into a message, 4 short of alignment,
        so its length is put where a body would have it."""
        return struct.pack("<I", size) + b"\0\0\0\0" + self._data[16 : 16 + size]

    def _call(self, serial: int, fields: dict[int, Any], body: bytes, too_large: bool) -> None:
        sender, member, signature = fields.get(7, ""), fields.get(3, ""), fields.get(8, "")
        if too_large:
            self._fail(sender, serial, "LimitsExceeded", f"at most {_LARGEST} bytes")
            return
        try:
            values = read_values(signature, body)
            self._answer(sender, serial, member, signature, values)
        except Malformed as error:
            self._fail(sender, serial, "InvalidArgs", str(error))

    def _answer(self, sender: str, serial: int, member: str, signature: str, values: list[Any]) -> None:
        if member == "Notify" and signature == _NOTIFY:
            number, crowded = self.notices.add(sender, values)
            for old in crowded:
                self._signal("NotificationClosed", "uu", old, _REASONS["crowded_out"])
            self._reply(sender, serial, "u", number)
            asked = self._wire.send(
                _CALL, {6: _BUS, 1: "/org/freedesktop/DBus", 2: _BUS, 3: "GetConnectionUnixProcessID", 8: "s"},
                write_values("s", sender),
            )  # fmt: skip
            self._asked[asked] = number
        elif member == "CloseNotification" and signature == "u":
            if self._close(int(values[0]), "withdrawn"):
                self._reply(sender, serial)
            else:
                self._fail(sender, serial, "InvalidArgs", "there is no such notification")
        elif member == "GetCapabilities":
            self._reply(sender, serial, "as", CAPABILITIES)
        elif member == "GetServerInformation":
            self._reply(sender, serial, "ssss", *_SERVER)
        elif member == "Introspect":
            self._reply(sender, serial, "s", _INTROSPECTION)
        elif member == "GetAll":
            self._reply(sender, serial, "a{sv}", None)
        elif member == "Ping":
            self._reply(sender, serial)
        else:
            self._fail(sender, serial, "UnknownMethod", f"no method {member!r} with signature {signature!r}")

    def _hear(self, fields: dict[int, Any], body: bytes) -> None:
        """Our own signals come back once the bus has passed them on; programs that leave are told by the bus."""
        try:
            values = read_values(fields.get(8, ""), body)
        except Malformed:
            return
        if fields.get(3) == "NameOwnerChanged" and fields.get(7) == _BUS:
            self.notices.left(values[0])
        elif fields.get(7) == self._own and fields.get(3) in ("NotificationClosed", "ActionInvoked"):
            self.notices.told(values[0])

    def _signal(self, member: str, signature: str, *values: Any) -> None:
        fields = {1: PATH, 2: NAME, 3: member, 8: signature}
        self._wire.send(_SIGNAL, fields, write_values(signature, *values))

    def _reply(self, to: str, serial: int, signature: str = "", *values: Any) -> None:
        fields: dict[int, Any] = {6: to, 5: serial}
        if signature:
            fields[8] = signature
        self._wire.send(_RETURN, fields, write_values(signature, *values))

    def _fail(self, to: str, serial: int, name: str, why: str) -> None:
        fields = {6: to, 5: serial, 4: f"{_BUS}.Error.{name}", 8: "s"}
        self._wire.send(_ERROR, fields, write_values("s", why))
