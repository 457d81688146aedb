"""The other programs: how each is started, asked for one window, and read.

Those with an MCP server are asked through it, as a client does; xa11y and pctr have none that could be had in one
environment with the others, so they are asked for the text that their own interface prints.
"""

from __future__ import annotations

import json
import re
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from bench.common import BENCH_PYTHON
from bench.tokens.asking import Reply, reply_of, server, tool_list
from bench.tokens.judging import Told

BIN = BENCH_PYTHON.parent
SYSTEM_PACKAGES = "/usr/lib/python3/dist-packages"
"""Where the distribution keeps PyGObject, which peers need and PyPI has only as source."""

ABSENT = {
    "agent-desktop": "on neither PyPI nor npm",
    "linux-desktop-mcp": "needs PyGObject built from source (compilers and headers), which pip cannot do here",
    "opendesk": "brings python3-xlib, which overwrites the python-xlib of the others; asked by hand it cut its tree at "
    "nine levels, without handles or states",
    "linux-x11-harness": "shows only applications in displays that it starts itself",
    "extra-desktop": "brings a browser driver, a graph database and embedding models that it downloads",
    "strands-xa11y": "tools for one agent library, no server; it draws on an older xa11y",
    "kwin-mcp": "only for KDE's Wayland session",
}  # fmt: skip
"""Peers that were looked at and are not measured → why."""

_STRING = r'"((?:[^"\\]|\\.)*)"'
_STATES = {
    "checked": "checked", "selected": "selected", "focus": "focused", "focused": "focused", "expanded": "expanded",
    "disabled": "disabled", "pressed": "checked", "checked=true": "checked",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Window:
    """The window that is asked about: what Deskhand's window list says of it."""

    title: str
    app: str
    pid: int
    xid: int


class Peer(ABC):
    """`package` is its name on PyPI; `how` says how it is asked; `modes` are its ways to answer, the default first."""

    package: str
    how: str
    modes: tuple[str, ...] = ("",)
    serves = True
    """It has an MCP server with a tool list."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self.env = {**env, "PYTHONPATH": SYSTEM_PACKAGES}

    @abstractmethod
    async def see(self, window: Window) -> dict[str, Reply]:
        """Its answers by mode."""

    @abstractmethod
    def read(self, content: str) -> list[Told]:
        """The elements that an answer tells of."""

    async def tools(self) -> tuple[int, int] | None:
        return None


class _Server(Peer):
    command: tuple[str, ...]

    async def tools(self) -> tuple[int, int] | None:
        async with server([BIN / self.command[0], *self.command[1:]], self.env) as client:
            return await tool_list(client)

    async def see(self, window: Window) -> dict[str, Reply]:
        self.prepare(window)
        async with server([BIN / self.command[0], *self.command[1:]], self.env) as client:
            return {mode: await self.ask(client, window, mode) for mode in self.modes}

    def prepare(self, window: Window) -> None:
        """What a person would have to do first."""

    @abstractmethod
    async def ask(self, client: Any, window: Window, mode: str) -> Reply: ...


class Cua(_Server):
    package = "cua-driver"
    command = ("cua-driver", "mcp")
    how = "MCP: get_window_state of the window, without its screenshot"

    async def ask(self, client: Any, window: Window, mode: str) -> Reply:
        target = {"pid": window.pid, "window_id": window.xid, "include_screenshot": False}
        return reply_of(await client.call_tool("get_window_state", target))

    def read(self, content: str) -> list[Told]:
        line = re.compile(rf"^\s*- (?:\[(\d+)\] )?([a-z ]+?)(?: = | ){_STRING}(?: value={_STRING})?(.*)$", re.MULTILINE)
        return [
            Told(role, name, value or None, _states(rest), number)
            for number, role, name, value, rest in line.findall(content)
        ]  # fmt: skip


class A11y(_Server):
    package = "a11y-computer-use"
    command = ("a11y-computer-use", "mcp")
    how = "MCP: desktop_snapshot of the application's window, after the permission to read it was granted"
    modes = ("", "interactive")

    def prepare(self, window: Window) -> None:
        words = [BIN / "a11y-computer-use", "grant", window.app, "read"]
        subprocess.run(words, env=self.env, capture_output=True, check=False, timeout=60)

    async def ask(self, client: Any, window: Window, mode: str) -> Reply:
        asked = {"app": window.app} | ({"mode": mode} if mode else {})
        return reply_of(await client.call_tool("desktop_snapshot", asked))

    def read(self, content: str) -> list[Told]:
        line = re.compile(rf"^\s*(e\d+) (\w+)(?: {_STRING})?(.*)$", re.MULTILINE)
        value = re.compile(rf" ={_STRING}")
        return [
            Told(role, name, found[1] if (found := value.search(rest)) else None, _states(rest), ref)
            for ref, role, name, rest in line.findall(content)
        ]


class BadAss(_Server):
    package = "bad-ass-mcp"
    command = ("bad-ass-mcp",)
    how = "MCP: get_tree of the application (its windows cannot be asked apart)"

    async def ask(self, client: Any, window: Window, mode: str) -> Reply:
        return reply_of(await client.call_tool("get_tree", {"window_id": str(window.pid)}))

    def read(self, content: str) -> list[Told]:
        def every(node: dict[str, Any]) -> Iterator[Told]:
            yield Told(node["role"], node["name"], node["value"], frozenset(node["states"]), node["id"])
            for child in node["children"]:
                yield from every(child)

        return list(every(json.loads(content)))


class _Printed(Peer):
    serves = False

    async def see(self, window: Window) -> dict[str, Reply]:
        done = subprocess.run(self.words(window), env=self.env, capture_output=True, text=True, timeout=45)
        return {"": Reply(done.stdout or done.stderr[-400:], failed=done.returncode != 0 or not done.stdout)}

    @abstractmethod
    def words(self, window: Window) -> list[str]: ...


class Xa11y(_Printed):
    package = "xa11y"
    how = "Python: Element.dump() of the window (no MCP server)"

    def words(self, window: Window) -> list[str]:
        script = str(Path(__file__).with_name("xa11y_dump.py"))
        return [str(BENCH_PYTHON), script, str(window.pid), window.title]

    def read(self, content: str) -> list[Told]:
        line = re.compile(rf"^ *(\w+)(?: {_STRING})?(?: value={_STRING})?(.*)$", re.MULTILINE)
        return [Told(role, name, value or None, _states(rest)) for role, name, value, rest in line.findall(content)]


class Pctr(_Printed):
    package = "pctr"
    how = "command: pctr tree of the window, which its MCP tool passes on word for word"

    def words(self, window: Window) -> list[str]:
        return [str(BIN / "pctr"), "tree", "--title", window.title]

    def read(self, content: str) -> list[Told]:
        line = re.compile(r"^  (.*?) ?\| type=(.*?) \| id=(.*?) \| rect=", re.MULTILINE)
        return [Told(role, name, None, frozenset(), ref) for name, role, ref in line.findall(content)]


PEERS: tuple[type[Peer], ...] = (Cua, A11y, BadAss, Xa11y, Pctr)


def version_of(package: str) -> str:
    """The version in the peers' environment; empty where it is not there."""
    code = f"import importlib.metadata as m; print(m.version({package!r}))"
    done = subprocess.run([BENCH_PYTHON, "-c", code], capture_output=True, text=True)
    return done.stdout.strip()


def own_version() -> str:
    return version("deskhand")


def _states(rest: str) -> frozenset[str]:
    """The state words in what follows an element's name and value."""
    words = re.findall(r"[a-z=]+", re.sub(r"actions=\[[^\]]*\]", "", re.sub(_STRING, "", rest)))
    return frozenset(_STATES[word] for word in words if word in _STATES)
