"""`make bench-tokens`: characters per observation of ten real windows, beside other programs' of the same windows.

    python bench/tokens/run.py [--only editor …] [--keep FOLDER]

Prints the table, writes build/tokens.json and, when all ten were looked at, docs/tokens.md. Exits 1 when a bar is
missed.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

import anyio  # noqa: E402
from mcp.shared.exceptions import MCPError  # noqa: E402

from bench.common import SYSTEM_PYTHON, PeerFailed  # noqa: E402
from bench.own_service import DESKHAND  # noqa: E402
from bench.tokens.asking import Reply, reply_of, server, tool_list  # noqa: E402
from bench.tokens.judging import Control, account, controls_of, kindly, read_tree, told_texts  # noqa: E402
from bench.tokens.page import tell, write  # noqa: E402
from bench.tokens.peers import PEERS, Peer, Window, own_version, version_of  # noqa: E402
from bench.tokens.results import OURS, Results, Seen, ToolList  # noqa: E402
from bench.tokens.scenes import SCENES, Scene  # noqa: E402

SETTLE_SECONDS = 60.0
PEER_SECONDS = 60.0


class Hands:
    """Our own server as its client sees it."""

    def __init__(self, client: Any) -> None:
        self.client = client

    async def __call__(self, tool: str, **arguments: Any) -> Any:
        """The structured content of one call; jobs are waited for. PeerFailed with its words where it fails."""
        result = await self.client.call_tool(tool, arguments)
        data: dict[str, Any] = result.structured_content or {}
        while data.get("job") and not data.get("receipts") and not result.is_error:
            result = await self.client.call_tool("status", {"job": data["job"], "seconds": 20})
            data = result.structured_content or {}
        if result.is_error:
            raise PeerFailed(f"{tool}: {reply_of(result).content[:600]}")
        return data

    async def look(self, title: str) -> Reply:
        return reply_of(await self.client.call_tool("observe", {"window": title}))


@asynccontextmanager
async def scene_of(hands: Hands, scene: Scene, folder: Path) -> AsyncIterator[tuple[Window, dict[str, str]]]:
    """The scene's window on a desktop of its own, gone afterwards, and how to be started there."""
    display = (await hands("desktop", do="start"))["display"]
    try:
        launch: dict[str, Any] = {"do": "launch", "app": scene.app}
        files = scene.files(folder)
        launch |= {"files": [str(file) for file in files]} if files else {}
        launch |= {"args": list(scene.args)} if scene.args else {}
        await hands("apps", **launch)
        if scene.actions:
            await hands("act", actions=list(scene.actions))
        yield await settled(hands, scene.title), environment_of(display)
    finally:
        await hands("desktop", do="stop")


async def settled(hands: Hands, title: str) -> Window:
    """The window once it is there and three looks in a row told the same of it."""
    before, same, deadline = "", 0, time.monotonic() + SETTLE_SECONDS
    while time.monotonic() < deadline:
        windows = (await hands("windows"))["windows"]
        found = next((one for one in windows if title in one["title"]), None)
        if found is not None:
            text = (await hands.look(found["title"])).content.partition("\n")[2]
            same = same + 1 if text == before and "\n" in text else 0
            before = text
            if same == 3:
                return Window(found["title"], found["app"], found["pid"], int(found["id"][1:], 16))
        await anyio.sleep(0.4)
    raise PeerFailed(f"no window {title!r} came to rest")


def environment_of(display: str) -> dict[str, str]:
    """What applications on the desktop are started with: its display and its buses, from a process of it."""
    for place in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            pairs = [pair.decode().split("=", 1) for pair in place.read_bytes().split(b"\0") if b"=" in pair]
            found = dict(pairs)
            if found.get("DISPLAY") == display and "GTK_MODULES" in found and "DBUS_SESSION_BUS_ADDRESS" in found:
                return found
    raise PeerFailed(f"no process of display {display} tells its environment")


@dataclass(frozen=True, slots=True)
class Judged:
    """What pyatspi sees: every showing control, and the texts beside them, each once."""

    controls: list[Control]
    texts: list[str]


def judge(window: Window, env: Mapping[str, str]) -> Judged:
    words = [str(SYSTEM_PYTHON), str(Path(__file__).with_name("second_eye.py")), str(window.pid), window.title]
    done = subprocess.run(words, env=dict(env), capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise PeerFailed(f"pyatspi: {done.stderr[-400:]}")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    texts = dict.fromkeys(row["says"] for row in rows if "says" in row)
    return Judged(controls_of(row for row in rows if "says" not in row), list(texts))


def judged_ours(reply: Reply, judged: Judged, key: str) -> Seen:
    seen = Seen(key, OURS, "", reply.characters("content"), reply.characters("structured"), reply.characters("both"))
    if reply.failed or json.loads(reply.structured or "{}").get("truncated"):
        seen.why_not = "cut short" if not reply.failed else reply.content[:200]
        return seen
    found = account(judged.controls, read_tree(reply.content))
    seen.controls, seen.covered, seen.lost = found.controls, found.covered, found.lost
    _texts(seen, judged, reply)
    seen.handles, seen.states = found.told["handle"], found.told["state"]
    return seen


def _texts(seen: Seen, judged: Judged, reply: Reply) -> None:
    told = told_texts(judged.texts, reply.content)
    seen.texts, seen.texts_told = len(told), sum(told)
    seen.lost += [f"the text {text!r}" for text, held in zip(judged.texts, told, strict=True) if not held]


async def judged_peer(peer: Peer, window: Window, judged: Judged, key: str, keep: Path | None) -> list[Seen]:
    name = peer.package
    try:
        with anyio.fail_after(PEER_SECONDS):
            replies = await peer.see(window)
    except (ExceptionGroup, MCPError, OSError, ValueError, subprocess.SubprocessError) as errors:
        return [Seen(key, name, mode, why_not=_reason(errors)) for mode in peer.modes]
    rows: list[Seen] = []
    for mode, reply in replies.items():
        if keep is not None:
            (keep / f"{key}.{name}.{mode}.txt").write_text(reply.content, "utf-8")
        row = Seen(key, name, mode, *(reply.characters(reading) for reading in ("content", "structured", "both")))
        row.served = peer.serves
        row.controls = len(judged.controls)
        if reply.failed:
            row.why_not = reply.content[:200]
        else:
            found = kindly(judged.controls, peer.read(reply.content))
            row.covered, row.handles, row.states = found.covered, found.told["handle"], found.told["state"]
            row.lost = found.lost
            _texts(row, judged, reply)
        rows.append(row)
    return rows


def _reason(error: BaseException) -> str:
    """Why a program gave no answer, in words that hold on any machine."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, subprocess.TimeoutExpired):
        return f"no answer in {error.timeout:g} s"
    return f"{error!r}".replace(f"{ROOT}/", "")[:200]


async def look_around(
    hands: Hands, key: str, window: Window, there: Mapping[str, str], results: Results, keep: Path | None
) -> None:
    """One window: the judge, ours, the others."""
    judged = judge(window, there)
    reply = await hands.look(window.title)
    if keep is not None:
        (keep / f"{key}.{OURS}.txt").write_text(reply.content, "utf-8")
    results.seen.append(judged_ours(reply, judged, key))
    for kind in PEERS:
        peer = kind(there)
        if not any(known.name == peer.package for known in results.tools):
            counted = await peer.tools()
            results.tools.append(ToolList(peer.package, version_of(peer.package), *(counted or (0, 0))))
        results.seen += await judged_peer(peer, window, judged, key, keep)


async def measure(scenes: Sequence[Scene], results: Results, folder: Path, keep: Path | None) -> None:
    env = {**os.environ, "XDG_RUNTIME_DIR": str(folder / "run"), "XDG_STATE_HOME": str(folder / "state")}
    env.pop("DESKHAND_DESKTOP_ID", None)
    (folder / "run").mkdir(mode=0o700)
    (folder / "home").mkdir()
    async with server([DESKHAND, "mcp"], env) as client:
        hands = Hands(client)
        results.tools.append(ToolList(OURS, own_version(), *(await tool_list(client))))
        for scene in scenes:
            print(f"{scene.key} …", end=" ", file=sys.stderr, flush=True)
            began = time.monotonic()
            place = folder / scene.key
            place.mkdir()
            try:
                async with scene_of(hands, scene, place) as (window, env):
                    await look_around(hands, scene.key, window, env | {"HOME": str(folder / "home")}, results, keep)
            except PeerFailed as error:
                results.seen.append(Seen(scene.key, OURS, why_not=str(error)))
            print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)


def main() -> int:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was started is ended then too
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    keys = [scene.key for scene in SCENES]
    parser.add_argument("--only", action="append", choices=keys, help="only this window; several may be given")
    parser.add_argument("--keep", type=Path, help="a folder for what each program answered")
    asked = parser.parse_args()
    scenes = [scene for scene in SCENES if scene.key in (asked.only or keys)]
    if asked.keep is not None:
        asked.keep.mkdir(parents=True, exist_ok=True)
    results = Results()
    folder = Path(tempfile.mkdtemp(prefix="dhb-"))
    try:
        anyio.run(measure, scenes, results, folder, asked.keep)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if len(scenes) == len(SCENES):
        write(results)
    return tell(results)


if __name__ == "__main__":
    sys.exit(main())
