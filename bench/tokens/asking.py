"""One question to one program, answered as a model gets it: by its MCP server, or by the text its command prints."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

READINGS = ("content", "structured", "both")
"""What clients hand to a model: the content; the structured content in its place, where there is one; or both."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One observation. `structured` is the structured content as the shortest JSON, None where the tool gives none."""

    content: str
    structured: str | None = None
    failed: bool = False

    def characters(self, reading: str) -> int:
        """How many characters a model is handed by a client of that kind."""
        if reading == "content" or self.structured is None:
            return len(self.content)
        return len(self.structured) + (len(self.content) if reading == "both" else 0)


def reply_of(result: Any) -> Reply:
    """From a tool's result, pictures left out."""
    text = "\n".join(part.text for part in result.content if part.type == "text")
    data = result.structured_content
    return Reply(text, None if data is None else compact(data), bool(result.is_error))


def compact(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@asynccontextmanager
async def server(words: Sequence[str | Path], env: Mapping[str, str]) -> AsyncIterator[Client]:
    """A client of the MCP server that this command line starts; what it says on stderr is dropped."""
    command, *args = map(str, words)
    with Path("/dev/null").open("w") as nowhere:
        parameters = StdioServerParameters(command=command, args=args, env=dict(env))
        async with Client(stdio_client(parameters, errlog=nowhere)) as client:
            yield client


async def tool_list(client: Client) -> tuple[int, int]:
    """How many tools, and the characters of the whole list as a client gets it."""
    tools = (await client.list_tools()).tools
    return len(tools), sum(len(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in tools)
