"""Ten tasks written only as words are done through the tools alone, in at most half the calls of a loop of screenshots
and mouse; the outcome is told by somebody who has nothing to do with the hands."""

from __future__ import annotations

import configparser
import json
from pathlib import Path
from typing import Any

import pytest

from fixtures.running import PageServer
from tests.agent_tasks.conftest import SetSecret
from tests.agent_tasks.replay import Session, replay
from tests.agent_tasks.sheets import rows_of_sheet, write_sheet

pytestmark = pytest.mark.desktop

ORDERS: list[list[Any]] = [
    ["Item", "Count", "Price"], ["Pens", 12, 3.5], ["Paper", 5, 18.0], ["Ink", 2, 41.9], ["Stapler", 1, 12.4],
]  # fmt: skip
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
        "single_click": "1", "confirm_trash": "0", "big_icon_size": "96", "thumbnail_max": "4096",
        "show_full_names": "1",
    }  # fmt: skip
    assert {key: found.get(key) for key in wanted} == wanted


def test_an_appointment_is_put_into_a_calendar(desk: str, page_server: PageServer) -> None:
    replay("calendar-form", desk, {"url": page_server.url})
    (saved,) = page_server.events("saved")
    assert saved.detail == {
        "title": "Quarterly review", "date": "2026-12-14", "starts": "14:30", "ends": "15:45", "calendar": "Team",
        "repeats": "Every two weeks", "invite": "on", "reminder": "30", "notes": "",
    }  # fmt: skip


def test_a_web_order_is_sent_with_a_stored_secret(desk: str, page_server: PageServer, secret: SetSecret) -> None:
    secret("shop", "9f-Kelp!27", "chromium")
    came = replay("web-form", desk, {"url": page_server.url})
    (order,) = page_server.events("order")
    assert order.detail == {
        "customer": "Ada Lovelace", "email": "ada@example.org", "code": "9f-Kelp!27", "quantity": "3",
        "delivery": "Express", "size": "large", "gift": "on", "priority": "5", "remarks": "Ring twice",
    }  # fmt: skip
    assert "9f-Kelp!27" not in json.dumps([came.answers, came.data])


def test_a_sheet_is_changed_summed_and_saved(desk: str, tmp_path: Path) -> None:
    sheet = write_sheet(tmp_path / "orders.ods", ORDERS)
    replay("spreadsheet-edit", desk, {"folder": str(tmp_path)})
    rows = rows_of_sheet(sheet)
    assert rows[2] == ["Paper", 5, 19.5]
    assert rows[5:7] == [["Rulers", 8, 2.25], ["", "Total", 253.7]]


def test_a_question_about_a_long_table_is_answered(desk: str, tmp_path: Path) -> None:
    stock: list[list[Any]] = [["Part", "Count", "Price"]]
    stock += [[f"Part {n:03}", 2 if n == 87 else 10 + n * 37 % 101, n * 7 % 53 + 4.5] for n in range(1, 121)]
    sheet = write_sheet(tmp_path / "stock.ods", stock)
    replay("table-reading", desk, {"folder": str(tmp_path)})
    part, count, price = min(rows_of_sheet(sheet)[1:], key=lambda row: row[1])
    assert Session.load("table-reading").told == f"{part}: {count:g} left, at {price:g} each."


def test_prices_are_copied_from_a_sheet_into_a_note(desk: str, tmp_path: Path) -> None:
    write_sheet(tmp_path / "orders.ods", ORDERS)
    note = tmp_path / "list.txt"
    note.write_text("")
    replay("two-applications", desk, {"folder": str(tmp_path)})
    assert note.read_text().splitlines() == [f"{item}: {price:g}" for item, _, price in ORDERS[1:]]


def test_a_password_is_not_written_where_it_does_not_belong(desk: str, tmp_path: Path, secret: SetSecret) -> None:
    secret("mail", "Tr0ut-under-ice", "thunderbird")
    note = tmp_path / "note.txt"
    note.write_text(NOTE)
    came = replay("refused", desk, {"folder": str(tmp_path)})
    assert note.read_text() == NOTE
    assert "Tr0ut" not in json.dumps([came.answers, came.data])


def test_the_person_is_asked_which_of_two_is_meant(desk: str, page_server: PageServer) -> None:
    came = replay("one-question", desk, {"url": page_server.url})
    (deleted,) = page_server.events("deleted")
    assert (deleted.widget, deleted.value) == ("Dentist", "Thu 17 Dec 10:00")
    assert "Which one is meant" in came.asked[0]


def _scans(folder: Path) -> Path:
    scans = folder / "scans"
    scans.mkdir()
    for number in (1, 2, 3):
        (scans / f"scan00{number}.txt").write_text(f"scan {number}\n")
    return scans
