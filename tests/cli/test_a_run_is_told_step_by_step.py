"""`deskhand run`: a line per step, a verdict, a report; nothing on stdout but what was asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deskhand.cli.main import main

pytestmark = pytest.mark.desktop


def test_a_note_is_written_saved_and_proved(
    own_home: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "hello.txt"
    steps = tmp_path / "note.steps"
    steps.write_text(
        "# a note\n"
        "open mousepad\n"
        'type "Hello {name}, ñ 你 ß €" into the text area\n'
        "press ctrl+s\n"
        'save as "{file}"\n'
        'check that the file "{file}" contains "Hello Ada, ñ 你 ß €"\n',
        encoding="utf-8",
    )
    code = main(["run", str(steps), "--set", "name=Ada", "--set", f"file={note}"])
    captured = capsys.readouterr()
    assert code == 0, captured.err
    assert note.read_text(encoding="utf-8").strip() == "Hello Ada, ñ 你 ß €"
    assert captured.out == ""
    lines = captured.err.splitlines()
    told = [line for line in lines if line.lstrip()[:2] in ("1.", "2.", "3.", "4.", "5.")]
    assert len(told) == 5
    assert all("✓" in line and line.endswith(" s") for line in told)
    report = next(line for line in lines if line.startswith("report: ")).removeprefix("report: ")
    assert Path(report).read_text(encoding="utf-8").lstrip().startswith("<!")

    assert main(["runs", "--json"]) == 0
    (run,) = json.loads(capsys.readouterr().out)["data"]["runs"]
    assert (run["status"], run["verdict"], run["finished"]) == ("verified", "verified", 5)
    assert main(["show", run["run"][:4], "-o", str(tmp_path / "r.html")]) == 0
    assert (tmp_path / "r.html").stat().st_size > 1000
    assert main(["show", "last", "--text"]) == 0
    assert "verified" in capsys.readouterr().out


def test_a_check_that_fails_ends_with_1_and_says_why(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", 'open mousepad; check that button "Launch" is enabled', "--json"]) == 1
    captured = capsys.readouterr()
    reply = json.loads(captured.out)
    assert reply["ok"] is True
    assert reply["data"]["verdict"] != "verified"
    assert reply["data"]["steps"][-1]["error"]["next_step"]
    assert "✗" in captured.err


def test_a_sentence_that_is_not_understood_starts_nothing(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "flurb the grommet", "--json"]) == 2
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == "bad_request"
    assert "flurb" in json.dumps(error)


def test_a_run_that_is_not_there(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["resume", "rnothing"], ["show", "rnothing"]):
        assert main([*command, "--json"]) == 1
        assert json.loads(capsys.readouterr().out)["error"]["code"] == "not_found"
