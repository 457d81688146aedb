"""What arguments of functions are made of."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Arguments(BaseModel):
    """Frozen; a name it does not know is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class NoArguments(Arguments):
    """None are needed."""
