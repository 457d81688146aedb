"""Two desktops: windows, buses, clipboards and single-instance applications stay apart; other users stay out."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from deskhand.desktops.launch import Launcher
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.progress import Progress

pytestmark = pytest.mark.desktop


@pytest.fixture(scope="module")
def two() -> Iterator[tuple[PrivateDesktop, PrivateDesktop]]:
    with PrivateDesktop.start(name="left") as left, PrivateDesktop.start(name="right") as right:
        yield left, right


@pytest.mark.symptom(45)
@pytest.mark.parametrize("words", ["gedit", "mousepad", "gnome-calculator", "pcmanfm"])
@pytest.mark.symptom(88)
def test_an_application_open_on_one_opens_anew_on_the_other(
    two: tuple[PrivateDesktop, PrivateDesktop], words: str
) -> None:
    launched = [Launcher(place).launch(words, Progress(30)) for place in two]
    assert launched[0].pid != launched[1].pid
    assert not any(one.handed_over for one in launched)
    for place, one in zip(two, launched, strict=True):
        here = {window.pid for window in place.adapter().windows.list(Progress(5))}
        assert one.pid in here
        assert (launched[1] if one is launched[0] else launched[0]).pid not in here


@pytest.mark.symptom(85)
def test_clipboards_are_separate(two: tuple[PrivateDesktop, PrivateDesktop]) -> None:
    left, right = (place.adapter().clipboard for place in two)
    left.write("only left", Progress(5))
    right.write("only right", Progress(5))
    assert (left.read(Progress(5)), right.read(Progress(5))) == ("only left", "only right")
    right.write("changed", Progress(5))
    assert left.read(Progress(5)) == "only left"
    assert not [change for change in left.changes(0) if change.at > right.changes(0)[-1].at]


def test_no_port_is_open_and_folders_are_the_users_alone(two: tuple[PrivateDesktop, PrivateDesktop]) -> None:
    inodes = {line.split()[9] for line in Path("/proc/net/tcp").read_text().splitlines()[1:] if line.split()[3] == "0A"}
    for place in two:
        assert place.folder.stat().st_mode & 0o777 == 0o700
        links = (os.readlink(fd) for fd in Path(f"/proc/{place.record.x_pid}/fd").iterdir())
        assert not {link[8:-1] for link in links if link.startswith("socket:[")} & inodes


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("setpriv"), reason="only root can be somebody else")
def test_another_user_cannot_connect(two: tuple[PrivateDesktop, PrivateDesktop]) -> None:
    number = two[0].display.lstrip(":")
    # A connection request without authorization: little-endian, protocol 11.0.
    greeting = bytes([0x6C, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    with socket.socket(socket.AF_UNIX) as own:
        own.connect(f"/tmp/.X11-unix/X{number}")
        own.sendall(greeting)
        assert own.recv(1) == b"\1", "our own processes need no cookie"
    program = (
        f"import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect('/tmp/.X11-unix/X{number}')\n"
        f"s.sendall({greeting!r})\nprint(s.recv(1)[0])"
    )
    line = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c", program]
    answer = subprocess.run(line, capture_output=True, text=True, timeout=20, cwd="/")
    assert answer.stdout.strip() == "0", answer.stderr
