"""Help pages, made from the table of commands."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from deskhand.cli.finding import all_commands
from deskhand.cli.grammar import Command
from deskhand.cli.table import GROUPS
from deskhand.errors import BadRequest

WIDTH = 92

EXIT_CODES = (
    (0, "done and verified (what was delivered unproven says so, and is 1 with --strict)"),
    (1, "not done"),
    (2, "bad usage"),
    (3, "a limit was reached"),
    (4, "a person has to decide"),
    (5, "the machine lacks something"),
    (6, "stopped"),
    (70, "a bug of Deskhand's"),
)

_HEAD = """deskhand: a desktop agent that proves what it did

  deskhand run 'open mousepad; type "Hello" into the text area; press ctrl+s; save as ~/hello.txt'
"""

_FOOT = """`deskhand help COMMAND` tells all about one. With --json stdout holds one JSON object and nothing else.
Desktop: --desktop, else DESKHAND_DESKTOP_ID, else the only one that runs."""


def help_text(topic: Sequence[str]) -> str:
    """The overview, or the page of one command (or of a first word such as `desktop`)."""
    if not topic:
        return _overview()
    name = " ".join(topic)
    commands = all_commands()
    exact = [command for command in commands if command.name == name]
    if exact:
        return command_page(exact[0])
    family = [command for command in commands if command.name.startswith(name + " ")]
    if family:
        return "\n".join(_row(command.name, command.summary, 20) for command in family)
    import difflib

    near = difflib.get_close_matches(name, [command.name for command in commands], n=3)
    raise BadRequest(f"there is no command {name!r}", sought=name, near=near, next_step="`deskhand help` lists them")


def _overview() -> str:
    lines = [_HEAD]
    commands = all_commands()
    for group, about in GROUPS.items():
        lines.append(f"{group}: {about}")
        lines.extend(_row(command.name, command.summary, 18) for command in commands if command.group == group)
        lines.append("")
    lines.append("Exit codes")
    lines.extend(_row(str(code), meaning, 4) for code, meaning in EXIT_CODES)
    return "\n".join([*lines, "", _FOOT])


def command_page(command: Command) -> str:
    """All about one command."""
    lines = [f"{command.usage}", "", command.summary]
    if command.notes:
        lines += ["", *textwrap.wrap(command.notes, WIDTH)]
    if command.arguments:
        lines += ["", "Arguments"]
        lines += [
            _row(argument.shown, _with_choices(argument.help, argument.choices), 26) for argument in command.arguments
        ]
    if command.options:
        lines += ["", "Options"]
        lines += [
            _row(option.shown, option.help + (" (may be repeated)" if option.many else ""), 26)
            for option in command.options
        ]
    if command.examples:
        lines += ["", "Examples", *(f"  {example}" for example in command.examples)]
    return "\n".join(lines)


def _with_choices(text: str, choices: Sequence[str]) -> str:
    return f"{text}: {', '.join(choices)}" if choices else text


def _row(left: str, right: str, width: int) -> str:
    indent = " " * (width + 4)
    body = textwrap.wrap(right, WIDTH - width, break_long_words=False) or [""]
    head = f"  {left:<{width}}  " if len(left) <= width else f"  {left}\n{indent}"
    return head + f"\n{indent}".join(body)
