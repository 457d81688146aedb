"""One LibreOffice for the tests of a file: opened once, asked by its interface, looked at by the tree."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deskhand.desktop import Desktop
from deskhand.model.progress import Progress
from deskhand.routes.office.offices import Offices
from deskhand.routes.registration import RouteContext, RouteOutcome
from deskhand.routes.registry import Registry
from deskhand.routes.resources import Resources


class OfficePlace:
    """A private desktop with LibreOffice, and its functions by name."""

    def __init__(self, desktop: Desktop) -> None:
        self.desktop = desktop
        self.resources = Resources()
        self.offices = self.resources.get("office", lambda: Offices(desktop.place, desktop.place.adapter()))
        self._registry = Registry()

    def call(self, name: str, /, *, seconds: float = 20.0, **words: Any) -> RouteOutcome:
        route = self._registry.get(name)
        place = self.desktop.place
        context = RouteContext(place, place.adapter(), "foreground", Progress(seconds, name), self.resources)
        return route.function(context, route.parse(words))

    def rows(self, area: str | None = None, what: str = "values", **words: Any) -> list[list[Any]]:
        return self.call("calc.read_range", range=area, what=what, **words).data["rows"]

    def pid(self) -> int:
        return self.offices.running(Progress(5))[0].pid


@contextmanager
def office_place(application: str, file: Path | None = None) -> Iterator[OfficePlace]:
    with Desktop.start(name="office") as desktop:
        desktop.launch(application, *([str(file)] if file else []))
        place = OfficePlace(desktop)
        try:
            yield place
        finally:
            place.resources.close()
