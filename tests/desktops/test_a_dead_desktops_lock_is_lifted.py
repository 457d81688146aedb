"""A document whose LibreOffice was killed with its desktop opens again unasked; other people's locks stay."""

from __future__ import annotations

from pathlib import Path

import pytest

from deskhand.desktops.document_locks import remove_dead_lock
from deskhand.desktops.launch import Launcher
from deskhand.desktops.private import PrivateDesktop
from deskhand.model.progress import Progress

HOLDER = ",somebody,host,30.11.2026 17:00,file://{profile};"


def lock_of(document: Path, profile: str) -> Path:
    lock = document.with_name(f".~lock.{document.name}#")
    lock.write_text(HOLDER.format(profile=profile), encoding="utf-8")
    return lock


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "orders.ods"
    path.write_text("sheet", encoding="utf-8")
    return path


def test_the_lock_of_a_desktop_that_is_gone_is_removed(document: Path) -> None:
    lock = lock_of(document, "/run/user/1000/deskhand/d0123abcd/profiles/libreoffice")
    assert remove_dead_lock(document)
    assert not lock.exists()
    assert not remove_dead_lock(document)


@pytest.mark.parametrize(
    "profile",
    [
        "/home/ada/.config/libreoffice/4",
        "/home/ada/deskhand/profiles/libreoffice",
        "/tmp/somebody/d0123abcd/profiles/libreoffice",
    ],
)
def test_a_persons_lock_stays(document: Path, profile: str) -> None:
    lock = lock_of(document, profile)
    assert not remove_dead_lock(document)
    assert lock.exists()


def test_the_lock_of_a_living_desktop_stays(document: Path, tmp_path: Path) -> None:
    folder = tmp_path / "deskhand" / "d0123abcd"
    folder.mkdir(parents=True)
    lock = lock_of(document, f"{folder}/profiles/libreoffice")
    assert not remove_dead_lock(document)
    assert lock.exists()


@pytest.mark.desktop
def test_opening_a_document_lifts_it(private_desktop: PrivateDesktop, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("hello", encoding="utf-8")
    lock = lock_of(note, "/run/user/1000/deskhand/d0123abcd/profiles/libreoffice")
    Launcher(private_desktop).launch("mousepad", Progress(30.0, "open"), files=(str(note),))
    assert not lock.exists()
