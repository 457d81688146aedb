"""Short ways to write the objects of a fake desktop."""

from __future__ import annotations

from typing import Any

from deskhand.adapters.fake import FakeObject
from deskhand.model.geometry import Bounds


def button(name: str, x: int = 0, y: int = 0, **fields: Any) -> FakeObject:
    """A button of 80×24 pixels with the action `click`."""
    return FakeObject("button", name, actions=("click",), bounds=Bounds(x, y, 80, 24), **fields)


def label(name: str, x: int = 0, y: int = 0, **fields: Any) -> FakeObject:
    return FakeObject("label", name, bounds=Bounds(x, y, 80, 24), **fields)


def entry(text: str = "", x: int = 0, y: int = 0, name: str = "", **fields: Any) -> FakeObject:
    """A text field of 160×24 pixels, nameless unless named."""
    return FakeObject("text field", name, text=text, bounds=Bounds(x, y, 160, 24), **fields)


def row(*children: FakeObject) -> FakeObject:
    """A nameless list item that holds these."""
    return FakeObject("list item", "", list(children))
