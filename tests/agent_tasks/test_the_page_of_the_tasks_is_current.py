"""docs/agent-tasks.md says what the recorded sessions hold, and each is within half of the other loop's calls."""

from __future__ import annotations

from tests.agent_tasks.page import ORDER, PAGE, page
from tests.agent_tasks.replay import SESSIONS, Session


def test_the_page_is_drawn_from_the_sessions() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_every_session_is_on_the_page_and_within_half() -> None:
    assert sorted(path.stem for path in SESSIONS.iterdir()) == sorted(ORDER)
    for session in map(Session.load, ORDER):
        assert 2 * len(session.calls) <= session.looks + session.loop_actions
