"""`expect: file PATH` holds where the file was written since the action began, whatever lay there before."""

from __future__ import annotations

from pathlib import Path

import pytest

from deskhand.desktop import Desktop
from deskhand.errors import ActionFailed

pytestmark = pytest.mark.desktop


def test_only_what_was_written_since_counts(desktop: Desktop, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("old")
    desktop.do("launch", app="mousepad", files=[str(note)])
    with pytest.raises(ActionFailed, match="as it was before"):
        desktop.do("press", keys="ctrl+a", expect=f"file {note}", timeout=2)
    desktop.do("type", "text area", text="new")
    assert desktop.do("press", keys="ctrl+s", expect=f"file {note}").verified
    assert note.read_text().rstrip("\n") == "new"
