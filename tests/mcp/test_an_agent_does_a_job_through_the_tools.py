"""Any client of the protocol gets verified hands: the same job over stdio and over HTTP, in at most six calls."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from tests.mcp.conftest import http_server

pytestmark = pytest.mark.desktop
LINES = "first line\nsecond line: ñ 你 €\nthird line"


class Hands:
    """A client that counts its calls and remembers what was said."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.calls = 0

    async def __call__(self, tool: str, failing: bool = False, **arguments: Any) -> dict[str, Any]:
        self.calls += 1
        result = await self._client.call_tool(tool, arguments)
        self.text = "\n".join(part.text for part in result.content if part.type == "text")
        assert bool(result.is_error) is failing, self.text
        self.pictures = [part for part in result.content if part.type == "image"]
        assert result.structured_content is not None
        return result.structured_content


async def write_and_save(client: Client, path: Path) -> None:
    hands = Hands(client)
    await hands("desktop", do="start")
    await hands("apps", do="launch", app="mousepad")
    actions = [
        {"verb": "type", "target": "text area", "args": {"text": LINES}},
        {"verb": "press", "args": {"keys": "ctrl+s"}, "expect": 'window "Save As" opens'},
        {"verb": "choose_file", "args": {"path": str(path)}},
    ]
    done = await hands("act", actions=actions)
    assert [receipt["verified"] for receipt in done["receipts"]] == [True, True, True]
    assert "is now" in hands.text
    await hands("desktop", do="stop")
    assert hands.calls <= 6
    assert path.read_text(encoding="utf-8").rstrip("\n") == LINES


def test_three_lines_are_written_and_saved_over_stdio(command: list[str], tmp_path: Path) -> None:
    async def work() -> None:
        server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
        async with Client(stdio_client(server)) as client:
            tools = (await client.list_tools()).tools
            assert len(tools) <= 14
            assert sum(len(tool.model_dump_json(by_alias=True, exclude_none=True)) for tool in tools) < 20_000
            await write_and_save(client, tmp_path / "three.txt")

    anyio.run(work)


def test_three_lines_are_written_and_saved_over_http(command: list[str], tmp_path: Path) -> None:
    async def work(url: str, token: str) -> None:
        head = {"Authorization": f"Bearer {token}"}
        async with (
            httpx2.AsyncClient(headers=head, timeout=60) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            await write_and_save(client, tmp_path / "three.txt")

    with http_server(command, tmp_path) as (url, token):
        anyio.run(work, url, token)


def test_a_session_looks_acts_runs_and_is_told_what_is_wrong(command: list[str], tmp_path: Path) -> None:
    async def work() -> None:
        server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
        async with Client(stdio_client(server)) as client:
            hands = Hands(client)
            try:
                await all_of(hands)
            finally:
                await hands("desktop", do="stop")

    async def all_of(hands: Hands) -> None:
        await hands("apps", do="launch", app="mousepad")  # starts a desktop, and says so
        assert "started a private desktop" in hands.text
        seen = await hands("observe", window="Mousepad", picture=True)
        assert seen["complete"] is True
        assert seen["picture"]["scale"] == 1
        assert len(hands.pictures) == 1
        assert seen["tree"] in hands.text
        (area,) = re.findall(r"(e\d+) text area", seen["tree"])
        await hands("act", actions=[{"verb": "type", "target": f"@{seen['snapshot']}:{area}", "args": {"text": "Hi"}}])
        assert 'value: "" → "Hi"' in hands.text
        await hands("read", target="text area")
        assert hands.text.strip() == "Hi"
        found = await hands("find", locator='menu "File"')
        assert found["elements"][0]["role"] == "menu"
        await hands("wait", **{"for": 'text area says "Hi"'})

        wrong = await hands("act", failing=True, actions=[{"verb": "click", "target": 'button "Nothing"'}])
        assert (wrong["error"]["code"], wrong["error"]["retry"]) == ("not_found", "safe")
        wrong = await hands("observe", failing=True, windwo="Mousepad")
        assert "windwo" in wrong["error"]["message"]
        wrong = await hands("act", failing=True, actions=[{"verb": "clack"}])
        assert wrong["error"]["code"] == "bad_request"
        wrong = await hands("status", failing=True, job="j99")
        assert wrong["error"]["code"] == "not_found"

        note = tmp_path / "note.txt"
        steps = (
            f'type " there" into the text area; press ctrl+s; save as "{note}"; check that file "{note}" contains "Hi"'
        )
        done = await hands("run_steps", steps=steps)
        assert done["run"]["verdict"] == "verified", hands.text
        job = (await hands("run", steps='wait for window "Never there"'))["job"]
        ended = await hands("status", failing=True, job=job, cancel=True, seconds=10)
        assert "stopped" in json.dumps(ended)
        runs = await hands("history")
        assert [run["status"] for run in runs["runs"][:2]] == ["stopped", "verified"]

    anyio.run(work)


def test_a_server_that_only_looks_offers_nothing_else(command: list[str]) -> None:
    async def work() -> None:
        server = StdioServerParameters(command=command[0], args=[*command[1:], "--read-only"], env=dict(os.environ))
        async with Client(stdio_client(server)) as client:
            offered = {tool.name for tool in (await client.list_tools()).tools}
            assert offered.isdisjoint({"act", "apps", "desktop", "run", "run_steps"})
            refused = await client.call_tool("desktop", {"do": "start"})
            assert refused.is_error
            assert (await client.read_resource("deskhand://guide")).contents
            assert (await client.get_prompt("guide")).messages

    anyio.run(work)
