"""The protocol's side: tools listed and called, the guide as a resource and a prompt, questions to the person."""

from __future__ import annotations

import base64
import warnings
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import jsonschema
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

import deskhand
from deskhand.errors import BadRequest
from deskhand.mcp.answers import Answer, failure
from deskhand.mcp.asking import Question
from deskhand.mcp.guide import GUIDE_URI, guide
from deskhand.mcp.jobs import Jobs
from deskhand.mcp.roots import folders_of
from deskhand.mcp.schemas import BY_NAME, OUTPUT, TOOLS, Tool
from deskhand.mcp.session import Session

Context = ServerRequestContext[dict[str, Any], Any]
PROGRESS_SECONDS = 1.0
SESSIONS_KEPT = 64


class _AskPerson(Exception):
    """A question that goes out with the answer (protocols since 2026-07-28)."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.message)
        self.question = question


class Service:
    """The handlers of one server. Clients over HTTP have a session each, by the id the protocol gives them."""

    def __init__(self, jobs: Jobs, *, desktop: str | None = None, read_only: bool = False) -> None:
        self._jobs, self._desktop, self._read_only = jobs, desktop, read_only
        self._sessions: dict[str, Session] = {}

    def server(self) -> Server[dict[str, Any]]:
        return Server(
            "deskhand",
            version=deskhand.__version__,
            title="Deskhand",
            instructions=guide(),
            on_list_tools=self.list_tools,
            on_call_tool=self.call_tool,
            on_list_resources=self.list_resources,
            on_read_resource=self.read_resource,
            on_list_prompts=self.list_prompts,
            on_get_prompt=self.get_prompt,
        )

    def _session(self, ctx: Context) -> Session:
        headers = getattr(ctx.request, "headers", {})
        key = str(headers.get("mcp-session-id", ""))
        if key not in self._sessions:
            for old in list(self._sessions)[: max(0, len(self._sessions) - SESSIONS_KEPT)]:
                del self._sessions[old]
            self._sessions[key] = Session(self._jobs, desktop=self._desktop, read_only=self._read_only)
        return self._sessions[key]

    async def list_tools(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        offered = [tool for tool in TOOLS if not (self._read_only and tool.changes)]
        return types.ListToolsResult(tools=[_tool(tool) for tool in offered])

    async def call_tool(
        self, ctx: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        args = dict(params.arguments or {})
        refusal = _refusal(params.name, args)
        if refusal is not None:
            return _result(refusal)

        async def ask(question: Question) -> Any:
            if params.input_responses:
                return question.answer_of(params.input_responses.get(question.key))
            return await self._ask(ctx, question)

        over = anyio.Event()
        self._jobs.group.start_soon(_progress, ctx, params.name, over)
        try:
            roots = await self._roots(ctx)
            answer = await self._session(ctx).call(params.name, args, roots, ask)
        except _AskPerson as asked:
            question = asked.question
            form = types.ElicitRequestFormParams(message=question.message, requested_schema=question.schema)
            return types.InputRequiredResult(input_requests={question.key: types.ElicitRequest(params=form)})
        finally:
            over.set()
        return _result(answer)

    async def _ask(self, ctx: Context, question: Question) -> Any:
        """A person's word, where the client can ask for it."""
        able = ctx.session.client_capabilities
        if able is None or able.elicitation is None:
            return None
        if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            raise _AskPerson(question)
        with suppress(MCPError):
            return question.answer_of(await ctx.session.elicit_form(question.message, question.schema, ctx.request_id))
        return None

    async def _roots(self, ctx: Context) -> Sequence[Path] | None:
        """The client's folders; None where it names none."""
        able = ctx.session.client_capabilities
        if able is None or able.roots is None or ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return None
        with suppress(MCPError), warnings.catch_warnings():
            warnings.simplefilter("ignore", MCPDeprecationWarning)
            with anyio.fail_after(5):
                listed = await ctx.session.list_roots()  # pyright: ignore[reportDeprecated]  (older clients have it)
            # Clients that can name roots and name none (the inspector) set no limit, as with the reference servers.
            return folders_of(str(root.uri) for root in listed.roots) if listed.roots else None
        return ()

    async def list_resources(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        about = "how to work well with Deskhand's tools"
        entry = types.Resource(uri=GUIDE_URI, name="guide", description=about, mime_type="text/markdown")
        return types.ListResourcesResult(resources=[entry])

    async def read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        if str(params.uri) != GUIDE_URI:
            raise MCPError(
                code=types.INVALID_PARAMS, message=f"there is no resource {params.uri}; there is {GUIDE_URI}"
            )
        text = types.TextResourceContents(uri=GUIDE_URI, mime_type="text/markdown", text=guide())
        return types.ReadResourceResult(contents=[text])

    async def list_prompts(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        return types.ListPromptsResult(
            prompts=[types.Prompt(name="guide", description="How to work well with Deskhand")]
        )

    async def get_prompt(self, ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name != "guide":
            raise MCPError(code=types.INVALID_PARAMS, message=f"there is no prompt {params.name!r}; there is `guide`")
        message = types.PromptMessage(role="user", content=types.TextContent(text=guide()))
        return types.GetPromptResult(messages=[message])


def _tool(tool: Tool) -> types.Tool:
    hints = types.ToolAnnotations(title=tool.title, read_only_hint=not tool.changes, open_world_hint=True)
    return types.Tool(
        name=tool.name, description=tool.description, input_schema=tool.schema, output_schema=OUTPUT, annotations=hints
    )


def _refusal(name: str, args: dict[str, Any]) -> Answer | None:
    """What is wrong with a call before anything is looked at; None where nothing is."""
    tool = BY_NAME.get(name)
    if tool is None:
        error = BadRequest(f"there is no tool {name!r}", sought=name, near=list(BY_NAME))
        return failure(error.to_json())
    found = next(iter(jsonschema.Draft202012Validator(tool.schema).iter_errors(args)), None)
    if found is None:
        return None
    place = "/".join(str(part) for part in found.absolute_path)
    why = found.message if len(found.message) < 300 else f"{found.message[:300]}…"
    error = BadRequest(
        f"{name}{f' {place}' if place else ''}: {why}", sought=place or name,
        next_step=f"known arguments: {', '.join(tool.properties)}",
    )  # fmt: skip
    return failure(error.to_json())


def _result(answer: Answer) -> types.CallToolResult:
    content: list[Any] = [types.TextContent(text=answer.text)] if answer.text else []
    content += [types.ImageContent(data=base64.b64encode(p).decode(), mime_type="image/png") for p in answer.pictures]
    data = {"ok": not answer.failed, **answer.data}
    return types.CallToolResult(content=content, structured_content=data, is_error=answer.failed)


async def _progress(ctx: Context, name: str, over: anyio.Event) -> None:
    """A sign of life every second, where the client asked for it."""
    passed = 0.0
    with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):  # the client is gone
        while True:
            with anyio.move_on_after(PROGRESS_SECONDS):
                await over.wait()
                return
            passed += PROGRESS_SECONDS
            await ctx.session.report_progress(passed, None, f"{name}: {passed:.0f} s")


Serve = Callable[[Server[dict[str, Any]]], Awaitable[None]]


async def serve(how: Serve, *, desktop: str | None = None, read_only: bool = False) -> None:
    """Run a server by `how` until its client is gone; its jobs end with it."""
    async with anyio.create_task_group() as group:
        await how(Service(Jobs(group), desktop=desktop, read_only=read_only).server())
        group.cancel_scope.cancel()


async def over_stdio(server: Server[dict[str, Any]]) -> None:
    """The protocol on stdin and stdout; whatever else is printed goes to stderr."""
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
