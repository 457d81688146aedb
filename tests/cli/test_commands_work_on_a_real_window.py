"""The commands a person types, on a real editor, each with one JSON object on stdout and its exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deskhand.cli.main import main

pytestmark = pytest.mark.desktop

Deskhand = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def deskhand(own_home: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Deskhand:
    """`deskhand("click", 'button "Save"')` → exit code and the one object it printed."""

    def call(*words: str) -> tuple[int, dict[str, Any]]:
        capfdbinary.readouterr()
        options, plain = (words[: words.index("--")], words[words.index("--") :]) if "--" in words else (words, ())
        code = main([*options, "--json", *plain])
        out = capfdbinary.readouterr().out.decode()
        assert out.count("\n") == 1, out
        reply = json.loads(out)
        assert set(reply) <= {"ok", "data", "error", "receipt"}
        assert reply["ok"] is (code == 0) or words[0] in ("find", "batch")
        return code, reply

    return call


def _names(elements: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [
        pair
        for element in elements
        for pair in ((element["role"], element["name"]), *_names(element.get("children", [])))
    ]


def test_from_launch_to_a_saved_file(deskhand: Deskhand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note = tmp_path / "note.txt"
    note.write_text("first\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    code, reply = deskhand("launch", "mousepad", "note.txt")
    assert code == 0
    assert reply["receipt"]["delivery"] == "delivered_verified"

    code, reply = deskhand("windows")
    assert any("note.txt" in window["title"] for window in reply["data"]["windows"])

    code, reply = deskhand("snapshot")
    assert code == 0
    assert reply["data"]["complete"] is True
    assert ("menu", "File") in _names(reply["data"]["elements"])
    seen = reply["data"]["snapshot"]

    code, reply = deskhand("set", "text area", "ñ 你 ß €\n")
    assert code == 0
    assert reply["receipt"]["effect"]["observer"]

    code, reply = deskhand("read", "text area")
    assert reply["data"]["text"] == "ñ 你 ß €\n"

    code, reply = deskhand("snapshot", "--since", seen)
    assert code == 0
    assert "ñ 你 ß €" in json.dumps(reply["data"]["changed"], ensure_ascii=False)

    code, _ = deskhand("menu", "File > Save")
    assert code == 0
    assert note.read_text(encoding="utf-8") == "ñ 你 ß €\n"

    code, reply = deskhand("find", 'button "Nowhere"')
    assert (code, reply["data"]["elements"]) == (1, [])

    code, reply = deskhand("click", 'button "Nowhere"')
    assert code == 1
    assert reply["error"]["code"] == "not_found"
    assert reply["error"]["next_step"]

    code, reply = deskhand("screenshot", "shot.png")
    assert code == 0
    assert (tmp_path / "shot.png").read_bytes().startswith(b"\x89PNG")

    code, reply = deskhand("stop")
    assert (code, reply["data"]["stopped"]) == (0, False)

    code, reply = deskhand("desktop", "stop")
    assert code == 0
    assert reply["data"]["stopped"][0]["hard"] is False

    code, reply = deskhand("windows")
    assert (code, reply["error"]["code"]) == (5, "environment")


def test_a_batch_stops_at_the_first_failure(deskhand: Deskhand, tmp_path: Path) -> None:
    actions = tmp_path / "actions.jsonl"
    lines = [
        {"verb": "launch", "args": {"app": "mousepad"}},
        {"verb": "set_value", "target": "text area", "args": {"value": "one"}},
        {"verb": "click", "target": 'button "Nowhere"', "timeout": 0.5},
        {"verb": "set_value", "target": "text area", "args": {"value": "two"}},
    ]
    actions.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    deskhand("desktop", "start", "--name", "batches", "--size", "1280x800")
    code, reply = deskhand("batch", str(actions), "--desktop", "batches")
    assert code == 1
    assert [result["ok"] for result in reply["data"]["results"]] == [True, True, False]
    assert (reply["data"]["all_ok"], reply["data"]["asked"]) == (False, 4)
    assert deskhand("read", "text area")[1]["data"]["text"] == "one"
    code, reply = deskhand("snapshot", "--desktop", "batches", "--skeleton")
    assert reply["data"]["fingerprint"]["size"] == [1280, 800]


def test_two_desktops_have_to_be_told_apart(deskhand: Deskhand) -> None:
    deskhand("desktop", "start", "--name", "one")
    deskhand("desktop", "start", "--name", "two")
    code, reply = deskhand("windows")
    assert (code, reply["error"]["code"]) == (1, "ambiguous_target")
    assert len(reply["error"]["near"]) == 2
    assert deskhand("windows", "--desktop", "two")[0] == 0
    code, reply = deskhand("desktop", "start", "--name", "two")
    assert (code, reply["error"]["code"]) == (2, "bad_request")
    code, reply = deskhand("desktop", "list")
    assert {desktop["name"] for desktop in reply["data"]["desktops"]} == {"one", "two"}
    assert deskhand("desktop", "stop", "one")[0] == 0
    assert deskhand("windows")[0] == 0
