"""What an application in a private desktop can see of its owner's environment: what is listed, nothing else."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from deskhand.desktops.environment import FIXED, PASSED, private_env
from deskhand.desktops.launch import Launcher
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.progress import Progress
from tests.desktops.observing import environment_of

OURS = {
    "DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS", "XDG_CONFIG_HOME",
    "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_DIRS", "TMPDIR", "LANG",
    "DESKHAND_DESKTOP", "DESKHAND_LAUNCH", "DBUS_SYSTEM_BUS_ADDRESS",
}  # fmt: skip


@pytest.mark.symptom(90)
@pytest.mark.desktop
def test_an_application_sees_only_what_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    secrets = {
        "OPENAI_API_KEY": "sk-1", "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere", "WAYLAND_DISPLAY": "wayland-0",
        "SSH_AUTH_SOCK": "/tmp/agent", "GTK_THEME": "Odd", "LD_PRELOAD": "", "SESSION_MANAGER": "local/x",
    }  # fmt: skip
    for name, value in secrets.items():
        monkeypatch.setenv(name, value)
    with PrivateDesktop.start() as desktop:
        launched = Launcher(desktop).launch("galculator", Progress(20))
        seen = environment_of(launched.pid)
        keeper = environment_of(desktop.record.keeper_pid)
    listed = {*PASSED, *FIXED, *OURS}
    assert {name for name in seen if name not in listed and not name.startswith("LC_")} == set()
    assert not secrets.keys() & keeper.keys()
    inside = ("XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "TMPDIR")
    for name in (*inside, "XAUTHORITY"):
        assert seen[name].startswith(f"{desktop.folder}/"), name
    assert str(desktop.folder) in seen["DBUS_SESSION_BUS_ADDRESS"]
    assert str(desktop.folder) in seen["AT_SPI_BUS_ADDRESS"]
    assert str(desktop.folder) in seen["DBUS_SYSTEM_BUS_ADDRESS"]
    assert seen["HOME"] == os.environ["HOME"]


def test_an_ascii_locale_becomes_utf_8() -> None:
    env = private_env({"LANG": "C", "LC_ALL": "POSIX", "PATH": "/opt/x"}, Path("/d"), "d1")
    assert (env["LANG"], "LC_ALL" in env) == ("C.UTF-8", False)
    assert re.fullmatch(r"/opt/x(:/\w+)+.*", env["PATH"])
    kept = private_env({"LANG": "de_DE.UTF-8", "LC_NUMERIC": "fr_FR.UTF-8"}, Path("/d"), "d1")
    assert (kept["LANG"], kept["LC_NUMERIC"]) == ("de_DE.UTF-8", "fr_FR.UTF-8")
