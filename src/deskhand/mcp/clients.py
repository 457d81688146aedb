"""Deskhand in the configuration of the programs that agents run in: `deskhand mcp add CLIENT`.

Each keeps its servers in a file of its own. The entry is put in beside what is there; the difference is shown before
anything is written, the file as it was is kept beside it, and `--undo` takes the entry out again.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from deskhand.errors import BadRequest

NAME = "deskhand"
Format = Literal["json", "toml", "yaml"]


@dataclass(frozen=True, slots=True)
class ClientKind:
    """A program and where it keeps its servers. `keys` lead to the table of servers; `typed` ones name the
    transport."""

    id: str
    title: str
    path: str
    format: Format
    keys: tuple[str, ...]
    typed: bool = False


CLIENTS = {
    kind.id: kind
    for kind in (
        ClientKind("claude-code", "Claude Code", "~/.claude.json", "json", ("mcpServers",), typed=True),
        ClientKind(
            "claude-desktop", "Claude Desktop", "~/.config/Claude/claude_desktop_config.json", "json", ("mcpServers",)
        ),
        ClientKind("cursor", "Cursor", "~/.cursor/mcp.json", "json", ("mcpServers",)),
        ClientKind("vscode", "VS Code", "~/.config/Code/User/mcp.json", "json", ("servers",), typed=True),
        ClientKind("codex", "Codex", "~/.codex/config.toml", "toml", ("mcp_servers",)),
        ClientKind("gemini", "Gemini CLI", "~/.gemini/settings.json", "json", ("mcpServers",)),
        ClientKind("goose", "Goose", "~/.config/goose/config.yaml", "yaml", ("extensions",)),
    )
}


@dataclass(frozen=True, slots=True)
class Change:
    """What would be written; `difference` is empty where the file is as wanted."""

    kind: ClientKind
    path: Path
    before: str
    after: str

    @property
    def difference(self) -> str:
        lines = difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), str(self.path), f"{self.path} (new)", lineterm=""
        )
        return "\n".join(lines)

    def write(self) -> Path | None:
        """Write it in one move with the rights it had; returns where the file as it was is kept."""
        if self.before == self.after:
            return None
        self.path.parent.mkdir(parents=True, exist_ok=True)
        mode = stat.S_IMODE(self.path.stat().st_mode) if self.path.exists() else 0o600
        kept = None
        if self.path.exists():
            kept = self.path.with_name(f"{self.path.name}.before-deskhand")
            _put(kept, self.before, mode)
        _put(self.path, self.after, mode)
        return kept


def plan(client: str, command: list[str], *, undo: bool = False) -> Change:
    """The change that puts the server in (or takes it out).

    Raises:
        BadRequest: no such client, or its file is not of the form it should have; then nothing is touched, and the
            message carries the entry to put in by hand.
    """
    kind = CLIENTS.get(client)
    if kind is None:
        raise BadRequest(f"there is no client {client!r}", sought=client, near=list(CLIENTS))
    path = Path(kind.path).expanduser()
    try:
        before = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        before = ""
    except (OSError, UnicodeDecodeError) as error:
        raise BadRequest(f"{path} cannot be read: {error}", sought=str(path)) from error
    change = {"json": _in_json, "toml": _in_toml, "yaml": _in_yaml}[kind.format]
    return Change(kind, path, before, change(kind, before, None if undo else command))


def entry(kind: ClientKind, command: list[str]) -> dict[str, Any]:
    given: dict[str, Any] = {"command": command[0], "args": command[1:]}
    return {"type": "stdio", **given} if kind.typed else given


def _in_json(kind: ClientKind, before: str, command: list[str] | None) -> str:
    try:
        data = json.loads(before) if before.strip() else {}
        table = data
        for key in kind.keys:
            table = table.setdefault(key, {})
        if command is None:
            table.pop(NAME, None)
        else:
            table[NAME] = entry(kind, command)
    except (ValueError, AttributeError, TypeError) as error:
        by_hand = json.dumps({NAME: entry(kind, command or ["deskhand", "mcp"])})
        raise BadRequest(
            f"{Path(kind.path).expanduser()} is not plain JSON: {error}", sought=kind.path,
            next_step=f"put this under {'.'.join(kind.keys)} by hand: {by_hand}",
        ) from error  # fmt: skip
    indent = re.search(r"^([ \t]+)\S", before, re.M)
    return json.dumps(data, indent=indent[1] if indent else 2, ensure_ascii=False) + "\n"


def _in_toml(kind: ClientKind, before: str, command: list[str] | None) -> str:
    """A table of its own at the end; the rest of the file stays as it is written."""
    head = f"[{kind.keys[0]}.{NAME}]"
    kept = re.sub(rf"(?ms)^\[{kind.keys[0]}\.{NAME}\]$.*?(?=^\[|\Z)", "", before).rstrip("\n")
    kept = f"{kept}\n" if kept else ""
    if command is None:
        return kept
    words = json.dumps(command[1:], ensure_ascii=False)
    return f"{kept}{chr(10) if kept else ''}{head}\ncommand = {json.dumps(command[0])}\nargs = {words}\n"


def _in_yaml(kind: ClientKind, before: str, command: list[str] | None) -> str:
    """A block under the key; the rest of the file stays as it is written."""
    kept = re.sub(rf"(?m)^  {NAME}:\n(?:    .*\n?)*", "", before)
    if command is None:
        return kept
    lines = [f"  {NAME}:", "    type: stdio", f"    name: {NAME}", "    enabled: true", "    timeout: 300"]
    lines += [f"    cmd: {json.dumps(command[0])}", f"    args: {json.dumps(command[1:], ensure_ascii=False)}"]
    block = "\n".join(lines) + "\n"
    head = re.search(rf"(?m)^{kind.keys[0]}:[ \t]*(\S.*)?\n", kept)
    if head is None:
        return f"{kept}{'' if not kept or kept.endswith(chr(10)) else chr(10)}{kind.keys[0]}:\n{block}"
    if head[1] and head[1] != "{}":
        raise BadRequest(
            f"{kind.path}: `{kind.keys[0]}` is written in one line", next_step=f"put this in by hand: {block}"
        )
    return f"{kept[: head.start()]}{kind.keys[0]}:\n{block}{kept[head.end() :]}"


def _put(path: Path, text: str, mode: int) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, mode)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise
