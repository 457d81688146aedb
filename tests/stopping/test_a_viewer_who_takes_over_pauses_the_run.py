"""Taking over in the live view pauses a run; giving the desktop back lets it go on with a new look. Looking is use."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from deskhand import Desktop
from deskhand.errors import NeedsAnswer
from deskhand.mind.options import RunOptions
from deskhand.model.run import RunResult
from deskhand.service.host import Charter, Host
from deskhand.service.watching import Views
from fixtures.running import FixtureApp
from fixtures.x11_record import KEY_PRESS, Recorder
from tests.desktops.observing import seconds_until

pytestmark = pytest.mark.desktop

PRESSES = 6


def told(socket: Any, key: str) -> dict[str, Any]:
    while True:
        data = socket.recv(timeout=10)
        if isinstance(data, str) and key in (message := json.loads(data)):
            return message


@pytest.mark.symptom(118)
def test_a_run_pauses_while_a_viewer_has_the_desktop_and_goes_on_when_they_give_it_back(
    desktop: Desktop, recorder: Recorder, fixture_app: Any, tmp_path: Path
) -> None:
    app: FixtureApp = fixture_app("gtk3")
    host = Host(desktop, Charter("private", 0.0))
    views = host.views(lambda: Views(host))
    ended: list[RunResult] = []
    script = "\n".join(["press shift+F9"] * PRESSES)

    def run() -> None:
        ended.append(desktop.run(script, options=RunOptions(pictures=False)))

    thread = threading.Thread(target=run)
    try:
        address, _, token = views.link(take_over=True).partition("/#")
        url = address.replace("http", "ws") + "/stream"
        assert host.idle_too_long
        with connect(url, origin=address, proxy=None) as socket:
            socket.send(json.dumps({"token": token}))
            told(socket, "session")
            seconds_until(lambda: not host.idle_too_long, 5)
            thread.start()
            seconds_until(lambda: len(recorder.events((KEY_PRESS,))) >= 2, 20)
            socket.send(json.dumps({"type": "take"}))
            assert told(socket, "taken")["taken"]
            before = len(recorder.events((KEY_PRESS,)))
            with pytest.raises(NeedsAnswer):
                host.check_free()
            socket.send(json.dumps({"type": "key", "key": "Home"}))
            seconds_until(lambda: len(recorder.events((KEY_PRESS,))) > before, 5)
            time.sleep(0.8)  # a run that goes on would press several keys meanwhile
            assert len(recorder.events((KEY_PRESS,))) == before + 1
            assert not ended
            socket.send(json.dumps({"type": "give"}))
            thread.join(60)
    finally:
        views.close()
        desktop.stop()
        if thread.ident is not None:
            thread.join(10)
    assert ended[0].status != "stopped"
    assert {step.status for step in ended[0].steps} == {"done"}
    assert app.alive
    (paused,) = [event for event in desktop.journal.run(ended[0].id).events if event.kind == "paused"]
    assert "live view" in paused.data["who"]
    assert paused.data["seconds"] > 0
