"""Completion scripts for bash, zsh and fish."""

from __future__ import annotations

import shlex

from deskhand.cli.finding import all_commands
from deskhand.cli.grammar import Command

_BASH = """# deskhand completion for bash: eval "$(deskhand completion bash)"
_deskhand() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" first="${{COMP_WORDS[1]}}" second="${{COMP_WORDS[2]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words={first}
  else
    case "$first $second" in
{two}
      *) case "$first" in
{one}
      esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ ${{#COMPREPLY[@]}} -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}}
complete -o filenames -F _deskhand deskhand"""

_ZSH = """#compdef deskhand
# deskhand completion for zsh: eval "$(deskhand completion zsh)"
_deskhand() {{
  local -a rows
  if (( CURRENT == 2 )); then
    rows=(
{first}
    )
    _describe 'command' rows
    return
  fi
  case "$words[2] $words[3]" in
{two}
    *) case "$words[2]" in
{one}
      *) _files ;;
    esac ;;
  esac
}}
compdef _deskhand deskhand"""


def script_for(shell: str) -> str:
    """The completion script of `bash`, `zsh` or `fish`."""
    commands = all_commands()
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](commands)


def _families(commands: tuple[Command, ...]) -> dict[str, list[Command]]:
    """Two-word commands by their first word."""
    families: dict[str, list[Command]] = {}
    for command in commands:
        if " " in command.name:
            families.setdefault(command.name.split()[0], []).append(command)
    return families


def _first_words(commands: tuple[Command, ...]) -> list[str]:
    return list(dict.fromkeys(command.name.split()[0] for command in commands))


def _words(command: Command) -> list[str]:
    """What may follow a command: its options, and the choices of its arguments."""
    choices = [choice for argument in command.arguments for choice in argument.choices]
    return [*choices, *(f"--{option.name}" for option in command.options)]


def _bash(commands: tuple[Command, ...]) -> str:
    two = [
        f"      {shlex.quote(command.name)}) words={shlex.quote(' '.join(_words(command)))} ;;"
        for command in commands
        if " " in command.name
    ]
    one = [
        f"        {shlex.quote(command.name)}) words={shlex.quote(' '.join(_words(command)))} ;;"
        for command in commands
        if " " not in command.name
    ]
    for first, family in _families(commands).items():
        seconds = " ".join(command.name.split()[1] for command in family)
        one.append(f"        {first}) words={shlex.quote(seconds)} ;;")
    return _BASH.format(first=shlex.quote(" ".join(_first_words(commands))), two="\n".join(two), one="\n".join(one))


def _zsh(commands: tuple[Command, ...]) -> str:
    summaries = {command.name.split()[0]: command.summary for command in reversed(commands)}
    for first, family in _families(commands).items():
        summaries[first] = ", ".join(command.name.split()[1] for command in family)
    first = [f"      {shlex.quote(name + ':' + summaries[name].replace(':', ' '))}" for name in _first_words(commands)]
    two = [
        f"    {shlex.quote(command.name)}) compadd -- {' '.join(_words(command))} ;;"
        for command in commands
        if " " in command.name
    ]
    one = [
        f"      {command.name}) compadd -- {' '.join(_words(command))}; _files ;;"
        for command in commands
        if " " not in command.name
    ]
    for name, family in _families(commands).items():
        one.append(f"      {name}) compadd -- {' '.join(command.name.split()[1] for command in family)} ;;")
    return _ZSH.format(first="\n".join(first), two="\n".join(two), one="\n".join(one))


def _fish(commands: tuple[Command, ...]) -> str:
    lines = ["# deskhand completion for fish: deskhand completion fish | source"]
    for name in _first_words(commands):
        family = _families(commands).get(name)
        about = ", ".join(command.name.split()[1] for command in family) if family else _summary(commands, name)
        lines.append(f"complete -c deskhand -n __fish_use_subcommand -a {name} -d {shlex.quote(about)}")
    for command in commands:
        words = command.name.split()
        seen = f"__fish_seen_subcommand_from {words[-1]}"
        if len(words) == 2:
            family = f"'__fish_seen_subcommand_from {words[0]}'"
            lines.append(f"complete -c deskhand -f -n {family} -a {words[1]} -d {shlex.quote(command.summary)}")
        for option in command.options:
            value = " -r" if option.value else ""
            lines.append(
                f"complete -c deskhand -n {shlex.quote(seen)} -l {option.name}{value} -d {shlex.quote(option.help)}"
            )
        for argument in command.arguments:
            if argument.choices:
                lines.append(
                    f"complete -c deskhand -f -n {shlex.quote(seen)} -a {shlex.quote(' '.join(argument.choices))}"
                )
    return "\n".join(lines)


def _summary(commands: tuple[Command, ...], name: str) -> str:
    return next(command.summary for command in commands if command.name == name)
