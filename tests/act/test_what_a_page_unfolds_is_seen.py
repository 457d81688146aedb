"""What Firefox unfolds in a page (`details`) is said not to show, while what is in it does: it is seen and clicked."""

from __future__ import annotations

from typing import Any

from fixtures.running import PageServer


def test_a_button_in_a_section_that_was_opened_is_clicked(act: Any, page_server: PageServer) -> None:
    act("launch", app="firefox", args=[page_server.url + "widgets.html"], seconds=60)
    page_server.wait_event("ready", "page", seconds=30)
    act("scroll_to", "\"More\"", seconds=20)
    act("expand", '"More"', seconds=20)
    assert page_server.wait_event("expanded", "more").value is True
    act("click", 'button "Hidden until expanded"', seconds=20)
    assert page_server.wait_event("clicked", "more")
