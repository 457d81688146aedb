"""The clipboard: a GTK program of its own reads and writes the other side."""

from __future__ import annotations

import subprocess
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest

from deskhand.adapters.linux.x11 import X11
from deskhand.desktops.private import PrivateDesktop
from deskhand.errors import Timeout
from deskhand.model.progress import Progress
from fixtures.running import SYSTEM_PYTHON

pytestmark = pytest.mark.desktop
OTHER = """
import sys, gi
gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, Gtk
clipboard = Gtk.Clipboard.get(Gdk.SELECTION_CLIPBOARD)
if sys.argv[1] == "read":
    sys.stdout.write(clipboard.wait_for_text() or "")
else:
    clipboard.set_text(sys.stdin.read(), -1)
    print("owned", flush=True)
    if sys.argv[1] == "hang":
        import time
        time.sleep(60)
    Gtk.main()
"""


@pytest.fixture
def x11(private_desktop: PrivateDesktop) -> Iterator[X11]:
    x11 = X11(private_desktop.display)
    yield x11
    x11.close()


@pytest.mark.parametrize("text", ["ñ 你 ß €\nzwei", "x" * 700_000 + "é"], ids=["short", "in pieces"])
def test_others_read_what_we_write(text: str, private_desktop: PrivateDesktop, x11: X11) -> None:
    x11.clipboard.write(text, Progress(5))
    words = [SYSTEM_PYTHON, "-c", OTHER, "read"]
    read = subprocess.run(words, env=private_desktop.env, capture_output=True, check=True, timeout=30)
    assert read.stdout.decode() == text
    assert x11.clipboard.read(Progress(5)) == text


def test_we_read_what_others_write(private_desktop: PrivateDesktop, x11: X11) -> None:
    text = "größer 你 " * 60_000
    with _owner(private_desktop, "own", text) as other:
        assert x11.clipboard.read(Progress(10)) == text
        other.kill()
        other.wait(5)
    assert x11.clipboard.read(Progress(5)) == ""


def test_an_owner_that_hangs_costs_no_more_than_the_deadline(private_desktop: PrivateDesktop, x11: X11) -> None:
    with _owner(private_desktop, "hang", "never"):
        progress = Progress(0.5, "reading the clipboard")
        with pytest.raises(Timeout, match="reading the clipboard"):
            x11.clipboard.read(progress)
        assert progress.elapsed_ms < 1500


@contextmanager
def _owner(place: PrivateDesktop, how: str, text: str) -> Generator[subprocess.Popen[bytes]]:
    words = [SYSTEM_PYTHON, "-c", OTHER, how]
    with subprocess.Popen(words, env=place.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        try:
            assert other.stdin is not None
            assert other.stdout is not None
            other.stdin.write(text.encode())
            other.stdin.close()
            assert other.stdout.readline() == b"owned\n"
            yield other
        finally:
            other.kill()
