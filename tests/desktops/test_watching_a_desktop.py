"""The live view: a browser really shows the desktop, may only look, and takes over only with the agent paused."""

from __future__ import annotations

import io
import json
import struct
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from PIL import Image
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from deskhand.desktops.launch import Launcher
from deskhand.desktops.live.admission import TOKEN_SECONDS, Admission
from deskhand.desktops.live.frames import FrameDiff
from deskhand.desktops.live.view import LiveView
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import Denied
from deskhand.model.geometry import Bounds, Point
from deskhand.model.progress import Progress
from deskhand.model.world import Picture
from tests.desktops.observing import seconds_until

pytestmark = pytest.mark.desktop


class Pause:
    def __init__(self) -> None:
        self.calls: list[str] = []
        self.refuse = False

    def begin(self) -> None:
        if self.refuse:
            raise Denied("the agent is in the middle of a payment")
        self.calls.append("begin")

    def end(self) -> None:
        self.calls.append("end")


@pytest.fixture
def pause() -> Pause:
    return Pause()


@pytest.fixture
def view(private_desktop: PrivateDesktop, pause: Pause) -> Iterator[LiveView]:
    with LiveView(private_desktop.adapter(), "orders", pause) as live:
        yield live


@contextmanager
def viewer(view: LiveView, **hello: Any) -> Iterator[tuple[ClientConnection, dict[str, Any]]]:
    url = f"ws://127.0.0.1:{view.port}/stream"
    with connect(url, origin=f"http://127.0.0.1:{view.port}", proxy=None) as socket:
        socket.send(json.dumps(hello or {"token": view.link().partition("#")[2]}))
        yield socket, json.loads(socket.recv(timeout=5))


def answer(socket: ClientConnection, key: str) -> dict[str, Any]:
    """The next message that has `key`, frames skipped."""
    while True:
        data = socket.recv(timeout=5)
        if isinstance(data, str) and key in (message := json.loads(data)):
            return message


def test_the_first_frame_is_the_screen(view: LiveView, private_desktop: PrivateDesktop) -> None:
    with viewer(view) as (socket, welcome):
        assert (welcome["width"], welcome["height"], welcome["name"]) == (
            *private_desktop.adapter().screen.size(),
            "orders",
        )
        data = next(data for data in iter(lambda: socket.recv(timeout=5), None) if isinstance(data, bytes))
        assert struct.unpack_from("<HHHH", data) == (0, 0, welcome["width"], welcome["height"])
        picture = Image.open(io.BytesIO(data[8:])).convert("RGB")
        shown = picture.getpixel((5, welcome["height"] - 5))
        real = private_desktop.adapter().screen.capture(Bounds(5, welcome["height"] - 5, 1, 1)).data
        assert isinstance(shown, tuple)
        assert all(abs(a - b) < 12 for a, b in zip(shown, real, strict=True))


def test_a_viewer_may_only_look(view: LiveView, private_desktop: PrivateDesktop) -> None:
    hands = private_desktop.adapter().input
    hands.move(Point(7, 7))
    with viewer(view) as (socket, _):
        for message in (
            {"type": "click", "x": 300, "y": 300}, {"type": "move", "x": 300, "y": 300},
            {"type": "key", "key": "a"}, {"type": "drag", "from": [1, 1], "x": 9, "y": 9},
            {"type": "scroll", "x": 1, "y": 1, "dy": 1}, {"type": "cut", "text": "x"},
        ):  # fmt: skip
            socket.send(json.dumps(message))
            assert answer(socket, "dropped")["dropped"]
        socket.send("no json")
        socket.send(b"\x05\x01\x00\x10\x00\x10")
    assert view.dropped >= 6
    assert hands.pointer() == Point(7, 7)


def test_taking_over_pauses_the_agent_and_ends_with_the_connection(
    view: LiveView, private_desktop: PrivateDesktop, pause: Pause
) -> None:
    with viewer(view) as (socket, _), viewer(view) as (other, _):
        socket.send(json.dumps({"type": "take"}))
        assert answer(socket, "taken") == {"taken": True, "why": ""}
        other.send(json.dumps({"type": "take"}))
        assert answer(other, "taken") == {"taken": False, "why": "somebody else has taken over"}
        other.send(json.dumps({"type": "click", "x": 1, "y": 1}))
        assert answer(other, "dropped")
        socket.send(json.dumps({"type": "move", "x": 321, "y": 123}))
        seconds_until(lambda: private_desktop.adapter().input.pointer() == Point(321, 123), 5)
        socket.send(json.dumps({"type": "key", "key": "Unheard"}))
        assert "Unheard" in answer(socket, "why")["why"]
        assert pause.calls == ["begin"]
    seconds_until(lambda: pause.calls == ["begin", "end"], 5)


def test_a_refused_take_over_stays_a_look(view: LiveView, pause: Pause) -> None:
    pause.refuse = True
    with viewer(view) as (socket, _):
        socket.send(json.dumps({"type": "take"}))
        assert answer(socket, "taken") == {"taken": False, "why": "the agent is in the middle of a payment"}
        socket.send(json.dumps({"type": "click", "x": 1, "y": 1}))
        assert answer(socket, "dropped")


@pytest.mark.symptom(97)
def test_a_link_opens_once_and_its_session_reconnects_fifty_times(view: LiveView) -> None:
    token = view.link().partition("#")[2]
    with viewer(view, token=token) as (_, welcome):
        session = welcome["session"]
    with pytest.raises(ConnectionClosed) as closed, viewer(view, token=token):
        pass
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401
    threads = threading.active_count()
    for _ in range(50):
        with viewer(view, session=session) as (socket, welcome):
            assert welcome["session"] == session
            assert isinstance(socket.recv(timeout=5), (bytes, str))
    seconds_until(lambda: threading.active_count() <= threads + 1, 10)


@pytest.mark.symptom(121)
def test_foreign_pages_and_foreign_names_are_refused(view: LiveView) -> None:
    url = f"ws://127.0.0.1:{view.port}/stream"
    for origin in ("http://evil.example", None, f"http://127.0.0.1:{view.port + 1}"):
        with pytest.raises(InvalidStatus), connect(url, origin=origin, proxy=None):
            pass
    page = urllib.request.Request(f"http://127.0.0.1:{view.port}/", headers={"Host": f"evil.example:{view.port}"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(page, timeout=5)
    refused.value.close()
    assert refused.value.code == 403
    with urllib.request.urlopen(f"http://127.0.0.1:{view.port}/", timeout=5) as answered:
        assert answered.headers["Cache-Control"] == "no-store"
        assert "frame-ancestors 'none'" in answered.headers["Content-Security-Policy"]


def test_a_browser_shows_the_desktop(view: LiveView, private_desktop: PrivateDesktop) -> None:
    launcher = Launcher(private_desktop)
    with PrivateDesktop.start(size=(1000, 700)) as place:
        launcher.launch("galculator", Progress(20))
        shown = Launcher(place).launch("chromium", Progress(30), args=[f"--app={view.link()}"])

        def titled() -> bool:
            return any("orders" in window.title for window in place.adapter().windows.list(Progress(5)))

        seconds_until(titled, 15)
        window = next(w for w in place.adapter().windows.list(Progress(5)) if w.id == shown.window_id)
        root = bytes(private_desktop.adapter().screen.capture(Bounds(2, 1076, 1, 1)).data)

        def backgrounds() -> int:
            """Pixels of the browser that have the watched desktop's background colour."""
            data = place.adapter().screen.capture(window.bounds).data
            near = (
                all(abs(a - b) < 8 for a, b in zip(data[i : i + 3], root, strict=True))
                for i in range(0, len(data), 97 * 3)
            )
            return sum(near)

        seconds_until(lambda: backgrounds() > 500, 15)


@pytest.mark.symptom(121)
def test_tokens_age_and_sessions_do_not() -> None:
    now = [0.0]
    admission = Admission(lambda: now[0])
    old, fresh = admission.new_token(), admission.new_token()
    session = admission.admit(fresh, None)
    assert session is not None
    assert admission.admit(fresh, None) is None
    now[0] = TOKEN_SECONDS + 1
    assert admission.admit(old, None) is None
    assert admission.admit(None, session) == session
    assert admission.admit("x", "y") is None


def test_only_changed_tiles_are_sent() -> None:
    width, height = 200, 130
    still = bytes(width * height * 3)
    changed = bytearray(still)
    changed[(100 * width + 150) * 3] = 255
    diff = FrameDiff()
    first = diff.pieces(Picture(width, height, Point(0, 0), still))
    assert [piece.bounds for piece in first] == [Bounds(0, 0, width, height)]
    assert diff.pieces(Picture(width, height, Point(0, 0), still)) == []
    second = diff.pieces(Picture(width, height, Point(0, 0), bytes(changed)))
    assert [piece.bounds for piece in second] == [Bounds(128, 64, 64, 64)]
