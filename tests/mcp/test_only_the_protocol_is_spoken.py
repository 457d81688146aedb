"""Stdout carries the protocol and nothing else, and no line that a client may send ends the session."""

from __future__ import annotations

import json
import os
import random
import subprocess
from typing import Any

import pytest

pytestmark = pytest.mark.desktop


def hostile(rng: random.Random) -> bytes:
    """One line that is no request: no JSON, half of it, other types, unknown methods, enormous."""
    whole = json.dumps({"jsonrpc": "2.0", "id": rng.randrange(10**6), "method": "tools/call", "params": {}}).encode()
    kinds = (
        lambda: rng.randbytes(rng.randrange(1, 200)).replace(b"\n", b" "),
        lambda: whole[: rng.randrange(1, len(whole))],
        lambda: json.dumps(rng.choice([None, 7, "text", [], [1, {}], {}, True])).encode(),
        lambda: b'{"jsonrpc":"2.0","id":5,"method":"no/such/method"}',
        lambda: b'{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}',
        lambda: b'{"jsonrpc":"1.0","id":1,"method":"ping","params":[1,2]}',
        lambda: b'{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":7,"arguments":"x"}}',
        lambda: b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"act","arguments":{"actions":7}}}',
        lambda: b"[" * 3000,
        lambda: b"",
    )
    return rng.choice(kinds)()


@pytest.mark.symptom(137)
def test_two_hundred_hostile_lines_leave_the_session_working(command: list[str]) -> None:
    rng = random.Random(7)
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdin is not None
    assert process.stdout is not None

    def send(line: bytes) -> None:
        process.stdin.write(line + b"\n")
        process.stdin.flush()

    def ask(number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
        send(json.dumps({"jsonrpc": "2.0", "id": f"n{number}", "method": method, "params": params}).encode())
        while True:
            reply = json.loads(process.stdout.readline())  # whatever comes is JSON
            assert reply["jsonrpc"] == "2.0"
            if reply.get("id") == f"n{number}":
                return reply

    try:
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        assert "result" in ask(0, "initialize", hello)
        send(b'{"jsonrpc":"2.0","method":"notifications/initialized"}')
        for number in range(1, 201):
            send(b'"' + b"x" * 10_000_000 + b'"' if number == 100 else hostile(rng))
            if number % 20 == 0:
                assert "tools" in ask(number, "tools/list", {})["result"]
        started = ask(300, "tools/call", {"name": "desktop", "arguments": {"do": "start"}})["result"]
        assert not started.get("isError"), started
        launch = {"do": "launch", "app": "sh -c 'echo noise; echo noise >&2; exit 3'"}
        failed = ask(301, "tools/call", {"name": "apps", "arguments": launch})["result"]
        assert failed["isError"]
        assert not ask(302, "tools/call", {"name": "desktop", "arguments": {"do": "stop"}})["result"].get("isError")
    finally:
        process.stdin.close()
        rest = process.stdout.read()
        process.wait(10)
        process.stdout.close()
    for line in rest.splitlines():
        json.loads(line)


def test_the_session_ends_with_its_client(command: list[str]) -> None:
    process = subprocess.run(command, input=b"", capture_output=True, timeout=20, env=dict(os.environ))
    assert process.returncode == 0
    assert process.stdout == b""
