"""Applications that lie, hang, die or lose their bus: nothing is claimed, nothing waits too long, others are served."""

from __future__ import annotations

import pytest

from bench.common import Table
from bench.safety_world import Case, run_world

pytestmark = pytest.mark.desktop
QUICK = ("lies", "hangs before", "dies in its handler (kill)", "drops its bus before")


def quick(case: Case) -> bool:
    return case.toolkit == "gtk3" and case.name in QUICK and (case.verb == "click" or case.name == "lies")


@pytest.mark.symptom(2)
def test_no_receipt_says_more_than_the_application_did() -> None:
    table = Table("safety")
    found = run_world(table, quick, deadline=2.0)
    assert found.count == 9
    assert not found.claims
    assert not found.wrong_words
    assert max(found.overruns)[0] <= 0.5
    assert not found.failures
    assert all(row.ok for row in table.rows), table.text()
