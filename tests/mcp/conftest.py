"""The server as a client sees it: started by its command, spoken to by the official library."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@pytest.fixture
def command() -> list[str]:
    return [sys.executable, "-m", "deskhand.cli.main", "mcp"]


@contextmanager
def http_server(command: list[str], folder: Path, *more: str) -> Iterator[tuple[str, str]]:
    """A server over HTTP on a free port: its address and its token."""
    token = "t0ken-of-this-test-only"
    env = {**os.environ, "DESKHAND_MCP_TOKEN": token}
    errors = folder / "stderr"
    with errors.open("wb") as stderr:
        process = subprocess.Popen([*command, "--http", "0", *more], stdin=subprocess.DEVNULL, stderr=stderr, env=env)
    try:
        deadline = 200
        while "listening at " not in errors.read_text():
            assert process.poll() is None, errors.read_text()
            assert deadline, "it does not listen"
            deadline -= 1
            try:
                process.wait(0.1)
            except subprocess.TimeoutExpired:
                continue
        yield errors.read_text().split("listening at ")[1].split(";")[0], token
    finally:
        process.terminate()
        process.wait(10)
