"""`deskhand mcp`: serve tools to other agents until the client is gone."""

from __future__ import annotations

import importlib.util
import os
import secrets
from pathlib import Path

from deskhand.cli.grammar import Given
from deskhand.cli.output import note
from deskhand.errors import BadRequest, EnvironmentFault

TOKEN = "DESKHAND_MCP_TOKEN"


def run(given: Given) -> int:
    need_sdk()
    import anyio

    from deskhand.mcp.server import over_stdio, serve

    how = over_stdio
    if given.has("http"):
        from deskhand.mcp.http import over_http

        token = _token(given)
        how = over_http(_port(given), token, lambda address: note(f"listening at {address}; token: {token}"))
    elif given.has("token_file"):
        raise BadRequest("--token-file goes with --http; over stdio no token is needed")

    async def work() -> None:
        await serve(how, desktop=given.text("desktop"), read_only=given.flag("read_only"))

    anyio.run(work)
    return 0


def need_sdk() -> None:
    """`EnvironmentFault` where the protocol's official library is not installed."""
    missing = [name for name in ("mcp", "uvicorn", "jsonschema") if importlib.util.find_spec(name) is None]
    if missing:
        raise EnvironmentFault(
            "the library of the Model Context Protocol is not installed", seen=f"no module {', '.join(missing)}",
            next_step="pip install 'deskhand[mcp]'",
        )  # fmt: skip


def _port(given: Given) -> int:
    port = int(given.number("http") or 0)
    if not 0 <= port < 65536:
        raise BadRequest(f"{port} is no port", next_step="give one between 1 and 65535, or 0 for any free one")
    return port


def _token(given: Given) -> str:
    """From a file, else from the environment, else made up for this time."""
    file = given.text("token_file")
    if file is None:
        return os.environ.get(TOKEN) or secrets.token_urlsafe(24)
    path = Path(file).expanduser()
    try:
        if path.stat().st_mode & 0o077:
            raise BadRequest(f"{path} can be read by others", sought=file, next_step=f"chmod 600 {path}")
        token = path.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise BadRequest(f"{path} cannot be read: {error.strerror}", sought=file) from error
    if len(token) < 16 or not token.isascii():
        raise BadRequest(f"{path} holds no token of at least 16 plain characters", sought=file)
    return token
