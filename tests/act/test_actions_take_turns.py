"""One action at a time has pointer and keyboard; who only waits gives its turn away; no wait outlives its time."""

from __future__ import annotations

import threading
import time

import pytest

from deskhand.act.turns import Turns
from deskhand.errors import Stopped, Timeout
from deskhand.model.progress import Cancellation, Progress


def test_a_turn_that_does_not_come_ends_at_the_deadline() -> None:
    turns = Turns()
    with turns.take(Progress(5.0, "the first")):
        began = time.monotonic()
        with pytest.raises(Timeout, match="the second") as caught, turns.take(Progress(0.3, "the second")):
            pass
        assert 0.25 < time.monotonic() - began < 1.0
        assert "another action is under way" in " ".join(caught.value.log)
    with turns.take(Progress(0.3, "the third")):
        pass


def test_a_stop_ends_the_wait_for_a_turn() -> None:
    turns, stop = Turns(), Cancellation()
    with turns.take(Progress(5.0)):
        threading.Timer(0.1, stop.request).start()
        with pytest.raises(Stopped), turns.take(Progress(5.0, cancellation=stop)):
            pass


def test_others_act_while_one_only_waits_and_it_hears_of_it() -> None:
    turns, acted = Turns(), threading.Event()

    def other() -> None:
        with turns.take(Progress(5.0)):
            acted.set()

    with turns.take(Progress(5.0)) as turn:
        thread = threading.Thread(target=other)
        thread.start()
        assert not acted.wait(0.1)
        with turn.let_others() as resumed:
            assert acted.wait(2.0)
            thread.join()
        assert resumed.disturbed
        assert turns.lock.locked()
        with turn.let_others() as resumed:
            pass
        assert not resumed.disturbed
    assert not turns.lock.locked()


def test_an_error_while_others_may_act_leaves_nothing_held() -> None:
    turns = Turns()
    with pytest.raises(Timeout), turns.take(Progress(1.0)) as turn, turn.let_others():
        raise Timeout("nothing came")
    assert not turns.lock.locked()
