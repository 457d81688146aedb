"""One action through the service, told for people or as JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import as_read, clean, mark, print_json, say, tell_envelope
from deskhand.errors import BadRequest
from deskhand.service.client import SLACK_SECONDS

PATIENCE = 75.0
"""Seconds beyond which an action that names no time is given up: more than the longest verb takes."""


def act(given: Given, action: dict[str, Any], *, start: bool = False) -> int:
    """Send the action with the options all action commands share. Exit code 0 where it was delivered; with --strict
    only where its effect was seen too."""
    action = {**action, **_shared(given)}
    timeout = action.get("timeout")
    with connect(given, start=start) as client:
        envelope = client.call("act", action, seconds=PATIENCE if timeout is None else timeout + SLACK_SECONDS)
    as_json = given.flag("json")
    if not envelope.get("ok"):
        return tell_envelope(envelope, as_json=as_json)
    receipt = envelope.get("receipt", {})
    if as_json:
        print_json(envelope)
    else:
        for line in receipt_lines(receipt):
            say(line)
    verified = receipt.get("delivery") == "delivered_verified" or not proof_wanted(receipt)
    return 1 if given.flag("strict") and not verified else 0


def _shared(given: Given) -> dict[str, Any]:
    if given.flag("background") and given.flag("foreground"):
        raise BadRequest("--background and --foreground exclude each other")
    shared: dict[str, Any] = {}
    if given.has("expect"):
        shared["expect"] = given.needed("expect")
    if given.has("timeout"):
        shared["timeout"] = given.number("timeout")
    if given.flag("background") or given.flag("foreground"):
        shared["mode"] = "background" if given.flag("background") else "foreground"
    return shared


def proof_wanted(receipt: dict[str, Any]) -> bool:
    """False for what changes nothing: what it reads is its result."""
    if receipt.get("verb") == "api":
        return receipt.get("delivery") != "not_delivered"
    return receipt.get("verb") not in ("clipboard_read", "read", "screenshot", "wait")


def _word(value: Any) -> str:
    return " ".join(str(part) for part in value) if isinstance(value, list) else str(value)


def receipt_lines(receipt: dict[str, Any]) -> list[str]:
    """What a person wants of a receipt: done or not, to what, how, who saw it."""
    result = receipt.get("result")
    if not proof_wanted(receipt) and isinstance(result, str):
        return [as_read(result)]
    verified = receipt.get("delivery") == "delivered_verified"
    target = receipt.get("target", {})
    name = f' "{clean(target["name"])}"' if target.get("name") else ""
    function = f" {clean(target['function'])}" if target.get("function") else ""
    what = f" {target['role']}{name}" if target.get("role") else ""
    effect = receipt.get("effect", {})
    sign = mark("✓" if verified or not proof_wanted(receipt) else "?", sys.stdout)
    seconds = receipt.get("ms", {}).get("total")
    took = f", {seconds / 1000:.2f} s" if isinstance(seconds, int | float) else ""
    line = f"{sign} {receipt.get('verb', '').replace('_', ' ')}{what}{function}  ({receipt.get('route')}{took})"
    lines = [line]
    if verified:
        lines.append(f"  seen: {clean(effect.get('seen', ''))} ({effect.get('observer')}, {effect.get('scope')})")
    elif proof_wanted(receipt):
        lines.append(f"  delivered, but nobody saw its effect: {clean(effect.get('expected', ''))}")
    lines += [f"  note: {clean(note)}" for note in receipt.get("notes", ())]
    if result is not None:
        lines.append(f"  result: {clean(_result(result, as_json=bool(function)))}")
    return lines


def _result(result: Any, *, as_json: bool) -> str:
    if as_json:
        return json.dumps(result, ensure_ascii=False)
    if isinstance(result, dict):
        return " · ".join(f"{key} {_word(value)}" for key, value in result.items())
    return str(result)
