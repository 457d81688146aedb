"""`deskhand apps`: what runs, and with --installed what could."""

from __future__ import annotations

from typing import Any

from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import clean
from deskhand.cli.reply import show


def run(given: Given) -> int:
    installed = given.flag("installed")
    with connect(given) as client:
        return show(client, "apps", {"installed": True} if installed else {}, _lines, as_json=given.flag("json"))


def _lines(data: dict[str, Any]) -> list[str]:
    lines = [_line(app) for app in data["apps"]] or ["no applications with an accessibility tree are running"]
    if "installed" in data:
        lines += ["", "installed:"]
        lines += [f"  {clean(entry['name'])}  ({clean(entry['id'])})" for entry in data["installed"]]
    return lines


def _line(app: dict[str, Any]) -> str:
    toolkit = " ".join(word for word in (app["toolkit"], app["version"]) if word)
    notes = [toolkit] if toolkit else []
    notes += [] if app["responsive"] else ["does not answer"]
    return f"{app['pid']:>7}  {clean(app['name'])}" + (f"  ({', '.join(notes)})" if notes else "")
