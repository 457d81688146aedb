"""The judgement of `make bench-hands`: what the observer saw decides, whatever the receipt says."""

from __future__ import annotations

import pytest

from bench.hands import Answer, judge
from bench.hands_apps import Deed
from bench.hands_faults import Fault

PLAIN, STOPPED, KILLED = (Fault(kind, 0.0, 0.0) for kind in ("none", "stopped", "killed"))
CLICK = Deed("click", 'button "Save"', ("clicked", "save", None), may=frozenset({("toggled", "save")}))
TYPE = Deed("type", 'field "Name"', ("changed", "name", "Zoë"), steps=True)
SAVED, DELETED = ("clicked", "save", None), ("clicked", "delete", None)


def said(word: str, delivery: str = "delivered_verified") -> Answer:
    return Answer(word, delivery, "", 0.1)


@pytest.mark.parametrize(
    ("deed", "answer", "happened", "fault", "outcome"),
    [
        (CLICK, said("verified"), [SAVED], PLAIN, "right"),
        (CLICK, said("unverified"), [SAVED, ("toggled", "save", True)], PLAIN, "right"),
        (CLICK, said("verified"), [], PLAIN, "false claim"),
        (CLICK, said("verified"), [], KILLED, "unseen"),
        (CLICK, said("verified"), [SAVED, SAVED], PLAIN, "twice"),
        (CLICK, said("verified"), [SAVED, DELETED], PLAIN, "wrong"),
        (CLICK, said("timeout", "not_delivered"), [SAVED], STOPPED, "false denial"),
        (CLICK, said("timeout", "delivered_unverified"), [SAVED], STOPPED, "right"),
        (CLICK, said("timeout", "not_delivered"), [], STOPPED, "refused"),
        (CLICK, said("not_found", "not_delivered"), [], PLAIN, "failed plainly"),
        (TYPE, said("verified"), [("changed", "name", "Z"), ("changed", "name", "Zoë")], PLAIN, "right"),
        (TYPE, said("verified"), [("changed", "name", "ZoëZoë")], PLAIN, "false claim"),
        (TYPE, said("unverified"), [("changed", "name", "Zo")], PLAIN, "wrong"),
    ],
)
def test_the_observer_decides(
    deed: Deed, answer: Answer, happened: list[tuple[str, str, object]], fault: Fault, outcome: str
) -> None:
    assert judge(deed, answer, happened, fault) == outcome
