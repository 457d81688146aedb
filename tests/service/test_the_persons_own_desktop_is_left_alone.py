"""`--desktop user`: what needs no pointer, focus or keyboard is done; the rest is refused, and none of them moves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deskhand.desktops.private import PrivateDesktop
from deskhand.model.geometry import Point
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop


def test_in_the_background_nothing_is_taken(own_home: Path, private_desktop: PrivateDesktop, fixture_app: Any) -> None:
    """A private desktop stands for the person's own: its display and buses are what the service finds."""
    app: FixtureApp = fixture_app("gtk3")
    own = {key: private_desktop.env[key] for key in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS")}

    def deskhand(*words: str) -> tuple[int, dict[str, Any]]:
        command = [sys.executable, "-m", "deskhand.cli.main", *words, "--desktop", "user", "--json"]
        done = subprocess.run(
            command, env={**os.environ, **own}, capture_output=True, text=True, timeout=60, check=False
        )
        return done.returncode, json.loads(done.stdout)

    adapter = private_desktop.adapter()
    adapter.input.move(Point(5, 5))
    active = adapter.windows.active()

    code, reply = deskhand("windows")
    assert code == 0
    assert reply["data"]["windows"]
    code, reply = deskhand("snapshot")
    assert code == 0
    assert reply["data"]["desktop"] == "user"
    code, reply = deskhand("press", "ctrl+n")
    assert (code, reply["error"]["code"]) == (4, "needs_foreground")
    code, reply = deskhand("type", "x", "--foreground")
    assert (code, reply["error"]["code"]) == (4, "needs_foreground")
    code, reply = deskhand("clipboard", "write", "x")
    assert (code, reply["error"]["code"]) == (4, "needs_foreground")

    assert adapter.input.pointer() == Point(5, 5)
    after = adapter.windows.active()
    assert (after and after.id) == (active and active.id)
    assert app is not None
