"""From the request to stop to the last input event under 300 ms; nothing stays pressed; nothing is sent afterwards."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import anyio
import pytest

from deskhand import AsyncDesktop, Desktop
from deskhand.errors import DeskhandError, Stopped
from deskhand.model.action import Action
from deskhand.perceive.targets import as_target
from fixtures.running import FixtureApp
from fixtures.x11_record import Recorder
from tests.stopping.conftest import STOP_SECONDS, stop_in_the_middle

pytestmark = pytest.mark.desktop

LONG = "The quick brown fox jumps over the lazy dog. " * 60
FIELD = 'text field "Name"'


def click_on_and_on(desktop: Desktop) -> None:
    """What an agent's loop over a batch does: all of it queued, and told to go on after failures."""
    actions = [Action("hover", as_target((300 + number, 300))) for number in range(64)]
    for result in desktop.batch(actions, keep_going=True):
        if isinstance(result, DeskhandError):
            raise result


WORK: dict[str, Callable[[Desktop], object]] = {
    "typing": lambda desktop: desktop.type(LONG),
    "chords": lambda desktop: desktop.press(" ".join(["shift+Right"] * 400)),
    "the wheel": lambda desktop: desktop.scroll((400, 400), amount=1000),
    "queued actions": click_on_and_on,
    "a run": lambda desktop: desktop.run("\n".join(["press ctrl+shift+F9"] * 200)),
}


@pytest.mark.symptom(116, 117)
@pytest.mark.parametrize("what", WORK)
def test_nothing_is_sent_later_than_300_ms_after_the_request(
    what: str, desktop: Desktop, recorder: Recorder, fixture_app: Any
) -> None:
    fixture_app("bare")
    ended = stop_in_the_middle(recorder, lambda: WORK[what](desktop), desktop.stop)
    assert ended.late < STOP_SECONDS
    assert ended.seconds < STOP_SECONDS + 0.2
    assert recorder.held() == []
    if what == "a run":
        run = desktop.journal.run(desktop.journal.runs(1)[0].id)
        assert run.status == "stopped"
        errors = [step.record.error for step in run.steps if step.record.error]
        assert [error["code"] for error in errors] == ["stopped"]
        assert "stopped by the caller" in errors[0]["message"]
    else:
        assert isinstance(ended.error, Stopped)
        assert ended.error.exit_code == 6


@pytest.mark.symptom(116)
def test_an_application_that_hangs_keeps_nobody_from_stopping(desktop: Desktop, fixture_app: Any) -> None:
    app: FixtureApp = fixture_app("gtk3")
    desktop.find(FIELD)
    os.kill(app.pid, signal.SIGSTOP)
    try:
        failed: list[DeskhandError] = []

        def work() -> None:
            try:
                desktop.do("set_value", FIELD, value="x", timeout=30)
            except DeskhandError as error:
                failed.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join(0.5)
        assert thread.is_alive()
        asked = time.monotonic()
        assert desktop.stop() == 1
        thread.join(5)
        seconds = time.monotonic() - asked
    finally:
        os.kill(app.pid, signal.SIGCONT)
    assert isinstance(failed[0], Stopped)
    assert seconds < STOP_SECONDS


@pytest.mark.symptom(117)
def test_what_a_person_holds_pressed_is_not_let_go_of(desktop: Desktop, recorder: Recorder) -> None:
    """Nothing of ours is pressed, so a stop sends nothing at all."""
    before = len(recorder.events())
    assert desktop.stop() == 0
    assert desktop.stop() == 0
    assert len(recorder.events()) == before


def test_a_run_is_stopped_by_its_name_and_nothing_else(desktop: Desktop) -> None:
    waiting: dict[str, DeskhandError | str] = {}
    begun = threading.Event()

    def other() -> None:
        try:
            desktop.wait('window "Never" opens', 2.0)
        except DeskhandError as error:
            waiting["other"] = error.code

    def run() -> None:
        def on_run(run: str) -> None:
            waiting["run"] = run
            begun.set()

        waiting["status"] = desktop.run('wait until window "Never" opens', on_run=on_run).status

    threads = [threading.Thread(target=work) for work in (other, run)]
    for thread in threads:
        thread.start()
    assert begun.wait(5)
    assert desktop.stop("r0000000") == 0
    assert desktop.stop(str(waiting["run"])) == 1
    for thread in threads:
        thread.join(5)
    assert waiting["status"] == "stopped"
    assert waiting["other"] == "timeout"


def test_cancelling_one_call_leaves_the_others_at_work(desktop: Desktop) -> None:
    async def work() -> str:
        faced = AsyncDesktop(desktop)
        ended: list[str] = []

        async def stays() -> None:
            try:
                await faced.wait('window "Never" opens', 1.0)
            except DeskhandError as error:
                ended.append(error.code)

        async with anyio.create_task_group() as group:
            group.start_soon(stays)
            with anyio.move_on_after(0.2):
                await faced.wait('window "Nowhere" opens', 30)
        return ended[0]

    assert anyio.run(work) == "timeout"


def test_what_begins_after_a_stop_is_not_stopped(desktop: Desktop, fixture_app: Any) -> None:
    fixture_app("gtk3")
    with suppress(Stopped):
        desktop.stop()
    assert desktop.set_value(FIELD, "afterwards").verified
