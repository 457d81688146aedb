"""Line ends typed into a word processor make paragraphs, which are read back; nothing is corrected on the way."""

from __future__ import annotations

from typing import Any

import pytest

from deskhand.model.progress import Progress

pytestmark = pytest.mark.desktop
LINES = 'first line. second (c) teh -- "x"\n- item\n* item\n1. one\n\n\tein Tab, 你好 🚀\nлинии 1/2 ...\n'


@pytest.mark.symptom(76, 82)
def test_lines_typed_into_a_text_document_are_proven_and_the_display_never_stops(act: Any) -> None:
    act("launch", app="LibreOffice Writer", seconds=60.0)
    receipt = act("type", text=LINES)
    assert receipt.delivery == "delivered_verified"
    text = "LibreOffice takes two thousand characters. " * 24 + "\n"
    for _ in range(2):
        receipt = act("type", text=text, seconds=30.0)
        assert receipt.delivery == "delivered_verified"
        assert act.place.adapter().windows.list(Progress(2.0, "the display to answer"))
    found = paragraphs_of(act)
    assert found[: len(LINES.splitlines())] == LINES.splitlines()


def paragraphs_of(act: Any) -> list[str]:
    from deskhand.adapters.protocol import ReadOptions

    adapter, progress = act.place.adapter(), Progress(20, "the document")
    (window,) = [window for window in adapter.windows.list(progress) if "Writer" in window.title]
    nodes = adapter.tree.read(window.root, ReadOptions(fresh=True, showing_only=False), progress).nodes
    return [node.text or "" for node in nodes if node.role == "paragraph"]
