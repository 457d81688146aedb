"""`deskhand mcp check`: a client of the official library starts the server and does something real through it."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from deskhand.errors import ActionFailed

TEXT = "ñ 你 ß €"
Tell = Callable[["Trial"], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """One step of the check: what was tried, what was seen, how long it took."""

    name: str
    seen: str
    seconds: float


async def check(command: list[str], env: dict[str, str], tell: Tell) -> list[Trial]:
    """Handshake, list, and one real action in a private desktop that ends with the check.

    Raises `ActionFailed` with the tool's own words for the first thing that does not work.
    """
    trials: list[Trial] = []

    def done(name: str, seen: str, began: float) -> None:
        trials.append(Trial(name, seen, time.monotonic() - began))
        tell(trials[-1])

    began = time.monotonic()
    server = StdioServerParameters(command=command[0], args=command[1:], env=env)
    async with Client(stdio_client(server)) as client:
        done("handshake", f"protocol {client.protocol_version}", began)
        began = time.monotonic()
        tools = (await client.list_tools()).tools
        done("tools", ", ".join(tool.name for tool in tools), began)

        async def call(name: str, arguments: dict[str, Any]) -> str:
            result = await client.call_tool(name, arguments)
            text = "\n".join(part.text for part in result.content if part.type == "text")
            if result.is_error:
                raise ActionFailed(f"the tool `{name}` failed", seen=text, next_step="`deskhand doctor` finds more")
            return text

        began = time.monotonic()
        started = await call("desktop", {"do": "start"})
        try:
            done("a private desktop", started, began)
            with tempfile.TemporaryDirectory(prefix="deskhand-mcp-") as folder:
                path = Path(folder) / "check.txt"
                path.write_text("", encoding="utf-8")
                began = time.monotonic()
                await call("apps", {"do": "launch", "app": "mousepad", "files": [str(path)]})
                typed = {"verb": "type", "target": "text area", "args": {"text": TEXT}}
                saved = {"verb": "press", "args": {"keys": "ctrl+s"}, "expect": f"file {path}"}
                await call("act", {"actions": [typed, saved]})
                seen = path.read_text(encoding="utf-8").strip()
            if seen != TEXT:
                raise ActionFailed("the text did not reach the file", sought=TEXT, seen=seen)
            done("typed and saved in mousepad", f"the file holds {seen}", began)
        finally:
            await call("desktop", {"do": "stop"})
    return trials
