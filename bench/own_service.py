"""A desktop with its service, apart from any other of this user: own runtime and state folders, gone afterwards."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.common import ROOT, PeerFailed

DESKHAND = ROOT / ".venv" / "bin" / "deskhand"


@dataclass(frozen=True, slots=True)
class OwnService:
    """How to reach it: the desktop's id, and the environment for commands (set in this process too)."""

    desktop: str
    env: dict[str, str]

    def ask(self, *words: str | Path, seconds: float = 120) -> Any:
        """The data of one command with `--json`; PeerFailed with its error where it fails."""
        return _ask(self.env, words, seconds)


@contextmanager
def own_service() -> Generator[OwnService]:
    folder = Path(tempfile.mkdtemp(prefix="dhb-"))
    own = {"XDG_RUNTIME_DIR": str(folder / "run"), "XDG_STATE_HOME": str(folder / "state")}
    before = dict(os.environ)
    (folder / "run").mkdir(mode=0o700)
    os.environ.update(own)
    os.environ.pop("DESKHAND_DESKTOP_ID", None)
    env = dict(os.environ)
    try:
        yield OwnService(_ask(env, ("desktop", "start"), 60)["desktop"], env)
    finally:
        subprocess.run([DESKHAND, "desktop", "stop", "--all"], env=env, capture_output=True, timeout=60)
        os.environ.clear()
        os.environ.update(before)
        shutil.rmtree(folder, ignore_errors=True)


def every_element(elements: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The elements of a snapshot's tree in one list, parents first."""
    return [one for element in elements for one in (element, *every_element(element.get("children", [])))]


def _ask(env: dict[str, str], words: tuple[str | Path, ...], seconds: float) -> Any:
    line = [str(DESKHAND), *map(str, words), "--json"]
    done = subprocess.run(line, env=env, capture_output=True, text=True, timeout=seconds)
    if done.returncode:
        raise PeerFailed(f"{' '.join(line[1:])}: {done.stdout[-600:] or done.stderr[-600:]}")
    return json.loads(done.stdout)["data"]
