"""A long background run on the person's own desktop, with every event and request of the display recorded by a second
client: no input of any device, nothing asked for by us that moves, raises, focuses, grabs, sends or takes a selection.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from typing import Any

import pytest

from deskhand import Desktop
from deskhand.desktops.private import PrivateDesktop
from deskhand.desktops.user import UserDesktop
from deskhand.errors import NeedsForeground
from deskhand.model.action import Action
from deskhand.model.geometry import Point
from deskhand.model.progress import Progress
from deskhand.perceive.targets import as_target
from fixtures.x11_record import Recorder

pytestmark = pytest.mark.desktop

ROUNDS = 7
REFUSED = ("focus", "press", "focus_window", "clipboard_write", "hover", "move")


def on(locator: str, window: str) -> Any:
    return as_target(f'{locator} in window "{window}"')


def actions(toolkit: str, window: str, round: int) -> list[Action]:
    """What a person would have done in one window of a fixture, as far as its toolkit lets it be done from behind."""
    size = "Medium" if round % 2 else "Large"
    everywhere = [
        Action("click", on('button "Save"', window)),
        Action("set_value", on('text field "Name"', window), {"value": f"round {round}"}),
        Action("type", on('text area "Notes"', window), {"text": f"line {round} "}),
        Action("read", on('text field "Name"', window)),
        Action("set_value", on('slider "Volume"', window), {"value": str(10 + round)}),
        Action("clear", on('text field "Name"', window)),
        Action("scroll_to", on('button "Save"', window)),
    ]
    if toolkit == "gtk4":
        return everywhere
    return [
        *everywhere,
        Action("check" if round % 2 else "uncheck", on('checkbox "Remember me"', window)),
        Action("click", on(f'radio button "{size}"', window)),
        Action("click", on('button "Delete"', window)),
        Action("set_value", on('spin button "Quantity"', window), {"value": str(round)}),
    ]


def forbidden(window: str) -> list[Action]:
    """What would take something of the person's."""
    return [
        Action("focus", on('text field "Name"', window)),
        Action("press", None, {"keys": "ctrl+n"}),
        Action("focus_window", None, {"window": window}),
        Action("clipboard_write", None, {"text": "ours"}),
        Action("hover", on('button "Save"', window)),
        Action("move", None, {"window": window, "x": 5, "y": 5}),
    ]


@pytest.mark.timeout(300)
@pytest.mark.symptom(86, 102)
def test_200_background_actions_send_no_event_and_take_nothing(
    private_desktop: PrivateDesktop, recorder: Recorder, fixture_app: Any
) -> None:
    source = {k: v for k, v in private_desktop.env.items() if k not in ("AT_SPI_BUS_ADDRESS", "DESKHAND_DESKTOP")}
    apps = [fixture_app(kind) for kind in ("gtk3", "qt", "gtk4")]
    adapter = private_desktop.adapter()
    adapter.input.move(Point(7, 9))
    while not recorder.events():
        time.sleep(0.01)
    recorder.happened.clear()

    def standing() -> tuple[object, ...]:
        return (
            recorder.pointer(),
            recorder.focus(),
            recorder.stacking(),
            recorder.owner("CLIPBOARD"),
            recorder.owner("PRIMARY"),
        )

    before = standing()
    outcomes: Counter[str] = Counter()
    with Desktop(UserDesktop.attach(source)) as users:
        for round in range(ROUNDS):
            for app in apps:
                for action in actions(app.toolkit, app.title, round):
                    outcomes[users.act(action).delivery] += 1
                    assert standing() == before, action.describe()
                users.snapshot(app.title)
        for app in apps:
            for action in forbidden(app.title):
                with pytest.raises(NeedsForeground):
                    users.act(action)
                assert standing() == before, action.describe()
        users.stop()
        ours = [request.name for request in recorder.requests_of(os.getpid())]
    assert sum(outcomes.values()) >= 200
    assert outcomes["delivered_verified"] >= 100
    assert recorder.events() == []
    assert ours == []
    assert standing() == before
    adapter.input.move(Point(9, 7))  # the recorder does see us where we do something
    recorded = Progress(3, "what was done to be recorded")
    while not recorder.events():
        recorded.check()
        recorded.pause(0.02)


@pytest.mark.symptom(100)
def test_no_window_is_left_always_on_top(desktop: Desktop, recorder: Recorder, fixture_app: Any) -> None:
    first, second = fixture_app("gtk3"), fixture_app("gtk3")
    windows = {window.title: int(window.id[1:], 16) for window in desktop.windows()}
    before = {title: recorder.states(windows[title]) for title in (first.title, second.title)}
    for verb in ("focus_window", "maximise", "restore", "minimise", "restore", "focus_window"):
        desktop.do(verb, window=first.title)
    desktop.click(f'button "Save" in window "{second.title}"', mode="foreground")
    desktop.focus_window(second.title)
    focus = {"_NET_WM_STATE_FOCUSED"}
    assert {title: recorder.states(windows[title]) - focus for title in before} == {
        title: states - focus for title, states in before.items()
    }
