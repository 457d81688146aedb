"""What a shell can hand a command that is not there, no text or not writable: a named error with a next step."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

NO_TEXT = bytes(range(256))


def _ask(words: list[str], given: bytes | None = b"", **environment: str) -> tuple[int, dict[str, object], str]:
    """Exit code, the JSON object and stderr; `given` None closes stdin."""
    command = [sys.executable, "-m", "deskhand.cli.main", *words, "--json"]
    if given is None:
        command = ["sh", "-c", 'exec "$0" "$@" <&-', *command]
    done = subprocess.run(
        command, input=given or b"", capture_output=True, env={**os.environ, **environment}, timeout=30, check=False
    )
    errors = done.stderr.decode()
    assert "Traceback" not in errors
    reply: dict[str, object] = json.loads(done.stdout)
    return done.returncode, reply, errors


def _refused(reply: dict[str, object], code: str) -> None:
    error = reply["error"]
    assert isinstance(error, dict)
    assert (error["code"], bool(error["next_step"])) == (code, True), error


@pytest.mark.parametrize("command", ["run", "batch"])
def test_a_file_or_stdin_that_is_no_text_is_refused(command: str, tmp_path: Path) -> None:
    (tmp_path / "picture.steps").write_bytes(NO_TEXT)
    for words, given in (([command, str(tmp_path / "picture.steps")], b""), ([command, "-"], NO_TEXT)):
        code, reply, _ = _ask(words, given)
        assert code == 2
        _refused(reply, "bad_request")


@pytest.mark.parametrize("command", ["run", "batch"])
def test_closed_stdin_is_said(command: str) -> None:
    code, reply, _ = _ask([command, "-"], None)
    assert code == 2
    _refused(reply, "bad_request")


def test_a_script_saved_by_an_editor_that_marks_utf_8_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.steps").write_bytes(b"\xef\xbb\xbffrobnicate\n")
    code, reply, _ = _ask(["run", str(tmp_path / "a.steps")])
    assert code == 2
    assert "ufeff" not in json.dumps(reply)


def test_a_state_folder_that_cannot_be_made_is_named() -> None:
    code, reply, _ = _ask(["run", "press F5"], XDG_STATE_HOME="/proc/nowhere")
    assert code == 5
    _refused(reply, "environment")
    assert "XDG_STATE_HOME" in json.dumps(reply)


def test_a_full_disk_behind_stdout_is_said() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "deskhand.cli.main", "runs", "--json"],
            stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, timeout=30, check=False,
        )  # fmt: skip
    assert done.returncode == 5
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr
