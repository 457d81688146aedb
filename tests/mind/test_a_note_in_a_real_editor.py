"""Plain sentences on a real editor in a private desktop, judged by the file; also after kill -9."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from deskhand.desktop import Desktop
from deskhand.journal import Journal
from deskhand.mind.options import RunOptions
from deskhand.mind.runs import resume_run, run_steps
from deskhand.model.progress import Progress

pytestmark = pytest.mark.desktop

ENGLISH = """
open mousepad
type "Grüße, 你好 and €\\nsecond line"
press ctrl+s
save as "{out}/note.txt"
wait until window "note.txt" is open
check that the file {out}/note.txt contains "Grüße, 你好 and €"
check that file {out}/note.txt has 2 lines
remember the title of the window as title
check that {title} contains "note.txt"
close window "note.txt"
check that no window "note.txt" is open
"""

CHINESE = """
打开 mousepad
输入“合计：５”
按 Ctrl+S
另存为“{out}/笔记.txt”
检查文件“{out}/笔记.txt”包含“合计：５”
关闭窗口“笔记.txt”
检查没有窗口“笔记.txt”
"""


@pytest.mark.parametrize(
    ("script", "name", "text"),
    [(ENGLISH, "note.txt", "Grüße, 你好 and €\nsecond line"), (CHINESE, "笔记.txt", "合计：５")],
    ids=["english", "chinese"],
)
def test_a_note_is_written_and_saved(desktop: Desktop, tmp_path: Path, script: str, name: str, text: str) -> None:
    assert desktop.journal is not None
    options = RunOptions(folder=tmp_path, pictures=False)
    result = run_steps(desktop.engine, desktop.journal, script, {"out": str(tmp_path)}, options=options)
    assert result.verdict == "verified", [
        step.to_json() for step in result.steps if step.error or step.verdict != "verified"
    ]
    assert (tmp_path / name).read_text(encoding="utf-8").rstrip("\n") == text


KILLED = """
import sys
from pathlib import Path
from deskhand.desktop import Desktop
from deskhand.journal import Journal
from deskhand.mind.options import RunOptions
from deskhand.mind.runs import run_steps
script, journal, out = sys.argv[1:]
with Journal(journal) as kept, Desktop.start(journal=kept) as desktop:
    options = RunOptions(folder=Path(out), pictures=False)
    run_steps(desktop.engine, kept, script, {"out": out}, options=options,
              on_step=lambda step: print(step.number, step.status, flush=True))
"""

LONG = """
open mousepad
type "first line\\n"
press ctrl+s
save as "{out}/one.txt"
check that file {out}/one.txt has 1 line
close window "one.txt"
open mousepad
type "second"
press ctrl+s
save as "{out}/two.txt"
check that the file {out}/two.txt contains "second"
"""


@pytest.mark.parametrize(("step", "status"), [(4, "intent"), (9, "intent")])
def test_a_run_killed_with_its_desktop_is_finished_without_doing_anything_twice(
    desktop: Desktop, tmp_path: Path, step: int, status: str
) -> None:
    path = tmp_path / "state" / "journal.db"
    words = [sys.executable, "-c", KILLED, LONG, str(path), str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=dict(os.environ)) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line.split() == [str(step), status]:
                process.send_signal(signal.SIGKILL)
                break
    written = {file: file.stat().st_mtime_ns for file in tmp_path.glob("*.txt")}
    with Journal(path) as journal:
        run = journal.runs()[0]
        assert run.status == "interrupted"
        kept = {str(file["path"]) for each in journal.run(run.id).steps for file in each.durable}
        engine = desktop.engine
        engine.journal = journal
        result = resume_run(engine, journal, run.id)
        assert result.verdict == "verified", [each.to_json() for each in result.steps]
    assert (tmp_path / "one.txt").read_text() == "first line\n"
    assert (tmp_path / "two.txt").read_text().rstrip("\n") == "second"
    for file, moment in written.items():
        if str(file) in kept:
            assert file.stat().st_mtime_ns == moment, f"{file.name} was written again"


def test_a_run_killed_inside_a_save_goes_on_in_the_saved_document(desktop: Desktop, tmp_path: Path) -> None:
    """The kill comes as soon as the file has content, before its receipt; the next step names the saved window."""
    path, note = tmp_path / "state" / "journal.db", tmp_path / "one.txt"
    words = [sys.executable, "-c", KILLED, LONG, str(path), str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, env=dict(os.environ)) as process:
        progress = Progress(60.0, "the note is saved")
        while process.poll() is None and not (note.exists() and note.stat().st_size):
            progress.pause(0.002)
        process.send_signal(signal.SIGKILL)
    with Journal(path) as journal:
        run = journal.runs()[0]
        assert not journal.run(run.id).steps[3].finished
        written = note.stat().st_mtime_ns
        engine = desktop.engine
        engine.journal = journal
        result = resume_run(engine, journal, run.id)
        assert result.verdict == "verified", [each.to_json() for each in result.steps]
    assert note.read_text() == "first line\n"
    assert note.stat().st_mtime_ns == written
    assert (tmp_path / "two.txt").read_text().rstrip("\n") == "second"
