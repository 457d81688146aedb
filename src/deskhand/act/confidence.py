"""How sure a receipt is. One small function, so that the figures stand in one place and can be argued about.

The figure is a rank, not a measured probability: a proof that covers more and is harder to get by chance stands higher.
"""

from __future__ import annotations

from types import MappingProxyType

from deskhand.model.receipt import Delivery

STRENGTH = MappingProxyType(
    {
        "file": 0.98,
        "read back": 0.97,
        "window list": 0.95,
        "display server": 0.95,
        "expectation": 0.95,
        "event of the target": 0.9,
        "event of its window": 0.8,
        "event of its application": 0.7,
        "ocr": 0.85,
        "pixels": 0.5,
    }
)
"""What each kind of observer is worth at best."""

UNPROVEN = MappingProxyType({"delivered_unverified": 0.4, "uncertain": 0.2, "not_delivered": 0.0})


def confidence(delivery: Delivery, kind: str = "", *, noisy: bool = False, target: float = 1.0) -> float:
    """0 to 1. `kind` is a key of `STRENGTH`; `noisy` when the application was already changing by itself in the
    moment before (the same proof is then worth a fifth less); `target` is the confidence of the element itself."""
    if delivery != "delivered_verified":
        return UNPROVEN[delivery]
    return round(STRENGTH.get(kind, 0.7) * (0.8 if noisy else 1.0) * target, 3)
