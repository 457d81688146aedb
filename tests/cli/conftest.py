"""A runtime and state folder of the test's own: its desktops are not anybody else's, and none outlives it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """XDG_RUNTIME_DIR (short, for the sockets' sake) and XDG_STATE_HOME; returns the runtime directory."""
    runtime = Path(tempfile.mkdtemp(prefix="dht-", dir="/tmp"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("DESKHAND_DESKTOP_ID", raising=False)
    source = str(Path(__file__).parents[2] / "src")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([source, *filter(None, [os.environ.get("PYTHONPATH")])]))
    yield runtime
    from deskhand.cli.main import main

    main(["desktop", "stop", "--all"])
    left = [path.name for path in (runtime / "deskhand").glob("*/*")] if (runtime / "deskhand").exists() else []
    shutil.rmtree(runtime)
    assert not left, left
