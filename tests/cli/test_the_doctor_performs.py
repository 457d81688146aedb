"""The doctor does the real thing, and its worst finding is its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deskhand.cli.doctor import trials
from deskhand.cli.main import main

pytestmark = pytest.mark.desktop


def test_all_is_well_here(own_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(trials.TRIALS) + 1
    assert all(line.startswith("✓") for line in lines[:-1])
    assert "ñ 你 ß €" in lines[4]


@pytest.mark.symptom(92)
def test_a_machine_without_a_display_server_is_told_what_to_install(
    own_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    assert main(["doctor", "--json"]) == 5
    reply = json.loads(capsys.readouterr().out)
    assert reply["ok"] is False
    assert "apt" in reply["error"]["next_step"]
    assert [trial["tried"] for trial in reply["data"]["trials"]] == [True] + [False] * (len(trials.TRIALS) - 1)


@pytest.mark.symptom(142)
def test_keys_that_arrive_wrong_are_a_fault(
    own_home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    received = trials.Visit.received

    def other(visit: trials.Visit, key: str, wanted: object, seconds: float = 3.0) -> object:
        return received(visit, key, wanted + "!" if key == "text" and isinstance(wanted, str) else wanted, 0.3)

    monkeypatch.setattr(trials.Visit, "received", other)
    assert main(["doctor"]) != 0
    out = capsys.readouterr().out
    assert "✗ type" in out
    assert "mend:" in out
    assert "✓ stop, leaving nothing" in out
