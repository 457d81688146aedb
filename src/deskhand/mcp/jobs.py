"""Work that may take longer than a client waits: answered in time, else polled by its number."""

from __future__ import annotations

import itertools
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import anyio
from anyio.abc import TaskGroup

from deskhand.errors import NotFound
from deskhand.mcp.answers import Answer

ANSWER_SECONDS = 25.0
"""Nothing keeps a client waiting longer than this (clients give up after 30 to 60 s)."""

KEPT = 50
Tell = Callable[[str], None]


@dataclass(slots=True)
class Job:
    """One piece of work. `told` are its lines so far, `answer` what it came to; `cancel` asks it to end."""

    id: str
    title: str
    desktop: str
    began: float = field(default_factory=time.monotonic)
    told: list[str] = field(default_factory=list[str])
    answer: Answer | None = None
    run: str | None = None
    over: anyio.Event = field(default_factory=anyio.Event)
    news: anyio.Event = field(default_factory=anyio.Event)

    def tell(self, line: str) -> None:
        self.told.append(line)
        self.news.set()
        self.news = anyio.Event()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "job": self.id,
            "what": self.title,
            "desktop": self.desktop,
            "done": self.answer is not None,
        }
        data["seconds"] = round(self.seconds, 1)
        if self.run:
            data["run"] = self.run
        return data


class Jobs:
    """The jobs of a session; they end with it."""

    def __init__(self, group: TaskGroup) -> None:
        self.group = group
        self._numbers = itertools.count(1)
        self._jobs: dict[str, Job] = {}

    def start(self, title: str, desktop: str, work: Callable[[Job], Awaitable[Answer]]) -> Job:
        job = Job(f"j{next(self._numbers)}", title, desktop)
        self._jobs[job.id] = job
        for old in [key for key, one in self._jobs.items() if one.answer is not None][:-KEPT]:
            del self._jobs[old]

        async def carry_out() -> None:
            try:
                job.answer = await work(job)
            finally:
                job.over.set()
                job.tell("")

        self.group.start_soon(carry_out)
        return job

    async def answer(self, job: Job, seconds: float = ANSWER_SECONDS) -> Answer:
        """Its answer, or where it stands when `seconds` are over."""
        with anyio.move_on_after(seconds):
            await job.over.wait()
        if job.answer is not None:
            return job.answer
        lines = [line for line in job.told if line][-8:]
        text = f'… {job.title} goes on ({job.seconds:.0f} s so far): status {{"job": "{job.id}"}} tells its answer'
        return Answer("\n".join([text, *lines]), {"ok": True, **job.to_json(), "lines": lines})

    def get(self, id: str) -> Job:
        job = self._jobs.get(id)
        if job is None:
            raise NotFound(f"there is no job {id!r} in this session", near=list(self._jobs)[-5:], next_step="status {}")
        return job

    def all(self) -> list[Job]:
        return list(self._jobs.values())
