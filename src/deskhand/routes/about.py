"""The family `routes`: what can be called, told to whoever can call (an agent has no other list)."""

from __future__ import annotations

from pydantic import Field

from deskhand.routes.arguments import Arguments
from deskhand.routes.registration import RouteContext, RouteOutcome, route
from deskhand.routes.registry import Registry
from deskhand.routes.telling import details, overview


class WhichFamily(Arguments):
    family: str | None = Field(None, description="Only this family, such as `calc`.")


class WhichFunction(Arguments):
    name: str = Field(description="A function's name, such as `calc.read_range`.", min_length=1)


@route(name="routes.list", application="Deskhand", risk="read", proof="nothing is changed")
def list_functions(context: RouteContext, arguments: WhichFamily) -> RouteOutcome:
    """The functions that can be called, with risk and summary."""
    return RouteOutcome(overview(Registry(), arguments.family))


@route(name="routes.show", application="Deskhand", risk="read", proof="nothing is changed")
def show_function(context: RouteContext, arguments: WhichFunction) -> RouteOutcome:
    """One function's arguments as JSON schema, its risk, undo and proof."""
    return RouteOutcome(details(Registry().get(arguments.name)))
