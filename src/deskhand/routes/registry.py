"""Which functions there are: entry points of the group `deskhand.routes`, read when they are first asked for."""

from __future__ import annotations

import difflib
import importlib.metadata
from collections.abc import Iterable, Mapping
from functools import cached_property
from types import ModuleType
from typing import Any

from deskhand.errors import DeskhandError, EnvironmentFault, NotFound
from deskhand.routes.registration import MARK, Route

GROUP = "deskhand.routes"


class Registry:
    """The functions of one installation, by family. An entry point names a family and the module that holds it:
    functions made by `route`, or a tuple `ROUTES` of them. A family is imported when one of its functions is asked for.

    Args:
        families: family → module, in place of the installation's entry points.
    """

    def __init__(self, families: Mapping[str, ModuleType] | None = None) -> None:
        self._given = families
        self._read: dict[str, dict[str, Route]] = {}

    @cached_property
    def _points(self) -> importlib.metadata.EntryPoints:
        """Looked up once: every installed package is gone through for it."""
        return importlib.metadata.entry_points(group=GROUP)

    def families(self) -> list[str]:
        if self._given is not None:
            return sorted(self._given)
        return sorted({point.name for point in self._points})

    def all(self) -> tuple[list[Route], dict[str, str]]:
        """Every function by name, and why a family could not be read."""
        found: list[Route] = []
        faults: dict[str, str] = {}
        for family in self.families():
            try:
                found += self._family(family).values()
            except DeskhandError as error:
                faults[family] = error.message
        return sorted(found, key=lambda one: one.name), faults

    def get(self, name: str) -> Route:
        """One by its name. `NotFound` names near ones, `EnvironmentFault` what keeps a family from being read."""
        family = name.partition(".")[0]
        known = self._family(family) if family in self.families() else {}
        if name in known:
            return known[name]
        names = list(known) or [one.name for one in self.all()[0]]
        near = difflib.get_close_matches(name, names, n=5, cutoff=0.4) or names[:8]
        raise NotFound(
            f"there is no function {name!r}",
            sought=name,
            near=near,
            next_step="`deskhand routes list` tells all of them",
        )

    def _family(self, family: str) -> dict[str, Route]:
        if family not in self._read:
            self._read[family] = {one.name: one for one in _routes_in(self._modules(family)) if one.family == family}
        return self._read[family]

    def _modules(self, family: str) -> list[Any]:
        if self._given is not None:
            return [self._given[family]]
        modules: list[Any] = []
        for point in self._points.select(name=family):
            try:
                modules.append(point.load())
            except ImportError as error:
                raise EnvironmentFault(
                    f"the functions of {family!r} cannot be loaded: {error}",
                    sought=point.value,
                    next_step="install what is missing",
                ) from error
        return modules


def _routes_in(modules: Iterable[Any]) -> Iterable[Route]:
    for module in modules:
        yield from getattr(module, "ROUTES", ())
        for value in list(vars(module).values()):
            made = getattr(value, "__dict__", {}).get(MARK) if callable(value) else None
            if isinstance(made, Route):
                yield made
