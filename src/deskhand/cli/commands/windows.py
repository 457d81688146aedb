"""`deskhand windows`: what is open, topmost first."""

from __future__ import annotations

from typing import Any

from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import clean
from deskhand.cli.reply import show


def run(given: Given) -> int:
    with connect(given) as client:
        return show(client, "windows", {}, _lines, as_json=given.flag("json"))


def _lines(data: dict[str, Any]) -> list[str]:
    windows = data["windows"]
    lines = [_line(window) for window in windows] or ["no windows are open"]
    return ["the screen is locked", *lines] if data.get("locked") else lines


def _line(window: dict[str, Any]) -> str:
    x, y, width, height = window["bounds"]
    states = [word for word in ("active", "minimised", "maximised", "modal") if window.get(word)]
    states += [] if window["kind"] == "normal" else [window["kind"]]
    states += [] if window["tree"] else ["no tree"]
    tail = f"  ({', '.join(states)})" if states else ""
    return f'{window["id"]:10}  {clean(window["app"]):18}  {width}×{height}+{x}+{y}  "{clean(window["title"])}"{tail}'
