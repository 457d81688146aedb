"""LibreOffice's own socket in /tmp goes with its desktop, however the desktop ended; other people's stay."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import pytest

from deskhand.desktops.office_sockets import remove_sockets, socket_name
from tests.desktops.observing import left_of, owner_process, seconds_until


@pytest.mark.desktop
def test_a_killed_owners_libreoffice_leaves_no_socket_in_tmp() -> None:
    with owner_process("libreoffice --writer") as (process, facts):
        own = Path("/tmp") / socket_name(Path(facts["folder"]) / "profiles" / "libreoffice")
        seconds_until(own.exists, 15.0)
        os.kill(process.pid, signal.SIGKILL)
        seconds_until(lambda: not left_of(facts), 3.0)
        seconds_until(lambda: not own.exists(), 1.0)


def test_only_sockets_of_these_profiles_are_removed(tmp_path: Path) -> None:
    (tmp_path / "profiles" / "libreoffice").mkdir(parents=True)
    names = ("libreoffice", "of somebody else")
    own, foreign = (Path("/tmp") / socket_name(tmp_path / "profiles" / name) for name in names)
    try:
        for path in (own, foreign):
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
                server.bind(str(path))
        remove_sockets(tmp_path)
        assert not own.exists()
        assert foreign.exists()
    finally:
        for path in (own, foreign):
            path.unlink(missing_ok=True)


def test_a_file_of_that_name_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "profiles" / "libreoffice").mkdir(parents=True)
    path = Path("/tmp") / socket_name(tmp_path / "profiles" / "libreoffice")
    path.write_text("somebody's")
    try:
        remove_sockets(tmp_path)
        assert path.read_text() == "somebody's"
    finally:
        path.unlink()
