"""The live view: a small server on the loopback interface that shows one desktop to browsers.

Why frames of our own and not VNC in the browser: docs/decisions/0003-live-view.md.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from deskhand.adapters.protocol import Adapter
from deskhand.desktops.live.admission import Admission, local_hosts
from deskhand.desktops.live.frames import FrameDiff
from deskhand.desktops.live.takeover import Hands, TakeOver
from deskhand.errors import DeskhandError
from deskhand.model.geometry import Point

if TYPE_CHECKING:
    from websockets.datastructures import Headers
    from websockets.http11 import Request, Response
    from websockets.sync.server import Server, ServerConnection

_MESSAGE_LIMIT = 16_384
_HELLO_SECONDS = 5.0
_FRAME_SECONDS = 0.1
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src blob:; connect-src 'self';"
        " frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class LiveView:
    """Shows one desktop. View only: input from a browser is dropped here, on the server, unless that browser has taken
    over, which needs `take_over` and pauses the agent through it.

    Args:
        adapter: the desktop's; not closed by the view.
        name: what the page calls the desktop.
        take_over: pauses and resumes the agent; None where the desktop may only be watched.
        port: 0 takes a free one.
    """

    def __init__(self, adapter: Adapter, name: str, take_over: TakeOver | None = None, port: int = 0) -> None:
        from websockets.sync.server import serve

        self._adapter = adapter
        self._name = name
        self._hands = Hands(adapter.input, take_over)
        self._admission = Admission()
        self._closing = threading.Event()
        self._watching: set[ServerConnection] = set()
        self._page = (Path(__file__).parent / "page.html").read_bytes()
        # A logger of this view's own, outside the tree of loggers: viewers' broken connections are nobody's news.
        quiet = logging.Logger("deskhand.live")
        quiet.addHandler(logging.NullHandler())
        self._server: Server = serve(
            self._on_viewer, "127.0.0.1", port, process_request=self._on_request, compression=None,
            max_size=_MESSAGE_LIMIT, server_header=None, logger=quiet, open_timeout=_HELLO_SECONDS, close_timeout=1,
        )  # fmt: skip
        self.port: int = self._server.socket.getsockname()[1]
        self._thread = threading.Thread(target=self._server.serve_forever, name="deskhand-live", daemon=True)
        self._thread.start()

    def link(self) -> str:
        """A new address that opens the view once. The token stands after `#`, so it reaches no log or referrer."""
        return f"http://127.0.0.1:{self.port}/#{self._admission.new_token()}"

    @property
    def watched(self) -> bool:
        """True while a browser shows it."""
        return bool(self._watching)

    @property
    def dropped(self) -> int:
        """Input messages that were dropped because their sender had not taken over."""
        return self._hands.dropped

    def close(self) -> None:
        """Disconnect every viewer and stop serving. May be called twice."""
        if not self._closing.is_set():
            self._closing.set()
            self._server.shutdown()
            self._thread.join(5)

    def __enter__(self) -> LiveView:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _on_request(self, connection: ServerConnection, request: Request) -> Response | None:
        """Serve the page; let a websocket through only where Host and Origin are this server's own."""
        hosts = local_hosts(self.port)
        if _single(request.headers, "Host") not in hosts:
            return _answer(403, b"this address is served on the loopback interface only\n", "text/plain")
        if request.path == "/stream":
            origins = [f"http://{host}" for host in hosts]
            if _single(request.headers, "Origin") in origins:
                return None
            return _answer(403, b"the page that asks is not this server's\n", "text/plain")
        if request.path == "/":
            return _answer(200, self._page, "text/html; charset=utf-8")
        return _answer(404, b"there is only one page\n", "text/plain")

    def _on_viewer(self, connection: ServerConnection) -> None:
        from websockets.exceptions import ConnectionClosed

        with suppress(ConnectionClosed, TimeoutError):
            hello = _message(connection.recv(timeout=_HELLO_SECONDS))
            session = self._admission.admit(hello.get("token"), hello.get("session"))
            if session is None:
                connection.close(4401, "this link was used already or is too old")
                return
            width, height = self._adapter.screen.size()
            offered = self._hands.offered
            _send(connection, session=session, name=self._name, width=width, height=height, take_over=offered)
            ready = threading.Event()
            ready.set()
            sender = threading.Thread(target=self._send_frames, args=(connection, ready), daemon=True)
            sender.start()
            self._watching.add(connection)
            try:
                for data in connection:
                    self._on_message(connection, _message(data), ready)
            finally:
                ready.set()
                self._watching.discard(connection)
                self._hands.give_back(connection)
                connection.close()
                sender.join(5)

    def _send_frames(self, connection: ServerConnection, ready: threading.Event) -> None:
        """Send what changed, ten times a second at most, and only after the viewer has drawn what it got."""
        from websockets.exceptions import ConnectionClosed

        diff = FrameDiff()
        pointer = Point(-1, -1)
        try:
            while not self._closing.wait(_FRAME_SECONDS):
                if not ready.wait(1.0):
                    continue
                pieces = diff.pieces(self._adapter.screen.capture())
                if pointer != (pointer := self._adapter.input.pointer()):
                    _send(connection, pointer=pointer)
                for piece in pieces:
                    connection.send(piece.packed())
                if pieces:
                    ready.clear()
                    _send(connection, drawn=len(pieces))
                elif connection.close_code is not None:
                    return
        except ConnectionClosed:
            return
        except (DeskhandError, OSError) as error:
            # The desktop itself is gone: tell the viewer instead of leaving a still picture that looks alive.
            connection.close(4410, f"the desktop ended: {error}"[:100])

    def _on_message(self, connection: ServerConnection, message: Mapping[str, Any], ready: threading.Event) -> None:
        try:
            match message.get("type"):
                case "drawn":
                    ready.set()
                case "take":
                    why_not = self._hands.take(connection)
                    _send(connection, taken=why_not is None, why=why_not or "")
                case "give":
                    self._hands.give_back(connection)
                    _send(connection, taken=False, why="")
                case _:
                    if not self._hands.deliver(connection, message):
                        _send(connection, dropped=True)
        except DeskhandError as error:
            _send(connection, taken=self._hands.holds(connection), why=error.message)
        except (KeyError, TypeError, ValueError, IndexError, OverflowError):
            _send(connection, taken=self._hands.holds(connection), why="that input could not be read")


def _message(data: str | bytes) -> dict[str, Any]:
    """One JSON object; an empty one for anything else."""
    try:
        value = json.loads(data)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _send(connection: ServerConnection, **message: Any) -> None:
    connection.send(json.dumps(message))


def _single(headers: Headers, name: str) -> str | None:
    """A header that is there exactly once."""
    values = headers.get_all(name)
    return values[0] if len(values) == 1 else None


def _answer(status: int, body: bytes, kind: str) -> Response:
    from http import HTTPStatus

    from websockets.datastructures import Headers
    from websockets.http11 import Response

    headers = Headers({"Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close", **_HEADERS})
    return Response(status, HTTPStatus(status).phrase, headers, body)
