"""The SQLite file under the journal: opening, versions, faults, one write at a time.

Two tables. `runs` has one row per run, written once. `entries` is the log: everything that happens is a new row there,
and triggers refuse to change one. What a run or a step *is* now is folded from its entries (`fold.py`).
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
import time
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

from deskhand.errors import EnvironmentFault

SCHEMA_VERSION = 1
BUSY_SECONDS = 10.0

_SCHEMA = (
    """CREATE TABLE runs (
        id TEXT PRIMARY KEY, started REAL NOT NULL, desktop TEXT NOT NULL, script TEXT NOT NULL,
        given TEXT NOT NULL, options TEXT NOT NULL, owner TEXT NOT NULL) WITHOUT ROWID""",
    """CREATE TABLE entries (
        number INTEGER PRIMARY KEY AUTOINCREMENT, at REAL NOT NULL, run TEXT, step INTEGER,
        kind TEXT NOT NULL, answers INTEGER, data TEXT NOT NULL)""",
    "CREATE INDEX entries_of_run ON entries (run, number)",
    "CREATE INDEX entries_answering ON entries (answers) WHERE answers IS NOT NULL",
    """CREATE TRIGGER runs_stand BEFORE UPDATE ON runs
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END""",
    """CREATE TRIGGER entries_stand BEFORE UPDATE ON entries
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END""",
)


class Store:
    """One open file. Thread-safe; other processes may have it open too.

    Raises:
        EnvironmentFault: the file is damaged, was written by a newer version, or cannot be written; it is left alone.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._log_is_due = False
        with self.faults():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not path.exists():
                path.touch(mode=0o600)
            self._connection = sqlite3.connect(
                path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        try:
            with self.faults():
                self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute("PRAGMA secure_delete=ON")  # what is taken out leaves nothing in freed pages
        if self._version() == 0:
            with self.writing() as connection:
                # Another process may have made the tables between the look and the lock.
                if self._version() == 0:
                    for statement in _SCHEMA:
                        connection.execute(statement)
                    connection.execute(f"PRAGMA user_version={SCHEMA_VERSION}")
        version = self._version()
        if version > SCHEMA_VERSION:
            raise EnvironmentFault(
                f"the journal {str(self.path)!r} was written by a newer Deskhand "
                f"(schema {version}; this one reads {SCHEMA_VERSION})",
                next_step="upgrade Deskhand, or set XDG_STATE_HOME to another folder",
            )

    def _version(self) -> int:
        return int(self._connection.execute("PRAGMA user_version").fetchone()[0])

    @contextlib.contextmanager
    def writing(self) -> Generator[sqlite3.Connection]:
        """A write transaction: on disk when the block ends, undone when it raises."""
        with self._lock, self.faults():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
                if self._log_is_due:
                    self._log_is_due = bool(self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0])
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def empty_log(self, seconds: float = 2.0) -> bool:
        """Move the write-ahead log into the file and cut it to nothing, so that it holds no former rows; False where
        others read it all that time (it is done again by whoever writes next)."""
        deadline = time.monotonic() + seconds
        while True:
            with self._lock, self.faults():
                busy = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            if not busy:
                self._log_is_due = False
                return True
            if time.monotonic() > deadline:
                self._log_is_due = True
                return False
            time.sleep(0.02)

    def rows(self, query: str, parameters: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        with self._lock, self.faults():
            return self._connection.execute(query, tuple(parameters)).fetchall()

    @contextlib.contextmanager
    def faults(self) -> Generator[None]:
        """Turn what SQLite and the file system say into an error that says what to do."""
        try:
            yield
        except sqlite3.ProgrammingError as error:
            if "closed" not in str(error):
                raise
            raise EnvironmentFault(f"the journal {str(self.path)!r} is closed", next_step="open it again") from error
        except sqlite3.OperationalError as error:
            text = str(error)
            raise EnvironmentFault(
                f"the journal {str(self.path)!r} cannot be used: {text}", next_step=_mend(text, self.path)
            ) from error
        except sqlite3.IntegrityError:
            raise
        except sqlite3.DatabaseError as error:
            raise EnvironmentFault(
                f"the journal {str(self.path)!r} is damaged: {error}; it was left untouched",
                next_step=f"move it aside (mv {self.path} {self.path}.damaged), then "
                f"`sqlite3 {self.path}.damaged .recover` reads what is left",
            ) from error
        except OSError as error:
            raise EnvironmentFault(
                f"the journal {str(self.path)!r} cannot be opened: {error.strerror or error}",
                next_step="make its folder writable, or set XDG_STATE_HOME to one that is",
            ) from error

    def close(self) -> None:
        with self._lock:
            self._connection.close()


def _mend(text: str, path: Path) -> str:
    if "locked" in text:
        return "another process holds it; try again when that one is done"
    if "full" in text:
        return f"free some space on the disk of {path.parent}"
    return f"make {path.parent} writable, or set XDG_STATE_HOME to a folder that is"


def dump(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), default=str)
