"""Text goes to the field it is meant for or nowhere, and a key that would do something else than write is refused."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from deskhand.act.pacing import AHEAD
from deskhand.errors import BadRequest, FocusLost
from deskhand.model.action import Expect
from deskhand.model.progress import Progress
from deskhand.perceive.locator_text import parse_locator
from fixtures.running import FixtureApp, PageServer

pytestmark = pytest.mark.desktop
StartFixture = Callable[..., FixtureApp]
TEXT = "0123456789 all of it belongs here, " * 40
CHUNK = 16


def filled(page: PageServer, widget: str) -> str:
    found = page.events("filled", widget)
    return str(max((event.value for event in found), key=len)) if found else ""


def typed_while(act: Any, page: PageServer, steal: Callable[[], object]) -> FocusLost:
    """Type into the page's remarks; `steal` is called once some of it has arrived."""

    def thief() -> None:
        progress = Progress(30, "the first characters")
        while len(filled(page, "remarks")) < 3 * CHUNK and progress.remaining:
            progress.pause(0.005)
        steal()

    running = threading.Thread(target=thief)
    running.start()
    try:
        with pytest.raises(FocusLost) as lost:
            act("type", 'text area "Remarks"', text=TEXT, seconds=60.0)
    finally:
        running.join()
    return lost.value


@pytest.mark.symptom(80)
def test_typing_stops_when_another_window_or_another_field_takes_the_focus(
    act: Any, page_server: PageServer, fixture_app: StartFixture
) -> None:
    adapter, progress = act.place.adapter(), Progress(60, "stealing the focus")
    act("launch", app="chromium", files=[page_server.url], seconds=60.0)
    locator = parse_locator('text field "Customer"')
    act.perception.wait(Expect("element_appears", locator), progress)
    customer = act.perception.resolve(locator, progress)
    lost = typed_while(act, page_server, lambda: adapter.tree.grab_focus(customer.handle, progress))
    sent = int(lost.message.split(" took the focus after ")[1].split()[0])
    assert 3 * CHUNK <= sent < len(TEXT)
    # Chromium takes keys before it tells where its focus is; no more than may be on their way go astray.
    for _ in Progress(10, "the page to tell what it has").attempts():
        kept, astray = filled(page_server, "remarks"), filled(page_server, "customer")
        if sent - len(kept) <= AHEAD + CHUNK:
            break
    assert sent - len(kept) <= AHEAD + CHUNK
    assert TEXT.startswith(kept)
    assert len(astray) <= AHEAD + CHUNK
    assert astray in TEXT[len(kept) : sent]
    assert lost.delivery == "uncertain"
    assert lost.seen
    assert "it reads '0123456789" in lost.seen

    act("clear", 'text area "Remarks"')
    for _ in Progress(10, "the page to tell that it is empty").attempts():  # what it tells late would call the thief
        if page_server.events("filled", "remarks")[-1].value == "":
            break
    page_server.path.write_text("")
    other = fixture_app("gtk3")
    act("focus_window", window="Order form - Chromium")
    (window,) = [window for window in adapter.windows.list(progress) if window.title == other.title]
    lost = typed_while(act, page_server, lambda: adapter.windows.focus(window, progress))
    assert other.title in lost.message
    assert len(other.read("name")) + len(other.read("notes")) <= CHUNK
    assert lost.receipt
    assert any(note.endswith(f"of {len(TEXT)} characters were sent") for note in lost.receipt["notes"])


@pytest.mark.symptom(76)
@pytest.mark.parametrize("toolkit", ["gtk3", "gtk4", "qt"])
def test_a_newline_or_tab_is_text_in_many_lines_and_refused_in_one(
    toolkit: str, act: Any, fixture_app: StartFixture
) -> None:
    app = fixture_app(toolkit)
    for text in ("two\nlines", "with return\n", "a\ttab"):
        with pytest.raises(BadRequest, match="would do something else than write"):
            act("type", f'text field "Name" in window "{app.title}"', text=text)
    assert not app.events("key_press")
    assert app.read("name") == ""
    receipt = act("type", f'text area "Notes" in window "{app.title}"', text="two\nlines\tand a tab\n")
    assert receipt.delivery == "delivered_verified"
    assert app.read("notes") == "two\nlines\tand a tab\n"


@pytest.mark.symptom(76)
def test_a_tab_is_refused_in_a_pages_text_area_and_a_newline_typed(act: Any, page_server: PageServer) -> None:
    act("launch", app="chromium", files=[page_server.url], seconds=60.0)
    with pytest.raises(BadRequest, match="would do something else than write"):
        act("type", 'text area "Remarks"', text="a\tb")
    with pytest.raises(BadRequest, match="would do something else than write"):
        act("type", 'text field "Customer"', text="Ada\n")
    assert not page_server.events("key_press")
    assert not page_server.events("order")
    assert act("type", 'text area "Remarks"', text="one\ntwo").delivery == "delivered_verified"
    page_server.wait_event("filled", "remarks", count=7)
    assert filled(page_server, "remarks") == "one\ntwo"


@pytest.mark.symptom(81)
@pytest.mark.parametrize("toolkit", ["gtk3", "qt"])
def test_a_window_that_is_focused_again_keeps_the_field_that_had_the_focus_in_it(
    toolkit: str, act: Any, fixture_app: StartFixture
) -> None:
    first, second = fixture_app(toolkit), fixture_app("gtk3")
    act("focus", f'text area "Notes" in window "{first.title}"')
    act("focus_window", window=second.title)
    act("focus_window", window=first.title)
    act("type", text="where it was")
    assert first.read("notes") == "where it was"
    assert first.read("name") == ""
