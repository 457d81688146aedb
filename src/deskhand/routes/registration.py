"""What an application function says of itself, and the decorator that registers it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from deskhand.errors import BadRequest
from deskhand.model.receipt import Delivery, Effect

if TYPE_CHECKING:
    from pydantic import BaseModel

    from deskhand.adapters.protocol import Adapter
    from deskhand.desktops.place import Place
    from deskhand.model.action import Mode
    from deskhand.model.progress import Progress
    from deskhand.routes.resources import Resources

Risk = Literal["read", "change", "delete", "overwrite", "send", "shell"]
"""What may go wrong: `read` changes nothing, `change` can be taken back; the others ask a person."""

Kind = Literal["api", "shell", "browser"]
_NAME = "abcdefghijklmnopqrstuvwxyz0123456789_"


@dataclass(frozen=True, slots=True)
class RouteContext:
    """What a function is given: the desktop, its eyes, and the time it has. `resources` keeps what outlives a call (a
    bridge, a connection) until the desktop is let go of."""

    place: Place
    adapter: Adapter
    mode: Mode
    progress: Progress
    resources: Resources


@dataclass(frozen=True, slots=True)
class RouteOutcome:
    """What came of a call. `data` is JSON for the caller; `effect` what was seen of the change and by whom, None where
    nobody looked. A function that only reads gives its data alone."""

    data: Any = None
    effect: Effect | None = None
    delivery: Delivery = "delivered_unverified"
    notes: tuple[str, ...] = ()

    @property
    def verified(self) -> bool:
        return self.delivery == "delivered_verified"

    def __post_init__(self) -> None:
        if self.verified and self.effect is None:
            raise ValueError("a verified delivery names its effect")


class RouteFunction(Protocol):
    """The Python function behind a name."""

    def __call__(self, context: RouteContext, arguments: Any, /) -> RouteOutcome: ...


@dataclass(frozen=True, slots=True)
class Route:
    """One function. `name` is `family.function`; `undo` the name of the function that takes it back, None where there
    is none; `proof` what would prove its effect, in words."""

    name: str
    application: str
    risk: Risk
    proof: str
    arguments: type[BaseModel]
    function: RouteFunction
    undo: str | None = None
    kind: Kind = "api"
    summary: str = ""

    @property
    def family(self) -> str:
        return self.name.partition(".")[0]

    @property
    def schema(self) -> dict[str, Any]:
        """JSON schema of the arguments."""
        return self.arguments.model_json_schema()

    def parse(self, given: Mapping[str, Any]) -> BaseModel:
        """The arguments as their model. `BadRequest` names the first that are off, what they must be and are."""
        from pydantic import ValidationError  # not on the way of actions without functions

        try:
            return self.arguments.model_validate(dict(given))
        except ValidationError as error:
            raise BadRequest(
                f"{self.name}: {_first_faults(error.errors())}",
                sought=self.name,
                near=list(self.arguments.model_fields),
                next_step=f"`deskhand routes show {self.name}` tells its arguments",
            ) from error


def route(
    *,
    name: str,
    application: str,
    risk: Risk,
    proof: str,
    undo: str | None = None,
    kind: Kind = "api",
) -> Callable[[RouteFunction], RouteFunction]:
    """Register `function(context, arguments)`: the annotation of its second parameter, a pydantic model, is what may be
    given, and the first line of its docstring what it does.

    Raises:
        TypeError: no such annotation, or no docstring. ValueError: a name that is not `family.function`.
    """
    family, dot, rest = name.partition(".")
    if not (dot and family and rest and set(family + rest) <= set(_NAME)):
        raise ValueError(f"{name!r} is no name for a function: `family.function`, lower snake case")

    def register(function: RouteFunction) -> RouteFunction:
        summary = (inspect.getdoc(function) or "").split("\n", 1)[0]
        if not summary:
            raise TypeError(f"{name} has no docstring: its first line says what it does")
        made = Route(name, application, risk, proof, _model_of(function, name), function, undo, kind, summary)
        function.__dict__[MARK] = made
        return function

    return register


MARK = "__deskhand_route__"
"""The attribute of a function that holds its `Route`."""


def _model_of(function: RouteFunction, name: str) -> type[BaseModel]:
    from pydantic import BaseModel

    parameters = list(inspect.signature(function, eval_str=True).parameters.values())
    model = parameters[1].annotation if len(parameters) == 2 else None
    if not (isinstance(model, type) and issubclass(model, BaseModel)) or model is BaseModel:
        raise TypeError(f"{name} takes two parameters, the second annotated with a pydantic model of its own")
    return model


def _first_faults(errors: list[Any]) -> str:
    """The first two faults, each with its place and what was given instead."""
    lines: list[str] = []
    for one in errors[:2]:
        place = ".".join(str(part) for part in one["loc"][:3]) or "arguments"
        given = repr(one.get("input"))
        lines.append(f"{place}: {one['msg']}" + (f", not {given[:60]}" if one["type"] != "missing" else ""))
    return "; ".join(dict.fromkeys(lines))
