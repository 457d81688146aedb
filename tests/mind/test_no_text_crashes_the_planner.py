"""Whatever somebody writes: steps, or an error that says what is wrong. Never anything else."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from deskhand.errors import BadRequest, SecretMissing, TooLarge
from deskhand.mind.numbers import about, readings
from deskhand.mind.steps import parse_script
from deskhand.mind.steps.lex import Lexer
from deskhand.mind.steps.templates import SLOTS
from deskhand.mind.steps.vocabulary import separators, vocabularies

QUICK = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])

TEMPLATES = [
    template
    for language in vocabularies()
    for form in (*language.sentences, *language.conditions)
    for template in form.templates
]
ENGLISH = (
    'click Save button "Save_As" in window then ; the field right of check that if appears , wait until as press type'
)
CHINESE = "点击 按钮 的 在 中 输入 如果 检查 第2个 右边 ： ， 然后 再 把 为 等待 记住"
MARKS = "Ctrl+S remember cell E202 {a} {{s}} # ' \" “ \\ : ( ) ~ /x/ @s8f3k2p9:e12 \n"
PIECES = [*ENGLISH.split(), *CHINESE.split(), *MARKS.split(" ")]


def tried(script: str, values: dict[str, str] | None = None) -> None:
    try:
        plan = parse_script(script, values, Path("/cwd"))
    except (BadRequest, SecretMissing, TooLarge):
        return
    assert plan.steps
    assert all(step.moves for step in plan.steps)


@QUICK
@given(st.text(max_size=120))
def test_any_text(script: str) -> None:
    tried(script)


@QUICK
@given(st.lists(st.sampled_from(PIECES), max_size=14), st.sampled_from([" ", ""]))
@example(["如果", ",", "click"], " ")
def test_any_words_of_the_language_in_any_order(pieces: list[str], gap: str) -> None:
    tried(gap.join(pieces))


@QUICK
@given(st.sampled_from(TEMPLATES), st.lists(st.text(max_size=12), min_size=6, max_size=6), st.booleans())
def test_any_text_in_any_slot_of_any_form(template: object, texts: list[str], quoted: bool) -> None:
    sentence = template.source
    for slot, text in zip(SLOTS, [*texts, *texts, *texts], strict=False):
        sentence = sentence.replace(f"{{{slot}}}", f'"{text}"' if quoted else text)
    tried(sentence.translate(str.maketrans("", "", "[]()|")))


@QUICK
@given(st.text(max_size=60))
def test_a_value_is_typed_exactly_as_it_is(value: str) -> None:
    step = parse_script('type "{a}"', {"a": value}, Path("/cwd")).steps
    assert len(step) == 1
    assert step[0].actions()[0].args == {"text": value}


@QUICK
@given(st.text(st.characters(exclude_characters='\\"{}\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029'), max_size=60))
def test_a_quoted_text_is_kept_exactly(text: str) -> None:
    found = list(Lexer(separators()).sentences(f'type "{text}"'))
    assert [sentence.quotes for sentence in found] == [(text,)]


@QUICK
@given(st.text(max_size=40))
def test_any_text_is_a_number_or_not(text: str) -> None:
    readings(text)
    about(text, text)


@QUICK
@given(st.decimals(min_value=0, max_value=10**9, places=2))
def test_a_number_is_about_itself_in_every_notation(number: object) -> None:
    plain = f"{number:.2f}"
    english = f"{number:,.2f}"
    german = english.translate(str.maketrans(",.", ".,"))
    for seen in (plain, english, german, english.replace(",", "\u202f"), f"€ {english}", f"{german} €"):
        assert about(seen, plain), seen
        assert about(plain, seen), seen
