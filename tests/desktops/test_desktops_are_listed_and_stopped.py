"""`list`, `find` and `stop` work on live desktops, from any process of the user."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from deskhand.desktops.private import PrivateDesktop, stop_desktop
from deskhand.desktops.registry import base_folder, find_desktop, list_desktops, sweep
from deskhand.errors import AmbiguousTarget, BadRequest, EnvironmentFault, NotFound
from deskhand.model.progress import Progress
from tests.desktops.observing import left_of, owner_process, seconds_until

pytestmark = pytest.mark.desktop


def test_a_desktop_of_another_process_is_found_joined_and_stopped() -> None:
    with owner_process("mousepad") as (process, facts):
        record = find_desktop("victim")
        assert (record.id, record.owner_pid) == (facts["id"], process.pid)
        joined = PrivateDesktop.join(record)
        titles = [window.title for window in joined.adapter().windows.list(Progress(5))]
        assert any("Mousepad" in title for title in titles)
        joined.stop()
        assert not left_of(facts)
        assert facts["id"] not in [one.id for one in list_desktops()]
        stop_desktop(record)


def test_names_are_exact_and_never_the_first_of_two() -> None:
    with PrivateDesktop.start(name="twin") as one, PrivateDesktop.start(name="twin") as other:
        with pytest.raises(AmbiguousTarget) as ambiguous:
            find_desktop("twin")
        assert {one.id, other.id} == {line.split()[0] for line in ambiguous.value.near}
        assert find_desktop(other.id).display == other.display
        with pytest.raises(NotFound, match="'twi'"):
            find_desktop("twi")


def test_eight_start_at_once_and_are_gone_together() -> None:
    with ThreadPoolExecutor(8) as pool:
        desktops = list(pool.map(lambda _: PrivateDesktop.start(size=(640, 480)), range(8)))
        try:
            assert len({desktop.display for desktop in desktops}) == 8
            assert {desktop.id for desktop in desktops} <= {record.id for record in list_desktops()}
        finally:
            list(pool.map(PrivateDesktop.stop, desktops))
    assert not any(desktop.alive or desktop.folder.exists() for desktop in desktops)


def test_a_stopped_desktop_says_so() -> None:
    desktop = PrivateDesktop.start(size=(640, 480))
    desktop.stop()
    desktop.stop()
    assert not desktop.alive
    with pytest.raises(EnvironmentFault, match="not running"):
        desktop.adapter()


def test_a_desktop_whose_object_is_forgotten_ends() -> None:
    with owner_process() as (process, facts):
        process.terminate()
        process.wait(5)
        seconds_until(lambda: not left_of(facts), 3.0)


@pytest.mark.parametrize("size", [(0, 0), (100_000, 100)])
def test_impossible_sizes_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(BadRequest, match="pixels"):
        PrivateDesktop.start(size=size)


@pytest.mark.symptom(92)
def test_a_missing_program_names_its_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "openbox").symlink_to("/usr/bin/openbox")
    monkeypatch.setattr("deskhand.desktops.environment._SYSTEM_PATH", ())
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EnvironmentFault) as fault:
        PrivateDesktop.start()
    assert fault.value.next_step == "sudo apt-get install -y tigervnc-standalone-server"


def test_sweeping_touches_only_what_is_ours(tmp_path: Path) -> None:
    base = base_folder()
    strange = base / "not-a-desktop"
    strange.mkdir()
    young = base / "d12345678"
    young.mkdir()
    outside = tmp_path / "precious"
    outside.mkdir()
    (base / "d87654321").symlink_to(outside)
    try:
        assert sweep() == ()
        assert strange.is_dir()
        assert young.is_dir()
        os.utime(young, (time.time() - 3600, time.time() - 3600))
        assert sweep() == ("d12345678",)
        assert outside.is_dir()
    finally:
        strange.rmdir()
        (base / "d87654321").unlink()


def test_a_base_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    short = Path("/tmp") / f"dh-{os.getpid()}"
    short.mkdir(mode=0o700)
    (short / "deskhand").mkdir(mode=0o755)
    try:
        (short / "deskhand").chmod(0o755)
        with pytest.raises(EnvironmentFault, match="alone"):
            base_folder({"XDG_RUNTIME_DIR": str(short)})
    finally:
        (short / "deskhand").rmdir()
        short.rmdir()
