"""A cell gets what it is given also where somebody was killed in the middle of typing."""

from __future__ import annotations

import pytest

from deskhand.desktop import Desktop

pytestmark = pytest.mark.desktop


def test_a_half_typed_cell_is_put_away_first(desktop: Desktop) -> None:
    desktop.launch("LibreOffice Calc")
    desktop.wait("table appears", 20)
    assert desktop.set_value("cell A1", "3").verified
    assert desktop.set_value("cell A2", "4").verified
    desktop.do("select", "cell B3")
    desktop.type("=SUM(A1")  # the next action never came
    assert desktop.set_value("cell B3", "=SUM(A1:A2)").verified
    assert desktop.read("cell B3") == "7"
    desktop.do("select", "cell B4")
    desktop.type("abc")
    assert desktop.set_value("cell B3", "=A1*A2").verified
    assert (desktop.read("cell B3"), desktop.read("cell B4")) == ("12", "")


def test_a_cleared_cell_is_empty_and_said_to_be(desktop: Desktop) -> None:
    desktop.launch("LibreOffice Calc")
    desktop.wait("table appears", 20)
    for cell, content in (("A1", "12"), ("A2", "left"), ("A3", "word")):
        assert desktop.set_value(f"cell {cell}", content).verified
    assert desktop.do("clear", "cell A1").verified
    assert desktop.do("clear", "cell A3").verified
    assert desktop.set_value("cell B1", "=COUNTA(A1:A3)").verified
    assert desktop.read("cell B1") == "1"
