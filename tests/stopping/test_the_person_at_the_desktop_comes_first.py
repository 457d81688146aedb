"""On the person's own desktop in the foreground: their hands pause the work, their panic key ends it, ours do neither.

A private desktop stands for the person's own, and its server's VNC devices for their keyboard and mouse.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deskhand import Desktop
from deskhand.desktops.private import PrivateDesktop
from deskhand.desktops.user import UserDesktop
from deskhand.errors import BadRequest, Denied, DeskhandError, PersonCameIn, Stopped
from deskhand.guard.policy import policy_for
from deskhand.journal.journal import Journal
from deskhand.mind.options import RunOptions
from fixtures.running import FixtureApp
from fixtures.vnc_person import Person
from fixtures.x11_record import Recorder
from tests.stopping.conftest import STOP_SECONDS, stop_in_the_middle

pytestmark = pytest.mark.desktop

LONG = "The quick brown fox jumps over the lazy dog. " * 60


@pytest.fixture
def users(private_desktop: PrivateDesktop, tmp_path: Path) -> Iterator[Desktop]:
    """The person's own desktop, with leave to use keyboard and pointer."""
    source = {k: v for k, v in private_desktop.env.items() if k not in ("AT_SPI_BUS_ADDRESS", "DESKHAND_DESKTOP")}
    with Journal(tmp_path / "journal.db") as journal:
        desktop = Desktop(UserDesktop.attach(source), journal=journal, policy=policy_for("user", foreground=True))
        with desktop:
            yield desktop


@pytest.fixture
def person(private_desktop: PrivateDesktop) -> Iterator[Person]:
    with Person(Path(private_desktop.record.folder, "rfb", "socket")) as person:
        yield person


@pytest.mark.symptom(117)
def test_the_panic_key_ends_everything_and_takes_the_leave_back(
    users: Desktop, person: Person, recorder: Recorder, fixture_app: Any
) -> None:
    fixture_app("bare")
    ended = stop_in_the_middle(
        recorder,
        lambda: users.do("type", text=LONG, mode="foreground"),
        lambda: person.press("ctrl+alt+Escape"),
    )
    assert isinstance(ended.error, Stopped)
    assert "panic key" in ended.error.message
    assert ended.late < STOP_SECONDS
    assert recorder.held() == []
    with pytest.raises(Denied, match="panic key"):
        users.do("press", keys="a", mode="foreground")
    assert users.windows()  # looking, and the background, go on


@pytest.mark.symptom(117)
def test_a_program_cannot_press_the_panic_key(users: Desktop, fixture_app: Any) -> None:
    fixture_app("bare")
    users.do("press", keys="ctrl+alt+Escape", mode="foreground")
    assert users.do("hover", (300, 300), mode="foreground").verified
    assert users.engine.adapter.person_input() == 0.0


@pytest.mark.symptom(117)
def test_a_program_cannot_hide_the_panic_key(
    users: Desktop, person: Person, private_desktop: PrivateDesktop, fixture_app: Any
) -> None:
    """Also while the application has grabbed the keyboard, and other keys are held down by us."""
    app: FixtureApp = fixture_app("gtk3")
    users.do("click", 'menu "File"', mode="foreground")
    assert any(window.kind == "menu" for window in users.windows()), app.pid
    stopped: list[DeskhandError] = []

    def wait() -> None:
        try:
            users.wait('window "Never" opens', 20)
        except DeskhandError as error:
            stopped.append(error)

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.1)
    person.press("ctrl+alt+Escape")
    thread.join(5)
    assert isinstance(stopped[0], Stopped)


@pytest.mark.symptom(118)
def test_a_hand_on_the_mouse_breaks_off_typing_and_says_how_much_was_sent(
    users: Desktop, person: Person, recorder: Recorder, fixture_app: Any
) -> None:
    fixture_app("bare")
    ended = stop_in_the_middle(
        recorder,
        lambda: users.do("type", text=LONG, mode="foreground"),
        lambda: person.move(700, 500),
    )
    assert isinstance(ended.error, PersonCameIn)
    assert (ended.error.code, ended.error.exit_code, ended.error.delivery) == ("needs_answer", 4, "uncertain")
    assert f"of {len(LONG)} characters were sent" in ended.error.message
    assert recorder.held() == []


@pytest.mark.symptom(118)
def test_a_run_waits_until_the_persons_hands_are_still_and_looks_anew(
    users: Desktop, person: Person, recorder: Recorder, fixture_app: Any
) -> None:
    """While they used the mouse the button went elsewhere: it is pointed at where it is now."""
    app: FixtureApp = fixture_app("gtk3", "--page", "playground")
    button = app.where("alpha")
    begun = threading.Event()
    users.find('button "Alpha"')

    def busy() -> None:
        until = time.monotonic() + 1.5
        while time.monotonic() < until:
            person.move(900 + int(time.monotonic() * 100) % 50, 700)
            begun.set()
            time.sleep(0.02)

    hands = threading.Thread(target=busy)
    hands.start()
    assert begun.wait(5)
    ours = time.monotonic()
    mover = threading.Timer(0.5, lambda: app.control("move", widget="alpha", x=260, y=240))
    mover.start()
    options = RunOptions(pictures=False, foreground=True)
    result = users.run('hover over button "Alpha"', options=options)
    hands.join()
    mover.join()
    assert result.steps[0].status == "done", result.steps
    assert recorder.events()[-1].at > ours + 2.4, "it did not wait until they were still"
    assert app.where("alpha") != button
    x, y = recorder.pointer()
    now = app.where("alpha")
    assert now.x <= x < now.x + now.width
    assert now.y <= y < now.y + now.height
    kinds = [event.kind for event in users.journal.run(result.id).events]
    assert "paused" in kinds


def test_a_panic_key_that_types_is_refused(private_desktop: PrivateDesktop) -> None:
    for words in ("a", "shift+q", "ctrl+x ctrl+c", "ctrl+nosuchkey"):
        with pytest.raises(BadRequest):
            private_desktop.adapter().watch_person(words, lambda: None)
