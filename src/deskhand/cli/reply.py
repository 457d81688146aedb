"""From a service's reply to stdout and an exit code. Loads nothing beyond the client on the way of `--json`."""

from __future__ import annotations

import sys

from deskhand.service.client import ANSWER_SECONDS, Client

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

_SUCCESS = b'{"ok":true'


def pass_through(client: Client, method: str, params: dict[str, Any], seconds: float = ANSWER_SECONDS) -> int:
    """Ask, and write the envelope to stdout as it came. The exit code is the error's, 0 where there is none."""
    envelope = client.raw(method, params, seconds)
    sys.stdout.flush()
    sys.stdout.buffer.write(envelope + b"\n")
    sys.stdout.buffer.flush()
    if envelope.startswith(_SUCCESS):
        return 0
    import json

    from deskhand.cli.output import exit_code_of

    return exit_code_of(json.loads(envelope).get("error", {}))


def show(
    client: Client,
    method: str,
    params: dict[str, Any],
    lines: Callable[[Any], Iterable[str]],
    *,
    as_json: bool = False,
    seconds: float | None = ANSWER_SECONDS,
) -> int:
    """Ask, and print the data as `lines` draws it, the envelope with `as_json`, or what went wrong."""
    from deskhand.cli.output import print_json, say, tell_envelope

    envelope = client.call(method, params, seconds=seconds)
    if not envelope.get("ok"):
        return tell_envelope(envelope, as_json=as_json)
    if as_json:
        print_json(envelope)
        return 0
    data = envelope.get("data")
    for line in lines(data):
        say(line)
    if isinstance(data, dict) and data.get("truncated"):
        say("… (cut: the reply would have been larger than 1 MiB)")
    return 0
