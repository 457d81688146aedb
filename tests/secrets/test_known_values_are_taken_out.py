"""A value that is known to be secret is found however it is written, and before anything is cut."""

from __future__ import annotations

import base64
import html
import json
import urllib.parse

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from deskhand.model.redaction import MASK, Redactor

VALUE = "Tr0ub4dor&3 é"
texts = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Zs")), max_size=30)


def redactor(value: str = VALUE, shown: str = "{{mail}}") -> Redactor:
    made = Redactor()
    made.add(value, shown)
    return made


@pytest.mark.symptom(104)
@pytest.mark.parametrize(
    "written",
    [
        VALUE,
        html.escape(VALUE),
        urllib.parse.quote(VALUE),
        urllib.parse.quote_plus(VALUE),
        urllib.parse.quote(VALUE).lower().replace("tr0ub", "Tr0ub"),
        json.dumps(VALUE)[1:-1],
        "Tr0u<b>b4</b>dor&3 é",
        "Tr0ub\u200b4dor&3 é",
        "Tr0ub4\ndor&3 é",
        VALUE.encode().hex(),
    ],
)
def test_however_it_is_written(written: str) -> None:
    assert redactor().text(f"before {written} after") == "before {{mail}} after"


@pytest.mark.parametrize("before", ["", "u", "me", "you"])
def test_inside_what_is_encoded(before: str) -> None:
    code = base64.b64encode(f"{before}:{VALUE}@host".encode()).decode()
    shown = redactor().text(f"Basic {code}")
    assert "{{mail}}" in shown
    left = len(shown) - len("Basic {{mail}}")
    assert left <= len(code) - len(VALUE.encode()) * 8 // 6 + 2  # two characters at its edges hold bits of others


@pytest.mark.symptom(113)
def test_the_beginning_of_one_that_was_cut_goes_too() -> None:
    assert redactor().text("key=Tr0ub4", cut=True) == "key={{mail}}"
    assert redactor().text("key=Tr0ub4") == "key=Tr0ub4"


def test_several_texts_that_make_it_together() -> None:
    parts = redactor().parts(["say Tr0", "ub4dor&", "3 é!"])
    assert parts == ["say {{mail}}", MASK, f"{MASK}!"]
    assert redactor().parts(["say Tr0", "else"]) is None
    assert redactor().parts(["say", VALUE, "again"]) is None


def test_words_of_our_own_stay_what_they_are() -> None:
    made = redactor("delivered_verified")
    data = {"delivery": "delivered_verified", "verb": "type", "seen": "delivered_verified", "args": {"text": "x"}}
    assert made(data) == {**data, "seen": "{{mail}}"}


def test_what_is_too_short_is_not_looked_for() -> None:
    made = Redactor()
    assert not made.add("12")
    assert made.add("123", "{{cvv}}")
    assert made.text("code 123, order 91234") == "code {{cvv}}, order 91234"


@given(before=texts, value=texts, after=texts)
def test_whatever_it_is_nothing_of_it_is_left(before: str, value: str, after: str) -> None:
    assume(len(value) >= 4 and not set(value) <= set("•*●") and value not in "{{mail}}")
    made = redactor(value)
    for known in (value, json.dumps(value), repr(value)):
        assert value not in made.text(before + known + after).replace("{{mail}}", "\0")
    aligned = made.aligned(before + value + after)
    assert len(aligned) == len(before + value + after)
    assert value not in aligned
