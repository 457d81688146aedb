"""A second client that records the shared desktop, and a measure of a stop."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import DeskhandError
from fixtures.x11_record import Recorder

STOP_SECONDS = 0.3
"""From the request to the last input event (the promise of `stop`)."""


@pytest.fixture
def recorder(private_desktop: PrivateDesktop) -> Iterator[Recorder]:
    with Recorder(private_desktop.env) as recording:
        yield recording


@dataclass
class Ended:
    """How work ended that was stopped: its error, None where it ended by itself; `late` seconds from the request to
    its last input event, `seconds` from the request to its end."""

    error: DeskhandError | None
    late: float
    seconds: float
    sent: int


def stop_in_the_middle(
    recorder: Recorder, work: Callable[[], object], stop: Callable[[], object], *, after: int = 12
) -> Ended:
    """Begin `work` in a thread, `stop` once it has sent `after` input events, wait until it ends and all is still."""
    failed: list[DeskhandError] = []

    def run() -> None:
        try:
            work()
        except DeskhandError as error:
            failed.append(error)

    before = len(recorder.events())
    thread = threading.Thread(target=run)
    thread.start()
    deadline = time.monotonic() + 20
    while len(recorder.events()) < before + after:
        assert time.monotonic() < deadline, "it sent nothing"
        assert thread.is_alive(), f"it ended before it could be stopped: {failed}"
        time.sleep(0.002)
    asked = time.monotonic()
    stop()
    thread.join(10)
    assert not thread.is_alive(), "it goes on"
    ended = time.monotonic()
    count = -1
    while count != (count := len(recorder.events())):
        time.sleep(0.1)
    return Ended(failed[0] if failed else None, recorder.events()[-1].at - asked, ended - asked, count - before)
