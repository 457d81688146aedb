"""A hint's words, without the tags of rich text."""

from __future__ import annotations

import pytest

from deskhand.adapters.linux.atspi.hints import plain_hint


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("Next (F3)", "Next (F3)"),
        ("<p style='white-space:pre'>Count words\n(slow &amp; long)</p>", "Count words (slow & long)"),
        ("a < b and c > d", "a < b and c > d"),
        ("<3 of them", "<3 of them"),
        ("", ""),
    ],
)
def test_tags_are_left_out_where_the_toolkit_would_draw_them(told: str, words: str) -> None:
    assert plain_hint(told) == words
