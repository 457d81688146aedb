from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deskhand.errors import BadRequest
from deskhand.model.locator import Locator, Relation
from deskhand.perceive.locator_text import parse_locator
from deskhand.perceive.locator_words import ROLE_WORDS

SENTENCES = [
    (
        'button "Save" in dialog "Save As"',
        Locator("button", "Save", relations=(Relation("in", Locator("dialog", "Save As")),)),
    ),
    ('2nd button "Add"', Locator("button", "Add", nth=2)),
    ("the first checkbox", Locator("checkbox", nth=1)),
    ('field right of label "Name"', Locator("field", relations=(Relation("right_of", Locator("label", "Name")),))),
    ('"Save"', Locator(None, "Save")),
    ("button “Save”", Locator("button", "Save")),
    ('button ~"part"', Locator("button", "part", "contains")),
    (r"button /a\/b.*/", Locator("button", "a/b.*", "pattern")),
    ("cell e202", Locator(cell="E202")),
    ("#save-button", Locator(accessible_id="save-button")),
    ('disabled button "X"', Locator("button", "X", states=frozenset({"!enabled"}))),
    ('text field labelled "Email"', Locator("text field", relations=(Relation("labelled", Locator(None, "Email")),))),
    ('item "Fruit" in list', Locator("item", "Fruit", relations=(Relation("in", Locator("list")),))),
    ('cell below column "Amount"', Locator("cell", relations=(Relation("below", Locator("column", "Amount")),))),
    ('button "OK" in window "Prices" of app "Calc"', Locator("button", "OK", window="Prices", app="Calc")),
    (
        'button "Delete" in row "Bob" in table "People"',
        Locator(
            "button",
            "Delete",
            relations=(Relation("in_row", Locator(None, "Bob")), Relation("in", Locator("table", "People"))),
        ),
    ),
    (
        'field right of (label "Name" in group "G")',
        Locator(
            "field",
            relations=(
                Relation("right_of", Locator("label", "Name", relations=(Relation("in", Locator("group", "G")),))),
            ),
        ),
    ),
]


@pytest.mark.parametrize(("text", "locator"), SENTENCES)
def test_a_sentence_means_this(text: str, locator: Locator) -> None:
    assert parse_locator(text) == locator
    assert parse_locator(str(locator)) == locator


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("button Save", 8, "relation"),
        ("", 1, "role"),
        ('button "x', 8, "closing"),
        ('button "x" in', 14, "other element"),
        ('field right of (label "x"', 26, "closing )"),
    ],
)
def test_a_sentence_that_is_none_says_where_and_what_was_expected(text: str, position: int, expected: str) -> None:
    with pytest.raises(BadRequest) as caught:
        parse_locator(text)
    assert f"position {position}" in caught.value.message
    assert expected in caught.value.message


names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=20)
roles = st.sampled_from(sorted(set(ROLE_WORDS.values()) - {""}))
flat = st.builds(
    Locator,
    roles,
    st.one_of(st.none(), names),
    nth=st.one_of(st.none(), st.integers(1, 99)),
    window=st.one_of(st.none(), names),
    app=st.one_of(st.none(), names),
    states=st.sets(st.sampled_from(["checked", "!enabled"])).map(frozenset),
)
kinds = st.sampled_from(
    ["in", "right_of", "left_of", "above", "below", "near", "labelled", "in_row", "in_column", "after", "before"]
)
nested = st.builds(
    Locator,
    roles,
    names,
    relations=st.lists(st.builds(Relation, kinds, flat), max_size=2).map(tuple),
    window=st.one_of(st.none(), names),
)


@given(st.one_of(flat, nested))
def test_a_locator_is_read_back_as_it_was_written(locator: Locator) -> None:
    assert parse_locator(str(locator)) == locator


def test_every_role_that_a_snapshot_shows_can_be_asked_for() -> None:
    from deskhand.adapters.linux.atspi.roles import _NAMES, canonical

    shown = {canonical(number, frozenset(), "") for number in range(len(_NAMES))}
    for role in shown:
        assert parse_locator(f'{role} "Name"').name == "Name"
