"""`deskhand find`: every element a description fits; exit code 1 when there is none."""

from __future__ import annotations

from typing import Any

from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import clean, print_json, say, tell_envelope


def run(given: Given) -> int:
    as_json = given.flag("json")
    with connect(given) as client:
        envelope = client.call("find", {"locator": given.needed("locator")})
    if not envelope.get("ok"):
        return tell_envelope(envelope, as_json=as_json)
    elements = envelope["data"]["elements"]
    if as_json:
        print_json(envelope)
    else:
        for element in elements:
            say(_line(element))
        if not elements:
            say(f"nothing fits: {given.needed('locator')}")
    return 0 if elements else 1


def _line(element: dict[str, Any]) -> str:
    words = [element["ref"], element["role"]]
    if element["name"]:
        words.append(f'"{clean(element["name"])}"')
    if element.get("value") is not None:
        words.append(f"= {clean(element['value'])}")
    states = [
        state for state in element.get("states", ()) if state not in ("enabled", "sensitive", "showing", "visible")
    ]
    if states:
        words.append("[" + ", ".join(states) + "]")
    return " ".join(words)
