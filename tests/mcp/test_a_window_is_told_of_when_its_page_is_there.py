"""A launch waits for what is in the window: an empty page is none yet."""

from __future__ import annotations

import pytest

from deskhand.mcp.news import is_there

HEAD = "# refs @s1234567:e1-9\ne1 window"


@pytest.mark.parametrize(
    "tree",
    [
        '"Sheet" [active]\n e2 button "New" e3 "Open"',
        '"Form"\n e2 panel\n  e3 document "Form"\n   e4 text field "Name" = ""\n   e5 panel: e6 label "a"',
        '"Form"\n e2 document "Form" [focused]: e3 text field "Name" = ""',
        '"Sheet"\n e2 document "Sheet" …(99 rows: 0–1 read)\n  e3 cell "A1" = "1"',
        '"Note"\n e2 label "in e5 document"',
    ],
)
def test_what_has_something_in_it_is_there(tree: str) -> None:
    assert is_there(f"{HEAD} {tree}")


@pytest.mark.parametrize(
    "tree",
    [
        "…(does not answer)",
        '"Untitled"\n e2 panel: e3 document [focused]',
        '"Untitled"\n e2 panel\n  e3 document [focused]\n  e4 panel: e5 button "Close"',
        '"Untitled"\n e2 document e3 button "Close: e4"',
        '"Two"\n e2 panel\n  e3 document "One": e4 label "a"\n  e5 document "Two"',
    ],
)
def test_an_empty_page_is_not(tree: str) -> None:
    assert not is_there(f"{HEAD} {tree}")
