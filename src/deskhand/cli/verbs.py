"""Action commands, made from the verb table: its target and needed arguments become positions, the rest options."""

from __future__ import annotations

from deskhand.act.verbs import VERBS
from deskhand.act.vocabulary import Argument as VerbArgument
from deskhand.act.vocabulary import Verb
from deskhand.cli.grammar import Argument, Command, Option
from deskhand.cli.table import ACT, DESKTOP, JSON, LOOK, TIMEOUT
from deskhand.model.action import TYPING_VERBS

OWN_COMMANDS = frozenset({"launch", "wait", "read", "screenshot"})
"""Verbs whose command is a row of the static table."""

_NAMES = {
    "set_value": "set",
    "clipboard_read": "clipboard read",
    "clipboard_write": "clipboard write",
    "clipboard_clear": "clipboard clear",
    "notification_act": "notifications act",
    "notification_dismiss": "notifications dismiss",
}
_TARGET_OPTION = {"type": "into", "paste": "into", "press": "on", "scroll": "over"}
_TRAILING = frozenset({"value", "amount"})
"""Arguments that read naturally last, although they may be left out: `scroll down 5`, `select BOX ENTRY`."""

_TRAILING_OF = {"clipboard_write": "text", "paste": "text", "notification_act": "action", "api": "arguments"}
"""The same for one verb only."""

COMMON = (
    Option("expect", 'the effect that must be seen, such as: window "Save As" closes', "EFFECT"),
    Option("strict", "exit with 1 also where it was delivered but nobody saw its effect"),
    Option("background", "never take focus, pointer, keyboard or clipboard; refuse where that is not enough"),
    Option("foreground", "pointer and keyboard may be used"),
    DESKTOP,
    TIMEOUT,
    JSON,
)


def verb_commands() -> tuple[Command, ...]:
    """One command per verb that has no row of its own."""
    return tuple(_command(verb) for name, verb in VERBS.items() if name not in OWN_COMMANDS)


def command_name(verb: str) -> str:
    return _NAMES.get(verb, verb.replace("_", "-"))


def _command(verb: Verb) -> Command:
    arguments: list[Argument] = []
    options: list[Option] = []
    window_by_position = verb.target == "window" and not any(argument.required for argument in verb.args)
    if verb.target == "element":
        arguments.append(Argument("target", 'a ref (@s8f3k2p9:e12), a description (button "Save") or a point (X,Y)'))
    elif verb.target == "optional":
        option = _TARGET_OPTION.get(verb.name, "on")
        options.append(Option(option, "a ref, a description or a point; where the focus is if left out", "TARGET"))
    takes_secret = verb.name in TYPING_VERBS
    if takes_secret:
        options.append(Option("secret", "type the stored secret of this name instead of a text", "NAME"))
    if verb.name == "api":
        options.append(Option("yes", "a person has said yes to this very call, where its risk asks for one"))
    for argument in verb.args:
        numeric = argument.type in ("number", "integer")
        trailing = argument.name in _TRAILING or _TRAILING_OF.get(verb.name) == argument.name
        if argument.required or trailing or (argument.name == "window" and window_by_position):
            arguments.append(
                Argument(
                    argument.name,
                    argument.about,
                    needed=argument.required and not takes_secret,
                    number=numeric,
                    choices=argument.choices,
                )
            )
        else:
            options.append(_option(argument, numeric))
    arguments.sort(key=lambda argument: not argument.needed)  # stable: what may be left out stands last
    return Command(
        command_name(verb.name),
        LOOK if verb.name == "clipboard_read" else ACT,
        verb.summary,
        "act",
        arguments,
        (*options, *COMMON),
        notes=f"Proof: {verb.effect}.",
        verb=verb.name,
    )


def _option(argument: VerbArgument, numeric: bool) -> Option:
    value = "" if argument.type == "boolean" else argument.name.upper()
    return Option(
        argument.name.replace("_", "-"),
        argument.about,
        value,
        number=numeric,
        many=argument.type == "words",
        choices=argument.choices,
    )


def target_option(verb: str) -> str:
    """The option that carries an optional target."""
    return _TARGET_OPTION.get(verb, "on")
