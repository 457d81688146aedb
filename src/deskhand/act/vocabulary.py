"""What the verb table is made of, and how a request is held against it."""

from __future__ import annotations

import difflib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from deskhand.errors import BadRequest
from deskhand.model.action import Action
from deskhand.model.geometry import Frame, Point
from deskhand.model.locator import Locator
from deskhand.model.receipt import RouteName
from deskhand.model.ref import Ref

ArgumentType = Literal["text", "number", "integer", "boolean", "choice", "words", "target", "region", "frame", "object"]
TargetKind = Literal["element", "window", "optional", "none"]
CheckName = Literal["exists", "unique", "visible", "stable", "enabled", "receives_events", "editable", "allowed"]

CHECKS: dict[CheckName, str] = {
    "exists": "the description or ref answers to something that is there now",
    "unique": "it answers to exactly one thing",
    "visible": "it is showing, its bounds are not empty and lie on the screen; it is scrolled into view if it can be",
    "stable": "two reads in a row give the same bounds",
    "enabled": "it is not greyed out",
    "receives_events": "at the point of a pointer action its own window is topmost and nothing else covers it there",
    "editable": "it takes text or a value, and is not read-only",
    "allowed": "the mode and the request permit it (focus, clipboard, overwriting a file)",
}
"""Every check and what it means; the docs are drawn from this."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a verb: its name, type, whether it must be given, and what it is. `least` and `most` bound an
    integer."""

    name: str
    type: ArgumentType
    about: str
    required: bool = False
    choices: tuple[str, ...] = ()
    least: int = -(1 << 31)
    most: int = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class Verb:
    """One verb of the closed vocabulary.

    `checks` are made in order; `receives_events` only where the pointer carries the action. `routes` are tried in
    order. `effect` is what would prove it, `watch` the seconds it is watched for, `seconds` those of the whole
    where the caller names none. `background` is False when it cannot be done without taking focus, pointer, keyboard
    or clipboard.
    """

    name: str
    summary: str
    target: TargetKind
    checks: tuple[CheckName, ...]
    routes: tuple[RouteName, ...]
    effect: str
    watch: float
    example: str
    args: tuple[Argument, ...] = ()
    background: bool = True
    seconds: float = 10.0


def near_words(word: str, known: list[str]) -> list[str]:
    """Known words that `word` may have been meant as, nearest first."""
    close = difflib.get_close_matches(word, known, n=5, cutoff=0.5)
    return close + [other for other in known if word and word in other and other not in close][:3]


def find_verb(name: str, table: Mapping[str, Verb]) -> Verb:
    """The verb of this name; `BadRequest` names near ones."""
    verb = table.get(name)
    if verb is None:
        near = near_words(name, list(table))
        raise BadRequest(
            f"there is no verb {name!r}",
            sought=name,
            near=near,
            next_step=f"use one of: {', '.join(near or sorted(table))}",
        )
    return verb


def checked_arguments(verb: Verb, action: Action) -> dict[str, Any]:
    """The action's arguments, converted to their types. `BadRequest` for unknown, missing or unfit ones and for a
    target that is missing or not wanted."""
    known = {argument.name: argument for argument in verb.args}
    for name in action.args:
        if name not in known:
            near = near_words(name, list(known))
            takes = ", ".join(known) or "none"
            raise BadRequest(
                f"{verb.name} has no argument {name!r}", sought=name, near=near, next_step=f"its arguments: {takes}"
            )
    values: dict[str, Any] = {}
    for argument in verb.args:
        given = action.args.get(argument.name)
        if given is None:
            if argument.required:
                raise BadRequest(
                    f"{verb.name} needs the argument {argument.name!r}: {argument.about}",
                    sought=argument.name,
                    next_step=f"for example: {verb.example}",
                )
            continue
        values[argument.name] = _converted(verb, argument, given)
    if verb.target == "element" and action.target is None:
        raise BadRequest(f"{verb.name} needs a target", next_step=f"for example: {verb.example}")
    if verb.target == "none" and action.target is not None:
        raise BadRequest(
            f"{verb.name} takes no target", seen=str(action.target), next_step=f"for example: {verb.example}"
        )
    return values


def _converted(verb: Verb, argument: Argument, given: Any) -> Any:
    def unfit(wanted: str) -> BadRequest:
        return BadRequest(
            f"{verb.name}: {argument.name} must be {wanted}, not {given!r}",
            sought=wanted,
            seen=repr(given),
            near=argument.choices,
        )

    match argument.type:
        case "text":
            if isinstance(given, bool) or not isinstance(given, str | int | float):
                raise unfit("text")
            text = str(given)
            if any(character == "\0" or "\ud800" <= character <= "\udfff" for character in text):
                # Not shown: it may be meant for a password field.
                raise BadRequest(
                    f"{verb.name}: {argument.name} holds a NUL or half a character, which no field can take",
                    sought="Unicode text",
                    next_step="take these characters out",
                )
            return text
        case "choice":
            if given not in argument.choices:
                raise unfit("one of " + ", ".join(argument.choices))
            return given
        case "number" | "integer":
            number = _number(given)
            if number is None or (argument.type == "integer" and number != int(number)):
                raise unfit(f"a{'n' if argument.type == 'integer' else ''} {argument.type}")
            if argument.type == "integer" and not argument.least <= number <= argument.most:
                raise unfit(f"an integer from {argument.least} to {argument.most}")
            return int(number) if argument.type == "integer" else number
        case "boolean":
            if given in (True, "true", "yes", 1):
                return True
            if given in (False, "false", "no", 0):
                return False
            raise unfit("true or false")
        case "words":
            if isinstance(given, str):
                return (given,)
            if isinstance(given, list | tuple) and all(isinstance(word, str) for word in given):
                return tuple(given)
            raise unfit("a list of words")
        case "object":
            return _object(given, unfit("an object, such as {\"range\": \"A1:C3\"}"))
        case "region":
            if isinstance(given, list | tuple) and len(given) == 4 and all(_number(part) is not None for part in given):
                return tuple(int(part) for part in given)
            raise unfit("[x, y, width, height]")
        case "frame":
            parts = given.split(",") if isinstance(given, str) else given
            numbers = [_number(part) for part in parts] if isinstance(parts, list | tuple) else []
            x, y, scale = numbers if len(numbers) == 3 else (*numbers, 1.0) if len(numbers) == 2 else (None, None, None)
            if x is None or y is None or scale is None or not 0 < scale <= 16:
                raise unfit("[x, y] or [x, y, scale]")
            return Frame(int(x), int(y), scale)
        case "target":
            if isinstance(given, Ref | Locator | Point | str):
                return given
            if isinstance(given, list | tuple) and len(given) == 2 and all(_number(part) is not None for part in given):
                return Point(int(given[0]), int(given[1]))
            raise unfit("a ref, a locator or a point")


def _object(given: Any, unfit: BadRequest) -> dict[str, Any]:
    """A JSON object, or the text of one."""
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except ValueError as error:
            unfit.seen = f"not JSON: {error}"
            raise unfit from error
    if not isinstance(given, dict):
        raise unfit
    return {str(key): value for key, value in given.items()}


def _number(given: Any) -> float | None:
    if isinstance(given, bool):
        return None
    try:
        number = float(given)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
