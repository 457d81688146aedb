"""`deskhand`: find the command, read its words, run its file, turn what happened into an exit code."""

from __future__ import annotations

import os
import sys

from deskhand.cli.finding import find_command
from deskhand.cli.grammar import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from deskhand.cli.grammar import Command

ENVIRONMENT = 5
STOPPED = 6


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns the exit code: 0 done and verified, 1 not done, 2 bad usage, 3 limit reached,
    4 needs a person, 5 environment, 6 stopped, 70 our bug."""
    words = list(sys.argv[1:] if argv is None else argv)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started this; printing must not fail for that
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - open for the rest of the process
    as_json = "--json" in words[: words.index("--")] if "--" in words else "--json" in words
    try:
        return _dispatch(words)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - the reader went away; the exit's flush must not fail
        return 1
    except Exception as error:  # noqa: BLE001 - the outermost edge: every failure becomes a message and a code
        from deskhand.cli.output import tell_failure

        try:
            return tell_failure(_no_room(error) or error, as_json=as_json)
        except OSError as unwritable:
            return _unwritable(unwritable)


def _no_room(error: Exception) -> Exception | None:
    """A full disk is the machine's fault, whatever was to be written."""
    import errno

    from deskhand.errors import EnvironmentFault

    if not isinstance(error, OSError) or error.errno not in (errno.ENOSPC, errno.EDQUOT):
        return None
    where = f" in {error.filename}" if error.filename else ""
    return EnvironmentFault(f"there is no room to write{where}: {error.strerror}", next_step="make room on that disk")


def _unwritable(error: OSError) -> int:
    """Stdout takes nothing more, for example because the disk is full: said on stderr, if that takes anything."""
    print(f"the output could not be written: {error.strerror}; send it where there is room", file=sys.stderr)
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115 - the exit's flush must not fail
    return ENVIRONMENT


def _dispatch(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        return _help([])
    if words[0] in ("-V", "--version"):
        words = ["version", *words[1:]]
    words = _options_last(words)
    found = find_command(words)
    if found is None:
        raise _unknown(words)
    command, rest = found
    if "-h" in rest or "--help" in rest:
        head = rest[: rest.index("--")] if "--" in rest else rest
        if "-h" in head or "--help" in head:
            return _help(command.name.split())
    return run_command(command, rest)


def _options_last(words: list[str]) -> list[str]:
    """`deskhand --json -d one desktop list` is `deskhand desktop list --json -d one`."""
    count = 0
    while count < len(words) and words[count] in ("--json", "-d", "--desktop"):
        count += 1 if words[count] == "--json" else 2
    if not count:
        return words
    found = find_command(words[count:])
    name = len(found[0].name.split()) if found else 1
    return [*words[count : count + name], *words[:count], *words[count + name :]]


def run_command(command: Command, words: list[str]) -> int:
    """Read the words for this command and run its file."""
    given = parse(command, words)
    module = __import__(f"deskhand.cli.commands.{command.file}", fromlist=["run"])
    return int(module.run(given))


def _help(topic: list[str]) -> int:
    from deskhand.cli.help import help_text

    print(help_text(topic))
    return 0


def _unknown(words: list[str]) -> Exception:
    import difflib

    from deskhand.cli.finding import all_commands
    from deskhand.errors import BadRequest

    names = [command.name for command in all_commands()]
    near = difflib.get_close_matches(" ".join(words[:2]), names, n=3) or difflib.get_close_matches(words[0], names, n=3)
    near = near or [name for name in names if name.startswith(words[0] + " ")]
    return BadRequest(
        f"there is no command {words[0]!r}", sought=words[0], near=near, next_step="`deskhand help` lists them"
    )


if __name__ == "__main__":
    sys.exit(main())
