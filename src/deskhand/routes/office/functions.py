"""What can be asked of LibreOffice, and how each answer is proven."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from deskhand.adapters.protocol import Adapter
from deskhand.errors import NotActionable
from deskhand.model.progress import Progress
from deskhand.model.receipt import Effect
from deskhand.routes.arguments import Arguments
from deskhand.routes.office.offices import Offices
from deskhand.routes.office.proof import OWN_INTERFACE, cells_shown
from deskhand.routes.office.saves import SAVING, save
from deskhand.routes.registration import Risk, RouteOutcome

Application = Literal["LibreOffice", "LibreOffice Calc", "LibreOffice Writer", "LibreOffice Impress"]
_KINDS: dict[str, str | None] = {
    "LibreOffice": None, "LibreOffice Calc": "calc", "LibreOffice Writer": "writer", "LibreOffice Impress": "impress",
}  # fmt: skip
PRIVATE = ("sample", "showing", "seen")
"""What the bridge hands back for the proof only."""


@dataclass(frozen=True, slots=True)
class OfficeFunction:
    """One function of the catalogue. `name` is also the bridge's operation. `proof` says what would prove it."""

    name: str
    application: Application
    risk: Risk
    arguments: type[Arguments]
    does: str
    proof: str
    undo: str | None = "office.undo"

    @property
    def kind(self) -> str | None:
        return _KINDS[self.application]


@dataclass(frozen=True, slots=True)
class Asked:
    """One call with all that it needs."""

    offices: Offices
    adapter: Adapter
    progress: Progress


def call(function: OfficeFunction, arguments: Arguments, asked: Asked) -> RouteOutcome:
    """Carry a function out on the document that is open, and look whether it is so.

    Raises:
        DeskhandError: see `Bridge.ask`; ActionFailed where somebody sees that it is not so.
    """
    given = arguments.model_dump(mode="json", by_alias=True)
    if function.risk != "read":
        _check_no_dialog(asked)
    if function.name in SAVING:
        return save(function.name, function.proof, given, asked.offices, asked.progress)
    data: dict[str, Any] = asked.offices.ask(function.name, given, asked.progress, function.kind)
    if function.risk == "read":
        return RouteOutcome(data, None, "not_delivered")
    effect = cells_shown(asked.adapter, data, asked.progress) if "sample" in data else None
    if effect is None and "seen" in data:
        effect = Effect(function.proof, data["seen"], OWN_INTERFACE, "application")
    told = {name: value for name, value in data.items() if name not in PRIVATE}
    if effect is None:
        return RouteOutcome(told, Effect(function.proof))
    return RouteOutcome(told, effect, "delivered_verified")


def _check_no_dialog(asked: Asked) -> None:
    """A modal dialog keeps a person from the document, and its button would work on what was changed behind it."""
    offices = {office.pid for office in asked.offices.running(asked.progress)}
    for window in asked.adapter.windows.list(asked.progress):
        if window.pid in offices and window.modal:
            raise NotActionable(
                f"the dialog {window.title!r} of LibreOffice is open", check="receives_events", seen=window.title,
                next_step=f"answer or dismiss {window.title!r} first",
            )  # fmt: skip
