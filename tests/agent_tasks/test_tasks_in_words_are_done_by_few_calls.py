"""Ten tasks written only as words are done through the tools alone, in at most half the calls of a loop of screenshots
and mouse; the outcome is told by somebody who has nothing to do with the hands."""

from __future__ import annotations

import configparser
from pathlib import Path

import pytest

from fixtures.running import PageServer
from tests.agent_tasks.replay import replay

pytestmark = pytest.mark.desktop

NOTE = (
    "The colour of the harbour is grey.\nFavourite colour: green.\n"
    "No change in this line.\nColour charts are in the cellar.\n"
)


def test_every_colour_in_a_note_is_replaced_and_saved(desk: str, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text(NOTE)
    replay("find-and-replace", desk, {"folder": str(tmp_path)})
    assert note.read_text() == NOTE.replace("colour", "color").replace("Colour", "Color")


def test_three_files_are_renamed_in_the_file_manager(desk: str, tmp_path: Path) -> None:
    scans = _scans(tmp_path)
    replay("rename-files", desk, {"folder": str(tmp_path)})
    assert {path.name: path.read_text() for path in scans.iterdir()} == {
        f"invoice-{number}.txt": f"scan {number}\n" for number in (1, 2, 3)
    }


def test_a_settings_dialog_is_set_over_two_pages(desk: str, tmp_path: Path, config: Path) -> None:
    _scans(tmp_path)
    replay("settings-dialog", desk, {"folder": str(tmp_path)})
    settings = configparser.ConfigParser(interpolation=None)
    settings.read(config / "libfm" / "libfm.conf")
    found = {key: value for section in settings.sections() for key, value in settings[section].items()}
    wanted = {
        "single_click": "1", "confirm_trash": "0", "big_icon_size": "96", "thumbnail_max": "4096", "show_full_names": "1",
    }  # fmt: skip
    assert {key: found.get(key) for key in wanted} == wanted


def test_an_appointment_is_put_into_a_calendar(desk: str, page_server: PageServer) -> None:
    replay("calendar-form", desk, {"url": page_server.url})
    (saved,) = page_server.events("saved")
    assert saved.detail == {
        "title": "Quarterly review", "date": "2026-12-14", "starts": "14:30", "ends": "15:45", "calendar": "Team",
        "repeats": "Every two weeks", "invite": "on", "reminder": "30", "notes": "",
    }  # fmt: skip


def _scans(folder: Path) -> Path:
    scans = folder / "scans"
    scans.mkdir()
    for number in (1, 2, 3):
        (scans / f"scan00{number}.txt").write_text(f"scan {number}\n")
    return scans
