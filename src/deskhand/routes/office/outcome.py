"""What came of one call of LibreOffice's interface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from deskhand.model.receipt import Delivery, Effect

OWN_INTERFACE = "the document's own interface"
"""The observer where nobody else can see it: LibreOffice itself, asked again after the change."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """`data` is what the caller gets; `effect` None where nothing was to be changed."""

    data: dict[str, Any]
    delivery: Delivery
    effect: Effect | None = None

    @property
    def verified(self) -> bool:
        return self.delivery == "delivered_verified"
