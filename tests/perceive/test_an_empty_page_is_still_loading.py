"""A launch waits for what is in the window: an empty page is none yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from deskhand.adapters.fake import FakeObject
from deskhand.adapters.fake_objects import button, entry, label
from deskhand.perceive.build import NO_ANSWER
from deskhand.perceive.render import is_loading


def page(name: str, *children: FakeObject) -> FakeObject:
    return FakeObject("document", name, list(children))


@pytest.mark.parametrize(
    "children",
    [
        [button("New"), button("Open")],
        [FakeObject("panel", "Page", [page("Form", entry("", name="Name"), FakeObject("panel", "A", [label("a")]))])],
        [page("Form", entry("", name="Name"))],
        [page("Sheet", FakeObject("cell", "Total"))],
        [label("in e5 document")],
    ],
)
def test_what_has_something_in_it_is_there(stage: Any, children: list[FakeObject]) -> None:
    stage.open(*children)
    assert not is_loading(stage.look())


@pytest.mark.parametrize(
    "children",
    [
        [FakeObject("panel", "Page", [page("")])],
        [FakeObject("panel", "Page", [page(""), FakeObject("panel", "Bar", [button("Close")])])],
        [page(""), button("Close: e4")],
        [FakeObject("panel", "Two", [page("One", label("a")), page("Two")])],
        [page("Untitled", label(""))],
    ],
)
def test_an_empty_page_is_still_loading(stage: Any, children: list[FakeObject]) -> None:
    stage.open(*children)
    assert is_loading(stage.look())


def test_so_is_a_window_whose_application_does_not_answer(stage: Any) -> None:
    stage.open(button("New"))
    snapshot = stage.look()
    silent = replace(snapshot.elements[0], boundary=NO_ANSWER, complete=False)
    assert is_loading(replace(snapshot, elements=(silent, *snapshot.elements[1:])))
