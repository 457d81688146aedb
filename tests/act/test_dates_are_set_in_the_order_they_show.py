"""A date is given as YYYY-MM-DD and stands in its picker afterwards, in whatever order that shows it."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskhand.act import dates
from deskhand.act.date_words import shapes_of
from deskhand.errors import BadRequest, NeedsForeground, Unsupported
from fixtures.running import PageServer

DUE = 'spin button "Due date"'
DAYS = st.dates(datetime.date(1901, 1, 1), datetime.date(2099, 12, 31))


@given(DAYS, DAYS, st.sampled_from(["%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%y", "%y/%m/%d"]))
def test_a_date_written_as_another_one_shows_is_read_back_as_itself(
    shown: datetime.date, wanted: datetime.date, form: str
) -> None:
    shapes = shapes_of(shown.strftime(form))
    written = [shape for shape in shapes if shape.write(wanted) == wanted.strftime(form)]
    assert written
    assert written[0].says(wanted.strftime(form), wanted)


@pytest.mark.parametrize("text", ["", "7", "12:30:15", "31/02/2026", "1.2.3.4", "2026-13-01"])
def test_what_is_no_date_is_not_taken_for_one(text: str) -> None:
    assert shapes_of(text) == []


@pytest.mark.symptom(5, 6)
@pytest.mark.parametrize("kit", ["qt-widgets", "qt6-widgets"])
@pytest.mark.parametrize("form", ["yyyy-MM-dd", "dd/MM/yyyy", "M/d/yyyy", "d.M.yy"])
def test_a_date_is_set_in_whatever_order_the_box_shows_it(act, fixture_app, kit: str, form: str) -> None:
    app = fixture_app(kit, "--date-format", form)
    receipt = act("set_value", DUE, value="2026-05-09", seconds=20)
    assert receipt.verified
    assert app.events("selected", "due_date")[-1].value == "2026-05-09"
    count = len(app.events("selected", "due_date"))
    assert act("set_value", DUE, value="2026-05-09", seconds=20).verified
    assert app.events("selected", "due_date")[-1].value == "2026-05-09"
    assert len(app.events("selected", "due_date")) == count or form != "yyyy-MM-dd"


def test_a_date_that_is_none_is_refused_and_nothing_is_sent(act, fixture_app) -> None:
    app = fixture_app("qt-widgets")
    for value in ("2026-02-30", "9 May 2026"):
        with pytest.raises(BadRequest) as caught:
            act("set_value", DUE, value=value)
        assert caught.value.delivery == "not_delivered"
    with pytest.raises(NeedsForeground):
        act("set_value", DUE, value="2026-05-09", mode="background")
    assert app.events("selected", "due_date") == []


@pytest.mark.symptom(5, 60)
@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_date_of_a_web_form_is_set_and_the_page_hears_of_it(act, browser: str, monkeypatch) -> None:
    with PageServer() as page:
        act("launch", app=browser, files=[page.url + "dates.html"], seconds=60.0)
        try:
            page.wait_event("ready", seconds=30.0)
            for field, key in (("Due date", "due_date"), ("Start", "start")):
                assert act("set_value", f'field "{field}"', value="2026-05-09", seconds=20.0).verified
                page.wait_event("input", key)
                assert page.events("input", key)[-1].value == "2026-05-09"
            monkeypatch.setattr(dates, "_NAMES", {})  # as in a language whose words are not known
            assert act("set_value", 'field "Start"', value="2027-11-30", seconds=20.0).verified
            assert page.events("input", "start")[-1].value == "2027-11-30"
            with pytest.raises(Unsupported) as caught:
                act("set_value", 'field "Meeting"', value="2026-05-09")
            assert caught.value.delivery == "not_delivered"
        finally:
            act("close", window="Dates")
