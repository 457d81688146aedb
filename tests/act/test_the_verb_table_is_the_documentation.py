"""docs/verbs.md says what the table says; requests are held against it before anything is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from deskhand.act import VERBS, verb_table_markdown
from deskhand.act.names import action_for
from deskhand.act.perform import _DEEDS
from deskhand.act.vocabulary import checked_arguments, find_verb
from deskhand.errors import BadRequest
from deskhand.model.action import Action
from deskhand.model.geometry import Point


def test_the_page_is_current() -> None:
    page = Path(__file__).parents[2] / "docs" / "verbs.md"
    assert page.read_text(encoding="utf-8") == verb_table_markdown()


def test_every_verb_can_be_done() -> None:
    assert set(_DEEDS) == set(VERBS)


def test_an_unknown_verb_names_near_ones() -> None:
    with pytest.raises(BadRequest) as caught:
        find_verb("doubleclick", VERBS)
    assert "double_click" in caught.value.near


@pytest.mark.parametrize(
    ("action", "says"),
    [
        (Action("type", None, {"txt": "a"}), "no argument 'txt'"),
        (Action("type", None, {}), "needs the argument 'text'"),
        (Action("click"), "needs a target"),
        (Action("menu", Point(1, 1), {"path": "File"}), "takes no target"),
        (Action("scroll", None, {"direction": "sideways"}), "one of up, down, left, right"),
        (Action("move", None, {"x": "left", "y": 2}), "must be an integer"),
        (Action("screenshot", None, {"region": [1, 2]}), "[x, y, width, height]"),
        (Action("screenshot", None, {"region": [1, 2, float("nan"), 4]}), "[x, y, width, height]"),
        (Action("move", None, {"x": float("nan"), "y": 2}), "must be an integer"),
        (Action("move", None, {"x": float("inf"), "y": 2}), "must be an integer"),
        (Action("move", None, {"x": 10**400, "y": 2}), "must be an integer"),
        (Action("scroll", None, {"direction": "down", "amount": 10**9}), "from 1 to 1000"),
        (Action("scroll", None, {"direction": "down", "amount": 0}), "from 1 to 1000"),
        (Action("type", None, {"text": "a\ud800b"}), "half a character"),
        (Action("type", None, {"text": "a\0b"}), "NUL"),
        (Action("resize", None, {"width": -4, "height": 10}), "from 1 to"),
    ],
)
def test_unfit_requests_are_refused_in_words(action: Action, says: str) -> None:
    with pytest.raises(BadRequest, match=None) as caught:
        checked_arguments(find_verb(action.verb, VERBS), action)
    assert says in caught.value.message
    assert caught.value.delivery == "not_delivered"


def test_words_from_a_command_line_become_numbers() -> None:
    assert checked_arguments(VERBS["move"], Action("move", None, {"x": "5", "y": 7.0})) == {"x": 5, "y": 7}


def test_an_unnamed_or_unknown_action_is_never_chosen() -> None:
    assert action_for("click", "text area", ("buffer.delete-line", "activate")) is None
    assert action_for("click", "button", ("", "frobnicate")) is None
    assert action_for("click", "text field", ("activate",)) is None
    assert action_for("click", "button", ("SetFocus", "Press")) == "Press"
    assert action_for("check", "checkbox", ("doDefault",)) == "doDefault"
