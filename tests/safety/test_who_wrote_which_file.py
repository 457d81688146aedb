"""The watcher of `make bench-safety` counts saves, not openings."""

from __future__ import annotations

import time
from pathlib import Path

from bench.safety_files import ONE_SAVE, Writes


def until_seen(writes: Writes, name: str, count: int) -> None:
    deadline = time.monotonic() + 5
    while len(writes.saves().get(name, ())) < count and time.monotonic() < deadline:
        time.sleep(0.02)


def test_a_save_counts_once_and_a_closed_file_not_at_all(tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    with Writes(tmp_path) as writes:
        note.write_text("one", encoding="utf-8")
        until_seen(writes, "note.txt", 1)
        with note.open("r+", encoding="utf-8"):
            pass  # open for writing and closed again, as an office does with its document
        (tmp_path / ".~lock.note.txt#").write_text("lock", encoding="utf-8")
        time.sleep(ONE_SAVE)
        assert list(writes.saves()) == ["note.txt"]
        assert len(writes.saves()["note.txt"]) == 1
        draft = tmp_path / "draft.tmp"
        draft.write_text("two two", encoding="utf-8")
        draft.rename(note)
        until_seen(writes, "note.txt", 2)
        assert len(writes.saves()["note.txt"]) == 2
