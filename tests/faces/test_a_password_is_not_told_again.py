"""What is written into a password field stands in no receipt, no error and no record of the journal's actions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from deskhand.desktop import Desktop
from deskhand.errors import ActionFailed
from deskhand.journal.journal import Journal

SECRET = "Tr0ub4dor-X"
FIELD = 'password field "Password"'


def test_receipts_and_journal_do_not_say_it(fixture_app, tmp_path: Path) -> None:
    path, told = tmp_path / "journal.db", list[Any]()
    with Journal(path) as journal, Desktop.start(journal=journal) as desktop:
        app = fixture_app("gtk3", place=desktop.place)
        for target in (FIELD, 'field right of label "Password"', None):
            desktop.focus(FIELD)
            told.append(desktop.type(SECRET, into=target).to_json())
        with pytest.raises(ActionFailed) as caught:
            desktop.do("type", FIELD, text=SECRET, expect='window "Nothing" opens', timeout=3)
        told += [str(caught.value), caught.value.to_json(), caught.value.receipt]
        assert app.read("password") == SECRET * 4
    assert SECRET not in json.dumps(told)
    assert not [file for file in tmp_path.iterdir() if SECRET.encode() in file.read_bytes()]
