"""`deskhand stop`: end what is under way."""

from __future__ import annotations

from typing import Any

from deskhand.cli.desktops import connect, running
from deskhand.cli.grammar import Given
from deskhand.cli.output import print_json, say
from deskhand.cli.reply import show
from deskhand.service.client import Client

STOP = {"reason": "stopped by `deskhand stop`"}


def run(given: Given) -> int:
    if not given.flag("all"):
        with connect(given) as client:
            return show(client, "stop", STOP, _lines, as_json=given.flag("json"), seconds=5)
    stopped: dict[str, Any] = {}
    for status in running():
        with Client(status["desktop"]) as client:
            stopped[client.desktop] = client.data("stop", STOP, seconds=5)
    if given.flag("json"):
        print_json({"ok": True, "data": {"desktops": stopped}})
    else:
        for desktop, data in stopped.items():
            say(f"{desktop}: {_lines(data)[0]}")
    return 0


def _lines(data: dict[str, Any]) -> list[str]:
    if data["still_at_work"]:
        return [f"asked to stop; {data['still_at_work']} of {data['asked']} have not ended yet"]
    return ["stopped" if data["stopped"] else "nothing was under way"]
