"""LibreOffice dies, is busy with a dialog, loses its document or its disk while its interface is used."""

from __future__ import annotations

import os
import resource
import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskhand.errors import ActionFailed, AppDied, AppNotFound, DeskhandError, NotActionable, WindowNotFound
from tests.routes.office_place import OfficePlace, office_place

pytestmark = pytest.mark.desktop


@pytest.fixture(scope="module")
def opened(no_leftovers: None) -> Iterator[OfficePlace]:
    with office_place("libreoffice --calc") as place:
        yield place


def test_where_no_libreoffice_runs_that_is_said(private_desktop: object, opened: OfficePlace) -> None:
    from deskhand.model.progress import Progress
    from deskhand.routes.office.offices import Offices

    place = private_desktop
    with pytest.raises(AppNotFound, match="does not run"):
        Offices(place, place.adapter()).ask("office.list_documents", {}, Progress(5))


def test_a_full_disk_leaves_the_file_as_it_was_or_says_what_it_is(opened: OfficePlace, tmp_path: Path) -> None:
    path = tmp_path / "kept.ods"
    opened.call("calc.write_range", range="A1", rows=[["before"]])
    opened.call("office.save_as", path=str(path))
    before = path.read_bytes()
    rows = [[f"{row * 7919 % 10007} {column * row % 8191}" for column in range(20)] for row in range(2000)]
    opened.call("calc.write_range", range="A2", rows=rows)
    pid = opened.pid()
    limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (20_000, limits[1]))
    try:
        with pytest.raises(DeskhandError) as failed:
            opened.call("office.save")
    finally:
        if Path(f"/proc/{pid}").exists():
            resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)
    if path.exists() and path.read_bytes() == before:
        assert failed.value.delivery == "not_delivered"
    else:
        assert failed.value.delivery != "not_delivered"
        assert "now)" in (failed.value.seen or "")
    assert isinstance(failed.value, (ActionFailed, AppDied))
    if isinstance(failed.value, ActionFailed):
        assert opened.call("office.save").verified


def test_a_file_for_reading_only_is_not_changed(opened: OfficePlace, tmp_path: Path) -> None:
    path = tmp_path / "locked.ods"
    opened.call("office.export", path=str(path), document=None)
    path.chmod(0o444)
    opened.desktop.launch("LibreOffice Calc", str(path), args=["--view"])
    opened.desktop.wait('window "locked.ods" appears', 30)
    with pytest.raises(NotActionable, match="reading only") as refused:
        opened.call("calc.write_range", document="locked.ods", range="A1", rows=[[1]])
    assert refused.value.delivery == "not_delivered"
    assert opened.rows("A1", document="locked.ods") is not None
    opened.desktop.close_window("locked.ods")
    opened.desktop.wait('window "locked.ods" disappears')
    with pytest.raises(WindowNotFound):
        opened.call("calc.write_range", document="locked.ods", range="A1", rows=[[1]])


def test_behind_a_modal_dialog_nothing_is_changed(opened: OfficePlace) -> None:
    opened.call("calc.write_range", range="A1", rows=[["quiet"]])
    opened.desktop.press("ctrl+1")
    opened.desktop.wait('window "Format Cells" appears', 30)
    try:
        with pytest.raises(NotActionable, match="Format Cells") as refused:
            opened.call("calc.write_range", range="A1", rows=[["loud"]])
        assert refused.value.delivery == "not_delivered"
        assert opened.rows("A1") == [["quiet"]]
    finally:
        opened.desktop.press("Escape")
        opened.desktop.wait('window "Format Cells" disappears')
    assert opened.call("calc.write_range", range="A1", rows=[["loud"]]).verified


def test_libreoffice_killed_in_the_middle_is_uncertain_and_named(opened: OfficePlace) -> None:
    pid = opened.pid()
    rows = [[row + column for column in range(20)] for row in range(25_000)]
    timer = threading.Timer(1.5, os.kill, (pid, signal.SIGKILL))
    timer.start()
    with pytest.raises(AppDied, match=str(pid)) as died:
        opened.call("calc.write_range", seconds=30, range="A1", rows=rows)
    timer.join()
    assert died.value.delivery in ("uncertain", "not_delivered")
    with pytest.raises(AppNotFound) as gone:
        opened.call("calc.write_range", range="A1", rows=[[1]])
    assert gone.value.delivery == "not_delivered"
    opened.desktop.launch("libreoffice --calc")
    assert opened.call("calc.write_range", range="A1", rows=[["again"]]).verified
