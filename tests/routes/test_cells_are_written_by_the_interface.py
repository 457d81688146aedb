"""Calc through its own interface, on the window that is open: typed values, one step of undo, seen in the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deskhand.errors import (
    AmbiguousTarget,
    BadRequest,
    NeedsApproval,
    NotActionable,
    NotFound,
    Timeout,
    WindowNotFound,
)
from deskhand.model.progress import Progress
from tests.routes.office_place import OfficePlace, office_place

pytestmark = pytest.mark.desktop


@pytest.fixture(scope="module")
def opened(no_leftovers: None) -> Iterator[OfficePlace]:
    with office_place("libreoffice --calc") as place:
        yield place


@pytest.fixture
def calc(opened: OfficePlace) -> Iterator[OfficePlace]:
    """The sheet, empty again after each test."""
    yield opened
    opened.call("calc.clear_range", range="A:Z", what=["contents", "formats", "notes"])


TYPED = [
    ["Name", "Since", "Member", "Owes", "Left"],
    ["Zoë", {"date": "2026-02-28"}, True, 12.5, {"time": "09:30:00"}],
    [{"text": "=no formula"}, {"datetime": "1899-12-31T23:59:59"}, False, "=E3*2", None],
    ["007", {"date": "1066-10-14"}, None, {"formula": "SUM(E3:E4)"}, -3],
]
READ = [
    ["Name", "Since", "Member", "Owes", "Left"],
    ["Zoë", {"date": "2026-02-28"}, True, 12.5, {"time": "09:30:00"}],
    ["=no formula", {"datetime": "1899-12-31T23:59:59"}, False, 25, None],
    ["007", {"date": "1066-10-14"}, None, 37.5, -3],
]


def test_a_call_by_name_is_an_action_with_a_receipt(calc: OfficePlace) -> None:
    desktop = calc.desktop
    receipt = desktop.api("calc.write_range", range="C4:D4", rows=[["Zoë", 12.5]])
    assert (receipt.delivery, receipt.route) == ("delivered_verified", "api")
    assert receipt.effect.observer == "the accessibility tree"
    assert desktop.api("calc.read_range", range="C4:D4").result["rows"] == [["Zoë", 12.5]]
    assert desktop.api("office.undo", expect=receipt.result["undo"]).verified
    assert desktop.api("calc.read_range", range="C4:D4").result["rows"] == [[None, None]]
    with pytest.raises(NeedsApproval, match="overwrite"):
        desktop.api("office.save_as", path="/nowhere/a.ods", overwrite=True)


def test_every_kind_of_value_comes_back_as_it_was_written(calc: OfficePlace) -> None:
    outcome = calc.call("calc.write_range", range="B2", rows=TYPED)
    assert outcome.delivery == "delivered_verified"
    assert outcome.effect is not None
    assert (outcome.effect.observer, outcome.effect.scope) == ("the accessibility tree", "window")
    assert outcome.data["range"] == "Sheet1.B2:F5"
    assert calc.rows("B2:F5") == READ
    formulas = calc.rows("B2:F5", "formulas")
    assert [formulas[2][0], formulas[2][3], formulas[3][3]] == [
        "=no formula",
        {"formula": "=E3*2"},
        {"formula": "=SUM(E3:E4)"},
    ]
    assert calc.rows("C3:F3", "shown") == [["2026-02-28", "TRUE", "12.5", "09:30:00"]]


def test_a_write_is_one_step_and_undo_gives_back_what_was_there(calc: OfficePlace) -> None:
    calc.call("calc.write_range", range="A1:B2", rows=[[1, None], ["=A1+1", "kept"]])
    written = calc.call("calc.write_range", range="A1", rows=[["x", {"date": "2026-01-01"}, 5], [None, True, "=1/0"]])
    assert calc.rows("A1:C2") == [["x", {"date": "2026-01-01"}, 5], [None, True, {"error": "#DIV/0!"}]]
    undone = calc.call("office.undo", expect=written.data["undo"])
    assert undone.data["done"] == ["Write Sheet1.A1:C2"]
    assert calc.rows("A1:C2", "formulas") == [[1, None, None], [{"formula": "=A1+1"}, "kept", None]]
    calc.call("office.redo")
    assert calc.rows("A1:C2") == [["x", {"date": "2026-01-01"}, 5], [None, True, {"error": "#DIV/0!"}]]


def test_undo_of_a_step_that_is_not_the_newest_is_refused(calc: OfficePlace) -> None:
    first = calc.call("calc.write_range", range="A1", rows=[[1]])
    calc.call("calc.write_range", range="A2", rows=[[2]])
    with pytest.raises(NotActionable, match="newest step") as refused:
        calc.call("office.undo", expect=first.data["undo"])
    assert refused.value.delivery == "not_delivered"
    assert calc.rows("A1:A2") == [[1], [2]]


def test_fifty_thousand_cells_are_written_seen_and_undone_in_one_step(calc: OfficePlace) -> None:
    rows = [[row * 20 + column for column in range(20)] for row in range(2500)]
    outcome = calc.call("calc.write_range", range="A1", rows=rows)
    assert outcome.verified
    assert outcome.effect is not None
    assert "of 50000 cells read in the window" in outcome.effect.seen
    assert calc.rows() == rows
    calc.call("office.undo", expect=outcome.data["undo"])
    assert calc.rows() == [[None]]


def test_a_million_cells_are_read_while_the_window_is_open(calc: OfficePlace) -> None:
    read = calc.call("calc.read_range", range="A1:T50000", max_cells=1_000_000)
    assert read.data["whole"] == [50_000, 20]
    assert not read.data["truncated"]
    assert sum(len(row) for row in read.data["rows"]) == 1_000_000


def test_a_read_that_is_cut_short_says_so(calc: OfficePlace) -> None:
    read = calc.call("calc.read_range", range="A1:C100", max_cells=10)
    assert read.data["truncated"]
    assert (read.data["range"], read.data["whole"]) == ("Sheet1.A1:C3", [100, 3])


def test_a_write_that_runs_out_of_time_leaves_nothing_behind(calc: OfficePlace) -> None:
    calc.call("calc.write_range", range="B2", rows=[["before"]])
    rows = [[row + column for column in range(20)] for row in range(25_000)]
    with pytest.raises(Timeout) as late:
        calc.call("calc.write_range", seconds=1.2, range="A1", rows=rows)
    assert late.value.delivery == "not_delivered"
    assert calc.rows() == [[None, None], [None, "before"]]


def test_merged_cells_are_written_and_stay_merged(calc: OfficePlace) -> None:
    calc.call("calc.write_range", range="A1", rows=[["a", None], ["c", "d"]])
    merged = calc.call("calc.merge", range="A1:B1")
    try:
        written = calc.call("calc.write_range", range="Sheet1!A1:B2", rows=[[1, None], [3, "=A1"]])
        assert written.verified
        assert calc.rows("$A$1:$B$2") == [[1, None], [3, 1]]
        calc.call("office.undo", expect=written.data["undo"])
        assert calc.rows("A1:B2") == [["a", None], ["c", "d"]]
    finally:
        calc.call("office.undo", expect=merged.data["undo"])


@pytest.mark.parametrize(
    ("words", "error", "says"),
    [
        ({"range": "B2:C3", "rows": [[1, 2, 3]]}, BadRequest, "do not fit"),
        ({"range": "XFE1", "rows": [[1]]}, BadRequest, "no cells"),
        ({"range": "AMJ1048576", "rows": [[1], [2]]}, BadRequest, "edge"),
        ({"range": "A1", "rows": [[1, 2], [3]]}, BadRequest, "as many values"),
        ({"range": "A1", "rows": [[2**60]]}, BadRequest, "write it as text"),
        ({"range": "A1", "rows": [[{"date": "yesterday"}]]}, BadRequest, "rows"),
        ({"range": "A1", "rows": [[[1]]]}, BadRequest, "rows"),
        ({"range": "A1", "rows": [[float("nan")]]}, BadRequest, "rows"),
        ({"range": "A1", "sheet": "Nope", "rows": [[1]]}, NotFound, "no sheet"),
        ({"range": "prices", "rows": [[1]]}, NotFound, "named range"),
        ({"range": "A1", "document": "nope.ods", "rows": [[1]]}, WindowNotFound, "nope.ods"),
        ({"range": "A1", "color": "red", "rows": [[1]]}, BadRequest, "color"),
    ],
)
def test_what_cannot_be_written_is_refused_by_name(
    calc: OfficePlace, words: dict[str, object], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says) as refused:
        calc.call("calc.write_range", **words)
    assert refused.value.delivery == "not_delivered"
    assert calc.rows() == [[None]]


def test_one_of_two_documents_must_be_named(calc: OfficePlace) -> None:
    calc.desktop.press("ctrl+n")
    calc.desktop.wait('window "Untitled 2" appears')
    try:
        with pytest.raises(AmbiguousTarget) as which:
            calc.call("calc.write_range", range="A1", rows=[[1]])
        assert {line.partition(" -")[0] for line in which.value.near} == {"Untitled 1", "Untitled 2"}
        assert calc.call("calc.write_range", document="Untitled 2", range="A1", rows=[[22]]).verified
        assert calc.rows("A1", document="untitled 1") == [[None]]
        assert calc.rows("A1", document="untitled 2") == [[22]]
    finally:
        calc.desktop.close_window("Untitled 2")
        calc.desktop.click('button "Don’t Save"')
        calc.desktop.wait('window "Untitled 2" disappears')


def test_a_bridge_that_was_killed_is_started_anew(calc: OfficePlace) -> None:
    calc.call("calc.write_range", range="A1", rows=[[1]])
    for bridge in calc.offices._bridges.values():
        bridge.kill()
    assert calc.rows("A1") == [[1]]


def test_a_stop_breaks_a_write_off_and_takes_it_back(calc: OfficePlace) -> None:
    from threading import Timer

    from deskhand.errors import Stopped
    from deskhand.model.progress import Cancellation

    stop = Cancellation()
    timer = Timer(0.8, stop.request)
    timer.start()
    rows = [[row + column for column in range(20)] for row in range(25_000)]
    with pytest.raises(Stopped) as stopped:
        calc.offices.ask(
            "calc.write_range", {"range": "A1", "sheet": None, "rows": rows, "document": None},
            Progress(30, cancellation=stop), "calc",
        )  # fmt: skip
    timer.join()
    assert stopped.value.delivery == "not_delivered"
    assert calc.rows() == [[None]]
