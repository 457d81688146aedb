"""A sheet of LibreOffice as it has just opened: its cells are clicked where they are, and a cell that is chosen is the
only one."""

from __future__ import annotations

import pytest

from deskhand.model.action import Expect
from deskhand.model.progress import Progress

SHEET = "Untitled 1"


@pytest.mark.timeout(180)
def test_cells_are_hit_from_the_first_click_and_chosen_alone(act) -> None:
    act("launch", app="libreoffice", args=["--calc"], seconds=90)
    act.perception.wait(Expect("window_opens", window=SHEET), Progress(60))
    act("click", "cell D5", seconds=60)
    name_box = 'text field in tool bar "Formula Tool Bar"'
    act.perception.wait(Expect("text", locator=_locator(name_box), want="D5"), Progress(20))
    act("type", "cell A1", text="first", seconds=30)
    act("type", "cell C4", text="last", seconds=30)
    act("drag", "cell A1", to="cell B3", seconds=30)
    assert act("select", "cell C4", seconds=30).verified
    act("press", keys="Delete")
    assert act.perception.read_table(None, "A1:C4", Progress(20))[0][0] == "first"


def _locator(text: str):
    from deskhand.perceive.locator_text import parse_locator

    return parse_locator(text)
