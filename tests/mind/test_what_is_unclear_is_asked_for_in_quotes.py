"""Bare words that may be meant in two ways: understood where a form fits, else refused with the way to say it."""

from __future__ import annotations

from pathlib import Path

import pytest

from deskhand.errors import BadRequest
from deskhand.mind.looking import look
from deskhand.mind.moves import Claim
from deskhand.mind.numbers import is_more
from deskhand.mind.steps.grammar import Grammar
from deskhand.mind.steps.lex import Lexer
from deskhand.mind.steps.vocabulary import separators


def understood(text: str):
    (sentence,) = Lexer(separators()).sentences(text)
    return Grammar(Path("/tmp")).understand(sentence)


def claim_of(text: str) -> str:
    _, (move,) = understood(text)
    return str(move.claim)


@pytest.mark.parametrize(
    ("english", "chinese", "claim"),
    [
        ("cell A1 is not 5", "单元格A1不是5", "cell A1 is not '5'"),
        ("cell A1 is not empty", "单元格A1不是空的", "cell A1 is not empty"),
        ("cell A1 is greater than 5", "单元格A1大于5", "cell A1 is more than '5'"),
        ("cell A1 is below 5", "单元格A1低于5", "cell A1 is less than '5'"),
        ("clipboard is empty", "剪贴板是空的", "clipboard is empty"),
        ("the clipboard is not empty", "剪贴板不为空", "clipboard is not empty"),
        ('the clipboard is not "x"', '剪贴板不是"x"', "clipboard is not 'x'"),
        ("file /tmp/x is not empty", "文件/tmp/x不是空的", "file /tmp/x is not empty"),
        ('file /tmp/x is not "a"', '文件/tmp/x不是"a"', "file /tmp/x is not 'a'"),
        ('text field "A" is not empty', '文本框"A"不是空的', 'text field "A" is not empty'),
        ('text field "A" is not "5"', '文本框"A"不是"5"', "text field \"A\" is not '5'"),
        ('cell A1 is "not 5"', '单元格A1是"不是5"', None),
    ],
)
def test_comparisons_are_understood(english: str, chinese: str, claim: str | None) -> None:
    assert claim_of(f"check that {english}") == (claim or "cell A1 is 'not 5'")
    assert claim_of(f"检查{chinese}") == (claim or "cell A1 is '不是5'")


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("check that cell A1 is at least 5", '"at least 5"'),
        ("check that cell A1 is 3 or 5", '"3 or 5"'),
        ("检查单元格A1是至少5", '"至少5"'),
        ("检查单元格A1是3或5", '"3或5"'),
        ("click Save twice", '"Save twice"'),
        ("click Save or Cancel", '"Save or Cancel"'),
        ("double click Save 3 times", '"Save 3 times"'),
        ("点击保存两次", '"保存两次"'),
        ("点击保存或取消", '"保存或取消"'),
        ("press ctrl+s or ctrl+d", ""),
        ("press Return or click Save", ""),
        ("按ctrl+s或ctrl+d", ""),
    ],
)
def test_what_may_be_two_things_is_refused_with_the_way_to_say_it(text: str, near: str) -> None:
    with pytest.raises(BadRequest) as caught:
        understood(text)
    assert any(near in line for line in caught.value.near)


@pytest.mark.parametrize("text", ['click "Save or Cancel"', '点击"保存或取消"', 'click "Save twice"'])
def test_in_quotes_it_is_a_name(text: str) -> None:
    assert understood(text)[0] == "click"


@pytest.mark.parametrize(
    ("text", "other", "more"),
    [
        ("6", "5", True),
        ("5", "6", False),
        ("5", "5", False),
        ("-1", "0", False),
        ("1,284", "2", False),
        ("x", "1", False),
    ],
)
def test_numbers_are_compared_whatever_their_locale(text: str, other: str, more: bool) -> None:
    assert is_more(text, other) is more


def test_a_file_that_is_not_empty_is_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("a\n", encoding="utf-8")

    def holds(how: str, want: str = "") -> bool:
        return look(None, Claim("file", how, path=str(path), want=want), 0.0).holds

    assert holds("filled")
    assert holds("not", "b")
    assert not holds("not", "a")
    path.write_bytes(b"")
    assert not holds("filled")
