"""A reply that would be too large is cut where it hurts least, and says so."""

from __future__ import annotations

from typing import Any

from deskhand.service.bounded import REPLY_LIMIT, bounded, size


def _element(number: int, children: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    element: dict[str, Any] = {"ref": f"@s0000000:e{number}", "role": "cell", "name": f"name {number} é 你"}
    if children:
        element["children"] = children
    return element


def _snapshot(rows: int, columns: int) -> dict[str, Any]:
    table = [_element(row, [_element(column) for column in range(columns)]) for row in range(rows)]
    return {"snapshot": "s0000000", "complete": True, "count": rows * columns, "elements": [_element(1, table)]}


def test_what_fits_is_left_alone() -> None:
    snapshot = _snapshot(10, 10)
    assert bounded(snapshot) is snapshot


def test_a_snapshot_loses_its_deepest_level_first_and_says_so() -> None:
    cut = bounded(_snapshot(500, 60))
    assert REPLY_LIMIT * 0.5 < size(cut) <= REPLY_LIMIT
    assert cut["truncated"] is True
    assert cut["complete"] is False
    (window,) = cut["elements"]
    assert len(window["children"]) == 500
    first, last = window["children"][0], window["children"][-1]
    assert len(first["children"]) == 60
    assert "complete" not in first
    assert "children" not in last
    assert (last["complete"], last["boundary"], last["child_count"]) == (False, "reply limit", 60)


def test_a_broad_snapshot_keeps_what_comes_first() -> None:
    cut = bounded(_snapshot(40_000, 1))
    assert REPLY_LIMIT * 0.5 < size(cut) <= REPLY_LIMIT
    (window,) = cut["elements"]
    assert window["boundary"] == "reply limit"
    assert [row["ref"] for row in window["children"][:3]] == ["@s0000000:e0", "@s0000000:e1", "@s0000000:e2"]


def test_a_long_text_keeps_its_beginning_and_whole_characters() -> None:
    cut = bounded({"text": "é你" * 400_000})
    assert size(cut) <= REPLY_LIMIT
    assert cut["text"].startswith("é你é你")
    assert set(cut["text"]) == {"é", "你"}
    assert cut["truncated"] is True


def test_a_long_list_keeps_its_beginning() -> None:
    cut = bounded({"rows": [[str(number)] for number in range(200_000)]})
    assert size(cut) <= REPLY_LIMIT
    assert cut["rows"][:2] == [["0"], ["1"]]
    assert len(cut["rows"]) > 10_000
