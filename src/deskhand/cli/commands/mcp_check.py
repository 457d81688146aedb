"""`deskhand mcp check`: start the server as a client does, and do something real through it."""

from __future__ import annotations

import os
import sys

from deskhand.cli.commands.mcp import need_sdk
from deskhand.cli.grammar import Given
from deskhand.cli.output import clean, mark, print_json, say
from deskhand.errors import ActionFailed, DeskhandError


def run(given: Given) -> int:
    need_sdk()
    import anyio

    from deskhand.mcp.command import own_command
    from deskhand.mcp.trial import Trial, check

    as_json = given.flag("json")

    def tell(trial: Trial) -> None:
        if not as_json:
            say(f"{mark('✓', sys.stdout)} {trial.name:30} {trial.seconds:5.2f} s  {clean(trial.seen)}")

    try:
        trials = anyio.run(check, own_command(), dict(os.environ), tell)
    except* DeskhandError as group:
        raise _first(group) from group
    except* OSError as group:
        raise ActionFailed(f"the server did not start: {group.exceptions[0]}") from group
    if as_json:
        rows = [{"trial": trial.name, "seen": trial.seen, "seconds": round(trial.seconds, 3)} for trial in trials]
        print_json({"ok": True, "data": {"trials": rows}})
    else:
        say("all is well")
    return 0


def _first(group: BaseExceptionGroup[DeskhandError]) -> DeskhandError:
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, DeskhandError)
    return error
