"""The verdict of steps and runs, and what the journal holds of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from deskhand.errors import ActionFailed, AppDied, BadRequest, NeedsApproval, NotFound, SecretMissing, Stopped
from deskhand.journal import Journal
from deskhand.mind.options import RunOptions
from deskhand.mind.runs import run_steps
from deskhand.model.run import RunResult

from .fake_hands import FakeHands


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


def run(hands: FakeHands, script: str, tmp_path: Path, **values: str) -> RunResult:
    options = RunOptions(folder=tmp_path, pictures=False, check_seconds=0.2, wait_seconds=0.2)
    return run_steps(hands, hands.journal, script, values, options=options)


def test_a_check_that_held_makes_a_run_verified(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, elements={"Save": {}, "Name": {"role": "text field", "value": ""}})
    result = run(hands, 'type "Ada" into text field "Name"\ncheck that text field "Name" says "Ada"', tmp_path)
    assert (result.status, result.verdict) == ("verified", "verified")
    record = journal.run(result.id)
    assert [step.record.status for step in record.steps] == ["done", "done"]
    checked = next(event for event in record.events if event.kind == "checked")
    assert checked.data["effect"]["observer"] == "accessibility tree"


@pytest.mark.symptom(8, 9)
def test_actions_alone_are_never_a_verified_run(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, elements={"Save": {}})
    result = run(hands, "click Save; press Return", tmp_path)
    assert result.verdict == "unknown"
    assert all(step.verdict == "verified" for step in result.steps)


@pytest.mark.symptom(9)
def test_done_with_nothing_done_is_not_verified(journal: Journal, tmp_path: Path) -> None:
    result = run(FakeHands(journal), 'if window "Never" is open, click Save', tmp_path)
    assert (result.verdict, result.steps[0].status) == ("unknown", "skipped")
    with pytest.raises(BadRequest):
        run(FakeHands(journal), "# nothing\n\n", tmp_path)


def test_a_check_of_what_was_given_proves_nothing(journal: Journal, tmp_path: Path) -> None:
    result = run(FakeHands(journal, elements={"Save": {}}), 'click Save\ncheck that {a} is "1"', tmp_path, a="1")
    assert (result.steps[1].verdict, result.verdict) == ("verified", "unknown")


def test_a_check_of_what_was_read_proves_something(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, cells={"E202": " 1,284.50 "})
    result = run(hands, "remember cell E202 as total\ncheck that {total} is about 1284.5", tmp_path)
    assert (result.verdict, result.values) == ("verified", {"total": "1,284.50"})
    assert result.steps[1].sentence == "check that 1,284.50 is about 1284.5"


def test_a_false_check_contradicts_and_ends_the_run(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, elements={"Save": {}})
    result = run(hands, 'check that button "Save" is disabled; click Save', tmp_path)
    assert (result.status, result.verdict) == ("contradicted", "contradicted")
    assert [step.status for step in result.steps] == ["failed", "planned"]
    assert result.steps[0].error is not None
    assert result.steps[0].error["code"] == "action_failed"
    assert hands.done == []


def test_an_unseen_effect_needs_a_later_proof(journal: Journal, tmp_path: Path) -> None:
    elements = {"Save": {}, "State": {"role": "label", "value": "saved"}}
    check = 'check that label "State" says "saved"'
    covered = run(
        FakeHands(journal, elements=elements, unverified=frozenset({"click"})), f"click Save; {check}", tmp_path
    )
    assert (covered.steps[0].verdict, covered.verdict) == ("unknown", "verified")
    after = run(
        FakeHands(journal, elements=elements, unverified=frozenset({"click"})), f"{check}; click Save", tmp_path
    )
    assert after.verdict == "unknown"


def test_a_failed_action_stops_the_run(journal: Journal, tmp_path: Path) -> None:
    for error, verdict, status in [
        (NotFound("no such button"), "unknown", "unknown"),
        (ActionFailed("it did not", delivery="delivered_unverified"), "contradicted", "contradicted"),
        (NeedsApproval("ask first"), "unknown", "stopped"),
        (Stopped("stopped"), "unknown", "stopped"),
        (AppDied("it died"), "unknown", "unknown"),
    ]:
        hands = FakeHands(journal, elements={"Save": {}}, failing={"click": error})
        result = run(hands, 'click Save\ncheck that button "Save" exists', tmp_path)
        assert (result.verdict, result.status) == (verdict, status)
        assert journal.run(result.id).status == status


def test_a_saved_file_is_a_proof_and_is_kept_with_its_hash(journal: Journal, tmp_path: Path) -> None:
    result = run(FakeHands(journal), "save as out.txt", tmp_path)
    assert result.verdict == "verified"
    durable = journal.run(result.id).steps[0].durable
    assert [(file["path"], file["size"]) for file in durable] == [(str(tmp_path / "out.txt"), 6)]


def test_a_file_saved_by_a_shortcut_is_noticed_too(journal: Journal, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("old")
    hands = FakeHands(journal, on_act=lambda action: note.write_text("new") if action.verb == "press" else None)
    result = run(hands, "open note.txt in mousepad; press ctrl+s", tmp_path)
    assert result.verdict == "verified"
    assert journal.run(result.id).steps[1].durable[0]["size"] == 3


def test_a_file_written_late_belongs_to_the_step_that_acted(journal: Journal, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("old")
    hands = FakeHands(journal, elements={"A": {}})
    original = hands.find

    def find(locator: object) -> object:
        note.write_text("new!")
        return original(locator)

    hands.find = find
    result = run(hands, 'open note.txt in mousepad\npress ctrl+s\ncheck that "A" exists', tmp_path)
    record = journal.run(result.id)
    assert [len(step.durable) for step in record.steps] == [0, 1, 0]


def test_files_are_read_by_kind(journal: Journal, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Größe: 1,284.50\nzwei\n")
    (tmp_path / "w.txt").write_bytes("größe".encode("utf-16"))
    (tmp_path / "b.bin").write_bytes(b"\x00\x01")
    hands = FakeHands(journal)
    for line in [
        'file a.txt contains "1,284.50"',
        'file a.txt contains "Gro\u0308ße"',
        "file a.txt has 2 lines",
        'file w.txt contains "größe"',
        "file b.bin exists",
        "file c.txt does not exist",
        'file a.txt does not contain "drei"',
        "file a.txt is new",
    ]:
        assert run(hands, f"check that {line}", tmp_path).verdict == "verified", line
    for line in ['file a.txt contains "drei"', "file a.txt has 3 lines", "file c.txt exists", "file a.txt is empty"]:
        assert run(hands, f"check that {line}", tmp_path).verdict == "contradicted", line
    assert run(hands, 'check that file b.bin contains "x"', tmp_path).steps[0].error["code"] == "unsupported"


def test_a_value_is_never_taken_for_words_of_the_language(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, elements={"Name": {"role": "text field", "value": ""}})
    evil = 'x"; press ctrl+q; type "{b}'
    result = run(hands, 'type "{a}" into text field "Name"', tmp_path, a=evil)
    assert len(result.steps) == 1
    assert hands.elements["Name"]["value"] == evil


def test_a_script_is_understood_whole_before_anything_runs(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, elements={"Save": {}})
    for script, said in [
        ("click Save\nfrobnicate the widget", "line 2"),
        ("click Save\ntype {who}", "{who}"),
        ('click Save\ntype "{total}"; remember cell A1 as total', "{total}"),
        ("click Save; wait 3 seconds", "wait"),
        ("点击 Save；等待3秒", "等"),
        ('click Save; type "unclosed', "not closed"),
        ("click Save; press Ctrl+Frob", "Frob"),
        ('click Save; check that file a.txt contains ""', "proves nothing"),
        ('press "Delete"', "may be the key"),
    ]:
        with pytest.raises(BadRequest) as caught:
            run(hands, script, tmp_path)
        assert said in str(caught.value), script
    with pytest.raises(BadRequest, match="no parameter"):
        run(hands, "click Save", tmp_path, nmae="x")
    with pytest.raises(SecretMissing):
        run(hands, 'type "{{mail.password}}"', tmp_path)
    assert hands.done == []
    assert journal.runs() == []


def test_a_sentence_not_understood_comes_with_the_nearest_forms(journal: Journal, tmp_path: Path) -> None:
    with pytest.raises(BadRequest) as caught:
        run(FakeHands(journal), 'chek that window "X" is open', tmp_path)
    assert caught.value.near
    with pytest.raises(BadRequest) as chinese:
        run(FakeHands(journal), "敲击按钮“保存”", tmp_path)
    assert any("点击" in form for form in chinese.value.near)


def test_two_that_answer_stop_the_run(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, elements={"A": {"role": "label", "value": "1"}, "B": {"role": "label", "value": "2"}})
    result = run(hands, 'check that the label says "1"', tmp_path)
    assert result.steps[0].error is not None
    assert result.steps[0].error["code"] == "ambiguous_target"
