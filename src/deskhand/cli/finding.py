"""All commands together, and the one that words begin with. What is not asked for is not read."""

from __future__ import annotations

from deskhand.cli.grammar import Command
from deskhand.cli.table import GROUPS, STATIC


def static_commands() -> tuple[Command, ...]:
    """Those that are no verb of the verb table."""
    from deskhand.cli.route_commands import ROUTE_COMMANDS

    return (*STATIC, *ROUTE_COMMANDS)


def all_commands() -> tuple[Command, ...]:
    """Every command, by group."""
    from deskhand.cli.verbs import verb_commands

    everything = [*static_commands(), *verb_commands()]
    return tuple(command for group in GROUPS for command in everything if command.group == group)


def find_command(words: list[str]) -> tuple[Command, list[str]] | None:
    """The command these words begin with, and the words after its name. Two-word names go first."""
    for count in (2, 1):
        name = " ".join(words[:count])
        for command in static_commands():
            if command.name == name and len(words) >= count:
                return command, words[count:]
    from deskhand.cli.verbs import verb_commands

    for count in (2, 1):
        name = " ".join(words[:count])
        for command in verb_commands():
            if command.name == name and len(words) >= count:
                return command, words[count:]
    return None
