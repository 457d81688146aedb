"""The demo does its job, and ends with 1 and the step that failed when its input is broken."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.desktop, pytest.mark.slow, pytest.mark.timeout(180)]


def demo(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(ROOT / "examples" / "demo" / "demo.py"), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=170,
    )


def test_the_whole_job_is_verified_by_independent_readers(tmp_path: Path) -> None:
    done = demo("--out", str(tmp_path / "demo"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "verdict: verified" in done.stdout
    report = Path(done.stdout.rsplit("report: ", 1)[1].strip())
    assert "data:image/jpeg;base64," in report.read_text(encoding="utf-8")


def test_a_renamed_column_ends_with_1_and_names_the_step(tmp_path: Path) -> None:
    done = demo("--out", str(tmp_path / "demo"), "--break", "renamed-column")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "check that cell F1" in done.stdout
    assert "Betrag" in done.stdout


def test_a_folder_that_cannot_be_written_ends_with_1_and_names_the_step(tmp_path: Path) -> None:
    done = demo("--out", str(tmp_path / "demo"), "--break", "read-only-folder")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "failed: check that file" in done.stdout
    assert "seen: no such file" in done.stdout
    assert not list((tmp_path / "demo" / "results").iterdir())
