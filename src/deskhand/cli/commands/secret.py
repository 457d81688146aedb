"""`deskhand secret …`: values are read from stdin or a prompt, never from the command line, and never shown."""

from __future__ import annotations

import sys
from getpass import getpass
from typing import Any

from deskhand.cli.grammar import Given
from deskhand.cli.output import clean, note, print_json, say
from deskhand.cli.reading import text_of_stdin
from deskhand.errors import BadRequest
from deskhand.guard.secrets import Found, Vault
from deskhand.guard.secrets.vault import Where


def run(given: Given) -> int:
    return {"secret set": _set, "secret list": _list, "secret remove": _remove, "secret allow": _allow}[
        given.command.name
    ](given)


def _set(given: Given) -> int:
    name = given.needed("name")
    where: Where | None = {"keyring": "keyring", "file": "file"}.get(given.text("store") or "")  # pyright: ignore[reportAssignmentType]
    apps, windows = given.texts("app"), given.texts("window")
    found = Vault().put(name, _value(name), apps, windows, where)
    if not apps:
        note(f"nothing may type it yet: deskhand secret allow {name} --app APPLICATION")
    return _tell(given, found, f"{name} is stored in {found.place}")


def _value(name: str) -> str:
    """One line from the keyboard, unseen; else all of stdin without its last line end."""
    if sys.stdin.isatty():
        value = getpass(f"value of {name}: ")
        if getpass("again: ") != value:
            raise BadRequest("the two were not the same; nothing was stored", next_step="try again")
        return value
    return text_of_stdin().removesuffix("\n").removesuffix("\r")


def _list(given: Given) -> int:
    found, notes = Vault().list()
    if given.flag("json"):
        print_json({"ok": True, "data": {"secrets": [_row(one) for one in found], "notes": notes}})
        return 0
    for one in found:
        apps = ", ".join(one.secret.apps) or "nothing yet"
        windows = f"; windows: {', '.join(one.secret.windows)}" if one.secret.windows else ""
        say(clean(f"{one.secret.name}  in {one.place}; may be typed into: {apps}{windows}"))
    if not found:
        say("no secret is stored")
    for line in notes:
        note(f"the keyring was not asked: {line}")
    return 0


def _remove(given: Given) -> int:
    found = Vault().remove(given.needed("name"))
    return _tell(given, found, f"{found.secret.name} is gone from {found.place}")


def _allow(given: Given) -> int:
    apps, windows = given.texts("app"), given.texts("window")
    if not apps and not windows:
        raise BadRequest("say where it may be typed", next_step="--app APPLICATION, and perhaps --window TITLE")
    found = Vault().allow(given.needed("name"), apps, windows, only=given.flag("only"))
    return _tell(given, found, f"{found.secret.name} may be typed into {', '.join(found.secret.apps) or 'nothing'}")


def _row(found: Found) -> dict[str, Any]:
    secret = found.secret
    return {"name": secret.name, "apps": list(secret.apps), "windows": list(secret.windows), "store": found.place}


def _tell(given: Given, found: Found, words: str) -> int:
    if found.note:
        note(found.note)
    if given.flag("json"):
        print_json({"ok": True, "data": {**_row(found), **({"note": found.note} if found.note else {})}})
    else:
        say(clean(words))
    return 0
