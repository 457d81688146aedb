"""The protocol over loopback HTTP. Who asks is checked from the head of the request, before its body is read."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Any

import uvicorn
from mcp.server.lowlevel import Server
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

HOST = "127.0.0.1"
PATH = "/mcp"
_NAMES = ("127.0.0.1", "localhost", "[::1]")


class Door:
    """Lets in requests for this host, from no foreign page, that carry the token. Others get 421, 403 or 401."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = {name.lower(): value for name, value in scope["headers"]}
            refusal = self._refusal(headers)
            if refusal is not None:
                code, why = refusal
                head = {"www-authenticate": "Bearer", "connection": "close"}
                await JSONResponse({"error": why}, status_code=code, headers=head)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _refusal(self, headers: dict[bytes, bytes]) -> tuple[int, str] | None:
        if not _ours(headers.get(b"host", b"").decode("latin-1")):
            return 421, "this server answers on the loopback only, by its own name"
        origin = headers.get(b"origin", b"").decode("latin-1")
        if origin and not (origin.startswith("http://") and _ours(origin.removeprefix("http://"))):
            return 403, "pages of other origins may not use this server"
        given = headers.get(b"authorization", b"")
        if not hmac.compare_digest(given, b"Bearer " + self._token):
            return 401, "send the token: Authorization: Bearer TOKEN"
        return None


def _ours(host: str) -> bool:
    name, _, port = host.rpartition(":") if not host.endswith("]") and ":" in host else (host, "", "")
    return name in _NAMES and (not port or port.isdecimal())


def over_http(port: int, token: str, ready: Callable[[str], None]) -> Callable[[Server[dict[str, Any]]], Any]:
    """A way for `serve`: listens on `port` (0: any free one) and tells the address when it does."""

    async def run(server: Server[dict[str, Any]]) -> None:
        security = TransportSecuritySettings(
            allowed_hosts=[f"{name}:*" for name in _NAMES], allowed_origins=[f"http://{name}:*" for name in _NAMES]
        )
        app = server.streamable_http_app(streamable_http_path=PATH, transport_security=security, host=HOST)
        config = uvicorn.Config(Door(app, token), host=HOST, port=port, log_level="warning", access_log=False)
        await _Announced(config, ready).serve()

    return run


class _Announced(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, ready: Callable[[str], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[Any] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            address = self.servers[0].sockets[0].getsockname()
            self._ready(f"http://{address[0]}:{address[1]}{PATH}")
