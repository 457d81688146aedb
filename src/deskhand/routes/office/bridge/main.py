"""The bridge process: `python3 -I -c … PIPE`, where PIPE is the name on which one LibreOffice listens.

Frames are four bytes of length, most significant first, and that many bytes of JSON.

    in    {"id": 7, "op": "calc.write_range", "args": {…}, "seconds": 9.5}   {"cancel": 7}
    out   {"ready": true, "version": "7.4.7.2"}   {"id": 7, "changing": true}   {"id": 7, "ok": {…}}
          {"id": 7, "error": {"code", "message", "delivery", …}}

The end of stdin ends it: politely, what is under way is broken off and taken back.
"""

from __future__ import annotations

import json
import os
import queue
import struct
import sys
import threading
from typing import Any, BinaryIO

from . import (
    calc_cells,
    calc_data,
    calc_formats,
    calc_sheets,
    documents,
    impress,
    saving,
    writer_changes,
    writer_parts,
    writer_text,
)
from .job import Job, Refusal
from .link import Office, refusal_of

_PARTS = (
    documents, saving, calc_cells, calc_formats, calc_sheets, calc_data, writer_text, writer_parts,
    writer_changes, impress,
)  # fmt: skip
OPERATIONS = {name: operation for part in _PARTS for name, operation in part.OPERATIONS.items()}
LAST_SECONDS = 3.0
"""How long what is under way may take to break off once nobody listens any more."""


class Wire:
    """Frames in and out; writing is safe from two threads."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self._source, self._sink, self._lock = source, sink, threading.Lock()

    def read(self) -> dict[str, Any] | None:
        """The next frame; None at the end."""
        head = self._source.read(4)
        if len(head) < 4:
            return None
        (length,) = struct.unpack(">I", head)
        body = self._source.read(length)
        return json.loads(body) if len(body) == length else None

    def tell(self, frame: dict[str, Any]) -> None:
        body = json.dumps(frame, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
        with self._lock:
            self._sink.write(struct.pack(">I", len(body)) + body)
            self._sink.flush()


class Worker:
    """Does the requests one after the other."""

    def __init__(self, office: Office, wire: Wire) -> None:
        self._office, self._wire = office, wire
        self._waiting: queue.SimpleQueue[tuple[Job, dict[str, Any]] | None] = queue.SimpleQueue()
        self._jobs: dict[int, Job] = {}

    def listen(self) -> None:
        """Read requests and cancellations until nobody asks any more."""
        while (frame := self._wire.read()) is not None:
            if "cancel" in frame:
                job = self._jobs.get(frame["cancel"])
                if job is not None:
                    job.cancel()
                continue
            job = Job(frame["id"], float(frame["seconds"]), self._wire.tell)
            self._jobs[job.number] = job
            self._waiting.put((job, frame))
        for job in tuple(self._jobs.values()):
            job.cancel()
        self._waiting.put(None)
        end = threading.Timer(LAST_SECONDS, os._exit, (1,))
        end.daemon = True
        end.start()

    def work(self) -> None:
        while (found := self._waiting.get()) is not None:
            job, frame = found
            answer = self._answer(job, frame)
            self._jobs.pop(job.number, None)
            try:
                self._wire.tell(answer)
            except (BrokenPipeError, ValueError):
                return

    def _answer(self, job: Job, frame: dict[str, Any]) -> dict[str, Any]:
        try:
            job.check()
            return {"id": job.number, "ok": OPERATIONS[frame["op"]](self._office, job, frame["args"])}
        except Refusal as refusal:
            return {"id": job.number, "error": {"delivery": job.delivery, **refusal.to_json()}}
        except Exception as error:  # noqa: BLE001 - the outermost edge: whatever it was is told, with its place
            return {"id": job.number, "error": {"delivery": job.delivery, **refusal_of(error).to_json()}}


def main(pipe: str, recover: str = "") -> None:
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    wire = Wire(source, sink)
    try:
        office = Office(pipe)
        if recover:
            office.recover()
    except Refusal as refusal:
        wire.tell({"error": refusal.to_json()})
        sys.exit(1)
    worker = Worker(office, wire)
    threading.Thread(target=worker.listen, daemon=True).start()
    wire.tell({"ready": True, "version": office.version})
    worker.work()
    # The end of the interpreter would wait for threads of LibreOffice's own library.
    os._exit(0)
