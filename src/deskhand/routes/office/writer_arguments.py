"""Arguments of the functions for text documents."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from deskhand.routes.office.arguments import ExistingFile, OfDocument, Search


class ReadText(OfDocument):
    max_paragraphs: int = Field(2000, ge=1, le=100_000, description="The answer ends after so many: `truncated`.")


class AtPlace(OfDocument):
    where: Literal["start", "end", "before", "after"] = Field("end", description="Of the document, or of a paragraph.")
    anchor: str | None = Field(None, description="That paragraph: its text, or a part that no other has.")

    @model_validator(mode="after")
    def _anchored(self) -> AtPlace:
        if (self.where in ("before", "after")) != bool(self.anchor):
            raise ValueError("`before` and `after` need an `anchor`, the others take none")
        return self


class InsertText(AtPlace):
    text: str = Field(min_length=1, description="Each line becomes a paragraph.")
    style: str | None = Field(None, description="Their paragraph style: `Heading 1`, `Title`, `Quotations` …")
    paragraph: bool = Field(True, description="A paragraph of its own; false goes on in the one that is there.")


class SetStyle(OfDocument):
    paragraph: str = Field(description="The paragraph's text, or a part that no other has.")
    style: str = Field(description="A paragraph style of the document: `Heading 1`.")


class Replace(Search):
    replace: str = Field(description="What comes in its place.")


class InsertTable(AtPlace):
    rows: list[list[str | int | float | None]] = Field(min_length=1, description="Rows, as many cells in each.")
    name: str | None = Field(None, pattern=r"^[^. ]+$", description="What the table is to be called.")

    @model_validator(mode="after")
    def _rectangular(self) -> InsertTable:
        if len({len(row) for row in self.rows}) != 1 or not self.rows[0]:
            raise ValueError("every row must have as many cells, at least one")
        return self


class WriteTable(OfDocument):
    table: str | None = Field(None, description="The table's name; the only one where left out.")
    cell: str = Field("A1", pattern=r"^[A-Z]{1,2}[1-9][0-9]{0,3}$", description="Where the first value goes.")
    rows: list[list[str | int | float | None]] = Field(min_length=1)


class InsertImage(AtPlace):
    file: ExistingFile = Field(description="Absolute path of an image.")
    width: float | None = Field(None, gt=0, le=1000, description="Millimetres; its own size where left out.")
    alternative: str | None = Field(None, description="What it shows, for who cannot see it.")


class HeaderFooter(OfDocument):
    part: Literal["header", "footer"]
    text: str | None = Field(None, description="What it reads; without it and `page_number` there is none.")
    page_number: bool = Field(False, description="The number of the page behind the text.")
    page_style: str | None = Field(None, description="Of which page style; that of the first page where left out.")


class TrackChanges(OfDocument):
    on: bool = True
