"""Arguments of the functions for presentations."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from deskhand.routes.office.arguments import Colour, ExistingFile, OfDocument

Layout = Literal["title", "title_content", "title_two_content", "title_only", "blank", "centred_text"]


class OneSlide(OfDocument):
    slide: int = Field(ge=1, description="1 for the first.")


class AddSlide(OfDocument):
    position: int | None = Field(None, ge=1, description="1 for the first; behind the last where left out.")
    layout: Layout = "title_content"
    title: str | None = None
    text: str | None = Field(None, description="Each line becomes a paragraph.")


class FillPlaceholder(OneSlide):
    placeholder: Literal["title", "text"] = "text"
    text: str


class MoveSlide(OneSlide):
    to: int = Field(ge=1, description="The number it is to have.")


class SetLayout(OneSlide):
    layout: Layout


class Background(OneSlide):
    colour: Colour


class Transition(OneSlide):
    kind: Literal["none", "wipe", "fade", "push"]
    seconds: float = Field(1.0, ge=0, le=60)


class Notes(OneSlide):
    text: str


class InsertImage(OneSlide):
    file: ExistingFile = Field(description="Absolute path of an image.")
    left: float = Field(20, ge=0, le=2000, description="Millimetres from the slide's left edge.")
    top: float = Field(40, ge=0, le=2000, description="Millimetres from its upper edge.")
    width: float | None = Field(None, gt=0, le=2000, description="Millimetres; its own size where left out.")
    alternative: str | None = Field(None, description="What it shows, for who cannot see it.")
