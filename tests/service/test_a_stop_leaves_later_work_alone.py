"""A stop is asked again until what it was for is over, and never hits what began to act after it."""

from __future__ import annotations

import threading
import time
from typing import Any, cast

from deskhand.service.host import AGAIN_SECONDS, Charter, Host


class CountingDesktop:
    """Counts how often work was stopped on it."""

    def __init__(self) -> None:
        self.stops = 0

    def stop(self, run: str | None = None, *, reason: str = "") -> None:
        self.stops += 1


def test_a_resumed_run_survives_the_stop_of_its_former_self() -> None:
    desktop = CountingDesktop()
    host = Host(cast(Any, desktop), Charter("private", None))
    drawn, begun = threading.Event(), threading.Event()

    def former() -> None:
        with host.working(acts=True):
            begun.set()
            drawn.wait(5)  # the run is over; its report is still drawn

    thread = threading.Thread(target=former)
    thread.start()
    begun.wait(5)
    stopping = threading.Thread(target=host.stop, args=("its command is gone",))
    stopping.start()
    while desktop.stops < 2:
        time.sleep(0.01)
    with host.working(acts=True):
        time.sleep(AGAIN_SECONDS)  # a stop that was on its way already
        asked = desktop.stops
        time.sleep(4 * AGAIN_SECONDS)
        assert desktop.stops == asked
        drawn.set()
        stopping.join(5)
    thread.join(5)
    assert not stopping.is_alive()


def test_looking_does_not_keep_a_stop_from_being_asked_again() -> None:
    desktop = CountingDesktop()
    host = Host(cast(Any, desktop), Charter("private", None))
    with host.working(acts=True):
        stopping = threading.Thread(target=host.stop, args=("enough", 0.6))
        stopping.start()
        with host.working():
            stopping.join(5)
    assert desktop.stops >= 3
