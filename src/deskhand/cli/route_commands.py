"""The rows of the table of commands that are about application functions."""

from __future__ import annotations

from deskhand.cli.grammar import Argument, Command
from deskhand.cli.table import JSON, LOOK

ROUTE_COMMANDS = (
    Command(
        "routes list",
        LOOK,
        "List the functions of applications that can be called in place of their windows.",
        "routes",
        (Argument("family", "only this family, such as `calc`", needed=False),),
        (JSON,),
        notes="`deskhand api NAME ARGUMENTS` calls one.",
    ),
    Command(
        "routes show",
        LOOK,
        "Tell a function's arguments, risk, undo and proof.",
        "routes",
        (Argument("name", "such as `calc.read_range`"),),
        (JSON,),
        examples=("deskhand routes show routes.list",),
    ),
)
