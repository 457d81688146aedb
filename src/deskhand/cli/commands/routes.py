"""`deskhand routes`: which functions of applications there are. Needs no desktop."""

from __future__ import annotations

from typing import Any

from deskhand.cli.grammar import Given
from deskhand.cli.output import clean, print_json, say
from deskhand.routes.registry import Registry
from deskhand.routes.telling import details, overview


def run(given: Given) -> int:
    registry = Registry()
    if given.command.name == "routes show":
        told = details(registry.get(given.needed("name")))
        return _tell(given, told, _page(told))
    data = overview(registry, given.text("family"))
    lines = [_line(one) for one in data["functions"]] or ["no functions are registered"]
    lines += [f"! {clean(family)}: {clean(why)}" for family, why in data["faults"].items()]
    return _tell(given, data, lines)


def _tell(given: Given, data: dict[str, Any], lines: list[str]) -> int:
    if given.flag("json"):
        print_json({"ok": True, "data": data})
    else:
        for line in lines:
            say(line)
    return 0


def _line(one: dict[str, Any]) -> str:
    return f"{clean(one['name']):28} {one['risk']:9} {clean(one['summary'])}"


def _page(told: dict[str, Any]) -> list[str]:
    lines = [_line(told), f"application: {clean(told['application'])}", f"proof: {clean(told['proof'])}"]
    lines.append(f"undo: {told['undo'] or 'none'}")
    needed = set(told["arguments"].get("required", ()))
    for name, about in told["arguments"].get("properties", {}).items():
        mark = "" if name in needed else "  (may be left out)"
        lines.append(f"  {clean(name):14} {clean(str(about.get('description', about.get('type', ''))))}{mark}")
    return lines
