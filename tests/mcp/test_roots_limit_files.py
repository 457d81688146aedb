"""A client's roots: paths outside them are refused, wherever in the arguments they stand."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import ListRootsResult, Root
from pydantic import FileUrl

from deskhand.errors import Denied
from deskhand.mcp.roots import check_paths, folders_of


@pytest.mark.parametrize(
    "arguments",
    [
        {"actions": [{"verb": "choose_file", "args": {"path": "/etc/passwd"}}]},
        {"do": "launch", "app": "mousepad", "files": ["{root}/../outside.txt"]},
        {"steps": 'open mousepad; save as "/etc/my notes.txt"'},
        {"steps": "打开 /etc/passwd"},
        {"for": 'file "/etc/passwd" exists'},
        {"file": "~/other.steps"},
    ],
)
def test_outside_is_refused(arguments: dict[str, Any], tmp_path: Path) -> None:
    text = repr(arguments).replace("{root}", str(tmp_path))
    with pytest.raises(Denied):
        check_paths(eval(text), folders_of([tmp_path.as_uri()]))


def test_inside_and_other_words_pass(tmp_path: Path) -> None:
    roots = folders_of([tmp_path.as_uri()])
    check_paths({"steps": f'open mousepad; save as "{tmp_path}/a b.txt"; type "1/2 and/or" into the text area'}, roots)
    check_paths({"do": "launch", "app": "mousepad", "files": [str(tmp_path / "a.txt")]}, roots)
    check_paths({"steps": "open https://example.org/a in chromium"}, roots)
    check_paths({"file": "/etc/passwd"}, None)


@pytest.mark.parametrize(("roots", "denied"), [(["{here}"], True), ([], False)])
def test_a_client_that_names_no_root_sets_no_limit(
    roots: list[str], denied: bool, command: list[str], tmp_path: Path
) -> None:
    named = [Root(uri=FileUrl(root.format(here=tmp_path.as_uri()))) for root in roots]

    async def told(_: Any) -> ListRootsResult:
        return ListRootsResult(roots=named)

    async def work() -> None:
        server = stdio_client(StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ)))
        async with Client(server, list_roots_callback=told, mode="legacy") as client:
            answer = await client.call_tool("apps", {"do": "close", "app": "/etc/passwd"})
        assert answer.structured_content is not None
        assert (answer.structured_content["error"]["code"] == "denied") is denied

    anyio.run(work)
