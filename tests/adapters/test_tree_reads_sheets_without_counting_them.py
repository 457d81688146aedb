"""A sheet of 2³¹ cells is read where it shows, addressed by row and column, and lies where it is drawn."""

from __future__ import annotations

import subprocess

import pytest

from deskhand.adapters.protocol import ReadOptions
from deskhand.errors import TooLarge, Unsupported
from deskhand.model.progress import Progress

pytestmark = [pytest.mark.desktop, pytest.mark.slow]


def test_a_calc_sheet(client, private_desktop, window_of):
    profile = private_desktop.profiles / "sheets"  # so that its socket in /tmp goes with the desktop
    words = ["soffice", f"-env:UserInstallation={profile.as_uri()}", "--norestore", "--nologo"]
    office = subprocess.Popen(
        [*words, "--nofirststartwizard", "--calc"], env=dict(private_desktop.env), start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        progress = Progress(60, "a sheet")
        _, root = window_of("LibreOffice Calc")
        sheet = None
        for _ in progress.attempts():
            read = client.tree.read(root.handle, ReadOptions(), progress)
            sheet = next((n for n in read.nodes if n.name.startswith("Sheet ") and "Table" in n.interfaces), None)
            if sheet is not None and sheet.children:
                break
        assert sheet is not None
        assert not sheet.complete
        assert "1048576 rows" in sheet.boundary
        assert not read.complete
        cells = [read.nodes[child] for child in sheet.children]
        assert cells[0].name == "A1"
        assert 100 < len(cells) <= 1800
        with pytest.raises((Unsupported, TooLarge)):
            client.tree.children(sheet.handle, progress)
        size = client.tree.table_size(sheet.handle, progress)
        assert (size.rows, size.columns) == (1048576, 16384)
        far = client.tree.cells(sheet.handle, 99_999, 26, 1, 2, progress)
        assert [cell.name for cell in far] == ["AA100000", "AB100000"]
        save = next(node for node in read.nodes if node.role == "button" and node.name == "Save")
        assert save.actions == ("press",)
        b2 = next(cell for cell in cells if cell.name == "B2")
        assert b2.bounds is not None
        adapter = private_desktop.adapter()
        adapter.input.click(b2.bounds.center)
        adapter.input.press("4 2 Return")
        for _ in progress.attempts():
            (cell,) = client.tree.cells(sheet.handle, 1, 1, 1, 1, progress)
            if cell.text:
                break
        assert (cell.text, cell.value) == ("42", 42.0)
        found = client.tree.at_point(root.handle, b2.bounds.center, progress)
        assert found is not None
        assert found.name == "B2"
    finally:
        subprocess.run(["kill", "-9", "--", f"-{office.pid}"], check=False)
        office.wait(10)
