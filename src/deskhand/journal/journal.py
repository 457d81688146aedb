"""The journal: the append-only record of runs that survives kill -9."""

from __future__ import annotations

import contextlib
import json
import secrets
import shutil
import sqlite3
import string
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from deskhand.errors import BadRequest, NotFound
from deskhand.journal.fold import fold_run, summarise
from deskhand.journal.owner import this_process
from deskhand.journal.records import IntentRecord, RunRecord, RunSummary
from deskhand.journal.store import Store, dump
from deskhand.model.receipt import Verdict
from deskhand.model.redaction import MASK, Redactor
from deskhand.model.run import RunStatus, StepRecord

CONCEALED_RUNS, CONCEALED_ENTRIES = 50, 5_000
"""Newest runs and entries in which a secret that nobody knew for one is looked for."""

LOOSE_ENTRIES = 20_000
"""Newest entries among which actions outside runs are kept."""

_ALPHABET = string.digits + string.ascii_lowercase
_RUN = "id, started, desktop, script, given, options, owner"
_ENTRY = "number, at, run, step, kind, answers, data"


def default_path() -> Path:
    """`$XDG_STATE_HOME/deskhand/journal.db`, by the environment of this moment."""
    from platformdirs import user_state_path

    return user_state_path("deskhand") / "journal.db"


class Journal:
    """Append-only, thread-safe, shared by processes. Every method that writes has written to disk when it returns.

    Args:
        path: the SQLite file; made with its folder (mode 0700) where missing.

    Raises:
        EnvironmentFault: the file is damaged, newer than this version, or cannot be written; it is left as it is.
    """

    def __init__(self, path: Path | str | None = None) -> None:
        self.path: Path = Path(path) if path is not None else default_path()
        self._store = Store(self.path)
        self._mask = Redactor()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._store.close()

    def mask(self, values: Iterable[str], shown: str = MASK) -> None:
        """From now on these texts are written as `shown`, wherever they turn up (see `model.redaction`)."""
        for value in values:
            self._mask.add(value, shown)

    def conceal(self, value: str, shown: str = MASK) -> None:
        """`mask`, and where the text was written already it is taken out: of running runs and of the newest actions
        outside runs, of freed pages and of the write-ahead log."""
        self.mask([value], shown)
        newest = self._store.rows("SELECT max(number) FROM entries")[0][0] or 0
        rows = self._store.rows(f"SELECT {_RUN} FROM runs ORDER BY started DESC LIMIT ?", (CONCEALED_RUNS,))
        entries = self._store.rows(f"SELECT {_ENTRY} FROM entries WHERE number > ?", (newest - CONCEALED_ENTRIES,))
        changed_runs = [new for row in rows if (new := self._concealed(row, (3, 4, 5))) != row]
        changed = [new for row in entries if (new := self._concealed(row, (6,))) != row]
        if not changed_runs and not changed:
            return
        with self._store.writing() as connection:
            # A row is never changed: it is taken out, and the same without the value put in its place.
            connection.executemany(f"INSERT OR REPLACE INTO runs ({_RUN}) VALUES (?, ?, ?, ?, ?, ?, ?)", changed_runs)
            connection.executemany(f"INSERT OR REPLACE INTO entries ({_ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?)", changed)
        self._store.empty_log()

    def _concealed(self, row: tuple[Any, ...], columns: Sequence[int]) -> tuple[Any, ...]:
        """A stored row with its texts masked; the script is text, the other columns are JSON."""
        new = list(row)
        for column in columns:
            is_script = column == 3 and len(columns) > 1
            new[column] = self._mask.text(row[column]) if is_script else dump(self._mask(json.loads(row[column])))
        return tuple(new)

    def start_run(self, script: str, values: dict[str, str], desktop: str, options: dict[str, Any]) -> str:
        """Open a run of this process on a desktop; its id is `r` and eight characters."""
        row = (
            time.time(),
            desktop,
            self._mask(script),
            dump(self._mask(values)),
            dump(self._mask(options)),
            dump(this_process()),
        )
        while True:
            run = "r" + "".join(secrets.choice(_ALPHABET) for _ in range(8))
            with contextlib.suppress(sqlite3.IntegrityError), self._store.writing() as connection:
                connection.execute(f"INSERT INTO runs ({_RUN}) VALUES (?, ?, ?, ?, ?, ?, ?)", (run, *row))
                return run

    def resume(self, run: str, desktop: str) -> RunRecord:
        """Take a run over for this process on a desktop; its record as it was before.

        Raises:
            BadRequest: the process that runs it is still alive.
            NotFound: there is no such run.
        """
        run = self._full_id(run)
        with self._store.writing() as connection:
            rows = connection.execute(f"SELECT {_RUN} FROM runs WHERE id = ?", (run,)).fetchall()
            record = fold_run(
                rows[0],
                connection.execute(f"SELECT {_ENTRY} FROM entries WHERE run = ? ORDER BY number", (run,)).fetchall(),
            )
            if record.status == "running":
                raise BadRequest(f"run {run} is still running", next_step="wait for it to end, or stop it first")
            self._insert(connection, run, None, "run_resumed", {"owner": this_process(), "desktop": desktop})
        return record

    def plan(self, run: str, steps: Sequence[str]) -> None:
        """The sentences of the run, in order; they count from 1."""
        self._append(run, None, "plan", {"steps": list(steps)})

    def begin_step(self, run: str, number: int) -> None:
        self._append(run, number, "step_begun", {})

    def end_step(self, run: str, record: StepRecord, durable: Sequence[dict[str, Any]] = ()) -> None:
        """`durable` are files that this step wrote: `path`, `size`, `sha256` each."""
        self._append(run, record.number, "step_ended", {**record.to_json(), "durable": list(durable)})

    def intent(
        self, run: str | None, step: int | None, action: dict[str, Any], target: dict[str, Any], route: str
    ) -> int:
        """Write that an action is about to be delivered. Returns its number once it is on disk."""
        return self._append(run, step, "intent", {"action": action, "target": target, "route": route})

    def receipt(
        self,
        intent: int | None,
        run: str | None,
        step: int | None,
        receipt: dict[str, Any] | None,
        error: dict[str, Any] | None,
    ) -> None:
        """Write what became of an intent; `intent` is None for what was refused before delivery."""
        self._append(run, step, "receipt", {"receipt": receipt, "error": error}, intent)

    def event(self, run: str | None, kind: str, data: dict[str, Any], step: int | None = None) -> None:
        """Anything else that happened; `kind` is lower snake case and none of the journal's own."""
        if kind in ("plan", "step_begun", "step_ended", "intent", "receipt", "run_ended", "run_resumed"):
            raise BadRequest(f"{kind!r} is written by its own method", sought=kind)
        self._append(run, step, kind, data)

    def end_run(self, run: str, status: RunStatus, verdict: Verdict, values: dict[str, str]) -> None:
        """`values` are those the run remembered."""
        self._append(run, None, "run_ended", {"status": status, "verdict": verdict, "values": values})

    def runs(self, limit: int = 20) -> list[RunSummary]:
        """The newest runs first."""
        rows = self._store.rows(f"SELECT {_RUN} FROM runs ORDER BY started DESC, id LIMIT ?", (limit,))
        return [summarise(fold_run(row, self._entries(row[0]))) for row in rows]

    def run(self, id: str) -> RunRecord:
        """Everything about one run. A beginning of its id is enough where it is the only one.

        Raises:
            NotFound: none, or several, begin so; `near` lists them.
        """
        run = self._full_id(id)
        row = self._store.rows(f"SELECT {_RUN} FROM runs WHERE id = ?", (run,))[0]
        return fold_run(row, self._entries(run))

    def uncertain(self, run: str) -> list[IntentRecord]:
        """Intents nobody wrote the end of: looked at before anything is repeated."""
        return [intent for intent in self.run(run).intents if intent.uncertain]

    def artefacts(self, run: str) -> Path:
        """The run's folder for pictures and reports, beside the journal, mode 0700; made where missing."""
        folder = self.path.parent / "artefacts" / self._full_id(run)
        with self._store.faults():
            folder.parent.mkdir(mode=0o700, exist_ok=True)
            folder.mkdir(mode=0o700, exist_ok=True)
        return folder

    def prune(self, keep: int = 200, older_than: float = 0.0) -> int:
        """Forget ended runs beyond the newest `keep` that began more than `older_than` seconds ago, artefacts
        included. Actions outside runs older than that go too, and those before the newest `LOOSE_ENTRIES`. Returns how
        many runs went."""
        before = time.time() - older_than
        rows = self._store.rows(
            f"SELECT {_RUN} FROM runs WHERE started < ? ORDER BY started DESC, id LIMIT -1 OFFSET ?",
            (before, keep),
        )
        gone = [row[0] for row in rows if fold_run(row, self._entries(row[0])).status != "running"]
        with self._store.writing() as connection:
            for run in gone:
                connection.execute("DELETE FROM entries WHERE run = ?", (run,))
                connection.execute("DELETE FROM runs WHERE id = ?", (run,))
            connection.execute(
                "DELETE FROM entries WHERE run IS NULL AND number <= (SELECT max(number) FROM entries) - ?",
                (LOOSE_ENTRIES,),
            )
            if older_than > 0:
                connection.execute("DELETE FROM entries WHERE run IS NULL AND at < ?", (before,))
        for run in gone:
            shutil.rmtree(self.path.parent / "artefacts" / run, ignore_errors=True)
        return len(gone)

    def _append(
        self, run: str | None, step: int | None, kind: str, data: dict[str, Any], answers: int | None = None
    ) -> int:
        with self._store.writing() as connection:
            return self._insert(connection, run, step, kind, data, answers)

    def _insert(
        self,
        connection: sqlite3.Connection,
        run: str | None,
        step: int | None,
        kind: str,
        data: dict[str, Any],
        answers: int | None = None,
    ) -> int:
        cursor = connection.execute(
            "INSERT INTO entries (at, run, step, kind, answers, data) VALUES (?, ?, ?, ?, ?, ?)",
            (time.time(), run, step, kind, answers, dump(self._mask(data))),
        )
        return int(cursor.lastrowid or 0)

    def _entries(self, run: str) -> list[tuple[Any, ...]]:
        return self._store.rows(f"SELECT {_ENTRY} FROM entries WHERE run = ? ORDER BY number", (run,))

    def _full_id(self, begin: str) -> str:
        rows = self._store.rows(
            "SELECT id FROM runs WHERE id = ?1 OR (?1 <> '' AND substr(id, 1, length(?1)) = ?1) "
            "ORDER BY id = ?1 DESC, started DESC LIMIT 11",
            (begin,),
        )
        ids = [str(row[0]) for row in rows]
        if len(ids) == 1 or begin in ids:
            return ids[0]
        if ids:
            raise NotFound(
                f"several runs begin with {begin!r}", sought=begin, near=ids, next_step="write more of its id"
            )
        near = [summary.id for summary in self.runs(5)]
        raise NotFound(f"there is no run {begin!r}", sought=begin, near=near, next_step="`deskhand runs` lists them")
