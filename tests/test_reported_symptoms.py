"""Every reported fault has a test that holds it, or a reason why it cannot occur; the page says which."""

from __future__ import annotations

from tests.symptoms import PAGE, holders, page, symptoms

AGAIN = "write it anew: .venv/bin/python -m tests.symptoms"


def test_the_page_of_reported_faults_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), AGAIN


def test_every_mark_names_a_fault_that_is_listed() -> None:
    known = {symptom.number for symptom in symptoms()}
    unknown = {(holder.path, number) for holder in holders() for number in holder.numbers if number not in known}
    assert not unknown
