"""A row of a GTK list is made of an icon and a text: it is called by its text, and the columns by their headers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deskhand.desktop import Desktop

pytestmark = pytest.mark.desktop


def test_files_are_seen_by_their_names_and_columns_by_their_headers(tmp_path: Path) -> None:
    note = tmp_path / "minutes.txt"
    note.write_text("Minutes\n", "utf-8")
    (tmp_path / "other plan.txt").write_text("Plan\n", "utf-8")
    with Desktop.start() as desktop:
        desktop.launch("mousepad", note)
        desktop.press("ctrl+o", expect="file chooser appears")
        desktop.wait('cell "other plan.txt" appears')
        seen: list[Any] = [(one.role, one.name) for one in desktop.snapshot().elements]
        assert ("cell", "minutes.txt") in seen
        assert ("column header", "Size") in seen
