"""Asking LibreOffice itself, through `fixtures/office_eye.py` in the system's Python."""

from __future__ import annotations

import json
import os
import subprocess
import uuid
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from fixtures.running import FOLDER, SYSTEM_PYTHON


class Office:
    """A second way into one running LibreOffice, which must have been started with the argument `accept`."""

    def __init__(self, folder: Path) -> None:
        self._pipe = f"deskhand-{uuid.uuid4().hex[:12]}"
        self._process: subprocess.Popen[str] | None = None
        self._folder = folder

    @property
    def accept(self) -> str:
        return f"--accept=pipe,name={self._pipe};urp"

    def connect(self) -> None:
        self.close()
        self._process = subprocess.Popen(
            [SYSTEM_PYTHON, str(FOLDER / "office_eye.py"), self._pipe],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={"PATH": "/usr/bin:/bin", "HOME": str(self._folder), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        self._answer()

    def ask(self, what: str, **words: Any) -> Any:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"ask": what, **words}) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> Any:
        assert self._process is not None
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        answer = json.loads(line or '{"error": "it ended"}')
        if "error" in answer:
            raise AssertionError(f"LibreOffice's own account: {answer['error']}")
        return answer["value"]

    def close(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait(10)
        for stream in (self._process.stdin, self._process.stdout):
            if stream:
                stream.close()
        self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        # LibreOffice makes the pipe's socket in /tmp, and leaves it there when it is killed.
        Path(f"/tmp/OSL_PIPE_{os.getuid()}_{self._pipe}").unlink(missing_ok=True)
