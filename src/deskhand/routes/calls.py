"""One call of an application function, as `act` carries it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from deskhand.act.context import Functions
from deskhand.adapters.protocol import Adapter
from deskhand.desktops.place import Place
from deskhand.errors import DeskhandError, InternalError
from deskhand.model.action import Action, Mode
from deskhand.model.progress import Progress
from deskhand.routes.registration import Kind, Route, RouteContext, RouteOutcome
from deskhand.routes.registry import Registry
from deskhand.routes.resources import Resources

if TYPE_CHECKING:
    from pydantic import BaseModel


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments checked; see `act.context.PreparedCall`."""

    route: Route
    arguments: BaseModel
    place: Place
    resources: Resources

    @property
    def name(self) -> str:
        return self.route.name

    @property
    def application(self) -> str:
        return self.route.application

    @property
    def kind(self) -> Kind:
        return self.route.kind

    @property
    def expected(self) -> str:
        return self.route.proof

    @property
    def reads(self) -> bool:
        return self.route.risk == "read"

    def carry_out(self, adapter: Adapter, mode: Mode, progress: Progress) -> RouteOutcome:
        """Call it. A failure that is none of ours is told as one, with its delivery uncertain."""
        context = RouteContext(self.place, adapter, mode, progress, self.resources)
        try:
            return self.route.function(context, self.arguments)
        except DeskhandError:
            raise
        except Exception as error:
            raise InternalError(
                f"{self.route.name} broke: {type(error).__name__}: {error}",
                delivery="not_delivered" if self.reads else "uncertain",
                next_step="tell whoever ships this function; the windows do the same by hand",
            ) from error


class DesktopFunctions(Functions):
    """The application functions of one desktop; see `act.context.Functions`."""

    def __init__(self, place: Place, registry: Registry | None = None) -> None:
        self._place = place
        self.resources: Resources = Resources()
        """What functions keep between their calls."""
        self.registry = registry or Registry()

    def prepare(self, name: str, arguments: Mapping[str, Any]) -> Call:
        """`NotFound` for a function that there is not, `BadRequest` for arguments it does not take."""
        route = self.registry.get(name)
        return Call(route, route.parse(arguments), self._place, self.resources)

    def risk_of(self, action: Action) -> str | None:
        """The risk class of a call; None where it is no call, or of nothing known (it fails by itself). What takes
        `overwrite` and is told to is of that class."""
        if action.verb != "api":
            return None
        try:
            risk = self.registry.get(str(action.args.get("function"))).risk
        except DeskhandError:
            return None
        given = action.args.get("arguments")
        if isinstance(given, dict):
            told = cast("dict[str, object]", given).get("overwrite") not in (None, False)
        else:
            told = isinstance(given, str) and '"overwrite"' in given
        return "overwrite" if told and risk == "change" else risk

    def close(self) -> None:
        """End what functions kept; may be called twice."""
        self.resources.close()
