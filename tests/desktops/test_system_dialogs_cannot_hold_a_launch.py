"""Portals, keyrings and polkit: in a private desktop there is none, and who asks for one is told so at once."""

from __future__ import annotations

import subprocess
import time

import pytest

from deskhand.desktop import Desktop
from deskhand.desktops.private import PrivateDesktop

pytestmark = pytest.mark.desktop

SERVICES = {
    "org.freedesktop.portal.Desktop": "/org/freedesktop/portal/desktop",
    "org.freedesktop.impl.portal.desktop.gtk": "/org/freedesktop/portal/desktop",
    "org.freedesktop.secrets": "/org/freedesktop/secrets",
    "org.gnome.keyring": "/org/gnome/keyring",
    "org.kde.kwalletd5": "/modules/kwalletd5",
    "org.gtk.vfs.Daemon": "/org/gtk/vfs/Daemon",
    "org.gnome.SettingsDaemon": "/org/gnome/SettingsDaemon",
}


@pytest.mark.symptom(89)
def test_what_an_application_might_wait_for_is_refused_at_once(private_desktop: PrivateDesktop) -> None:
    """The bus has no file that would start any of them, whatever the machine has installed."""
    began = time.monotonic()
    for name, path in SERVICES.items():
        done = _asked(private_desktop, "--session", name, path)
        assert "ServiceUnknown" in done.stderr, name
    assert time.monotonic() - began < 0.5 * 25, "a bus that tries to start one waits 25 s for each"
    bus = "org.freedesktop.DBus"
    listed = _asked(private_desktop, "--session", bus, "/", f"{bus}.ListActivatableNames")
    assert listed.stdout.strip() == "(['org.freedesktop.DBus'],)"


def test_nobody_can_be_asked_for_the_persons_password(private_desktop: PrivateDesktop) -> None:
    """polkit asks on the screen of the person's session; it is reached by the machine's bus only, which is cut off."""
    path = "/org/freedesktop/PolicyKit1/Authority"
    done = _asked(private_desktop, "--system", "org.freedesktop.PolicyKit1", path)
    assert done.returncode != 0
    assert "Could not connect" in done.stderr


@pytest.mark.symptom(69)
def test_a_file_dialog_opens_on_the_desktop_of_its_application(desktop: Desktop) -> None:
    """Through a portal it would be another process's, on the screen of whoever runs the portal."""
    launched = desktop.launch("gedit")
    pid = launched.result["pid"]
    desktop.press("ctrl+o", expect='window "Open" opens')
    dialogs = [window for window in desktop.windows() if "Open" in window.title and window.kind == "dialog"]
    assert [window.pid for window in dialogs] == [pid]
    assert desktop.dismiss().verified


def _asked(
    place: PrivateDesktop, bus: str, name: str, path: str, method: str = "org.freedesktop.DBus.Peer.Ping"
) -> subprocess.CompletedProcess[str]:
    line = ["gdbus", "call", bus, "--timeout", "20", "-d", name, "-o", path, "-m", method]
    return subprocess.run(line, env=place.env, capture_output=True, text=True, timeout=60)
