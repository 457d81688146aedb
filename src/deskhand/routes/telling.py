"""What there is to call, as JSON for people and programs."""

from __future__ import annotations

from typing import Any

from deskhand.errors import NotFound
from deskhand.routes.registration import Route
from deskhand.routes.registry import Registry


def overview(registry: Registry, family: str | None = None) -> dict[str, Any]:
    """`functions` with name, application, risk and summary, and the `faults` of families that cannot be loaded.
    `NotFound` names the families that there are."""
    families = registry.families()
    if family is not None and family not in families:
        raise NotFound(f"there is no family {family!r} of functions", sought=family, near=families)
    found, faults = registry.all()
    return {
        "functions": [_head(one) for one in found if family in (None, one.family)],
        "faults": {name: why for name, why in faults.items() if family in (None, name)},
    }


def details(route: Route) -> dict[str, Any]:
    """All about one: `arguments` is their JSON schema."""
    return {
        **_head(route),
        "proof": route.proof,
        "undo": route.undo,
        "route": route.kind,
        "arguments": route.schema,
    }


def _head(route: Route) -> dict[str, Any]:
    return {"name": route.name, "application": route.application, "risk": route.risk, "summary": route.summary}
