"""LibreOffice locks a document while it is open; when its desktop ends, nobody finds the document locked."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.desktops.observing import left_of, owner_process, seconds_until

pytestmark = pytest.mark.desktop


def test_a_lock_goes_with_its_desktop_and_another_stays(tmp_path: Path) -> None:
    document = tmp_path / "letter.rtf"
    document.write_text(r"{\rtf1 Dear all}")
    foreign = tmp_path / ".~lock.other.rtf#"
    foreign.write_text(",ada,elsewhere,01.01.2026 10:00,file:///home/ada/.config/libreoffice/4;")
    own = tmp_path / ".~lock.letter.rtf#"
    with owner_process(f"libreoffice --writer {document}") as (process, facts):
        seconds_until(own.exists, 10.0)
        os.kill(process.pid, signal.SIGKILL)
        seconds_until(lambda: not left_of(facts), 3.0)
        seconds_until(lambda: not own.exists(), 1.0)
    assert foreign.exists()
