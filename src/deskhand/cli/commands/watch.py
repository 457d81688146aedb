"""`deskhand watch`: the address of the live view."""

from __future__ import annotations

import webbrowser
from typing import Any

from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import note, print_json, say, tell_envelope


def run(given: Given) -> int:
    params: dict[str, Any] = {"take_over": True} if given.flag("take_over") else {}
    as_json = given.flag("json")
    with connect(given) as client:
        envelope = client.call("watch", params)
    if not envelope.get("ok"):
        return tell_envelope(envelope, as_json=as_json)
    address = envelope["data"]["address"]
    if as_json:
        print_json(envelope)
    else:
        say(address)
    if given.flag("open") and not webbrowser.open(address):
        note("no browser could be opened; open the address yourself")
    return 0
