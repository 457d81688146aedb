"""Arguments that several functions take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field

from deskhand.routes.arguments import Arguments


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


def _absolute(path: str) -> str:
    if not Path(path).is_absolute():
        raise ValueError("an absolute path is needed")
    return path


def _there(path: str) -> str:
    if not Path(_absolute(path)).is_file():
        raise ValueError(f"there is no file {path!r}")
    return path


Colour = Annotated[str, Field(pattern=r"^(#[0-9A-Fa-f]{6}|none)$", description="`#RRGGBB`, or `none`.")]
ExistingFile = Annotated[str, AfterValidator(_there)]
NewFile = Annotated[str, AfterValidator(_absolute)]


class SaveAs(OfDocument):
    path: NewFile = Field(description="Absolute path; its ending (ods, xlsx, odt, docx, odp, pptx) names the format.")
    overwrite: bool = Field(False, description="Whether a file that is there may be replaced.")


class Export(OfDocument):
    path: NewFile = Field(description="Absolute path; its ending (pdf, csv, xlsx, docx, pptx, …) names the format.")
    overwrite: bool = Field(False, description="Whether a file that is there may be replaced.")
    sheet: str | None = Field(None, description="Which sheet goes into a CSV; the one that shows where left out.")
    pages: str | None = Field(None, pattern=r"^[0-9,\- ]+$", description="Pages of a PDF: `1-3,5`; all where left out.")


class Search(OfDocument):
    find: str = Field(min_length=1, description="The text, or a regular expression where `regex`.")
    case: bool = Field(False, description="Whether upper and lower case differ.")
    whole: bool = Field(False, description="Whole words (in a sheet: whole cells) only.")
    regex: bool = Field(False, description="Whether `find` is a regular expression (ICU).")
