"""What was written is there after kill -9, from several processes and threads, and never changes."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from deskhand.errors import BadRequest, EnvironmentFault, NotFound
from deskhand.journal import Journal, default_path
from deskhand.model.run import StepRecord

CRASHING = """
import os, signal, sys
from deskhand.journal import Journal
journal = Journal(sys.argv[1])
run = journal.start_run("type x\\npress ctrl+s", {"a": "1"}, "d1", {})
journal.plan(run, ["type x", "press ctrl+s"])
journal.begin_step(run, 1)
number = journal.intent(run, 1, {"verb": "type"}, {"role": "text area"}, "keyboard")
print(run, number, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "state" / "journal.db"


def crash(path: Path) -> tuple[str, int]:
    done = subprocess.run([sys.executable, "-c", CRASHING, str(path)], capture_output=True, text=True, timeout=30)
    assert done.returncode == -signal.SIGKILL, done.stderr
    run, number = done.stdout.split()
    return run, int(number)


def test_an_intent_is_on_disk_when_it_returns_and_uncertain_after_kill_9(path: Path) -> None:
    run, number = crash(path)
    with Journal(path) as journal:
        record = journal.run(run)
        assert record.status == "interrupted"
        assert [step.record.status for step in record.steps] == ["intent", "planned"]
        assert [intent.number for intent in journal.uncertain(run)] == [number]
        assert record.values == {"a": "1"}


def test_a_receipt_or_an_error_ends_the_uncertainty(path: Path) -> None:
    with Journal(path) as journal:
        run = journal.start_run("x", {}, "d1", {})
        first = journal.intent(run, 1, {"verb": "click"}, {}, "tree")
        second = journal.intent(run, 1, {"verb": "click"}, {}, "tree")
        assert len(journal.uncertain(run)) == 2
        journal.receipt(first, run, 1, {"delivery": "delivered_verified"}, None)
        journal.receipt(second, run, 1, None, {"code": "action_failed"})
        journal.receipt(None, run, 1, None, {"code": "not_found"})
        assert journal.uncertain(run) == []
        record = journal.run(run)
        assert record.intents[0].receipt == {"delivery": "delivered_verified"}
        assert [action.intent for action in record.actions] == [first, second, None]


def test_a_run_is_resumed_once_and_its_time_is_not_reset(path: Path) -> None:
    run, _ = crash(path)
    with Journal(path) as journal:
        before = journal.resume(run[:5], "d2")
        assert (before.id, before.desktop, before.status) == (run, "d1", "interrupted")
        with pytest.raises(BadRequest, match="still running"):
            journal.resume(run, "d2")
        journal.event(run, "remembered", {"name": "total", "value": "5"})
        journal.end_step(
            run, StepRecord(1, "type x", "done", "verified", 0.5), [{"path": "/x", "size": 1, "sha256": "0"}]
        )
        journal.end_run(run, "verified", "verified", {"total": "5"})
        record = journal.run(run)
        assert record.status == "verified"
        assert record.desktop == "d2"
        assert record.remembered == {"total": "5"}
        assert record.steps[0].durable == ({"path": "/x", "size": 1, "sha256": "0"},)
        assert record.seconds > 0


def test_rows_cannot_be_changed(path: Path) -> None:
    with Journal(path) as journal:
        run = journal.start_run("x", {}, "d1", {})
        journal.event(run, "note", {"a": 1})
    connection = sqlite3.connect(path)
    try:
        for statement in ("UPDATE entries SET data = '{}'", "UPDATE runs SET script = 'y'"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                connection.execute(statement)
    finally:
        connection.close()


def test_threads_and_processes_write_together(path: Path) -> None:
    with Journal(path) as journal:
        run = journal.start_run("x", {}, "d1", {})
        worker = (
            "import sys; from deskhand.journal import Journal\n"
            "with Journal(sys.argv[1]) as j:\n"
            "    for n in range(40): j.event(sys.argv[2], 'note', {'n': n})"
        )
        others = [subprocess.Popen([sys.executable, "-c", worker, str(path), run]) for _ in range(2)]
        threads = [
            threading.Thread(target=lambda: [journal.event(run, "note", {"n": n}) for n in range(40)]) for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert [other.wait(30) for other in others] == [0, 0]
        events = journal.run(run).events
        assert len(events) == 200
        assert len({event.number for event in events}) == 200


def test_secrets_are_written_masked_everywhere(path: Path) -> None:
    with Journal(path) as journal:
        journal.mask(["hunter2", 'qu"ote\n'])
        run = journal.start_run('type "hunter2"', {"p": "hunter2"}, "d1", {"o": ["hunter2"]})
        journal.plan(run, ['type "hunter2"'])
        journal.intent(run, 1, {"args": {"text": 'a qu"ote\n b'}}, {"hunter2": 1}, "keyboard")
        journal.receipt(None, run, 1, {"result": "hunter2"}, {"message": "hunter2"})
        record = journal.run(run)
        assert "hunter2" not in json.dumps(record.to_json())
        assert record.intents[0].action == {"args": {"text": "a •••• b"}}
    for file in path.parent.iterdir():
        if file.is_file():
            assert b"hunter2" not in file.read_bytes()


def test_a_damaged_file_is_left_alone_and_says_what_to_do(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"this is no database at all, " * 400)
    before = path.read_bytes()
    with pytest.raises(EnvironmentFault, match="damaged") as caught:
        Journal(path)
    assert f"mv {path}" in caught.value.next_step
    assert path.read_bytes() == before


def test_a_page_overwritten_in_the_middle_is_damage_not_a_crash(path: Path) -> None:
    with Journal(path) as journal:
        run = journal.start_run("x", {}, "d1", {})
        for n in range(300):
            journal.event(run, "note", {"n": n, "pad": "x" * 200})
    data = bytearray(path.read_bytes())
    data[4096 : len(data)] = os.urandom(len(data) - 4096)
    path.write_bytes(bytes(data))
    with pytest.raises(EnvironmentFault, match=r"damaged|cannot be used"), Journal(path) as journal:
        journal.run(run)


def test_a_newer_journal_is_refused_with_its_version(path: Path) -> None:
    Journal(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(EnvironmentFault, match="newer Deskhand"):
        Journal(path)


def test_a_run_is_found_by_the_beginning_of_its_id(path: Path) -> None:
    with Journal(path) as journal:
        first = journal.start_run("first", {}, "d1", {})
        second = journal.start_run("second", {}, "d1", {})
        assert journal.run(first).script == "first"
        assert journal.run(second[:8]).script == "second"
        for wrong in ("r", "", "nope", "%", "_"):
            with pytest.raises(NotFound):
                journal.run(wrong)
        assert [summary.id for summary in journal.runs(10)] == [second, first]


def test_artefacts_are_private_and_go_with_their_run(path: Path) -> None:
    with Journal(path) as journal:
        runs = [journal.start_run(str(n), {}, "d1", {}) for n in range(4)]
        folder = journal.artefacts(runs[0])
        assert folder.stat().st_mode & 0o777 == 0o700
        assert path.stat().st_mode & 0o077 == 0
        (folder / "picture.png").write_bytes(b"x")
        for run in runs[:3]:
            journal.end_run(run, "verified", "verified", {})
        assert journal.prune(keep=0) == 3
        assert not folder.exists()
        assert [summary.id for summary in journal.runs()] == [runs[3]]


def test_the_place_follows_the_environment_of_the_moment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("one", "two"):
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / name))
        assert default_path() == tmp_path / name / "deskhand" / "journal.db"


def test_a_folder_that_cannot_be_made_is_an_environment_fault(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(EnvironmentFault):
        Journal(blocked / "journal.db")


def test_a_closed_journal_says_so(path: Path) -> None:
    journal = Journal(path)
    journal.close()
    with pytest.raises(EnvironmentFault, match="closed"):
        journal.runs()
