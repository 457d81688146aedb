"""`deskhand watch` gives an address on this machine that lets one viewer in."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from deskhand.cli.main import main

pytestmark = pytest.mark.desktop


def test_the_address_shows_the_desktop_once(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desktop", "start", "--name", "seen"]) == 0
    capsys.readouterr()
    assert main(["watch", "--json"]) == 0
    address = urlsplit(json.loads(capsys.readouterr().out)["data"]["address"])
    assert address.hostname == "127.0.0.1"
    with urlopen(f"http://{address.netloc}/", timeout=5) as page:
        assert page.status == 200
        assert address.fragment.encode() not in page.read()

    def hello() -> dict[str, object]:
        with connect(f"ws://{address.netloc}/stream", origin=f"http://{address.netloc}") as viewer:
            viewer.send(json.dumps({"token": address.fragment}))
            return json.loads(viewer.recv(timeout=5))

    first = hello()
    assert (first["name"], first["width"], first["height"]) == ("seen", 1920, 1080)
    assert first["take_over"] is False
    with pytest.raises(ConnectionClosed):
        hello()


def test_without_a_desktop_it_says_how_to_start_one(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "--json"]) == 5
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "environment"
