"""Receipts: the record of one action. Evidence, not a wish."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

Delivery = Literal["not_delivered", "uncertain", "delivered_unverified", "delivered_verified"]
Retry = Literal["safe", "unsafe"]
RouteName = Literal["api", "shell", "browser", "tree", "keyboard", "pointer", "none"]
Scope = Literal["control", "window", "application", "file", "process", "pixels", "none"]
Verdict = Literal["verified", "contradicted", "unknown"]

DELIVERIES: tuple[str, ...] = get_args(Delivery)


def retry_for(delivery: Delivery) -> Retry:
    """Repeating is safe only where nothing was delivered."""
    return "safe" if delivery == "not_delivered" else "unsafe"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One precondition and whether it held; `detail` says what was seen."""

    check: str
    ok: bool
    detail: str = ""

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {"check": self.check, "ok": self.ok}
        if self.detail:
            data["detail"] = self.detail
        return data


@dataclass(frozen=True, slots=True)
class RouteTried:
    """A route and why it did not serve; `why_not` is None for the one that did."""

    route: RouteName
    why_not: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {"route": self.route, "why_not": self.why_not}


@dataclass(frozen=True, slots=True)
class Effect:
    """What was expected, what was seen, by whom, and how far that proof reaches."""

    expected: str
    seen: str = ""
    observer: str = ""
    scope: Scope = "none"

    def to_json(self) -> dict[str, Any]:
        return {"expected": self.expected, "seen": self.seen, "observer": self.observer, "scope": self.scope}


@dataclass(frozen=True, slots=True)
class Receipt:
    """The record of one action (DESIGN 4.4).

    `target` is the element as resolved (ref, role, name, window, app, bounds), empty for actions without one. `point`
    is where a pointer action was delivered. `started` is seconds since the epoch; `ms` maps phases (resolve, check,
    deliver, verify, total) to milliseconds. `result` carries what a reading verb read. `retry` follows from
    `delivery`; a `delivered_verified` receipt without an observer cannot be built.
    """

    verb: str
    target: dict[str, Any]
    args: dict[str, Any]
    checks: tuple[CheckResult, ...]
    route: RouteName
    tried: tuple[RouteTried, ...]
    delivery: Delivery
    effect: Effect
    confidence: float
    fingerprint: str
    started: float
    ms: dict[str, float]
    point: tuple[int, int] | None = None
    result: Any = None
    notes: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.delivery not in DELIVERIES:
            raise ValueError(f"{self.delivery!r} is not a delivery; one of {', '.join(DELIVERIES)}")
        if self.delivery == "delivered_verified" and not (self.effect.observer and self.effect.seen):
            raise ValueError("a verified delivery names its observer and what it saw")
        if self.delivery == "not_delivered" and self.route != "none":
            raise ValueError(f"nothing was delivered, so no route carried it: {self.route!r}")

    @property
    def retry(self) -> Retry:
        return retry_for(self.delivery)

    @property
    def verified(self) -> bool:
        return self.delivery == "delivered_verified"

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "verb": self.verb,
            "target": self.target,
            "args": self.args,
            "checks": [check.to_json() for check in self.checks],
            "route": self.route,
            "tried": [route.to_json() for route in self.tried],
            "delivery": self.delivery,
            "retry": self.retry,
            "effect": self.effect.to_json(),
            "confidence": round(self.confidence, 3),
            "fingerprint": self.fingerprint,
            "started": round(self.started, 3),
            "ms": {phase: round(value, 2) for phase, value in self.ms.items()},
        }
        if self.point is not None:
            data["point"] = list(self.point)
        if self.result is not None:
            data["result"] = self.result
        if self.notes:
            data["notes"] = list(self.notes)
        if self.pictures:
            data["pictures"] = list(self.pictures)
        return data
