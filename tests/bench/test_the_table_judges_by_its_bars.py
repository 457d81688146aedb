"""`make bench` ends with 0 only when every row was measured and held."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from bench import common


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> common.Table:
    monkeypatch.setattr(common, "ROOT", tmp_path)
    return common.Table("bench")


def written(folder: Path) -> dict[str, object]:
    return json.loads((folder / "build" / "bench.json").read_text("utf-8"))


def test_rows_that_held_end_with_0_and_are_written(table: common.Table, tmp_path: Path) -> None:
    table.add("click", 0.07, "×", "in turn", bar=0.1)
    table.add("read", 3.0, "×", "in turn", bar=2.5, sense="at least")
    assert table.finish() == 0
    assert written(tmp_path)["ok"] is True


@pytest.mark.parametrize(("value", "sense"), [(0.2, "at most"), (0.05, "at least"), (math.nan, "at most")])
def test_one_row_that_did_not_hold_ends_with_1(table: common.Table, tmp_path: Path, value: float, sense: str) -> None:
    table.add("click", 0.07, "×", "in turn", bar=0.1)
    table.add("other", value, "×", "in turn", bar=0.1, sense=sense)
    assert table.finish() == 1
    assert written(tmp_path)["ok"] is False


def test_what_could_not_be_measured_is_told_and_is_not_ok(
    table: common.Table, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table.failed("memory", "the service ended")
    assert table.finish() == 1
    assert "the service ended" in capsys.readouterr().out


def test_nothing_measured_is_not_ok(table: common.Table) -> None:
    assert table.finish() == 1


def test_subjects_take_turns() -> None:
    order: list[str] = []

    def subject(name: str, ms: float):
        def once() -> float:
            order.append(name)
            return ms

        return once

    series = common.interleaved({"ours": subject("ours", 1.0), "peer": subject("peer", 4.0)}, rounds=2, warm_up=0)
    assert common.ratio(series, "ours", "peer") == 0.25
    assert order == ["peer", "ours", "ours", "peer"]
