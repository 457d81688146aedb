"""`deskhand stop RUN`, Ctrl-C once and twice: it says where it stands, exits with 6, and `resume` goes on there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from deskhand.cli.main import main
from deskhand.cli.running import run_exit_code

pytestmark = pytest.mark.desktop

Deskhand = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def deskhand(own_home: Path, capsys: pytest.CaptureFixture[str]) -> Deskhand:
    def run(*words: str) -> tuple[int, dict[str, Any]]:
        code = main([*words, "--json"])
        return code, json.loads(capsys.readouterr().out)

    return run


@contextmanager
def running(script: str, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`deskhand run` in a process of its own, once its first step is done; and the run's id."""
    told = tmp_path / "told"
    with told.open("w") as stderr:
        process = subprocess.Popen(
            [sys.executable, "-m", "deskhand.cli.main", "run", script, "--no-pictures", "--json"],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        )
    try:
        deadline = time.monotonic() + 30
        while "  1. " not in told.read_text():
            assert time.monotonic() < deadline, told.read_text()
            assert process.poll() is None, told.read_text()
            time.sleep(0.02)
        main(["runs", "--json"])
        yield process, told.name
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


@pytest.mark.symptom(116)
def test_a_run_is_stopped_by_its_id_and_goes_on_from_there(
    deskhand: Deskhand, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "come.txt"
    script = f'open galculator; wait until the file "{file}" exists; check that the file "{file}" contains "come"'
    with running(script, tmp_path) as (process, _):
        capsys.readouterr()
        run = deskhand("runs")[1]["data"]["runs"][0]["run"]
        asked = time.monotonic()
        code, reply = deskhand("stop", run)
        assert (code, reply["data"]["stopped"], reply["data"]["run"]) == (0, True, run)
        assert time.monotonic() - asked < 2
        out, _ = process.communicate(timeout=20)
        assert process.returncode == 6
    result = json.loads(out)["data"]
    assert result["status"] == "stopped"
    assert [step["status"] for step in result["steps"]] == ["done", "failed", "planned"]
    assert result["steps"][1]["error"]["code"] == "stopped"
    assert "it stands at step 2" in (tmp_path / "told").read_text()

    code, reply = deskhand("stop", run)
    assert (code, reply["data"]["stopped"], reply["data"]["status"]) == (0, False, "stopped")
    assert deskhand("stop")[0] == 0
    assert deskhand("stop", "rnothing")[1]["error"]["code"] == "not_found"
    assert deskhand("stop", run, "--all")[0] == 2

    file.write_text("come")
    code, reply = deskhand("resume", run)
    assert (code, reply["data"]["verdict"]) == (0, "verified")
    assert [step["status"] for step in reply["data"]["steps"]] == ["rebuilt", "done", "done"]


@pytest.mark.symptom(116)
@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_once_ends_cleanly_and_twice_at_once(
    presses: int, own_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running('open galculator; wait until window "Never" opens', tmp_path) as (process, _):
        capsys.readouterr()
        asked = time.monotonic()
        for number in range(presses):
            while number and "stopping" not in (tmp_path / "told").read_text():
                time.sleep(0.005)
            os.kill(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=20)
        seconds = time.monotonic() - asked
    assert process.returncode == 6
    assert seconds < 8
    if presses == 1:
        result = json.loads(out)["data"]
        assert (result["status"], result["steps"][1]["error"]["code"]) == ("stopped", "stopped")
        assert "it stands at step 2" in (tmp_path / "told").read_text()
    main(["runs", "--json"])
    runs = json.loads(capsys.readouterr().out)["data"]["runs"]
    assert runs[0]["status"] in ("stopped", "interrupted")


@pytest.mark.parametrize(("code", "number"), [("needs_answer", 4), ("limit_reached", 3), ("stopped", 6), ("denied", 4)])
def test_what_ended_a_run_decides_its_exit_code(code: str, number: int) -> None:
    step = {"number": 1, "error": {"code": code}}
    assert run_exit_code({"status": "stopped", "verdict": "unknown", "steps": [step]}) == number
