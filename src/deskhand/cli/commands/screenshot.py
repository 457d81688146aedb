"""`deskhand screenshot`: a picture of the screen, a window, an element or a region."""

from __future__ import annotations

import os
import time
from typing import Any

from deskhand.cli.acting import act
from deskhand.cli.commands.act import point_or_words, region_of
from deskhand.cli.grammar import Given


def run(given: Given) -> int:
    path = given.text("path") or time.strftime("screenshot-%Y%m%d-%H%M%S.png")
    args: dict[str, Any] = {"path": os.path.abspath(os.path.expanduser(path))}
    if given.has("window"):
        args["window"] = given.text("window")
    if given.has("region"):
        args["region"] = region_of(given.needed("region"))
    if given.flag("marks"):
        args["marks"] = True
    if given.has("beside"):
        args["beside"] = os.path.abspath(os.path.expanduser(given.needed("beside")))
    action: dict[str, Any] = {"verb": "screenshot", "args": args}
    if given.has("of"):
        action["target"] = point_or_words(given.needed("of"))
    return act(given, action)
