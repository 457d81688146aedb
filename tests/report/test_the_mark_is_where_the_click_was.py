"""The mark in a report's picture lies on the pixel that the application got the click at."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from deskhand.report import draw_report

pytestmark = pytest.mark.desktop


@pytest.mark.symptom(13)
def test_the_mark_is_the_point_that_the_window_received(desktop: Any, fixture_app: Any) -> None:
    app = fixture_app("qt")
    result = desktop.run('right-click button "Save"')
    pressed = app.wait_event("button_press", "save")
    (action,) = desktop.journal.run(result.id).actions
    assert action.receipt is not None
    assert action.receipt["point"] == [pressed.detail["x"], pressed.detail["y"]]
    assert tuple(action.receipt["point"]) == tuple(desktop.engine.adapter.input.pointer())
    report = draw_report(desktop.journal, result.id)
    page = report.read_text(encoding="utf-8")
    left, top = (float(part) for part in re.findall(r'class="point" style="left: ([\d.]+)%; top: ([\d.]+)%', page)[0])
    picture = next(Path(report).parent.glob("*before*"))
    with Image.open(picture) as image:
        width, height = image.size
    assert (width, height) == desktop.engine.adapter.screen.size()
    assert (round(left * width / 100), round(top * height / 100)) == (pressed.detail["x"], pressed.detail["y"])
