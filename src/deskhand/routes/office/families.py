"""LibreOffice's functions as they are registered: the families `office`, `calc`, `writer` and `impress`."""

from __future__ import annotations

from typing import Any

from deskhand.routes.office.catalogue import ALL
from deskhand.routes.office.functions import Asked, OfficeFunction, call
from deskhand.routes.office.offices import Offices
from deskhand.routes.registration import Route, RouteContext, RouteOutcome


def _registered(one: OfficeFunction) -> Route:
    def carry_out(context: RouteContext, arguments: Any, /) -> RouteOutcome:
        offices = context.resources.get("office", lambda: Offices(context.place, context.adapter))
        return call(one, arguments, Asked(offices, context.adapter, context.progress))

    return Route(
        one.name, one.application, one.risk, one.proof, one.arguments, carry_out, undo=one.undo, summary=one.does
    )


ROUTES = tuple(_registered(one) for one in ALL)
