"""`deskhand desktop start`: a desktop that stays until it is stopped."""

from __future__ import annotations

from deskhand.cli.grammar import Given
from deskhand.cli.output import print_json, say
from deskhand.errors import BadRequest
from deskhand.service.choosing import running
from deskhand.service.client import Client
from deskhand.service.start import start_lock, start_service


def run(given: Given) -> int:
    kind = "user" if given.flag("user") else "private"
    if given.flag("foreground") and kind != "user":
        raise BadRequest("--foreground goes with --user; a private desktop has its own pointer and keyboard")
    if given.has("panic_key") and not given.flag("foreground"):
        raise BadRequest("--panic-key goes with --user --foreground: nothing else can be in your way")
    if given.has("input_method") and kind == "user":
        raise BadRequest("--input-method is for a private desktop; your own has yours")
    name = given.text("name")
    with start_lock():
        _refuse_double(kind, name)
        started = start_service(
            kind,
            size=given.text("size") or "1920x1080",
            scale=given.text("scale") or "1",
            input_method=given.text("input_method") or None,
            name=name,
            foreground=given.flag("foreground"),
            panic_key=given.text("panic_key") or None,
            idle=None,
            asked=True,
        )
    with Client(started.desktop) as client:
        status = client.data("status")
    if given.flag("json"):
        print_json({"ok": True, "data": {**status, "log": started.log}})
    else:
        say(f"{status['desktop']}  {status['name']}  {status['display']}")
    return 0


def _refuse_double(kind: str, name: str | None) -> None:
    for status in running():
        if name is not None and name in (status.get("name"), status.get("desktop")):
            raise BadRequest(f"a desktop {name!r} is running already", next_step=f"use it: --desktop {name}")
        if kind == "user" and status.get("kind") == "user":
            raise BadRequest("your own desktop is attached already", next_step="use it: --desktop user")
