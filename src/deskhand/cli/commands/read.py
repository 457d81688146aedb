"""`deskhand read`: an element's text as it is, or cells as tab-separated lines."""

from __future__ import annotations

from typing import Any

from deskhand.cli.acting import act
from deskhand.cli.commands.act import region_of
from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import as_read
from deskhand.cli.reply import show


def run(given: Given) -> int:
    if given.flag("ocr"):
        action: dict[str, Any] = {"verb": "read", "args": {"ocr": True}}
        if given.has("window"):
            action["args"]["window"] = given.text("window")
        if given.has("region"):
            action["args"]["region"] = region_of(given.needed("region"))
        if given.has("target"):
            action["target"] = given.text("target")
        return act(given, action)
    params: dict[str, Any] = {key: given.text(key) for key in ("target", "range") if given.has(key)}
    with connect(given) as client:
        return show(client, "read", params, _lines, as_json=given.flag("json"))


def _lines(data: dict[str, Any]) -> list[str]:
    text = "\n".join("\t".join(row) for row in data["rows"]) if "rows" in data else data["text"]
    return [as_read(text)]
