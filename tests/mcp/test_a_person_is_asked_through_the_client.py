"""What only the person can answer is asked through the client; their yes reaches the desktop, for that call alone."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import ElicitResult

from deskhand.desktops.private import PrivateDesktop
from fixtures.running import FixtureApp

pytestmark = pytest.mark.desktop


@pytest.mark.parametrize("allowed", [True, False])
def test_their_yes_lets_one_call_use_the_keyboard_of_their_own_desktop(
    command: list[str], own_home: Path, private_desktop: PrivateDesktop, fixture_app: Any, allowed: bool
) -> None:
    """A private desktop stands for the person's own: its display and buses are what the server finds."""
    app: FixtureApp = fixture_app("gtk3")
    own = {key: private_desktop.env[key] for key in ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS")}
    asked: list[str] = []

    async def answer(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action="accept" if allowed else "decline", content={"allow": True} if allowed else None)

    async def press(client: Client, keys: str) -> dict[str, Any]:
        result = await client.call_tool("act", {"actions": [{"verb": "press", "args": {"keys": keys}}]})
        return dict(result.structured_content or {})

    async def work() -> None:
        server = StdioServerParameters(command=command[0], args=command[1:], env={**os.environ, **own})
        async with Client(stdio_client(server), elicitation_callback=answer) as client:
            await client.call_tool("desktop", {"do": "attach"})
            done = await press(client, "Tab")
            again = await press(client, "Tab")
            await client.call_tool("desktop", {"do": "stop"})
        assert len(asked) == 2
        assert "May Deskhand use the pointer" in asked[0]
        if allowed:
            assert done["ok"], done
            assert done["receipts"][0]["route"] == "keyboard"
        else:
            assert done["error"]["code"] == again["error"]["code"] == "needs_foreground"

    anyio.run(work)
    assert bool(app.events("key_press")) is allowed
