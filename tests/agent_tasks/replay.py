"""A recorded session, replayed by the official client against the real server and the real applications.

A session is what a model did that read the task's words and the tools' answers and nothing else: its calls in order,
what of each answer its next call rests on (`says`), and what the receipts must say (`delivery`). Its targets are
locators in words that the answers before showed, so that no reference of an earlier run is needed.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from typing import Any

import anyio
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import ElicitResult, ListRootsResult, Root

SESSIONS = Path(__file__).parent / "sessions"
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True, slots=True)
class Session:
    """`looks` and `loop_actions` are the calls that a loop of screenshots and mouse needs for the same task, as
    docs/agent-tasks.md derives them; `person` is what the person answers when asked."""

    name: str
    task: str
    calls: list[dict[str, Any]]
    looks: int
    loop_actions: int
    person: list[dict[str, Any]] = field(default_factory=list)
    told: str = ""

    @classmethod
    def load(cls, name: str) -> Session:
        data = json.loads((SESSIONS / f"{name}.json").read_text(encoding="utf-8"))
        loop = data["loop"]
        return cls(
            name, data["task"], data["calls"], len(loop["looks"]), len(loop["actions"]), data.get("person", []),
            data.get("told", ""),
        )  # fmt: skip


@dataclass(slots=True)
class Replayed:
    """What came of it: each answer's text and data, and the questions that the person was asked."""

    answers: list[str] = field(default_factory=list)
    data: list[dict[str, Any]] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


def filled(value: Any, names: Mapping[str, str]) -> Any:
    """`${folder}` and the like in a recorded text stand for what this run has."""
    if isinstance(value, str):
        return Template(value).safe_substitute(names)
    if isinstance(value, list):
        return [filled(one, names) for one in value]
    if isinstance(value, dict):
        return {key: filled(one, names) for key, one in value.items()}
    return value


def replay(name: str, desktop: str, names: Mapping[str, str], *more: str, roots: Path | None = None) -> Replayed:
    """Make the session's calls and hold every answer against what was recorded.

    Args:
        desktop: the id or name of the desktop to work on.
        names: what stands for `${…}`.
        more: further arguments of `deskhand mcp`.
        roots: the one folder the client allows; None where it names none.
    """
    session, came = Session.load(name), Replayed()
    assert 2 * len(session.calls) <= session.looks + session.loop_actions
    answers = iter(session.person)

    async def ask(context: Any, params: Any) -> ElicitResult:
        came.asked.append(params.message)
        content = filled(next(answers), names)
        choices = [str(one) for one in _choices(params)]
        if "choice" in content:
            content = {"choice": next(one for one in choices if content["choice"] in one)}
        return ElicitResult(action="accept", content=content)

    async def list_roots(context: Any) -> ListRootsResult:
        assert roots is not None
        return ListRootsResult(roots=[Root(uri=roots.as_uri())])

    async def work() -> None:
        command = ["-m", "deskhand.cli.main", "mcp", "--desktop", desktop, *more]
        server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
        given: dict[str, Any] = {"elicitation_callback": ask} if session.person else {}
        if roots is not None:
            given["list_roots_callback"] = list_roots
        async with Client(stdio_client(server), **given) as client:
            for number, call in enumerate(filled(session.calls, names), 1):
                read = "\n".join([session.task, *came.answers]).replace('\\"', '"')
                unknown = [words for words in _names_in(call["arguments"]) if words not in read]
                assert not unknown, f"{name}, call {number}: nothing has shown {unknown}"
                result = await client.call_tool(call["tool"], call["arguments"])
                text = "\n".join(part.text for part in result.content if part.type == "text")
                came.answers.append(text)
                came.data.append(dict(result.structured_content or {}))
                _hold(f"{name}, call {number}", call, came.data[-1], text)

    anyio.run(work)
    assert len(came.asked) == len(session.person)
    return came


def _names_in(arguments: dict[str, Any]) -> set[str]:
    """The names by which a call's locators and expectations go."""
    actions = arguments.get("actions", ())
    words = [str(action.get(key, "")) for action in actions for key in ("target", "expect")]
    return {name.replace('\\"', '"') for text in words for name in _QUOTED.findall(text)}


def _choices(params: Any) -> list[Any]:
    fields = (params.requested_schema or {}).get("properties", {}).values()
    return [choice for one in fields for choice in one.get("enum", ())]


def _hold(where: str, call: dict[str, Any], data: dict[str, Any], text: str) -> None:
    failed = call.get("failed")
    assert data["ok"] is (failed is None), f"{where}: {text}"
    if failed is not None:
        error = data["error"]
        assert error["code"] == failed["code"], f"{where}: {text}"
        assert error["delivery"] == "not_delivered", f"{where}: {text}"
        assert data.get("failed_at") == failed.get("at"), f"{where}: {text}"
    if "delivery" in call:
        reached = [receipt["delivery"] for receipt in data["receipts"] if receipt["delivery"] != "not_delivered"]
        assert reached == [f"delivered_{word}" for word in call["delivery"]], f"{where}: {text}"
    for words in call.get("says", ()):
        assert words in text, f"{where}: {words!r} is not in\n{text}"
