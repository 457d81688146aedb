"""A run under the eyes of whoever asked for it: its desktop, its steps, its verdict, and Ctrl-C."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Generator
from types import FrameType
from typing import Any

from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import clean, exit_code_of, mark, note, print_json, tell_envelope, tell_failure
from deskhand.errors import DeskhandError, Stopped
from deskhand.service.client import Client
from deskhand.service.telling import MARKS, step_line, trouble_lines


def carry_out(given: Given, method: str, params: dict[str, Any]) -> int:
    """Ask for a run, tell its steps on stderr, print its result. Without --desktop it gets a private desktop that ends
    with this process, however that ends."""
    as_json = given.flag("json")
    telling = _Telling(str(params.get("run", "")))
    with _place(given) as client, _interruptible(client) as interrupted:
        try:
            envelope = client.call(method, params, seconds=None, on_event=telling.event)
        except DeskhandError as error:
            if telling.run:
                error.next_step = f"`deskhand resume {telling.run}` looks at what was done and goes on from there"
            code = tell_failure(error, as_json=as_json)
            return Stopped.exit_code if interrupted else code
    if not envelope.get("ok"):
        return tell_envelope(envelope, as_json=as_json)
    result = envelope["data"]
    if as_json:
        print_json(envelope)
    _tell_verdict(result)
    return run_exit_code(result)


@contextlib.contextmanager
def _place(given: Given) -> Generator[Client]:
    from deskhand.service.start import start_service

    if given.has("desktop"):
        with connect(given) as client:
            yield client
        return
    keep = given.flag("keep")
    size, scale = given.text("size") or "1920x1080", given.text("scale") or "1"
    started = start_service(size=size, scale=scale, ephemeral=not keep, idle=None, asked=keep)
    try:
        with Client(started.desktop) as client:
            note(f"desktop {started.desktop}: `deskhand watch --desktop {started.desktop}` shows it")
            yield client
    finally:
        if keep:
            note(f"desktop {started.desktop} is kept; `deskhand desktop stop {started.desktop}` ends it")
        else:
            started.let_go()
            started.wait_gone()


@contextlib.contextmanager
def _interruptible(client: Client) -> Generator[list[int]]:
    """Ctrl-C once asks the run to stop and goes on listening; twice ends at once (the connection's end stops it)."""
    presses: list[int] = []

    def on_interrupt(number: int, frame: FrameType | None) -> None:
        presses.append(number)
        if len(presses) > 1 or not client.waiting:
            raise KeyboardInterrupt
        note("stopping (Ctrl-C again: at once) …")
        client.send("stop", {"reason": "stopped by Ctrl-C"})

    before = {number: signal.signal(number, on_interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield presses
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Telling:
    """Tells the events of a run as they come, and remembers its id."""

    def __init__(self, run: str) -> None:
        self.run = run

    def event(self, event: dict[str, Any]) -> None:
        """`3. save as ~/hello.txt  ✓ 0.41 s`."""
        self.run = str(event.get("run", self.run))
        step = event.get("step")
        if not isinstance(step, dict) or step["status"] in ("planned", "intent"):
            return
        note(step_line(step, lambda sign: mark(sign, sys.stderr)))
        for line in trouble_lines(step):
            note(line)


def _tell_verdict(result: dict[str, Any]) -> None:
    sign = MARKS.get(result["verdict"], "?")
    ending = result["verdict"] if result["status"] in ("verified", "contradicted", "unknown") else result["status"]
    note(f"{mark(sign, sys.stderr)} {ending} in {result['seconds']:.1f} s  (run {result['run']})")
    ended = next((step for step in result["steps"] if step.get("error")), None)
    if result["status"] == "stopped" and ended is not None:
        note(f"it stands at step {ended['number']}: {clean(ended['sentence'])}")
    if result.get("report"):
        note(f"report: {result['report']}")
    if result["status"] in ("stopped", "interrupted"):
        note(f"`deskhand resume {result['run']}` goes on from there")


def run_exit_code(result: dict[str, Any]) -> int:
    """0 only for a verified run; else what ended it says."""
    if result["status"] == "verified" and result["verdict"] == "verified":
        return 0
    errors = [step["error"] for step in result["steps"] if step.get("error")]
    code = exit_code_of(errors[-1]) if errors else 1
    return code or 1
