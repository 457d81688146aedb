"""Over HTTP only a client of this machine that has the token is heard; others are refused before their body is read."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.mcp.conftest import http_server

GOOD = {"Host": "127.0.0.1", "Authorization": "Bearer {token}", "Content-Type": "application/json"}


def head_only(url: str, headers: dict[str, str]) -> str:
    """The answer to a request whose body is announced and never sent."""
    address = urlsplit(url)
    lines = [f"POST {address.path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    with socket.create_connection((address.hostname or "", address.port or 0), timeout=10) as connection:
        connection.sendall("\r\n".join([*lines, "Content-Length: 1000000", "", ""]).encode())
        return connection.recv(4096).decode().split("\r\n")[0]


@pytest.mark.symptom(121)
def test_who_may_not_ask_is_refused_before_the_body_is_read(command: list[str], tmp_path: Path) -> None:
    with http_server(command, tmp_path) as (url, token):
        good = {name: value.format(token=token) for name, value in GOOD.items()}
        assert " 421 " in head_only(url, good | {"Host": "evil.example"})
        assert " 421 " in head_only(url, good | {"Host": "127.0.0.1.evil.example:80"})
        assert " 403 " in head_only(url, good | {"Origin": "http://evil.example"})
        assert " 403 " in head_only(url, good | {"Origin": "null"})
        assert " 401 " in head_only(url, good | {"Authorization": "Bearer wrong"})
        assert " 401 " in head_only(url, {name: value for name, value in good.items() if name != "Authorization"})
