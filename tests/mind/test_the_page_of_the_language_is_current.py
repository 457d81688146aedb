"""docs/steps.md says what the vocabulary says, and its examples are understood."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deskhand.mind.steps import parse_script
from deskhand.mind.steps.build import builders
from deskhand.mind.steps.nearest import shown
from deskhand.mind.steps.page import steps_markdown
from deskhand.mind.steps.vocabulary import Vocabulary, vocabularies

PAGE = Path(__file__).parents[2] / "docs" / "steps.md"


def test_the_page_is_drawn_from_the_vocabulary() -> None:
    assert PAGE.read_text(encoding="utf-8") == steps_markdown(), (
        "draw it anew: python -m deskhand.mind.steps.page > docs/steps.md"
    )


def test_the_example_on_the_page_is_understood() -> None:
    example = re.search(r"```\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    assert len(parse_script(example[1], {"total": "5"}).steps) == 5


FILLED = {
    '"…"': '"x"',
    "NAME": "kept",
    "NUMBER": "3",
    " N": " 3",
    "PATH": "a.txt",
    "APP": "mousepad",
    '"TITLE"': '"T"',
    "KEYS": "ctrl+s",
    "ELEMENT": 'button "B"',
    "STATE": "enabled",
}


@pytest.mark.parametrize("language", vocabularies(), ids=lambda language: language.code)
def test_every_form_is_understood_as_what_it_says(language: Vocabulary) -> None:
    """No form is hidden behind an earlier one: its own example comes to a meaning of the same name."""
    meanings = set(builders())
    for form in language.sentences:
        assert form.does in meanings
        if form.refused or form.does in ("if", "in_window", "check"):
            continue
        for template in form.templates:
            sentence = shown(template)
            for word, text in FILLED.items():
                sentence = sentence.replace(word, text)
            if not language.spaced:
                sentence = (
                    sentence.replace('button "B"', '按钮"B"')
                    .replace("enabled", "可用")
                    .replace(" N", "3")
                    .replace("N格", "3格")
                )
                sentence = re.sub(r"(?<![A-Za-z])N(?![A-Za-z])", "3", sentence)
            sentence = re.sub(r"\bN\b", "3", sentence)
            sentence = re.sub(r"(^|\s)…(\s|$)", r'\1"x"\2', sentence)
            understood = parse_script(sentence).steps
            assert [step.does for step in understood] == [form.does], f"{template.source!r}: {sentence!r}"


@pytest.mark.parametrize("language", vocabularies(), ids=lambda language: language.code)
def test_every_state_names_a_state_of_the_model(language: Vocabulary) -> None:
    from deskhand.model.element import STATES

    assert {state.removeprefix("!") for state in language.states.values()} <= STATES
