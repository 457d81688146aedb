"""A report is one file that tells each step, and nothing read on a screen can act in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from deskhand.errors import NotFound
from deskhand.journal.journal import Journal
from deskhand.model.run import StepRecord
from deskhand.report import draw_report

HOSTILE = '<script>alert(1)</script>"\'>'


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


def receipt(**changes: Any) -> dict[str, Any]:
    return {
        "verb": "click",
        "target": {"role": "button", "name": HOSTILE, "window": "note.txt", "bounds": [10, 20, 30, 40]},
        "args": {},
        "checks": [{"check": "unique", "ok": True}],
        "route": "pointer",
        "tried": [{"route": "tree", "why_not": "no action"}, {"route": "pointer", "why_not": None}],
        "delivery": "delivered_verified",
        "effect": {"expected": "it closes", "seen": "it closed", "observer": "window list", "scope": "window"},
        "confidence": 0.9,
        "ms": {"resolve": 3.0, "deliver": 2.0, "verify": 14.0, "total": 19.0},
        "point": [480, 270],
        **changes,
    }


def run_with_pictures(journal: Journal) -> str:
    run = journal.start_run(f'click button "{HOSTILE}"', {}, "d1", {})
    journal.plan(run, ["click the button", "a step that was never reached"])
    folder = journal.artefacts(run)
    for name, colour in (("step001-0001-before.jpg", "red"), ("step001-0002-after.jpg", "blue")):
        Image.new("RGB", (1920, 1080), colour).save(folder / name)
    journal.begin_step(run, 1)
    intent = journal.intent(run, 1, {"verb": "click", "args": {}}, {}, "pointer")
    pictures = ["step001-0001-before.jpg", "step001-0002-after.jpg"]
    journal.receipt(intent, run, 1, receipt(pictures=pictures), None)
    journal.end_step(run, StepRecord(1, "click the button", "done", "verified", 0.5))
    journal.end_run(run, "unknown", "unknown", {})
    return run


def test_the_page_shows_the_delivered_point_the_observer_and_both_pictures(journal: Journal) -> None:
    page = draw_report(journal, run_with_pictures(journal)).read_text(encoding="utf-8")
    assert "left: 25.000%; top: 25.000%" in page
    assert "observer: window list, scope window" in page
    assert page.count("data:image/jpeg;base64,") == 2
    assert "a step that was never reached" in page
    assert "tree: no action" in page


def test_words_from_a_screen_are_shown_and_never_run(journal: Journal) -> None:
    page = draw_report(journal, run_with_pictures(journal)).read_text(encoding="utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert "default-src 'none'" in page


def test_the_pages_style_reaches_the_browser_as_it_was_written(journal: Journal) -> None:
    page = draw_report(journal, run_with_pictures(journal)).read_text(encoding="utf-8")
    style = page.partition("<style>")[2].partition("</style>")[0]
    assert 'content: ""' in style
    assert "&" not in style


def test_an_intent_without_a_receipt_is_called_uncertain(journal: Journal) -> None:
    run = journal.start_run("press ctrl+s", {}, "d1", {})
    journal.plan(run, ["press ctrl+s"])
    journal.begin_step(run, 1)
    journal.intent(run, 1, {"verb": "press", "args": {"keys": "ctrl+s"}}, {}, "keyboard")
    page = draw_report(journal, run).read_text(encoding="utf-8")
    assert "uncertain, retry unsafe" in page


def test_a_run_that_does_not_exist_is_named(journal: Journal) -> None:
    with pytest.raises(NotFound, match="rzzz"):
        draw_report(journal, "rzzz")
