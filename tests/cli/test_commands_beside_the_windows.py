"""The clipboard and notifications from the command line: what goes in comes out, also through files and stdin."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from deskhand.cli.main import main
from deskhand.desktops.registry import base_folder, read_record

pytestmark = pytest.mark.desktop


def test_clipboard_and_notifications_by_commands(
    own_home: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def deskhand(*words: str, stdin: bytes = b"") -> tuple[int, Any]:
        capfdbinary.readouterr()
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(stdin)))
        code = main([*words, "--json"])
        reply = json.loads(capfdbinary.readouterr().out)
        return code, reply.get("data") or reply["error"]

    assert deskhand("desktop", "start")[0] == 0
    assert deskhand("clipboard", "write", "-", stdin="über stdin 你".encode())[0] == 0
    assert deskhand("clipboard", "read")[1]["result"] == "über stdin 你"
    assert deskhand("clipboard", "write", "<b>x</b>", "--format", "html")[0] == 0
    assert deskhand("clipboard", "read", "--format", "html")[1]["result"] == "<b>x</b>"
    picture, copy = tmp_path / "a.png", tmp_path / "b.png"
    Image.new("RGB", (30, 20), "red").save(picture)
    monkeypatch.chdir(tmp_path)
    assert deskhand("clipboard", "write", "--file", "a.png", "--format", "image")[0] == 0
    assert deskhand("clipboard", "read", "--format", "image", "--out", "b.png")[0] == 0
    assert copy.read_bytes() == picture.read_bytes()
    assert deskhand("clipboard", "clear")[0] == 0
    code, error = deskhand("clipboard", "read", "--format", "image")
    assert (code, error["code"], error["seen"]) == (1, "not_found", "it is empty")
    code, error = deskhand("clipboard", "read", "--background")
    assert (code, error["code"]) == (4, "needs_foreground")

    record = next(record for folder in base_folder().iterdir() if (record := read_record(folder)) is not None)
    line = ["notify-send", "-A", "open=Open it", "--wait", "Saved", "12 files"]
    with subprocess.Popen(line, env={**os.environ, **record.env}, stdout=subprocess.PIPE, text=True) as waiting:
        assert deskhand("notifications", "wait", "saved", "--timeout", "10")[0] == 0
        (notice,) = deskhand("notifications", "list")[1]["notifications"]
        assert (notice["summary"], notice["actions"]) == ("Saved", [{"key": "open", "label": "Open it"}])
        assert deskhand("notifications", "act", notice["id"], "Open it")[0] == 0
        assert waiting.communicate(timeout=10)[0] == "open\n"
    assert deskhand("notifications", "list")[1] == {"notifications": []}
    assert [known["closed"] for known in deskhand("notifications", "list", "--all")[1]["notifications"]] == ["acted"]
    code, error = deskhand("notifications", "dismiss", notice["id"], "--timeout", "1")
    assert (code, error["code"]) == (1, "not_found")
