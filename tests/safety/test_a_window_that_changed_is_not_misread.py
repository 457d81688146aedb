"""Windows change between look and act, judged by the fixtures' own logs: a small run of `make bench-safety`."""

from __future__ import annotations

import pytest

from bench.common import Table
from bench.safety_mutation import draw, run_mutation

pytestmark = pytest.mark.desktop
SEED = 3


def test_no_act_lands_on_a_wrong_element() -> None:
    table = Table("safety")
    tally = run_mutation(table, rounds=15, seed=SEED, seconds=45.0)
    assert tally.rounds >= 6
    assert not tally.bad, "\n".join(tally.bad)


def test_a_round_can_be_seen_again() -> None:
    drawn = [draw(number, SEED) for number in range(200)]
    assert drawn == [draw(number, SEED) for number in range(200)]
    assert {one.toolkit for one in drawn} == {"gtk3", "gtk4", "qt"}
    assert len({one.kind for one in drawn}) >= 15
