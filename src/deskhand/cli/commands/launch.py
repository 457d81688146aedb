"""`deskhand launch`: start an application, also with files; a desktop is started where none runs."""

from __future__ import annotations

import os
from typing import Any

from deskhand.cli.acting import act
from deskhand.cli.grammar import Given


def run(given: Given) -> int:
    app = given.needed("app")
    args: dict[str, Any] = {"app": os.path.abspath(app) if os.path.isfile(app) else app}
    if files := given.texts("files"):
        args["files"] = [_full(file) for file in files]
    if words := given.texts("arg"):
        args["args"] = words
    return act(given, {"verb": "launch", "args": args}, start=True)


def _full(file: str) -> str:
    """The service has another current directory. Addresses (`https://…`) stay as they are."""
    return file if "://" in file else os.path.abspath(os.path.expanduser(file))
