"""docs/cli.md, docs/errors.md and docs/routes.md, made from the table of commands, the error tree and the functions.

`python -m deskhand.cli.docs FOLDER` writes them; a test holds the ones in the repository against this.
"""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

from deskhand import errors
from deskhand.cli.finding import all_commands
from deskhand.cli.grammar import Command
from deskhand.cli.help import EXIT_CODES
from deskhand.cli.table import GROUPS
from deskhand.errors import DeskhandError, error_classes
from deskhand.routes.page import routes_markdown
from deskhand.service.start import IDLE_SECONDS, START_SECONDS

MADE = "Made from the code by `python -m deskhand.cli.docs docs`; do not edit."


_CLI_HEAD = """# The command line

{made}

Every command takes `--json`: then stdout holds exactly one JSON object, `{{"ok": true, "data": …, "receipt"?: …}}` or
`{{"ok": false, "error": …, "receipt"?: …}}`, and nothing else; progress goes to stderr. Errors: [errors.md](errors.md).

## Which desktop

`--desktop NAME`, else the environment's `DESKHAND_DESKTOP_ID`, else the only desktop that runs. `launch` starts a
private one where none runs and says so on stderr; `run` and `resume` get a private desktop of their own unless
`--desktop` names one, and it ends with them. `--desktop user` is your own, in the background: pointer, focus, keyboard
and clipboard are not touched.

Each desktop is served by one resident process, started on demand within {start:g} s. It ends with its desktop, with
`deskhand desktop stop`, and, unless `desktop start` made it, after {idle:g} minutes without a request. Its log is
under `$XDG_STATE_HOME/deskhand/log`.

## Exit codes

| code | meaning |
|---|---|
{codes}

A program that must know more reads `delivery` in the receipt. Ctrl-C stops a run cleanly (6) and the journal says
where; a second one ends at once.
"""


def cli_markdown() -> str:
    """docs/cli.md."""
    commands = all_commands()
    codes = "\n".join(f"| {code} | {meaning} |" for code, meaning in EXIT_CODES)
    lines = [_CLI_HEAD.format(made=MADE, start=START_SECONDS, idle=IDLE_SECONDS / 60, codes=codes).rstrip("\n")]
    for group, about in GROUPS.items():
        lines += ["", f"## {group}", "", f"{about[0].upper()}{about[1:]}."]
        for command in commands:
            if command.group == group:
                lines += _command(command)
    return "\n".join(lines) + "\n"


def _command(command: Command) -> list[str]:
    lines = ["", f"### {command.name}", "", f"    {command.usage}", "", command.summary]
    if command.notes:
        lines += ["", command.notes]
    rows = [(argument.shown, argument.help) for argument in command.arguments]
    rows += [(option.shown, option.help) for option in command.options]
    if rows:
        lines += ["", "| argument | meaning |", "|---|---|"]
        lines += [f"| `{_cell(name)}` | {_cell(meaning)} |" for name, meaning in rows]
    if command.examples:
        lines += ["", *(f"    {example}" for example in command.examples)]
    return lines


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


_ERRORS_HEAD = """# Errors

{made}

Every error carries `code`, `message`, `delivery`, `retry` and `next_step`, and where they say something `sought`,
`seen`, `near`, `check` and `log`. `retry` is `safe` only where nothing was delivered.

```
{tree}
```

| code | Python | what it means | exit code | next step |
|---|---|---|---|---|
"""


def errors_markdown() -> str:
    """docs/errors.md."""
    lines = [_ERRORS_HEAD.format(made=MADE, tree=inspect.cleandoc(errors.__doc__ or "")).rstrip("\n")]
    for code, cls in sorted(error_classes().items(), key=lambda item: (_group(item[1]), item[0])):
        lines.append(
            f"| `{code}` | `{cls.__name__}` | {_meaning(cls)} | {cls.exit_code} | {_cell(cls.default_next_step)} |"
        )
    return "\n".join(lines) + "\n"


def _group(cls: type[DeskhandError]) -> tuple[int, str]:
    parent = cls.__mro__[1].__name__
    order = ("CallerError", "WorldError", "PersonError", "LimitError", "DeskhandError")
    return (order.index(parent) if parent in order else len(order), parent)


def _meaning(cls: type[DeskhandError]) -> str:
    """The words beside the class in the drawn tree, else its docstring's first line."""
    for line in (errors.__doc__ or "").splitlines():
        words = line.lstrip("│├└─ ").split(None, 2)
        if len(words) == 3 and words[0] == cls.__name__:
            return words[2]
    return inspect.cleandoc(cls.__dict__.get("__doc__") or cls.__mro__[1].__doc__ or "").splitlines()[0]


def main(folder: str) -> int:
    pages = (("cli.md", cli_markdown()), ("errors.md", errors_markdown()), ("routes.md", routes_markdown(MADE)))
    for name, text in pages:
        (Path(folder) / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
