"""`deskhand notifications list`: what applications told beside their windows."""

from __future__ import annotations

import time
from typing import Any

from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import clean
from deskhand.cli.reply import show


def run(given: Given) -> int:
    with connect(given) as client:
        params = {"history": given.flag("all")}
        return show(client, "notifications", params, _lines, as_json=given.flag("json"))


def _lines(data: dict[str, Any]) -> list[str]:
    return [line for notice in data["notifications"] for line in _drawn(notice)] or ["no notifications"]


def _drawn(notice: dict[str, Any]) -> list[str]:
    words = [clean(notice["app"]) or "?", time.strftime("%H:%M:%S", time.localtime(notice["came"]))]
    words += [notice["urgency"]] if notice["urgency"] != "normal" else []
    words += [notice["closed"].replace("_", " ")] if not notice["open"] else []
    words += ["its sender is gone"] if notice["open"] and notice["actions"] and not notice["heard"] else []
    lines = [f'{notice["id"]:6}  "{clean(notice["summary"])}"  ({", ".join(words)})']
    if notice["body"]:
        lines.append(f"        {clean(notice['body'])}")
    if notice["actions"]:
        actions = [f"{clean(one['label'])} [{clean(one['key'])}]" for one in notice["actions"]]
        lines.append("        " + " · ".join(actions))
    return lines
