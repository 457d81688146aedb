"""`deskhand desktop list`: what runs, with or without a service."""

from __future__ import annotations

from typing import Any

from deskhand.cli.grammar import Given
from deskhand.cli.output import print_json, say
from deskhand.desktops.registry import list_desktops
from deskhand.service.choosing import running


def run(given: Given) -> int:
    desktops: list[dict[str, Any]] = [{**status, "service": True} for status in running()]
    served = {desktop["desktop"] for desktop in desktops}
    for record in list_desktops():
        if record.id not in served:
            desktops.append(
                {
                    "desktop": record.id,
                    "name": record.name,
                    "kind": "private",
                    "display": record.display,
                    "alive": record.alive,
                    "pid": record.owner_pid,
                    "service": False,
                }
            )
    if given.flag("json"):
        print_json({"ok": True, "data": {"desktops": desktops}})
        return 0
    for desktop in desktops:
        say(_line(desktop))
    if not desktops:
        say("no desktop is running")
    return 0


def _line(desktop: dict[str, Any]) -> str:
    notes = [str(desktop.get("kind", "?"))]
    if "fault" in desktop:
        notes.append(f"does not answer: {desktop['fault']}")
    elif not desktop["service"]:
        notes.append("held by a program of its own")
    elif desktop.get("ephemeral"):
        notes.append("belongs to a run")
    elif desktop.get("at_work"):
        notes.append("at work")
    return (
        f"{desktop['desktop']:10}  {desktop.get('name', ''):12}  {desktop.get('display', ''):5}  "
        f"pid {desktop['pid']}  ({', '.join(notes)})"
    )
