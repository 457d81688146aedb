"""All action commands: what was given becomes one action, its receipt becomes one line and an exit code."""

from __future__ import annotations

import os
import re
import tempfile
from typing import Any

from deskhand.act.verbs import VERBS
from deskhand.cli.acting import act
from deskhand.cli.grammar import Given
from deskhand.cli.reading import bytes_of_stdin
from deskhand.cli.verbs import target_option
from deskhand.errors import BadRequest
from deskhand.model.secret import check_name, names_in, placeholder

_POINT = re.compile(r"(-?\d+)\s*,\s*(-?\d+)\Z")


def run(given: Given) -> int:
    verb = VERBS[given.command.verb]
    action: dict[str, Any] = {"verb": verb.name}
    target = given.text("target") if verb.target == "element" else given.text(target_option(verb.name))
    if target is not None:
        action["target"] = point_or_words(target)
    args: dict[str, Any] = {}
    for argument in verb.args:
        value = given.values.get(argument.name)
        if value is None:
            continue
        if argument.type == "region":
            value = region_of(str(value))
        elif argument.type == "target":
            value = point_or_words(str(value))
        elif argument.name in ("file", "out") or (argument.name == "path" and verb.name == "choose_file"):
            value = os.path.abspath(os.path.expanduser(str(value)))
        args[argument.name] = value
    if given.has("secret"):
        _name_secret(action, args, given.needed("secret"), "text" if verb.name == "type" else "value")
    if args.get("text") == "-" and any(argument.name == "file" for argument in verb.args):
        return _from_stdin(given, action, args)
    if args:
        action["args"] = args
    if given.flag("yes"):
        action["approved"] = True
    return act(given, action)


def _from_stdin(given: Given, action: dict[str, Any], args: dict[str, Any]) -> int:
    """Content from stdin goes through a file that only this user can read: it may be larger than a request, or a
    picture."""
    with tempfile.NamedTemporaryFile(prefix="deskhand-") as file:
        file.write(bytes_of_stdin())
        file.flush()
        del args["text"]
        return act(given, {**action, "args": {**args, "file": file.name}})


def _name_secret(action: dict[str, Any], args: dict[str, Any], name: str, key: str) -> None:
    """The placeholder in place of the text; a text that holds it already stays, and any other is the field that is
    meant: `type FIELD --secret NAME`."""
    text = args.get(key)
    if text is None or name not in names_in(str(text)):
        if text is not None:
            if "target" in action:
                raise BadRequest(
                    f"both a text and the secret {name!r} were given",
                    sought=name,
                    next_step=f"leave the text out, or write {{{{{name}}}}} in it where the secret belongs",
                )
            action["target"] = point_or_words(str(text))
        args[key] = placeholder(check_name(name))
    action["secrets"] = [name]


def point_or_words(text: str) -> str | list[int]:
    """`120,80` is a point; anything else a ref or a description."""
    match = _POINT.match(text.strip())
    return [int(match[1]), int(match[2])] if match else text


def region_of(text: str) -> list[int]:
    """`X,Y,WIDTH,HEIGHT` in physical pixels."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 4 or not all(part.lstrip("-").isdecimal() for part in parts):
        raise BadRequest(f"{text!r} is not a region", sought=text, next_step="write it as X,Y,WIDTH,HEIGHT")
    return [int(part) for part in parts]
