"""The journal a desktop opened itself ends with it; one that was handed in is its owner's."""

from __future__ import annotations

from pathlib import Path

import pytest

from deskhand import Desktop, Journal
from deskhand.errors import EnvironmentFault
from deskhand.testing import FakePlace


def test_the_default_journal_is_opened_once_and_closed_with_the_desktop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with Desktop(FakePlace()) as desktop:
        assert not list(tmp_path.iterdir())
        journal = desktop.journal
        assert desktop.journal is journal
        assert journal.path.is_relative_to(tmp_path)
        assert journal.runs() == []
    with pytest.raises(EnvironmentFault):
        journal.runs()


def test_a_journal_handed_in_stays_open(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.db") as journal:
        with Desktop(FakePlace(), journal=journal) as desktop:
            assert desktop.journal is journal
        assert journal.runs() == []
