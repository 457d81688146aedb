"""Whatever comes in on its socket, the service answers the next one."""

from __future__ import annotations

import json
import os
import random
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from deskhand.errors import BadRequest, NotFound, Timeout
from deskhand.guard.attendance import Attendance
from deskhand.service import client as client_module
from deskhand.service.address import socket_path
from deskhand.service.bounded import REPLY_LIMIT
from deskhand.service.calls import Call, Method
from deskhand.service.client import Client, NotRunning
from deskhand.service.host import Charter, Host
from deskhand.service.protocol import LINE_LIMIT
from deskhand.service.server import MOST_CONNECTIONS, Server, listen


class Work:
    """Stands for a desktop: this file is about the socket, not about windows."""

    id = "dtest"
    place = SimpleNamespace(name="test", display=":0")
    alive = True

    def __init__(self) -> None:
        self.stopped = threading.Event()
        self.engine = SimpleNamespace(attendance=Attendance(lambda: 0.0))

    def stop(self, run: str | None = None, *, reason: str = "") -> None:
        self.stopped.set()

    def close(self) -> None:
        self.stop()


def _echo(call: Call) -> Any:
    value = call.params.anything("value")
    call.params.done()
    return {"value": value}


def _fail(call: Call) -> Any:
    raise NotFound("nothing there", sought="x", near=["y"])


def _break(call: Call) -> Any:
    raise RuntimeError("a bug")


def _large(call: Call) -> Any:
    return {"rows": [["cell"] * 10] * 100_000}


def _long(call: Call) -> Any:
    for number in range(3):
        call.emit("step", {"step": number})
    ended = call.host.desktop.stopped.wait(20)
    return {"stopped": ended}


METHODS = {
    "echo": Method("", _echo),
    "fail": Method("", _fail),
    "break": Method("", _break),
    "large": Method("", _large),
    "long": Method("", _long, reports=True),
    "stop": Method("", lambda call: call.desktop.stop(), control=True),
}


@pytest.fixture
def host(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    runtime = Path("/tmp") / f"dh-t{os.getpid()}"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    host = Host(Work(), Charter("private", None))
    server = Server(listen("dtest"), host, METHODS)
    server.start()
    yield host
    host.end("test over")
    host.close()
    server.close()
    for path in sorted(runtime.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    runtime.rmdir()


def _raw() -> socket.socket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(10)
    connection.connect(socket_path("dtest"))
    return connection


def _talk(data: bytes, replies: int) -> list[dict[str, Any]]:
    with _raw() as connection, connection.makefile("rb") as file:
        connection.sendall(data)
        return [json.loads(file.readline()) for _ in range(replies)]


def _still_answers() -> None:
    with Client("dtest") as client:
        assert client.data("echo", {"value": "ñ 你 ß €"}) == {"value": "ñ 你 ß €"}


def test_socket_and_folder_are_for_their_owner_only(host: Host) -> None:
    path = socket_path("dtest")
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert stat.S_IMODE(os.stat(os.path.dirname(path)).st_mode) == 0o700
    assert stat.S_IMODE(os.stat(os.path.dirname(os.path.dirname(path))).st_mode) == 0o700


def test_a_folder_open_to_others_is_not_trusted(host: Host) -> None:
    os.chmod(os.path.dirname(socket_path("dtest")), 0o755)
    with pytest.raises(Exception, match="open to others"):
        Client("dtest")
    os.chmod(os.path.dirname(socket_path("dtest")), 0o700)


def test_a_name_cannot_leave_the_folder(host: Host) -> None:
    for name in ("../dtest", "", ".", "a/b", "x" * 99):
        with pytest.raises(Exception, match="not a desktop's name"):
            Client(name)
    with pytest.raises(NotRunning):
        Client("dother")


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe{", b"{", b"[]", b"7", b"null", b'"text"', b"[" * 50_000, b'{"id": {}, "method": "echo"}',
        b'{"id": true, "method": "echo"}', b'{"id": 1}', b'{"id": 1, "method": 7}', b'{"id": 1, "method": "nothing"}',
        b'{"id": 1, "method": "echo", "params": []}', b'{"id": 1, "method": "echo", "params": {"other": 1}}',
        b'{"id": 1, "method": "echo", "extra": 1}', b'{"id": "' + b"x" * 99 + b'", "method": "echo"}',
        b'{"id": 1, "method": "echo", "params": {"value": ' + b"9" * 5000 + b"}}",
    ],
)  # fmt: skip
def test_a_line_that_is_no_request_gets_an_error(host: Host, line: bytes) -> None:
    (reply,) = _talk(line + b"\n", 1)
    assert reply["ok"] is False
    assert reply["error"]["code"] == "bad_request"
    assert reply["error"]["next_step"]
    _still_answers()


def test_the_id_comes_back_with_the_error(host: Host) -> None:
    replies = _talk(b'{"id": 41, "method": "nothing"}\n{"id": "a", "method": "ech"}\n', 2)
    assert [reply["id"] for reply in replies] == [41, "a"]
    assert replies[1]["error"]["near"] == ["echo"]


def test_ten_megabytes_are_refused_and_the_next_line_is_answered(host: Host) -> None:
    request = b'{"id": 2, "method": "echo", "params": {"value": 1}}\n'
    refused, answered = _talk(b"x" * (10 * LINE_LIMIT) + b"\n" + request, 2)
    assert refused["error"]["code"] == "too_large"
    assert answered == {"id": 2, "ok": True, "data": {"value": 1}}


def test_half_lines_and_sudden_ends_hurt_nobody(host: Host) -> None:
    for part in (b"", b"{", b'{"id": 1, "method": "echo"', b'{"id": 1, "method": "large"}\n'):
        with _raw() as connection:
            connection.sendall(part)
    _still_answers()


def test_noise_hurts_nobody(host: Host) -> None:
    dice = random.Random(7)
    for _ in range(60):
        with _raw() as connection:
            connection.sendall(bytes(dice.randrange(256) for _ in range(dice.randrange(1, 3000))))
    _still_answers()


def test_an_error_of_a_method_comes_whole(host: Host) -> None:
    with Client("dtest") as client:
        reply = client.call("fail")
        assert reply["error"]["code"] == "not_found"
        assert reply["error"]["near"] == ["y"]
        broken = client.call("break")
        assert broken["error"]["code"] == "internal"
        assert broken["error"]["delivery"] == "uncertain"
    _still_answers()


def test_a_large_reply_is_cut_and_says_so(host: Host) -> None:
    with Client("dtest") as client:
        raw = client.raw("large", {})
    assert len(raw) <= LINE_LIMIT
    data = json.loads(raw)["data"]
    assert data["truncated"] is True
    assert 1000 < len(data["rows"]) < 100_000
    assert REPLY_LIMIT < LINE_LIMIT


def test_a_lone_surrogate_does_not_break_the_line(host: Host) -> None:
    (reply,) = _talk(b'{"id": 1, "method": "echo", "params": {"value": "\\ud800"}}\n', 1)
    assert reply["data"]["value"] == "?"


def test_bytes_that_are_no_text_are_refused_before_they_are_sent(host: Host) -> None:
    with Client("dtest") as client:
        with pytest.raises(BadRequest, match="no UTF-8 text"):
            client.call("echo", {"value": b"\xff".decode("utf-8", "surrogateescape")})
        assert client.data("echo", {"value": "still here"}) == {"value": "still here"}


def test_events_come_before_the_reply_and_a_stop_on_the_same_connection_ends_it(host: Host) -> None:
    seen: list[int] = []

    with Client("dtest") as client:

        def on_event(event: dict[str, Any]) -> None:
            seen.append(event["step"])
            if event["step"] == 2:
                client.send("stop")

        reply = client.call("long", on_event=on_event, seconds=10)
    assert seen == [0, 1, 2]
    assert reply["data"] == {"stopped": True}


def test_a_run_stops_when_its_caller_goes_away(host: Host) -> None:
    with _raw() as connection, connection.makefile("rb") as file:
        connection.sendall(b'{"id": 1, "method": "long"}\n')
        assert json.loads(file.readline())["event"] == "step"
    assert host.desktop.stopped.wait(3)


def test_one_connection_too_many_is_told_so(host: Host) -> None:
    crowd = [Client("dtest") for _ in range(MOST_CONNECTIONS)]
    try:
        for client in crowd:
            assert client.data("echo", {"value": 1}) == {"value": 1}
        with _raw() as connection, connection.makefile("rb") as file:
            assert json.loads(file.readline())["error"]["code"] == "limit_reached"
    finally:
        for client in crowd:
            client.close()


def test_many_at_once_each_get_their_own_answer(host: Host) -> None:
    wrong: list[object] = []

    def ask(number: int) -> None:
        with Client("dtest") as client:
            for turn in range(20):
                if client.data("echo", {"value": [number, turn]}) != {"value": [number, turn]}:
                    wrong.append((number, turn))

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_stop_between_two_waits_is_not_lost(host: Host) -> None:
    """A run that has no wait to cancel at the moment of the stop is asked again."""
    deaf = threading.Event()

    def work(call: Call) -> Any:
        deaf.wait(0.3)  # nothing hears a stop here
        call.host.desktop.stopped.clear()
        return {"stopped": call.host.desktop.stopped.wait(5)}

    METHODS["deaf"] = Method("", work, reports=True)
    try:
        with Client("dtest") as client:
            number = client.send("deaf")
            while not host.at_work:
                deaf.wait(0.01)
            assert host.stop("now", seconds=3) == (1, 0)
            assert json.loads(client.receive("deaf", 5)) == {"id": number, "ok": True, "data": {"stopped": True}}
    finally:
        del METHODS["deaf"]


def test_nobody_acts_while_a_person_has_taken_over(host: Host) -> None:
    METHODS["do"] = Method("", _echo, acts=True)
    try:
        with Client("dtest") as client:
            host.desktop.engine.attendance.hold("viewer", "a person")
            assert client.call("do", {"value": 1})["error"]["code"] == "needs_answer"
            assert client.data("echo", {"value": 1}) == {"value": 1}
            host.desktop.engine.attendance.release("viewer")
            assert client.data("do", {"value": 1}) == {"value": 1}
    finally:
        del METHODS["do"]


@pytest.mark.symptom(12)
def test_a_silent_run_is_waited_for_and_a_hung_service_is_not(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "SILENCE_SECONDS", 0.1)
    monkeypatch.setattr(client_module, "ALIVE_SECONDS", 0.3)
    asked: list[str] = []
    alive = threading.Event()
    alive.set()

    def status(call: Call) -> Any:
        asked.append("status")
        alive.wait(5)
        if len(asked) == 3:
            call.host.desktop.stopped.set()
        return {}

    METHODS["status"] = Method("", status, control=True)
    try:
        with Client("dtest") as client:
            assert client.call("long", seconds=None)["data"] == {"stopped": True}
        assert len(asked) == 3
        host.desktop.stopped.clear()
        alive.clear()
        with Client("dtest") as client, pytest.raises(Timeout):
            client.call("long", seconds=None)
    finally:
        alive.set()
        del METHODS["status"]
