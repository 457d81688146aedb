"""From the desktop's start to its end: the main thread of a service watches for every reason to end."""

from __future__ import annotations

import argparse
import logging
import os
import select
import signal
import threading
from collections.abc import Callable
from types import FrameType

from deskhand.desktop import Desktop
from deskhand.errors import BadRequest
from deskhand.journal.journal import Journal
from deskhand.service.address import forget
from deskhand.service.host import GRACE_SECONDS, Charter, Host
from deskhand.service.methods import METHODS
from deskhand.service.server import Server, listen

LOOK_SECONDS = 0.25
"""How often the desktop's life and the idle clock are looked at; a lost owner and signals wake at once."""

END_SECONDS = 2.7
"""When an orderly end takes longer, the process ends anyway: the desktop's keeper then takes it all down."""

ORPHAN_GRACE_SECONDS = 0.4
"""How long work may take to end when the command it was for is gone: nobody waits for its answer any more."""

ORPHAN_END_SECONDS = 1.0
"""`END_SECONDS` for that case: all of the desktop is to be gone three seconds after the command."""

_OWNER_GONE = "the command it was started for is gone"

log: logging.Logger = logging.getLogger("deskhand.service")


def serve(options: argparse.Namespace, ready: Callable[[str], None]) -> None:
    """Start the desktop, serve it until there is a reason to end, end it. `ready` is told the desktop's id."""
    wake_read, wake_write = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
    reasons: list[str] = []

    def on_signal(number: int, frame: FrameType | None) -> None:
        reasons.append(f"signal {signal.Signals(number).name}")
        os.write(wake_write, b".")

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, on_signal)
    journal = Journal()
    up = threading.Event()
    if options.owner_fd is not None:
        threading.Thread(target=_give_up_start, args=(options.owner_fd, up), daemon=True).start()
    try:
        desktop = _desktop(options, journal)
        up.set()
        log.info("desktop %s on %s", desktop.id, desktop.place.display)
        charter = Charter(options.kind, options.idle, options.owner_fd is not None, options.asked)
        host = Host(desktop, charter)
        try:
            server = Server(listen(desktop.id, ephemeral=charter.ephemeral), host, METHODS)
        except BaseException:
            host.close()
            raise
        server.start()
        ready(desktop.id)
        reason = _watch(host, options.owner_fd, wake_read, reasons)
        log.info("ending: %s", reason)
        orphan = reason == _OWNER_GONE
        seconds = ORPHAN_END_SECONDS if orphan else END_SECONDS
        threading.Thread(target=_end_anyway, args=(desktop.id, seconds), daemon=True).start()
        host.end(reason)
        forget(desktop.id)
        host.close(ORPHAN_GRACE_SECONDS if orphan else GRACE_SECONDS)
        server.close()
    finally:
        journal.close()


def _desktop(options: argparse.Namespace, journal: Journal) -> Desktop:
    if options.kind == "user":
        return Desktop.attach_user(foreground=options.foreground, journal=journal, panic_key=options.panic_key)
    width, mark, height = str(options.size).partition("x")
    if not (mark and width.isdecimal() and height.isdecimal()):
        raise BadRequest(f"{options.size!r} is not a size", sought=options.size, next_step="write it as 1920x1080")
    return Desktop.start(
        (int(width), int(height)),
        scale=_number(options.scale),
        input_method=options.input_method,
        name=options.name,
        journal=journal,
    )


def _number(scale: str) -> float:
    try:
        return float(scale)
    except ValueError:
        raise BadRequest(f"{scale!r} is not a scale", sought=scale, next_step="write it as 2 or 1.5") from None


def _watch(host: Host, owner: int | None, wake: int, signals: list[str]) -> str:
    """Wait for the first reason to end and return it."""
    poll = select.poll()
    poll.register(wake, select.POLLIN)
    if owner is not None:
        poll.register(owner, select.POLLIN)
    while True:
        found = dict(poll.poll(LOOK_SECONDS * 1000))
        if signals:
            return signals[0]
        if owner is not None and owner in found:
            return _OWNER_GONE
        if host.ended.is_set():
            return host.ending
        if not host.desktop.alive:
            return "its desktop has ended"
        if host.idle_too_long:
            return f"nothing was asked of it for {host.charter.idle_seconds:g} s"


def _give_up_start(owner: int, up: threading.Event) -> None:
    """While the desktop comes up nobody waits in `_watch` yet. A start whose command is gone ends here; the keeper
    sees that and clears away what there is."""
    poll = select.poll()
    poll.register(owner, select.POLLIN)
    while not up.is_set():
        if poll.poll(LOOK_SECONDS * 1000) and not up.wait(LOOK_SECONDS):
            log.info("the start ends: %s", _OWNER_GONE)
            logging.shutdown()
            os._exit(0)


def _end_anyway(desktop: str, seconds: float) -> None:
    """An end that hangs (a dead bus, a stuck application) must not keep the desktop."""
    threading.Event().wait(seconds)
    log.error("desktop %s did not end in %g s; ending without it", desktop, seconds)
    logging.shutdown()
    os._exit(70)
