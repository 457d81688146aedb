"""`deskhand batch`: JSON lines in, a receipt or error for each out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from deskhand.cli.acting import receipt_lines
from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import exit_code_of, print_json, say, tell_envelope
from deskhand.cli.reading import text_of_file, text_of_stdin
from deskhand.errors import BadRequest

BATCH_SECONDS = 90.0
"""A batch ends by itself after 60 s; the rest is for its last action."""


def run(given: Given) -> int:
    actions = _actions(given.text("file"))
    as_json = given.flag("json")
    params: dict[str, Any] = {"actions": actions, "keep_going": given.flag("keep_going")}
    with connect(given) as client:
        envelope = client.call("batch", params, seconds=BATCH_SECONDS)
    if not envelope.get("ok"):
        return tell_envelope(envelope, as_json=as_json)
    data = envelope["data"]
    if as_json:
        print_json(envelope)
    else:
        for number, result in enumerate(data["results"], 1):
            _tell(number, result)
        if data["done"] < data["asked"]:
            say(f"{data['asked'] - data['done']} of {data['asked']} were not tried")
    failed = [result["error"] for result in data["results"] if not result["ok"]]
    return exit_code_of(failed[0]) if failed else 0 if data["all_ok"] else 1


def _tell(number: int, result: dict[str, Any]) -> None:
    say(f"{number}.")
    if result["ok"]:
        for line in receipt_lines(result["receipt"]):
            say(line)
    else:
        tell_envelope(result, as_json=False)


def _actions(file: str | None) -> list[Any]:
    text = text_of_stdin() if file in (None, "-") else text_of_file(Path(str(file)).expanduser())
    actions: list[Any] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            actions.append(json.loads(line))
        except (ValueError, RecursionError) as error:
            raise BadRequest(f"line {number} is not JSON: {error}", seen=line[:80]) from error
    return actions
