"""After kill -9: finished steps stand, intents without a receipt are looked at, what died is built up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deskhand.errors import BadRequest
from deskhand.journal import Journal
from deskhand.mind.options import RunOptions
from deskhand.mind.runs import resume_run, run_steps
from deskhand.model.run import RunResult

from .fake_hands import FakeHands, Killed

SCRIPT = """
open mousepad
type "abc" into text field "Name"
remember text field "Name" as kept
save as out.txt
type "def" into text field "Name"
check that text field "Name" contains "def"
"""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "state" / "journal.db") as opened:
        yield opened


def field() -> dict[str, dict[str, Any]]:
    return {"Name": {"role": "text field", "value": ""}, "Send": {}, "Box": {"role": "checkbox"}}


def killed(hands: FakeHands, script: str, folder: Path) -> str:
    options = RunOptions(folder=folder, pictures=False, check_seconds=0.2)
    with pytest.raises(Killed):
        run_steps(hands, hands.journal, script, {}, options=options)
    run = hands.journal.runs()[0]
    assert run.status == "interrupted"
    hands.kill_at = None
    return run.id


@pytest.mark.symptom(129)
@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_on_a_living_desktop_nothing_happens_twice(journal: Journal, tmp_path: Path, number: int, moment: str) -> None:
    hands = FakeHands(journal, elements=field(), kill_at=(number, moment))
    run = killed(hands, SCRIPT, tmp_path)
    result = resume_run(hands, journal, run)
    assert (result.status, result.verdict) == ("verified", "verified")
    assert hands.elements["Name"]["value"] == "abcdef"
    assert len(hands.done) == 4
    assert result.values["kept"] == "abc"


def again(journal: Journal, run: str, desktop: str = "d2", **more: Any) -> tuple[FakeHands, RunResult]:
    hands = FakeHands(journal, desktop=desktop, elements=field())
    return hands, resume_run(hands, journal, run, **more)


@pytest.mark.symptom(10)
def test_on_a_new_desktop_what_died_is_rebuilt_and_files_are_not(journal: Journal, tmp_path: Path) -> None:
    run = killed(FakeHands(journal, elements=field(), kill_at=(4, "before")), SCRIPT, tmp_path)
    written = (tmp_path / "out.txt").stat().st_mtime_ns
    hands, result = again(journal, run)
    assert result.verdict == "verified"
    assert [step.status for step in result.steps] == ["rebuilt", "rebuilt", "done", "done", "done", "done"]
    assert hands.elements["Name"]["value"] == "abcdef"
    assert (tmp_path / "out.txt").stat().st_mtime_ns == written
    assert not any("choose_file" in done for done in hands.done)


def test_a_file_changed_since_is_asked_about(journal: Journal, tmp_path: Path) -> None:
    run = killed(FakeHands(journal, elements=field(), kill_at=(4, "before")), SCRIPT, tmp_path)
    (tmp_path / "out.txt").write_text("somebody else's")
    _, result = again(journal, run)
    assert result.status == "stopped"
    assert result.steps[3].error is not None
    assert result.steps[3].error["code"] == "needs_answer"
    assert (tmp_path / "out.txt").read_text() == "somebody else's"
    hands, result = again(journal, run, desktop="d3", answers={4: "done"})
    assert result.verdict == "verified"
    assert (tmp_path / "out.txt").read_text() == "somebody else's"
    assert not any("choose_file" in done for done in hands.done)


def test_a_save_cut_off_right_after_the_file_was_written_is_not_repeated(journal: Journal, tmp_path: Path) -> None:
    run = killed(FakeHands(journal, elements=field(), kill_at=(3, "after")), SCRIPT, tmp_path)
    hands, result = again(journal, run)
    assert not any("choose_file" in done for done in hands.done)
    assert (result.steps[3].verdict, result.verdict) == ("unknown", "verified")


def test_a_dialog_that_was_rebuilt_for_a_saved_file_is_put_away(journal: Journal, tmp_path: Path) -> None:
    def open_dialog(hands: FakeHands) -> None:
        hands.on_act = lambda action: (
            hands.open_windows.insert(0, ("w99", "Save dialog")) if action.verb == "press" else None
        )

    first = FakeHands(journal, elements=field(), kill_at=(4, "before"))
    open_dialog(first)
    script = 'open mousepad\npress ctrl+s\nsave as out.txt\ntype "x" into text field "Name"'
    run = killed(first, script, tmp_path)
    second = FakeHands(journal, desktop="d2", elements=field())
    open_dialog(second)
    resume_run(second, journal, run)
    assert "dismiss window='Save dialog'" in second.done
    assert all("dialog" not in title for _, title in second.open_windows)


@pytest.mark.symptom(70)
def test_a_click_that_cannot_be_told_is_asked_about_and_never_repeated(journal: Journal, tmp_path: Path) -> None:
    script = 'click Send\ncheck that "Send" exists'
    hands = FakeHands(journal, elements=field(), kill_at=(1, "after"))
    run = killed(hands, script, tmp_path)
    result = resume_run(hands, journal, run)
    assert (result.status, len(hands.done)) == ("stopped", 1)
    result = resume_run(hands, journal, run, answers={1: "done"})
    assert (result.verdict, len(hands.done)) == ("verified", 1)


def test_a_click_whose_effect_is_seen_is_done(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, elements=field(), kill_at=(1, "after"))
    hands.on_act = lambda action: hands.open_windows.append(("w7", "Sent"))
    run = killed(hands, 'click Send\ncheck that window "Sent" is open', tmp_path)
    result = resume_run(hands, journal, run)
    assert (result.verdict, len(hands.done)) == ("verified", 1)


@pytest.mark.parametrize(("moment", "count"), [("before", 1), ("after", 1)])
def test_a_tick_is_looked_at(journal: Journal, tmp_path: Path, moment: str, count: int) -> None:
    hands = FakeHands(journal, elements=field(), kill_at=(1, moment))
    run = killed(hands, 'check checkbox "Box"\ncheck that checkbox "Box" is checked', tmp_path)
    assert resume_run(hands, journal, run).verdict == "verified"
    assert len(hands.done) == count


def test_half_a_text_is_asked_about(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, elements=field(), kill_at=(1, "before"))
    run = killed(hands, 'type "abc" into text field "Name"', tmp_path)
    hands.elements["Name"]["value"] = "ab"
    result = resume_run(hands, journal, run)
    assert result.status == "stopped"
    assert hands.elements["Name"]["value"] == "ab"


def test_what_may_have_left_the_dead_desktop_is_asked_about(journal: Journal, tmp_path: Path) -> None:
    run = killed(
        FakeHands(journal, elements=field(), kill_at=(2, "before")),
        'click Send\ntype "x" into text field "Name"',
        tmp_path,
    )
    hands, result = again(journal, run)
    assert (result.status, hands.done) == ("stopped", [])


def test_edits_of_a_file_saved_over_itself_are_not_made_again(journal: Journal, tmp_path: Path) -> None:
    note = tmp_path / "note.txt"
    note.write_text("old")

    def saving(hands: FakeHands) -> FakeHands:
        hands.on_act = lambda action: note.write_text("old abc") if action.verb == "press" else None
        return hands

    script = 'open note.txt in mousepad\ntype "abc" into text field "Name"\npress ctrl+s\n'
    other = 'open other.txt in gedit\ncheck that window "gedit" is open'
    run = killed(saving(FakeHands(journal, elements=field(), kill_at=(4, "before"))), script + other, tmp_path)
    hands, result = again(journal, run)
    assert result.verdict == "verified"
    assert [done.split()[0] for done in hands.done] == ["launch"]
    # The same document needed once more cannot be built up without doing its edits twice.
    note.write_text("old")
    more = 'type "x" into text field "Name"'
    run = killed(saving(FakeHands(journal, elements=field(), kill_at=(4, "before"))), script + more, tmp_path)
    hands, result = again(journal, run)
    assert (result.status, hands.done) == ("stopped", [])


def test_a_saved_document_is_opened_again_where_nothing_depends_on_the_caret(journal: Journal, tmp_path: Path) -> None:
    script = (
        'open mousepad\ntype "abc" into text field "Name"\nsave as out.txt\nwait until window "out.txt" is open\n'
        'check checkbox "Box"; click Send\ncheck that window "out.txt" is open'
    )
    first = FakeHands(journal, elements=field(), kill_at=(4, "before"))
    first.on_act = lambda action: (
        first.open_windows.insert(0, ("w50", "out.txt")) if action.verb == "choose_file" else None
    )
    run = killed(first, script, tmp_path)
    hands, result = again(journal, run)
    assert result.verdict == "verified"
    assert [done.split()[0] for done in hands.done] == ["launch", "check", "click"]
    assert hands.done[0] == f"launch app='mousepad' files=['{tmp_path}/out.txt']"


def test_steps_of_several_actions_go_on_in_the_middle(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, elements=field(), kill_at=(2, "before"), open_windows=[("w1", "Notes")])
    hands.focus = "Name"
    run = killed(hands, 'in window "Notes": check checkbox "Box"\nin window "Notes": press F5', tmp_path)
    result = resume_run(hands, journal, run)
    assert result.steps[1].status == "done"


def test_time_and_budget_are_not_reset(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, elements=field(), kill_at=(4, "before"))
    run = killed(hands, SCRIPT, tmp_path)
    spent = journal.run(run).seconds
    result = resume_run(hands, journal, run, seconds=spent / 2)
    assert result.status == "stopped"
    assert result.steps[4].error is not None
    assert result.steps[4].error["code"] == "limit_reached"
    result = resume_run(hands, journal, run, seconds=60.0)
    assert result.seconds > spent


def test_a_verified_run_is_not_resumed(journal: Journal, tmp_path: Path) -> None:
    hands = FakeHands(journal, elements=field())
    result = run_steps(hands, journal, SCRIPT, {}, options=replace(RunOptions(), folder=tmp_path, pictures=False))
    with pytest.raises(BadRequest, match="verified"):
        resume_run(hands, journal, result.id)


def cut_off_in_save(journal: Journal, script: str, folder: Path, moment: str = "after") -> str:
    """A run killed inside its first saving: with the file written but no receipt, or before anything was written."""
    hands = FakeHands(journal, elements=field())
    number = next(place for place, line in enumerate(script.strip().splitlines(), 1) if line.startswith("save as"))
    hands.kill_at = (number, moment)
    return killed(hands, script, folder)


PLACED = """
open mousepad
type "abc" into text field "Name"
save as out.txt
click Send
check that window "out.txt" is open
"""


def test_the_file_of_a_cut_off_save_is_opened_in_place_of_the_edits(journal: Journal, tmp_path: Path) -> None:
    run = cut_off_in_save(journal, PLACED, tmp_path)
    written = (tmp_path / "out.txt").stat().st_mtime_ns
    hands, result = again(journal, run)
    assert [done.split()[0] for done in hands.done] == ["launch", "click"]
    assert hands.done[0] == f"launch app='mousepad' files=['{tmp_path}/out.txt']"
    assert result.steps[-1].status == "done"
    assert (result.steps[2].status, result.steps[2].verdict) == ("done", "unknown")
    assert (tmp_path / "out.txt").stat().st_mtime_ns == written
    assert [file["path"] for file in journal.run(run).steps[2].durable] == [str(tmp_path / "out.txt")]


def test_a_save_whose_receipt_came_but_not_its_end_is_not_repeated(journal: Journal, tmp_path: Path) -> None:
    run = cut_off_in_save(journal, PLACED, tmp_path)
    intent = journal.run(run).intents_of(3)[-1]
    journal.receipt(intent.number, run, 3, {"delivery": "delivered_verified"}, None)
    hands, _ = again(journal, run)
    assert [done.split()[0] for done in hands.done] == ["launch", "click"]


def test_a_save_that_wrote_nothing_is_made_once(journal: Journal, tmp_path: Path) -> None:
    run = cut_off_in_save(journal, PLACED, tmp_path, "before")
    assert not (tmp_path / "out.txt").exists()
    hands, _ = again(journal, run)
    assert [done.split()[0] for done in hands.done] == ["launch", "type", "choose_file", "click"]


def test_a_half_written_file_is_written_again(journal: Journal, tmp_path: Path) -> None:
    script = PLACED.replace("out.txt", "out.pdf")
    run = cut_off_in_save(journal, script, tmp_path, "before")
    (tmp_path / "out.pdf").write_bytes(b"%PDF-1.7 and no end")
    hands, _ = again(journal, run)
    saves = [done for done in hands.done if done.startswith("choose_file")]
    assert len(saves) == 1
    assert "overwrite=True" in saves[0]


def test_an_export_that_was_cut_off_is_not_taken_for_the_document(journal: Journal, tmp_path: Path) -> None:
    script = 'open mousepad\ntype "abc" into text field "Name"\nsave as out.pdf\ncheck checkbox "Box"'
    run = cut_off_in_save(journal, script, tmp_path)
    (tmp_path / "out.pdf").write_bytes(b"%PDF-1.7\n%%EOF\n")
    hands, _ = again(journal, run)
    assert [done.split()[0] for done in hands.done] == ["launch", "type", "check"]
    assert "files" not in hands.done[0]


def test_a_shortcut_that_saved_over_its_file_and_was_cut_off_is_not_edited_again(
    journal: Journal, tmp_path: Path
) -> None:
    note = tmp_path / "note.txt"
    note.write_text("old")
    first = FakeHands(journal, elements=field(), kill_at=(3, "after"))
    first.on_act = lambda action: note.write_text("old abc") if action.verb == "press" else None
    script = 'open note.txt in mousepad\ntype "abc" into text field "Name"\npress ctrl+s'
    script += "\ncheck that file note.txt exists"
    run = killed(first, script, tmp_path)
    hands, result = again(journal, run)
    assert not any(done.startswith(("type", "press")) for done in hands.done)
    assert (note.read_text(), result.verdict) == ("old abc", "verified")


def test_a_lost_window_name_is_asked_about_where_the_file_cannot_be_opened(journal: Journal, tmp_path: Path) -> None:
    script = 'open mousepad\ntype "abc" into text field "Name"\nsave as out.txt\ntype "def"'
    script += '\nclick Send in window "out.txt"'
    run = cut_off_in_save(journal, script, tmp_path)
    _, result = again(journal, run)
    assert result.status == "stopped"
    assert result.steps[2].error is not None
    assert "step 5" in result.steps[2].error["message"]
    # Nobody answered: it is asked again, and nothing is written.
    hands, result = again(journal, run, desktop="d3")
    assert result.status == "stopped"
    assert not any(done.startswith("choose_file") for done in hands.done)
    hands, _ = again(journal, run, desktop="d4", answers={3: "again"})
    assert any(done.startswith("choose_file") and "overwrite=True" in done for done in hands.done)


def test_a_question_about_a_changed_file_stays_until_it_is_answered(journal: Journal, tmp_path: Path) -> None:
    run = killed(FakeHands(journal, elements=field(), kill_at=(4, "before")), SCRIPT, tmp_path)
    (tmp_path / "out.txt").write_text("somebody else's")
    again(journal, run)
    _, result = again(journal, run, desktop="d3")
    assert result.status == "stopped"
    assert (tmp_path / "out.txt").read_text() == "somebody else's"


def test_a_file_left_half_written_by_a_save_over_it_is_asked_about(journal: Journal, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.ods"
    sheet.write_bytes(b"old")
    first = FakeHands(journal, elements=field(), kill_at=(3, "after"))
    first.on_act = lambda action: sheet.write_bytes(b"PK half of it") if action.verb == "press" else None
    run = killed(first, 'open sheet.ods in calc\ntype "abc" into text field "Name"\npress ctrl+s', tmp_path)
    hands, result = again(journal, run)
    assert (result.status, hands.done) == ("stopped", [])
