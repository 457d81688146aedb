"""Every function, in the order in which it is listed."""

from __future__ import annotations

from deskhand.errors import NotFound
from deskhand.routes.office import calc_arguments as calc
from deskhand.routes.office.arguments import NoArguments, Steps
from deskhand.routes.office.functions import OfficeFunction

_READ_BACK = "reading it back gives what was written"

ALL = (
    OfficeFunction(
        "office.list_documents", "LibreOffice", "read", NoArguments, "The documents that are open, with their files.",
        "nothing is changed", None,
    ),
    OfficeFunction(
        "office.undo", "LibreOffice", "change", Steps, "Take back the newest steps of a document.",
        "the steps are gone from the document's undo stack", "office.redo",
    ),
    OfficeFunction(
        "office.redo", "LibreOffice", "change", Steps, "Do again what was taken back.",
        "the steps are on the document's undo stack again",
    ),
    OfficeFunction(
        "calc.read_range", "LibreOffice Calc", "read", calc.ReadRange, "Read cells.", "nothing is changed", None,
    ),
    OfficeFunction(
        "calc.write_range", "LibreOffice Calc", "change", calc.WriteRange, "Write values and formulas into cells.",
        _READ_BACK,
    ),
    OfficeFunction(
        "calc.clear_range", "LibreOffice Calc", "change", calc.ClearRange, "Empty cells.", "the cells are empty",
    ),
)  # fmt: skip


def function(name: str) -> OfficeFunction:
    """One by its name. `NotFound` lists those that there are."""
    for one in ALL:
        if one.name == name:
            return one
    raise NotFound(f"there is no function {name!r}", sought=name, near=[one.name for one in ALL])
