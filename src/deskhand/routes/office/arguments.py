"""Arguments that several functions take."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Arguments(BaseModel):
    """Frozen; a name it does not know is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class NoArguments(Arguments):
    """None are needed."""


class OfDocument(Arguments):
    document: str | None = Field(
        None,
        description="Which open document: its title, file name, path, URL or window title, whole or in part, as long "
        "as it means one only. May be left out where only one of the kind is open.",
    )


class Steps(OfDocument):
    steps: int = Field(1, ge=1, le=100, description="How many steps.")
    expect: str | None = Field(
        None, description="The title that the newest step must have, as the change handed it back (`undo`)."
    )
