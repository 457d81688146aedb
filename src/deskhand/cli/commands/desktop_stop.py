"""`deskhand desktop stop`: ask politely, wait until it is gone, end it hard where it does not go."""

from __future__ import annotations

import contextlib
import os
import select
import signal
from typing import Any

from deskhand.cli.desktops import connect
from deskhand.cli.grammar import Given
from deskhand.cli.output import print_json, say
from deskhand.desktops.private import stop_desktop
from deskhand.desktops.registry import find_desktop, list_desktops
from deskhand.errors import DeskhandError, EnvironmentFault, NotFound
from deskhand.service.address import forget
from deskhand.service.choosing import running
from deskhand.service.client import Client, NotRunning

POLITE_SECONDS = 5.0


def run(given: Given) -> int:
    stopped = _all() if given.flag("all") else [_one(given)]
    if given.flag("json"):
        print_json({"ok": True, "data": {"stopped": stopped}})
    else:
        for desktop in stopped:
            say(f"stopped {desktop['desktop']}" + (" (it had to be ended hard)" if desktop["hard"] else ""))
        if not stopped:
            say("no desktop is running")
    return 0


def _one(given: Given) -> dict[str, Any]:
    name = given.text("name")
    if name is not None:
        given = Given(given.command, {**given.values, "desktop": name})
    if name == "user" and not any(status.get("kind") == "user" for status in running()):
        raise NotFound("your own desktop is not attached", next_step="`deskhand desktop list` shows what runs")
    try:
        client = connect(given)
    except EnvironmentFault:
        if name is None:
            raise
        record = find_desktop(name)  # one that a Python program holds, or whose service is gone
        stop_desktop(record)
        return {"desktop": record.id, "hard": False}
    with client:
        return _end(client)


def _all() -> list[dict[str, Any]]:
    stopped: list[dict[str, Any]] = []
    for status in running():
        with contextlib.suppress(NotRunning), Client(status["desktop"]) as client:
            stopped.append(_end(client))
    for record in list_desktops():
        stop_desktop(record)
        stopped.append({"desktop": record.id, "hard": False})
    return stopped


def _end(client: Client) -> dict[str, Any]:
    """The process that listens is the one that ends: its pid comes from the kernel with the connection."""
    try:
        process = os.pidfd_open(client.pid)
    except ProcessLookupError:
        return {"desktop": client.desktop, "hard": False}
    patience = POLITE_SECONDS
    try:
        try:
            client.data("shutdown", seconds=POLITE_SECONDS)
        except DeskhandError:
            patience = 0.5  # it does not listen: it will not go by itself either
        hard = not select.select([process], [], [], patience)[0]
        if hard:
            signal.pidfd_send_signal(process, signal.SIGKILL)
            select.select([process], [], [], POLITE_SECONDS)
            _clear(client.desktop)
    finally:
        os.close(process)
    return {"desktop": client.desktop, "hard": hard}


def _clear(desktop: str) -> None:
    """A private desktop goes with its killed service; wait until it has."""
    for record in list_desktops():
        if record.id == desktop:
            stop_desktop(record)
    forget(desktop)
