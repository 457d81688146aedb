"""What a page asks in Firefox is drawn inside its window: it is left by its own button, as a dialog is."""

from __future__ import annotations

from typing import Any

import pytest

from deskhand.errors import NotActionable
from fixtures.running import PageServer


def test_a_pages_question_is_told_no_and_a_window_is_no_question(act: Any, page_server: PageServer) -> None:
    act("launch", app="firefox", args=[page_server.url + "widgets.html"], seconds=60)
    page_server.wait_event("ready", "page", seconds=30)
    with pytest.raises(NotActionable, match="is not a dialog"):
        act("dismiss", seconds=20)
    act("click", 'button "Open dialog…"', seconds=20)
    receipt = act("dismiss", seconds=20)
    assert receipt.verified
    assert receipt.effect.seen.startswith("dialog ")
    answered = page_server.wait_event("closed", seconds=10)
    assert answered.value is False
